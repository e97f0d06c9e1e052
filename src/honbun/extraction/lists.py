"""From the bytes of a page to the records of its list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from honbun.document import Reason
from honbun.errors import expect
from honbun.extraction.asking import Html, Pages, pairs_of
from honbun.extraction.batch import BatchOptions, Progress
from honbun.extraction.composing import read, reason_of
from honbun.extraction.items import with_record_items
from honbun.extraction.record_template import RecordTemplate
from honbun.extraction.site_names import site_name
from honbun.extraction.store import PageStore
from honbun.features import Outline
from honbun.lists import find_records
from honbun.metadata import read_items
from honbun.tables import Table
from honbun.workers import Loss, each, guarded

# With so many other pages of the site the records of a page are found best.
SIBLINGS = 4
_BATCH = BatchOptions()


def records(
    html: Html,
    url: str | None = None,
    *,
    siblings: Pages = (),
    rank: int = 0,
    template: RecordTemplate | None = None,
) -> Table:
    """The records of the main list of a page, one row each: results, offers, members, rows of a table.

    `siblings`, (url, html), are other pages of the same site: what they show as well is a menu, and where they
    have their records this page has its own. `rank` is 1 for the list that comes second, and so on. `template`,
    from `honbun train --task records`, says which list it is and which columns are wanted. Total: a page without a
    list gives an empty table, and its note says why.
    """
    expect(rank, int, "rank")
    if rank < 0:
        raise ValueError(f"rank is {rank}, but the best list has rank 0")
    expect(template, RecordTemplate | None, "a template", "pass RecordTemplate.load(path)")
    others = [read(page, address) for address, page in pairs_of(siblings)]
    return compose_records(read(html, url), others, html, rank, template)


def compose_records(
    outline: Outline,
    siblings: Iterable[Outline],
    html: Html,
    rank: int = 0,
    template: RecordTemplate | None = None,
) -> Table:
    """The records of a page, given other pages of its site, or what labels taught."""
    if not outline.blocks.length.any():
        return Table(notes=(reason_of(html).value,))
    table = find_records(outline, siblings, rank, template.lists if template else None)
    table = with_record_items(table, outline.page, read_items(outline.page).listed if len(table) else ())
    table = template.labelled(table) if template else table
    return table if len(table) or table.notes else replace(table, notes=(Reason.NO_LIST.value,))


@dataclass(frozen=True)
class _Page:
    """A page, and those of its site that it is held against."""

    pages: PageStore
    """The page first."""
    rank: int
    template: RecordTemplate | None

    def table(self) -> Table:
        """The records of the page."""
        siblings = (self.pages.outline(number) for number in range(1, len(self.pages)))
        found = compose_records(self.pages.outline(0), siblings, self.pages.raw(0).body, self.rank, self.template)
        return replace(found, sources=(self.pages.source(0),) * len(found))


def records_of_each(
    pages: PageStore,
    *,
    siblings: PageStore | None = None,
    alone: bool = False,
    rank: int = 0,
    template: RecordTemplate | None = None,
    batch: BatchOptions = _BATCH,
    progress: Progress = lambda _: None,
) -> Generator[Table | Loss, None, None]:
    """The records of each page, held against `siblings`, or else against the nearest pages of its own site."""

    def work() -> Iterator[_Page]:
        near = {} if alone or siblings else _nearest_of_site(pages)
        for number in range(len(pages)):
            progress(pages.source(number))
            chosen = pages.some([number, *near.get(number, ())])
            yield _Page(chosen.joined(siblings) if siblings else chosen, rank, template)

    with closing(each(partial(guarded, _Page.table), work(), batch.jobs, batch.limits)) as found:
        for _, table in found:
            yield table


def _nearest_of_site(pages: PageStore) -> dict[int, list[int]]:
    """For each page the pages of its site that are nearest to it in their order."""
    sites: defaultdict[str, list[int]] = defaultdict(list)
    for number in range(len(pages)):
        sites[site_name(pages.raw(number))].append(number)
    return {
        number: [own[other] for other in _nearest(place, len(own))]
        for own in sites.values()
        for place, number in enumerate(own)
    }


def _nearest(place: int, places: int) -> list[int]:
    """The places beside this one, the nearest first."""
    near = range(max(place - SIBLINGS, 0), min(place + SIBLINGS + 1, places))
    return sorted(near, key=lambda other: (abs(other - place), other))[1 : SIBLINGS + 1]
