"""From the bytes of a page to the records of its list."""

from __future__ import annotations

from collections.abc import Iterable

from honbun.document import Reason
from honbun.extraction.page import Html, read, reason_of
from honbun.features import Outline, cut_lines
from honbun.tables import IS_LIST, Table, confidence, rank_lists, table_of


def records(
    html: Html,
    url: str | None = None,
    *,
    siblings: Iterable[tuple[str | None, Html]] = (),
    rank: int = 0,
) -> Table:
    """The records of the main list of a page, one row each: results, offers, members, rows of a table.

    `siblings`, (url, html), are other pages of the same site: what they show as well is a menu, and where they
    have their records this page has its own. `rank` is 1 for the list that comes second, and so on. Total: a page
    without a list gives an empty table, and its note says why.
    """
    if rank < 0:
        raise ValueError(f"rank is {rank}, but the best list has rank 0")
    return compose_records(read(html, url), [read(page, address) for address, page in siblings], html, rank)


def compose_records(outline: Outline, siblings: Iterable[Outline], html: Html, rank: int) -> Table:
    """The records of a page, given other pages of its site."""
    if not outline.blocks.length.any():
        return Table(notes=(reason_of(html).value,))
    lines = cut_lines(outline)
    found = rank_lists(lines, [cut_lines(other) for other in siblings if other.blocks.length.any()])
    sureness = [confidence(lines, each) for each in found]
    if not found or sureness[0] < IS_LIST:
        return Table(notes=(Reason.NO_LIST.value,), confidence=max(sureness[:1], default=0.0))
    sure = [i for i, each in enumerate(sureness) if each >= IS_LIST]
    if rank >= len(sure):
        return Table(notes=(f"only {len(sure)} lists on the page",))
    note = f"{len(sure)} lists on the page: this is the one of rank {rank}"
    notes = (note,) if len(sure) > 1 else ()
    return table_of(lines, found[sure[rank]], outline.page.url or "1", notes)
