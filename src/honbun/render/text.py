"""Kept blocks as plain text."""

from __future__ import annotations

from honbun.page import Blocks
from honbun.page.page import Mask


def text(blocks: Blocks, keep: Mask) -> str:
    """The kept runs in document order, an empty line between them; rows of a list or table follow line by line."""
    return "\n\n".join(t for t, kept in zip(blocks.texts, keep.tolist(), strict=True) if kept and t)
