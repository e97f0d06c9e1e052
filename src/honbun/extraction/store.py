"""`PageStore`: pages that may be asked for again."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from honbun.extraction.asking import Html, Pages, pairs_of
from honbun.extraction.composing import read_page
from honbun.features import Outline
from honbun.input import RawPage
from honbun.page import Page, decode, mark_shown_breaks, parse

# So many bytes are kept as they came: to compress a series of a few pages takes a tenth of the time to read it.
_PLAIN_SIZE = 2**24
# Compressing harder takes longer than it saves: most pages are asked for once or twice.
_LEVEL = 1


class PageStore:
    """Pages in their order, the many kept compressed, decoded and parsed when they are needed. It pickles."""

    def __init__(self, pages: Iterable[RawPage] = ()) -> None:
        self._pages = tuple(_packed_after(_PLAIN_SIZE, pages))

    @classmethod
    def of(cls, pages: Pages) -> PageStore:
        """Pages as (url, html)."""
        return cls(_raw(url, html) for url, html in pairs_of(pages))

    def __len__(self) -> int:
        return len(self._pages)

    def raw(self, number: int) -> RawPage:
        """The page as it came."""
        page, is_packed = self._pages[number]
        return replace(page, body=zlib.decompress(page.body)) if is_packed else page

    def text(self, number: int) -> str:
        """The page, decoded."""
        page = self.raw(number)
        return decode(page.body, page.content_type).text

    def page(self, number: int) -> Page:
        """The page, parsed."""
        return parse(mark_shown_breaks(self.text(number)), self._pages[number][0].url)

    def outline(self, number: int) -> Outline:
        """The page, parsed and cut into blocks."""
        return read_page(self.raw(number))

    def some(self, numbers: Iterable[int]) -> PageStore:
        """A store of these pages only."""
        chosen = PageStore()
        chosen._pages = tuple(self._pages[number] for number in numbers)
        return chosen

    def joined(self, other: PageStore) -> PageStore:
        """A store of these pages and those of another."""
        both = PageStore()
        both._pages = self._pages + other._pages
        return both

    def source(self, number: int) -> str:
        """The address of a page, or where it was read; else its number from 1."""
        page = self._pages[number][0]
        return page.url or page.source or str(number + 1)


def _packed_after(size: int, pages: Iterable[RawPage]) -> Iterator[tuple[RawPage, bool]]:
    """The pages, compressed from so many bytes on, and whether they are."""
    for page in pages:
        size -= len(page.body)
        if size >= 0:
            yield page, False
        else:
            yield replace(page, body=zlib.compress(page.body, _LEVEL)), True


def _raw(url: str | None, html: Html) -> RawPage:
    if isinstance(html, str):
        return RawPage(html.encode("utf-8", "surrogatepass"), url, "text/html; charset=utf-8")
    return RawPage(bytes(html), url)
