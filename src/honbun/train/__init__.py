"""Pages with known gold into models, and how good those models are."""

from honbun.train.boost import BoostOptions
from honbun.train.dataset import Dataset, build, only
from honbun.train.fields import fit_fields, label_lines
from honbun.train.fit import cross_validate, fit, lines
from honbun.train.posts.fit import ThreadOptions
from honbun.train.posts.items import build_threads
from honbun.train.posts.validate import fit_threads, folds_by_site, thread_lines
from honbun.train.records import fit_records
from honbun.train.remake import with_layouts
from honbun.train.sites import adapt

__all__ = [
    "BoostOptions",
    "Dataset",
    "ThreadOptions",
    "adapt",
    "build",
    "build_threads",
    "cross_validate",
    "fit",
    "fit_fields",
    "fit_records",
    "fit_threads",
    "folds_by_site",
    "label_lines",
    "lines",
    "only",
    "thread_lines",
    "with_layouts",
]
