"""From the bytes of a page to the records of its list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from honbun.document import Reason
from honbun.extraction.page import Html, read, reason_of
from honbun.features import Outline
from honbun.tables import Table, find_records


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
    table = find_records(outline, siblings, rank)
    return table if len(table) or table.notes else replace(table, notes=(Reason.NO_LIST.value,))
