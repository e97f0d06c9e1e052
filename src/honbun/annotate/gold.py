"""A labelled page as a row of a corpus, which `honbun evaluate` and `honbun train` read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from honbun.annotate.anchors import anchors_of
from honbun.annotate.guess import Guess
from honbun.annotate.marks import NAMES, OTHER, TEXT, Unit, units
from honbun.features import Outline
from honbun.page import decode


def gold_of(outline: Outline, marks: str, guess: Guess) -> dict[str, Any]:
    """What the marks say of a page: its text, posts, comments, facts, and the labels with the nodes they hold to.

    `text` is content and posts in order. The title is a fact and not part of it.
    """
    texts = outline.blocks.texts
    of_page, said = units(marks)
    posts = [_post(unit, texts, guess) for unit in said if unit.letter == "p"]
    return {
        "text": _joined(texts, [block for block, mark in enumerate(marks) if mark.lower() in TEXT]),
        "comments": [_joined(texts, unit.body) for unit in said if unit.letter == "r"],
        "comments_apart": True,
        "posts": posts,
        "title": " ".join(texts[block] for block, mark in enumerate(marks) if mark == "t") or None,
        **_byline(of_page, texts, guess),
        "labels": labels_of(outline, marks),
    }


def labels_of(outline: Outline, marks: str) -> list[dict[str, Any]]:
    """Every block that is not `other`, with its first and its last text node."""
    found = []
    for mark, (first, last) in zip(marks, anchors_of(outline.blocks), strict=True):
        if mark == OTHER:
            continue
        label: dict[str, Any] = {"label": NAMES[mark.lower()], "first": first, "last": last}
        if mark.isupper():
            label["begins"] = True
        found.append(label)
    return found


def html_of(body: bytes, content_type: str | None) -> str:
    """The page as text that is read again as the same text, whatever encoding it declares."""
    text = decode(body, content_type).text
    return text if decode(text.encode()).text == text else "\ufeff" + text


def _post(unit: Unit, texts: Sequence[str], guess: Guess) -> dict[str, Any]:
    return {"text": _joined(texts, unit.body), **_byline(unit, texts, guess)}


def _byline(unit: Unit, texts: Sequence[str], guess: Guess) -> dict[str, Any]:
    """Who and when: what honbun found of it in the first line that is marked so, else the line as it is.

    Of a line that holds both, the author is left unknown if honbun has not found one.
    """
    found: dict[str, Any] = {}
    for name, blocks, known in (("author", unit.author, guess.names), ("date", unit.date, guess.dates)):
        line = " ".join(texts[blocks[0]].split()) if blocks else None
        is_both = name == "author" and bool(blocks) and blocks[0] in unit.date
        inside = [each for each in known if line and each in line]
        found[name] = max(inside, key=len, default=None if is_both else line)
    return found


def _joined(texts: Sequence[str], blocks: Sequence[int]) -> str:
    return "\n".join(texts[block] for block in blocks)
