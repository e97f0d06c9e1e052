"""`Outcome`: what came of one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from honbun.thread import Thread


@dataclass(frozen=True)
class Outcome:
    """What came of one page, written out."""

    source: str
    encoded: bytes
    """The page as the writer writes it, rejected or not."""
    reason: str = ""
    """Why the page was rejected, or gave nothing."""
    detail: str = ""
    is_rejected: bool = False
    is_skipped: bool = False
    """It is something of an archive that is no page, and is not written."""
    is_left_out: bool = False
    """It is not what was asked for, and is not written."""
    kept: int = 0
    """Number of blocks kept."""
    blocks: int = 0
    """Number of blocks on the page."""
    posts: int = 0
    """Number of posts found."""
    fit: float | None = None
    """The share of its lines that the site shows on other pages, too; None if it was taken alone."""
    site: str = ""
    """The site it was taken to belong to; "" if the page was taken alone."""
    digest: str = ""
    """What its text is known by, if repeats are to be left out."""
    signature: bytes | None = None
    """And what it is nearly known by."""
    thread: Thread | None = None
    """What is to be written once the pages of its thread are joined."""
    columns: Mapping[str, object] = field(default_factory=dict)
    """And what is written besides."""
