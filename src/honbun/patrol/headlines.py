"""What a page of news lists: links to articles, without those that frame the pages of its site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable

from honbun.page import Page, element_paths
from honbun.patrol.listing import MIN_TITLE_LENGTH, Row, links_of, shape_of, title_of

# A place of links frames the pages of a site if so many of those that a list has there are on another page, too.
_MIN_SHARED = 0.5


def headlines(page: Page, url: str, frame: Container[str], shapes: Container[str] | None = None) -> list[Row]:
    """The pages that a page of news links to elsewhere than in the frame, each once; only those of some shapes.

    A list that stands where other pages have theirs is not told from a frame: then nothing is left out.
    """
    texts: dict[str, list[str]] = defaultdict(list)
    places: dict[str, set[str]] = defaultdict(set)
    keys = element_paths(page).tolist()
    for row, link in links_of(page, url):
        if link != url and (shapes is None or shape_of(link) in shapes):
            texts[link].append(page.text[page.text_start[row] : page.text_end[row]])
            places[link].add(str(keys[row]))
    found = {link: title for link, own in texts.items() if len(title := title_of(own)) >= MIN_TITLE_LENGTH}
    rows = [Row(link, title, {"title": title}) for link, title in found.items()]
    return [row for row in rows if any(place not in frame for place in places[row.url])] or rows


def frame_of(page: Page, url: str, others: Iterable[tuple[Page, str]]) -> set[str]:
    """The places at which a page of news has the links that other pages of its site have there as well."""
    own = _links_by_place(page, url)
    framed = set()
    for other, address in others:
        theirs = _links_by_place(other, address)
        framed |= {place for place, links in own.items() if len(links & theirs[place]) >= _MIN_SHARED * len(links)}
    return framed


def _links_by_place(page: Page, url: str) -> dict[str, set[str]]:
    """Where the links of a page lead, by their paths. That it links to itself, as headlines do, says nothing."""
    found: dict[str, set[str]] = defaultdict(set)
    keys = element_paths(page).tolist()
    for row, link in links_of(page, url):
        if link != url:
            found[str(keys[row])].add(link)
    return found
