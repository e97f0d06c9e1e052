"""Where a thread goes on: the number of its page, and the link to the next."""

from __future__ import annotations

import re
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


def next_url(page: Page) -> str | None:
    """The address of the next page: what the page declares, else what a link of the pager says."""
    for row, rel in page.attributes.get("rel", {}).items():
        if "next" in rel.lower().split() and (href := page.attribute(row, "href")):
            return _address(page, href)
    numbered = _numbered_links(page)
    number = page_number(page)
    if number is not None and number + 1 in numbered:
        return numbered[number + 1]
    for row in page.rows_of("a").tolist():
        href = page.attribute(row, "href")
        said = " ".join(page.text[page.text_start[row] : page.text_end[row]].split()) or (
            page.attribute(row, "aria-label") or page.attribute(row, "title") or ""
        )
        if href and numbered and len(said) <= 20 and _NEXT.fullmatch(said):
            return _address(page, href)
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
    """Links of a pager: their text is a number, and so many stand in one place that they count up from there."""
    groups: dict[int, dict[int, str]] = {}
    for row in page.rows_of("a").tolist():
        href = page.attribute(row, "href")
        said = page.text[page.text_start[row] : page.text_end[row]].strip()
        if href and not href.startswith("#") and _PAGE_NUMBER.fullmatch(said):
            above = int(page.parent[row])
            if len(page.text[page.text_start[above] : page.text_end[above]].strip()) <= len(said) + 2:
                above = int(page.parent[above])
            groups.setdefault(above, {}).setdefault(int(said), _address(page, href))
    for numbered in groups.values():
        first, *others = sorted(numbered)
        # The page itself is not linked, so that its neighbours are two apart.
        if first <= 2 and (others[0] - first <= 2 if others else first == 2):
            return numbered
    return {}


def _address(page: Page, href: str) -> str:
    try:
        return urljoin(page.url or "", href.strip())
    except ValueError:
        return href.strip()
