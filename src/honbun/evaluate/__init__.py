"""Corpora in, honest figures out: ours and the peers' on the same pages."""

from honbun.evaluate import floors, report
from honbun.evaluate.cases import TASKS, Answer, Case, Gold, GoldPost, PostAnswer, SitePage
from honbun.evaluate.corpus import Corpus, for_task, part, read_corpus
from honbun.evaluate.metrics import score
from honbun.evaluate.metrics.posts import plain_name, post_scores, same_author
from honbun.evaluate.metrics.words import block_scores, overlap, tokens, word_scores, words
from honbun.evaluate.ours import Ours
from honbun.evaluate.report.svg import spectrum_picture
from honbun.evaluate.report.table import Table
from honbun.evaluate.report.text import share
from honbun.evaluate.results import read_results
from honbun.evaluate.run import RunOptions, Session

__all__ = [
    "TASKS",
    "Answer",
    "Case",
    "Corpus",
    "Gold",
    "GoldPost",
    "Ours",
    "PostAnswer",
    "RunOptions",
    "Session",
    "SitePage",
    "Table",
    "block_scores",
    "floors",
    "for_task",
    "overlap",
    "part",
    "plain_name",
    "post_scores",
    "read_corpus",
    "read_results",
    "report",
    "same_author",
    "score",
    "share",
    "spectrum_picture",
    "tokens",
    "word_scores",
    "words",
]
