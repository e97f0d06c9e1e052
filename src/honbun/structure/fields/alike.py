"""Which pages one template made: those whose texts stand in the same places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from honbun.structure.fields.series import Series

# Two pages are alike if so many of the places that one of them has are on both. On fields-dev every page has
# another one with .56 or more; pages of two templates of one site have .21 at most.
_ALIKE = 0.3
# Where no two pages are alike, so many will do, if they are not a mere handful. Chosen on recipes-dev, which has
# .39 with it and .29 without; no other pages were tried.
_HARDLY_ALIKE = 0.1
_LEAST_COMMON = 10

Places = frozenset[int]


def places_of(series: Series) -> list[Places]:
    """The places of each page, by names and classes, that hold a text."""
    path = series.paths(series.kind)
    places = []
    for page in range(len(series.pages)):
        start, end = np.searchsorted(series.page, (page, page + 1))
        here = series.has_text[start:end]
        places.append(frozenset(np.unique(path[start:end][here]).tolist()))
    return places


def likeness(one: Places, other: Places) -> float:
    """The share of their places that both have."""
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def sort_out(places: Sequence[Places], *, is_loose: bool = False) -> list[list[int]]:
    """The numbers of the pages by template, the largest set first; pages without text are in none.

    A page belongs to a set if it is like one page of it: optional parts make pages of one template differ by
    steps. If it `is_loose`, little is enough.
    """
    alike = _hardly_alike if is_loose else _alike
    waiting = [page for page in range(len(places)) if places[page]]
    sets: list[list[int]] = []
    while waiting:
        found, reached = [waiting.pop(0)], 0
        while reached < len(found):
            near = [page for page in waiting if alike(places[found[reached]], places[page])]
            waiting = [page for page in waiting if page not in set(near)]
            found += near
            reached += 1
        sets.append(sorted(found))
    return sorted(sets, key=lambda pages: (-len(pages), pages[0]))


def _alike(one: Places, other: Places) -> bool:
    return likeness(one, other) >= _ALIKE


def _hardly_alike(one: Places, other: Places) -> bool:
    return likeness(one, other) >= _HARDLY_ALIKE and len(one & other) >= _LEAST_COMMON
