"""Addresses as values: the pictures of a page, and where its values link to."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

import numpy as np

from honbun.page import Hashes, Page, collapse, tags
from honbun.tables.fields.labels import distinct_per
from honbun.tables.fields.series import Ints, Series

# A picture is a value if so many pages have it once, and so many of them another one.
_LEAST_PAGES = 0.6
_DIFFERENT = 0.5
_MOST_PICTURES = 3
_SOURCES = ("data-src", "data-original", "src")

_PICTURES = tags.table(["img"])
_LINKS = tags.table(["a"])


class Media:
    """Pictures and links of a series."""

    def __init__(self, series: Series) -> None:
        self._series = series

    def text(self, thing: int) -> str:
        """All that an element says."""
        page, row = self._series.row(thing)
        return collapse(page.text[page.text_start[row] : page.text_end[row]])

    @property
    def pictures(self) -> tuple[Ints, Hashes]:
        """The pictures, and their places."""
        found = np.flatnonzero(tags.is_in(_PICTURES, self._series.tag))
        things = np.array([thing for thing in found.tolist() if self.source(thing)], dtype=np.int64)
        return things, self._series.paths(self._series.kind)[things]

    def source(self, thing: int) -> str:
        """The address of a picture; "" if it has none, or holds it itself."""
        page, row = self._series.row(thing)
        value = next(filter(None, (page.attribute(row, name) for name in _SOURCES)), "")
        return "" if value.startswith("data:") else _joined(page, value)

    def places_of_pictures(self) -> list[int]:
        """The places that have one picture on most pages, and different ones."""
        things, places = self.pictures
        values, group = np.unique(places, return_inverse=True)
        group = group.reshape(-1)
        pages = distinct_per(group, self._series.page[things], len(values))
        once = (pages == np.bincount(group, minlength=len(values))) & (
            pages >= max(2, _LEAST_PAGES * len(self._series.pages))
        )
        found = []
        for number in np.flatnonzero(once).tolist():
            members = things[group == number]
            if len({self.source(int(thing)) for thing in members}) >= max(2, _DIFFERENT * len(members)):
                found.append((float(np.mean(self._series.first[members])), int(values[number])))
        return [place for _, place in sorted(found)[:_MOST_PICTURES]]

    def target(self, text: int) -> tuple[str, int] | None:
        """Where a text links to, and the link; None if it does not."""
        thing = int(self._series.above[text])
        while thing >= 0:
            if tags.is_in(_LINKS, self._series.tag[[thing]])[0]:
                page, row = self._series.row(thing)
                value = (page.attribute(row, "href") or "").strip()
                if not value or value.startswith(("#", "javascript:")):
                    return None
                return _joined(page, value), thing
            thing = int(self._series.parent[thing])
        return None

    def targets(self, texts: Ints) -> Iterator[tuple[int, str, int]]:
        """The texts that link, with their targets and links."""
        for text in texts.tolist():
            target = self.target(text)
            if target is not None:
                yield text, *target


def _joined(page: Page, address: str) -> str:
    try:
        return urljoin(page.url or "", address.strip())
    except ValueError:
        return address.strip()
