"""What pages state for programs, as the first columns of their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from honbun.metadata import Item
from honbun.page import Page
from honbun.render import Base
from honbun.tables import Cell, Column, NamedBy, Table, kind_of, unique_names

# A property is a column if this share of the rows has it, and so many columns are enough.
_MIN_SHARE = 0.1
_MAX_COLUMNS = 20
# The items of a page are its records if so many of these are one of them.
_MIN_RECORDS_SHARE = 0.5


def with_items(table: Table, items: Sequence[Item | None]) -> Table:
    """The table with the properties of each row's item first; visible columns that say just the same go."""
    counts = Counter(name for item in items if item for name in item.properties)
    common = [name for name, times in counts.items() if times >= max(_MIN_SHARE * len(items), 1)]
    found = [_column(name, items) for name in common]
    stated = [column for column in found if len(table) == 1 or not column.is_constant][:_MAX_COLUMNS]
    # Where a visible column says the same, its cells know where that stands.
    shown = {_values(column): column for column in table.fields}
    stated = [replace(each, cells=shown.get(_values(each), each).cells) for each in stated]
    said = {_values(column) for column in stated}
    columns = [*stated, *(column for column in table.fields if _values(column) not in said)]
    names = unique_names([column.name for column in columns])
    return replace(
        table, fields=tuple(replace(column, name=name) for name, column in zip(names, columns, strict=True))
    )


def _values(column: Column) -> tuple[tuple[str, ...] | None, ...]:
    return tuple(cell.values if cell else None for cell in column.cells)


def _column(name: str, items: Sequence[Item | None]) -> Column:
    cells: list[Cell | None] = []
    for item in items:
        values = item.properties.get(name, ()) if item else ()
        place = (item.xpath,) if item and item.xpath else ()
        cells.append(Cell(values, place * len(values)) if values else None)
    named_by = NamedBy.PROPERTY if any(cell and cell.xpaths for cell in cells) else NamedBy.LINKED_DATA
    return Column(
        name, tuple(cells), named_by, kind_of(cells), any(cell and len(cell.values) > 1 for cell in cells)
    )


def with_record_items(table: Table, page: Page, items: Iterable[Item]) -> Table:
    """The records with what the page states of each: the item that stands in it, or has its address or name."""
    items = tuple(items)
    if not len(table) or not items:
        return table
    found = _in_records(table, items) if items[0].xpath else _by_address_or_name(table, page, items)
    if sum(item is not None for item in found) < _MIN_RECORDS_SHARE * len(table):
        return table
    return with_items(table, found)


def _in_records(table: Table, items: Sequence[Item]) -> list[Item | None]:
    """For each record the first item whose element is that of the record, or lies in it."""
    return [
        next((item for item in items if f"{item.xpath}/".startswith(f"{record}/")), None)
        for record in table.xpaths
    ]


def _by_address_or_name(table: Table, page: Page, items: Sequence[Item]) -> list[Item | None]:
    """For each record the item whose address or name it shows."""
    base = Base(page, None)
    known: dict[str, Item] = {}
    for item in items:
        for value in (*map(base.absolute, item.properties.get("url", ())), *item.properties.get("name", ())):
            known.setdefault(value, item)
    found: list[Item | None] = []
    for row in range(len(table)):
        values = (value for column in table.fields if (cell := column.cells[row]) for value in cell.values)
        found.append(next((known[value] for value in values if value in known), None))
    return found
