"""Corpora in, honest figures out: ours and the peers' on the same pages."""

from honbun.evaluate.cases import TASKS, Answer, Case, Gold, GoldPost, PostAnswer, SitePage
from honbun.evaluate.corpus import Corpus, for_task, part, read_corpus
from honbun.evaluate.figures import Estimate, Figure, figures_of_task, summarise, summarise_by, task_texts
from honbun.evaluate.metrics import score
from honbun.evaluate.metrics.blocks import block_texts
from honbun.evaluate.metrics.labels import MIN_COVERED, align, label
from honbun.evaluate.metrics.posts import plain_name, post_scores, same_author
from honbun.evaluate.metrics.tables import matched_columns, paired_records
from honbun.evaluate.metrics.words import TOKEN, block_scores, overlap, tokens, word_scores, words
from honbun.evaluate.ours import Ours, field_answers, record_answer
from honbun.evaluate.results import PageResult, code_digest, read_results
from honbun.evaluate.run import RunOptions, Session

__all__ = [
    "MIN_COVERED",
    "TASKS",
    "TOKEN",
    "Answer",
    "Case",
    "Corpus",
    "Estimate",
    "Figure",
    "Gold",
    "GoldPost",
    "Ours",
    "PageResult",
    "PostAnswer",
    "RunOptions",
    "Session",
    "SitePage",
    "align",
    "block_scores",
    "block_texts",
    "code_digest",
    "field_answers",
    "figures_of_task",
    "for_task",
    "label",
    "matched_columns",
    "overlap",
    "paired_records",
    "part",
    "plain_name",
    "post_scores",
    "read_corpus",
    "read_results",
    "record_answer",
    "same_author",
    "score",
    "summarise",
    "summarise_by",
    "task_texts",
    "tokens",
    "word_scores",
    "words",
]
