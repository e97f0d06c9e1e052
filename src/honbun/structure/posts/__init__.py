"""The posts of a page. A placeholder that takes the largest group of dated records for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honbun.page.outline import Outline
from honbun.structure.repeats import RecordKind, find_records
from honbun.structure.thread import Post, Thread

__all__ = ["Shape", "find_posts", "learn_shape"]


@dataclass(frozen=True)
class Shape:
    """How the threads of a site are built."""

    pages: int = 0


def learn_shape(outlines: Sequence[Outline]) -> Shape | None:
    """What these pages of one site have in common."""
    return Shape(len(outlines)) if outlines else None


def find_posts(outline: Outline, shape: Shape | None = None) -> Thread:
    """The posts of a page."""
    page, texts = outline.page, outline.blocks.texts
    groups = [group for group in find_records(outline, -1) if group.kind is RecordKind.STAMPED]
    if not groups:
        return Thread(url=page.url, title=page.title or None)
    members = max(groups, key=lambda group: group.last - group.first).members.tolist()
    posts = [
        Post("\n\n".join(texts[outline.first[row] : outline.last[row]]), xpath=page.xpath(row)) for row in members
    ]
    return Thread(tuple(posts), page.url, page.title or None, confidence=0.5 if shape is None else 0.6)
