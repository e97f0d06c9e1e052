"""The scores of an answer by task: pure functions from answer and gold to a flat dict of numbers."""

from __future__ import annotations

from collections.abc import Callable

from honbun.errors import FormatError
from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.blocks import block_task_scores
from honbun.evaluate.metrics.posts import comment_scores, post_scores
from honbun.evaluate.metrics.tables import field_scores, record_scores
from honbun.evaluate.metrics.words import Scores, word_scores

SITE_TASKS = ("fields",)
"""Tasks that are scored once for all pages of a site."""
_PAGE_TASKS: dict[str, Callable[[Answer, Gold], Scores]] = {
    "content": word_scores,
    "site": word_scores,
    "comments": comment_scores,
    "posts": post_scores,
    "records": record_scores,
}


def score(task: str, answer: Answer, gold: Gold, html: bytes = b"") -> Scores:
    """The scores of one page; a page on which the system failed is scored with an empty answer.

    Task blocks needs the page itself.
    """
    if task == "blocks":
        return block_task_scores(answer, gold, html)
    if task in SITE_TASKS:
        return field_scores([answer], [gold])
    if task not in _PAGE_TASKS:
        raise FormatError(
            f"unknown task {task!r}", advice=f"known: {', '.join((*_PAGE_TASKS, *SITE_TASKS, 'blocks'))}"
        )
    return _PAGE_TASKS[task](answer, gold)
