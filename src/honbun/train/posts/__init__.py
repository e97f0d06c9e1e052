"""Threads whose posts are known into a model that tells posts apart, and what it is worth."""

from honbun.train.posts.fit import ThreadOptions
from honbun.train.posts.items import ThreadSet, build_threads
from honbun.train.posts.report import ThreadReport
from honbun.train.posts.validate import cross_validate, fit_threads, fold_models, folds_by_site

__all__ = [
    "ThreadOptions",
    "ThreadReport",
    "ThreadSet",
    "build_threads",
    "cross_validate",
    "fit_threads",
    "fold_models",
    "folds_by_site",
]
