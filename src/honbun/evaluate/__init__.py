"""Corpora in, honest figures out: ours and the peers' on the same pages."""

from honbun.evaluate.cases import TASKS, Answer, Case, Gold, GoldPost, PostAnswer
from honbun.evaluate.corpus import Corpus, for_task, read_corpus, sample, split
from honbun.evaluate.score import SITE_TASKS, score, score_site
from honbun.evaluate.summary import FIGURES, Estimate, Figure, summarise, summarise_by

__all__ = [
    "FIGURES",
    "SITE_TASKS",
    "TASKS",
    "Answer",
    "Case",
    "Corpus",
    "Estimate",
    "Figure",
    "Gold",
    "GoldPost",
    "PostAnswer",
    "for_task",
    "read_corpus",
    "sample",
    "score",
    "score_site",
    "split",
    "summarise",
    "summarise_by",
]
