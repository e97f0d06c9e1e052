"""The text of pages that show none: what lies in their data."""

from __future__ import annotations

from honbun.page import Page


def embedded_text(page: Page) -> tuple[str, str] | None:
    """The longest prose in the data of a page, and where it was found."""
    return None
