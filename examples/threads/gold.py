"""What is known of a post on a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GoldPost:
    """One post as the page shows it; None where it does not show something."""

    text: str
    """The body: quotes are in it, signatures are not."""
    whole: str
    """Everything that belongs to the post, from its head to its last button."""
    author: str | None
    date: str | None
    """ISO 8601; None if the page says only how long ago it was."""
    date_raw: str | None
    number: str | None
    title: str | None
    parent: int | None
    """Position, on this page, of the post that it answers."""
    depth: int
