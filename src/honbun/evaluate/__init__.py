"""Corpora in, honest figures out: ours and the peers' on the same pages."""

from honbun.evaluate.cases import TASKS, Answer, Case, Gold, GoldPost, PostAnswer
from honbun.evaluate.corpus import Corpus, for_task, part, read_corpus, sample, split
from honbun.evaluate.metrics.blocks import block_scores
from honbun.evaluate.metrics.dates import same_day
from honbun.evaluate.metrics.posts import plain_name, post_scores, same_author
from honbun.evaluate.metrics.words import overlap, tokens, word_scores, words
from honbun.evaluate.report import svg
from honbun.evaluate.report.plain import share
from honbun.evaluate.report.spectrum import HEIGHT, spectrum_parts, spectrum_picture
from honbun.evaluate.report.table import Table
from honbun.evaluate.run import RunOptions
from honbun.evaluate.score import SITE_TASKS, score, score_site
from honbun.evaluate.session import Session
from honbun.evaluate.summary import FIGURES, Estimate, Figure, summarise, summarise_by
from honbun.evaluate.systems.ours import Ours

__all__ = [
    "FIGURES",
    "HEIGHT",
    "SITE_TASKS",
    "TASKS",
    "Answer",
    "Case",
    "Corpus",
    "Estimate",
    "Figure",
    "Gold",
    "GoldPost",
    "Ours",
    "PostAnswer",
    "RunOptions",
    "Session",
    "Table",
    "block_scores",
    "for_task",
    "overlap",
    "part",
    "plain_name",
    "post_scores",
    "read_corpus",
    "same_author",
    "same_day",
    "sample",
    "score",
    "score_site",
    "share",
    "spectrum_parts",
    "spectrum_picture",
    "split",
    "summarise",
    "summarise_by",
    "svg",
    "tokens",
    "word_scores",
    "words",
]
