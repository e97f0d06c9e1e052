"""Which pages one template made: those whose texts stand in the same places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from honbun.page import Page, paths, signatures, tags

# Two pages are alike if so many of the places that one of them has are on both. On fields-dev every page has
# another one with .56 or more; pages of two templates of one site have .21 at most.
ALIKE = 0.3

Places = frozenset[int]

# Their classes name the categories of a post or its number.
_WHOLE = tags.table("html body".split())


def places_of(page: Page) -> Places:
    """Where a page has texts, by names and classes; what the whole page is called does not count."""
    signature = signatures(page)
    whole = tags.is_in(_WHOLE, page.tag)
    signature[whole] = page.tag[whole]
    has_text = page.length_before[page.text_end] > page.length_before[page.text_start]
    return frozenset(np.unique(paths(page, signature)[has_text]).tolist()) if len(page) else frozenset()


def likeness(one: Places, other: Places) -> float:
    """The share of their places that both have."""
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def sort_out(places: Sequence[Places]) -> list[list[int]]:
    """The numbers of the pages by template, the largest set first; pages without text are in none.

    A page belongs to a set if it is like one page of it: optional parts make pages of one template differ by
    steps.
    """
    waiting = [page for page in range(len(places)) if places[page]]
    sets: list[list[int]] = []
    while waiting:
        found, reached = [waiting.pop(0)], 0
        while reached < len(found):
            near = [page for page in waiting if likeness(places[found[reached]], places[page]) >= ALIKE]
            waiting = [page for page in waiting if page not in set(near)]
            found += near
            reached += 1
        sets.append(sorted(found))
    return sorted(sets, key=lambda pages: (-len(pages), pages[0]))
