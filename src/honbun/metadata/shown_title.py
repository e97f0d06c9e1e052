"""The title as the page shows it above its text, and the one that it declares: which of them to believe."""

from __future__ import annotations

from dataclasses import replace

from honbun.features import is_like_title, letters
from honbun.metadata.metadata import Metadata
from honbun.page import Page


def with_shown_title(metadata: Metadata, page: Page, shown: str) -> Metadata:
    """The metadata of a page, titled as it shows it unless that is no title by all that the page says of itself.

    On wcxb-dev .77 of the titles are exactly right, .73 if what stands above the text is always believed.
    """
    if not shown:
        return metadata
    if metadata.title:
        is_title = is_like_title(shown, metadata.title) or is_like_title(shown, page.title)
        if not is_title or letters(shown) == letters(metadata.site_name or ""):
            return metadata
    return replace(metadata, title=shown, sources={**metadata.sources, "title": "text of the page"})
