"""What labelled records teach: which list of a page is meant, and which of its columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from honbun.extraction.saved import SavedFile
from honbun.notebook import line, short
from honbun.table import Column, ColumnKind, Table

Traits = Mapping[str, float]
_FILE = SavedFile("records", 1, "`honbun train --task records` writes them")


@dataclass(frozen=True, repr=False)
class RecordTemplate:
    """What labelled pages of a site taught about its records: saved, it reads them off new pages."""

    lists: Mapping[str, float] = field(default_factory=dict)
    """By what pages of the site call a list: how well it has the labelled records, as F1."""
    columns: Mapping[str, Traits] = field(default_factory=dict)
    """By label: what tells its column, see `column_traits`; without any, all columns as they are."""

    def __repr__(self) -> str:
        return line(
            "RecordTemplate", f"{len(self.lists)} lists", f"labels: {short(', '.join(self.columns)) or 'none'}"
        )

    def labelled(self, table: Table) -> Table:
        """The table with a column for each label, in their order; empty where no column is like it."""
        if not self.columns:
            return table
        traits = [column_traits(table, column) for column in table.fields]
        likeness = {
            (label, number): sum(min(share, own[trait]) for trait, share in wanted.items() if trait in own)
            for label, wanted in self.columns.items()
            for number, own in enumerate(traits)
        }
        found: dict[str, int] = {}
        for label, number in sorted(likeness, key=lambda pair: -likeness[pair]):
            if likeness[label, number] and label not in found and number not in found.values():
                found[label] = number
        missing = Column("", (None,) * len(table))
        columns = {label: table.fields[found[label]] if label in found else missing for label in self.columns}
        return replace(table, fields=tuple(replace(column, name=label) for label, column in columns.items()))

    def save(self, path: str | Path) -> None:
        """Write it as JSON."""
        columns = {label: dict(traits) for label, traits in self.columns.items()}
        _FILE.write(path, {"lists": dict(self.lists), "columns": columns})

    @classmethod
    def load(cls, path: str | Path) -> RecordTemplate:
        """Read what `save` wrote; ProfileError if it cannot be used."""
        with _FILE.read(path) as value:
            columns = {str(label): _shares(traits) for label, traits in value["columns"].items()}
            return cls(_shares(value["lists"]), columns)


def _shares(value: Mapping[str, float]) -> Traits:
    return {str(name): float(share) for name, share in value.items()}


def column_traits(table: Table, column: Column) -> Traits:
    """What tells a column of records on other pages: its name, and which share of its cells stands where."""
    places = Counter(
        _place(record, cell.xpaths[0], column.kind)
        for record, cell in zip(table.xpaths, column.cells, strict=True)
        if cell and cell.xpaths
    )
    return {column.name: 1.0} | {place: number / places.total() for place, number in places.items()}


def _place(record: str, cell: str, kind: ColumnKind) -> str:
    """Where a cell stands in its record; outside, as where members are ranges of elements, its own name."""
    inside = cell[len(record) :] if f"{cell}/".startswith(f"{record}/") else f"/../{cell.rpartition('/')[2]}"
    return f".{inside}@{kind}" if kind in {ColumnKind.URL, ColumnKind.IMAGE} else f".{inside}"
