"""`Post` and `Thread`, and where a thread goes on: the number of its page, and the link to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, overload
from urllib.parse import urljoin

from honbun.page import Page

# What links to the next page say, in the languages of large boards; arrows alone are the same everywhere.
_NEXT = re.compile(
    r"\W*(?:next(?: page)?|older|weiter|nächste(?: seite)?|suivante?(?: page)?|page suivante|siguiente|próxim[ao]|"
    r"successiv[ao]|avanti|volgende|następna|następny|далее|следующая|вперёд|次(?:へ|の?ページ|の\d+件)?|下一页|下一頁|다음)\W*|[›»→>]{1,2}",
    re.IGNORECASE,
)
_PAGE_NUMBER = re.compile(r"\d{1,5}")
# How the number of a page stands in addresses: page=3, /page/3, page-3, /p3, -3.html
_IN_ADDRESS = re.compile(r"(?:[?&;/_-]|\b)(?:page|p|pg|seite|pagina)[=/_-]?(\d{1,5})(?!\d)", re.IGNORECASE)
# What a link to the next page says is no longer.
_MAX_NEXT_LENGTH = 20


@dataclass(frozen=True, slots=True)
class Post:
    """One contribution of one author: a post of a forum, an entry of a board, a comment."""

    text: str
    """Its body, without signature; quoted text is in it, see `quotes`."""
    author: str | None = None
    date: str | None = None
    """ISO 8601: a day (2011-11-22) or a moment (2011-11-22T07:34:12+09:00)."""
    date_raw: str | None = None
    """The date as the page writes it."""
    number: str | None = None
    """What the page calls the post: its number or, without one, its permanent address."""
    title: str | None = None
    parent: int | None = None
    """Index, in its thread, of the post that it answers; None if the page does not tell."""
    depth: int = 0
    """How far it is set in under other posts."""
    quotes: tuple[tuple[int, int], ...] = ()
    """Half-open ranges of `text` that quote others."""
    xpath: str = ""
    """Address of the element that holds the post; of its first one, if there are several."""
    confidence: float = 0.0
    """The probability that this is one post, complete and alone."""

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return asdict(self) | {
            "quotes": [list(quote) for quote in self.quotes],
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True)
class Thread(Sequence[Post]):
    """The posts of a page, in its order, and what is true of all of them."""

    posts: tuple[Post, ...] = ()
    url: str | None = None
    title: str | None = None
    page: int | None = None
    """Which page of the thread this is, from 1; None if the page does not tell."""
    next_url: str | None = None
    """Where the thread goes on."""
    confidence: float = 0.0
    """The probability that the page is a thread, with these posts."""
    reason: str | None = None
    """Why there are no posts; None if there are."""

    def __len__(self) -> int:
        return len(self.posts)

    def __iter__(self) -> Iterator[Post]:
        return iter(self.posts)

    @overload
    def __getitem__(self, index: int) -> Post: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Post, ...]: ...
    def __getitem__(self, index: int | slice) -> Post | tuple[Post, ...]:
        return self.posts[index]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {
            "url": self.url,
            "title": self.title,
            "page": self.page,
            "next_url": self.next_url,
            "confidence": round(self.confidence, 3),
            "reason": self.reason,
            "posts": [post.to_dict() for post in self.posts],
        }


def next_url(page: Page) -> str | None:
    """The address of the next page: what the page declares, else what a link of the pager says."""
    for row, rel in page.attributes.get("rel", {}).items():
        if "next" in rel.lower().split() and (href := page.attribute(row, "href")):
            return absolute_url(page, href)
    numbered = _numbered_links(page)
    number = page_number(page)
    if number is not None and number + 1 in numbered:
        return numbered[number + 1]
    for row in page.rows_of("a").tolist():
        href = page.attribute(row, "href")
        text = " ".join(_text(page, row).split())
        text = text or page.attribute(row, "aria-label") or page.attribute(row, "title") or ""
        if href and numbered and len(text) <= _MAX_NEXT_LENGTH and _NEXT.fullmatch(text):
            return absolute_url(page, href)
    return None


def page_number(page: Page) -> int | None:
    """Which page of its thread this is: what its address says, else the number that the pager does not link."""
    found = _IN_ADDRESS.search((page.url or "").partition("://")[2].partition("/")[2].partition("#")[0])
    if found and int(found[1]) > 0:
        return int(found[1])
    linked = set(_numbered_links(page))
    if not linked:
        return None
    if 1 not in linked:
        return 1
    missing = [number for number in range(1, max(linked) + 2) if number not in linked]
    return missing[0] if len(missing) == 1 or missing[0] <= max(linked) else None


def _numbered_links(page: Page) -> dict[int, str]:
    """Links of a pager: their texts are numbers that count up from 1 or 2, in one parent."""
    groups: dict[int, dict[int, str]] = {}
    for row in page.rows_of("a").tolist():
        href = page.attribute(row, "href")
        text = _text(page, row)
        if href and not href.startswith("#") and _PAGE_NUMBER.fullmatch(text):
            above = int(page.parent[row])
            if len(_text(page, above)) <= len(text) + 2:
                above = int(page.parent[above])
            groups.setdefault(above, {}).setdefault(int(text), absolute_url(page, href))
    for numbered in groups.values():
        first, *others = sorted(numbered)
        # The page itself is not linked, so that its neighbours are two apart.
        if first <= 2 and (others[0] - first <= 2 if others else first == 2):
            return numbered
    return {}


def _text(page: Page, row: int) -> str:
    return page.text[page.text_start[row] : page.text_end[row]].strip()


def absolute_url(page: Page, href: str) -> str:
    """An address of a page in full; as it is if it is none."""
    try:
        return urljoin(page.url or "", href.strip())
    except ValueError:
        return href.strip()
