"""What a document says of its page, and where each fact came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from honbun.document import FACTS
from honbun.features import is_like, letters
from honbun.later import Later
from honbun.metadata.metadata import Metadata
from honbun.metadata.read import read_metadata
from honbun.page import Page


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of a page, read when the first of them is asked for: many who want the text want none of them."""

    page: Page
    shown: str = ""
    """What stands above the text as its title, "" if nothing does."""
    read_kind: Callable[[], str | None] | None = None
    """Tells what kind of page it is by a model."""

    def later(self) -> dict[str, Any]:
        """The facts and their sources by their names in a document."""
        return {name: Later(partial(self.fact, name)) for name in FACTS} | {"sources": Later(self.sources)}

    def fact(self, name: str) -> str | None:
        """One of them."""
        if name == "kind":
            return self._kind
        if name == "title" and self._shown_title:
            return self._shown_title
        value: str | None = getattr(self._metadata, name)
        return value

    def sources(self) -> Mapping[str, str]:
        """Where each of them came from."""
        own = {"title": "text of the page"} if self._shown_title else {}
        return {**self._metadata.sources, **own, **({"kind": "model"} if self._kind else {})}

    @cached_property
    def _kind(self) -> str | None:
        return self.read_kind() if self.read_kind else None

    @cached_property
    def _metadata(self) -> Metadata:
        return read_metadata(self.page)

    @cached_property
    def _shown_title(self) -> str | None:
        """The title as the page shows it above its text, unless it is none by all that the page says of itself.

        On wcxb-dev .77 of the titles are exactly right, .73 if what stands above the text is always believed.
        """
        shown, metadata = self.shown, self._metadata
        if not metadata.title or not shown:
            return shown or None
        is_title = is_like(shown, metadata.title) or is_like(shown, self.page.title)
        return shown if is_title and letters(shown) != letters(metadata.site_name or "") else None
