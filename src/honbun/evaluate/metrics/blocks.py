"""Task blocks: whole blocks right or wrong, as the papers count them.

A block is what the papers call one: the text of a block-level element without that of block-level elements in it.
Every system gives text, so a block is found if it is aligned with the answer as it would be with the gold: one
rule for both, whoever answers. Where people labelled the blocks of a page (`honbun annotate`), those are the gold.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.labels import label
from honbun.evaluate.metrics.words import Scores, block_scores
from honbun.page import Page, decode, parse, segment, tags

Mask = npt.NDArray[np.bool_]
# What annotate calls blocks of the main text, and those of comments.
_MAIN_LABELS = frozenset({"title", "content", "post"})
_COMMENT_LABELS = frozenset({"comment"})


def block_task_scores(answer: Answer, gold: Gold, html: bytes) -> Scores:
    """Counts of blocks to be summed over pages, and whether all of the page are right.

    `right` of `blocks` are what they should be: main text, comment (where the gold states comments) or neither.
    `comment_*` count the blocks of comments, where it does.
    """
    page = parse(decode(html).text)
    rows, texts = block_texts(page)
    found = label(texts, answer.text) > 0
    wanted = _labelled(page, rows, gold, _MAIN_LABELS) if gold.labels else label(texts, gold.text or "") > 0
    scores = block_scores(found.tolist(), wanted.tolist())
    is_right = found == wanted
    if gold.comments is not None:
        said, asked = _comments(page, rows, texts, answer, gold)
        said, asked = said & ~found, asked & ~wanted
        is_right &= said == asked
        of_comments = block_scores(said.tolist(), asked.tolist())
        scores |= {f"comment_{name}": of_comments[name] for name in ("correct", "predicted", "gold")}
    return scores | {"perfect": int(is_right.all()), "right": int(is_right.sum()), "blocks": len(texts)}


def block_texts(page: Page) -> tuple[npt.NDArray[np.int32], list[str]]:
    """The block-level elements of a page that have text of their own, in document order, and that text."""
    blocks = segment(page)
    rows, which = np.unique(blocks.owner, return_inverse=True)
    parts: list[list[str]] = [[] for _ in rows]
    for number, text in zip(which.tolist(), blocks.texts, strict=True):
        parts[number].append(text)
    return rows.astype(np.int32), ["\n".join(part) for part in parts]


def _comments(
    page: Page, rows: npt.NDArray[np.int32], texts: list[str], answer: Answer, gold: Gold
) -> tuple[Mask, Mask]:
    """The blocks of the comments found, and of those wanted."""
    said = label(texts, "\n".join(answer.comments)) > 0
    if gold.labels:
        return said, _labelled(page, rows, gold, _COMMENT_LABELS)
    return said, label(texts, "\n".join(gold.comments or ())) > 0


def _labelled(page: Page, rows: npt.NDArray[np.int32], gold: Gold, names: frozenset[str]) -> Mask:
    """The blocks that hold a node with one of these labels. A node is named by the address of its element."""
    wanted = [address for name, address in gold.labels if name in names]
    owner = page.nearest(tags.is_in(tags.BLOCK_LEVEL, page.tag))
    held = [int(owner[row]) for row in page.rows_at(wanted).values()]
    return np.isin(rows, held)
