"""Many list pages: the records of each, pages of one site showing each other where theirs are."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from honbun.extraction.batch import Progress, site_name
from honbun.extraction.lists import compose_records
from honbun.extraction.page import read
from honbun.extraction.parallel import in_order
from honbun.features import Outline
from honbun.input import RawPage
from honbun.tables import Table

# With four other pages of the site the records of a page are found best.
SIBLINGS = 4


@dataclass(frozen=True)
class ListOptions:
    """How to go through many list pages."""

    alone: bool = False
    """Compare pages with no other."""
    rank: int = 0
    jobs: int = 1


def find_records(
    pages: Iterable[RawPage], others: Sequence[RawPage], options: ListOptions, progress: Progress
) -> Generator[tuple[str, Table], None, None]:
    """For each page its name and its table, compared with `others`, or else the nearest pages of its site."""
    known, shared = (
        [replace(page, body=zlib.compress(page.body, 1)) for page in some] for some in (pages, others)
    )
    sites: dict[str, list[int]] = {}
    if not shared and not options.alone:
        for number, page in enumerate(known):
            sites.setdefault(_site(page), []).append(number)
    place = {number: (own, i) for own in sites.values() for i, number in enumerate(own)}

    def work() -> Iterator[_Work]:
        for number, page in enumerate(known):
            progress(page.source)
            own, i = place.get(number, ([number], 0))
            nearest = [own[other] for other in _nearest(i, len(own))]
            yield _Work(page, tuple(shared or [known[other] for other in nearest]), options.rank)

    return in_order(_table, work(), options.jobs)


def _nearest(place: int, places: int) -> list[int]:
    """The places beside this one, the nearest first."""
    near = range(max(place - SIBLINGS, 0), min(place + SIBLINGS + 1, places))
    return sorted(near, key=lambda other: (abs(other - place), other))[1 : SIBLINGS + 1]


@dataclass(frozen=True)
class _Work:
    """A packed page and those it is compared with."""

    page: RawPage
    siblings: tuple[RawPage, ...]
    rank: int


def _packed(page: RawPage) -> RawPage:
    return replace(page, body=zlib.compress(page.body, 1))


def _read(page: RawPage) -> Outline:
    return read(zlib.decompress(page.body), page.url, page.content_type)


def _site(page: RawPage) -> str:
    """The name of a page's site; that of its source if it shows a defect of ours, which finding will report."""
    try:
        return site_name(_read(page).page, page.source)
    except Exception:
        return page.source


def _table(work: _Work) -> tuple[str, Table]:
    name = work.page.url or work.page.source
    try:
        html = zlib.decompress(work.page.body)
        table = compose_records(_read(work.page), map(_read, work.siblings), html, work.rank)
    except Exception as error:  # a page that shows a defect of ours must not end the batch
        return name, Table(notes=(f"defect in honbun, {type(error).__name__}: {error}",))
    return name, replace(table, sources=(name,) * len(table))
