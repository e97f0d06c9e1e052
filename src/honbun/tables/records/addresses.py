"""Where the records lead to, and their pictures: the values that a page has in attributes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from honbun.features import Group
from honbun.page import Page, tags
from honbun.render import Base, image_source
from honbun.tables.records.align import Field
from honbun.tables.table import Cell, Column, ColumnKind, NamedBy

# So many records must lead somewhere, each elsewhere; so many must have a picture.
_LINKED = 0.8
_PICTURED = 0.5


class Addresses:
    """Reads the links and pictures of the records of one list."""

    def __init__(self, page: Page, group: Group) -> None:
        self.page, self.group = page, group
        self.base = Base(page, None)
        is_link = page.tag == tags.CODE["a"]
        is_link &= np.isin(np.arange(len(page)), list(page.attributes.get("href", {})))
        self.link = page.nearest(is_link)

    def main_link(self, fields: Sequence[Field]) -> int | None:
        """The place of the field that leads to what a record is about: the longest of those that are links."""
        lengths = {i: length for i, each in enumerate(fields) if (length := self._linked(each))}
        return max(lengths, key=lambda i: lengths[i]) if lengths else None

    def _linked(self, each: Field) -> float:
        """How long the texts of a field are on average if they lead somewhere, each elsewhere; else 0."""
        found = [parts[0] for parts in each.parts.values() if self._target(parts[0].row)]
        targets = {self._target(part.row) for part in found}
        if each.is_list or len(found) < _LINKED * len(self.group) or len(targets) < _LINKED * len(found):
            return 0.0
        return sum(len(part.text) for part in found) / len(found)

    def _target(self, row: int) -> str:
        link = int(self.link[row])
        return self.base.absolute(self.page.attribute(link, "href") or "") if link >= 0 else ""

    def links(self, each: Field, name: str) -> Column:
        """The column of the addresses to which a field leads."""
        cells: list[Cell | None] = [None] * len(self.group)
        for record, parts in each.parts.items():
            if target := self._target(parts[0].row):
                cells[record] = Cell((target,), (self.page.xpath(int(self.link[parts[0].row])),))
        return Column(f"{name}_url".strip("_"), tuple(cells), NamedBy.MARKUP, ColumnKind.URL)

    def pictures(self) -> Iterator[Column]:
        """The column of the first picture of each record, if most have one and they differ."""
        is_picture = self.page.tag == tags.CODE["img"]
        rows = np.flatnonzero(is_picture)
        cells: list[Cell | None] = []
        for start, end in self._spans():
            low, high = np.searchsorted(rows, (start, end))
            found = ((image_source(self.page, row, self.base), row) for row in rows[low:high].tolist())
            source, row = next((pair for pair in found if pair[0]), ("", -1))
            cells.append(Cell((source,), (self.page.xpath(row),)) if source else None)
        column = Column("image", tuple(cells), NamedBy.MARKUP, ColumnKind.IMAGE)
        if column.present >= _PICTURED * len(cells) and column.distinct > 1:
            yield column

    def _spans(self) -> Iterator[tuple[int, int]]:
        """For each record its elements: a range of rows."""
        rows, parent = self.group.rows, self.page.parent
        if self.group.is_of_elements:
            yield from zip(rows.tolist(), self.page.end[rows].tolist(), strict=True)
            return
        ends = self.page.end[np.maximum(parent[rows], 0)]
        same = parent[rows[1:]] == parent[rows[:-1]]
        ends[:-1] = np.where(same, rows[1:], ends[:-1])
        yield from zip(rows.tolist(), ends.tolist(), strict=True)
