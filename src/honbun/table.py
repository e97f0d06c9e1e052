"""`Table`: what a series of pages, or a list on one page, says in rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import Any

from honbun.errors import ArgumentError
from honbun.notebook import html_table, line, short
from honbun.optional import needed

Value = str | list[str] | None
"""What a row has under one name: a text; a list of them, in a column of lists; None if it is missing."""


class ColumnKind(StrEnum):
    """What the values of a column are."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    URL = "url"
    IMAGE = "image"


class NamedBy(StrEnum):
    """Where the name of a column comes from, the best first."""

    LINKED_DATA = "linked data"
    """JSON-LD: the page states name and value for programs."""
    LABEL = "label"
    """Words of the template before the value, such as 担当教官 or "Price:"."""
    HEADER = "header"
    """The head of the column of a table."""
    PROPERTY = "property"
    """Microdata or RDFa on the page."""
    HEADING = "heading"
    """It is the heading of the page or of the record, or stands under one."""
    MARKUP = "markup"
    """A class or an identifier of the element."""
    NUMBER = "number"
    """Nothing names it: `field_07`."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one row has in one column, and where it stands."""

    values: tuple[str, ...]
    """As a reader sees them; more than one only in a column of lists."""
    xpaths: tuple[str, ...] = ()
    """The address of the element of each value."""

    def __str__(self) -> str:
        return "\n".join(self.values)


@dataclass(frozen=True)
class Column:
    """One field: its name, and a cell for each row."""

    name: str
    cells: tuple[Cell | None, ...] = field(repr=False)
    named_by: NamedBy = NamedBy.NUMBER
    kind: ColumnKind = ColumnKind.TEXT
    is_list: bool = False
    """Some row has several values, so all of them are lists."""
    templates: tuple[int, ...] = (0,)
    """The templates of the table that have it."""

    @cached_property
    def present(self) -> int:
        """How many rows have it."""
        return sum(cell is not None for cell in self.cells)

    @cached_property
    def distinct(self) -> int:
        """How many different cells there are."""
        return len({cell.values for cell in self.cells if cell is not None})

    @property
    def is_constant(self) -> bool:
        """Every row that has it has the same."""
        return self.distinct <= 1

    def value(self, row: int) -> Value:
        """What `Table.rows` shows."""
        cell = self.cells[row]
        if cell is None:
            return None
        return list(cell.values) if self.is_list else cell.values[0]


@dataclass(frozen=True)
class TemplateRows:
    """Rows that are made alike."""

    rows: tuple[int, ...]
    text: str = ""
    """A few of the words that all of them share."""


@dataclass(frozen=True, repr=False)
class Table:
    """Named columns, one row a page or a record; what a row does not have is None."""

    fields: tuple[Column, ...] = ()
    sources: tuple[str, ...] = ()
    """For each row its page: the address, or the number of the page from 1 if it has none."""
    xpaths: tuple[str, ...] = ()
    """For each row where it stands on its page."""
    templates: tuple[TemplateRows, ...] = ()
    """More than one, if the pages are of several kinds: each column says which of them have it."""
    notes: tuple[str, ...] = ()
    """What a person should know: pages left out, several templates, nothing that aligns."""
    confidence: float = 0.0
    """How sure it is, 0 to 1."""

    def __post_init__(self) -> None:
        """ValueError if names are twice or columns differ in length."""
        if len(set(self.columns)) < len(self.fields):
            raise ValueError("not a valid Table: two columns of one name")
        if any(len(column.cells) != len(self) for column in self.fields):
            raise ValueError("not a valid Table: a column has more or fewer cells than there are rows")

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.sources)

    def __repr__(self) -> str:
        names = short(", ".join(self.columns)) or "none"
        return line("Table", f"{len(self):,} rows", f"{len(self.fields)} columns: {names}")

    def _repr_html_(self) -> str:
        """The first rows, as a notebook shows them."""
        rows = ([column.cells[row] for column in self.fields] for row in range(len(self)))
        return html_table(f"{len(self):,} rows", self.columns, rows, len(self))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names, in the order of the page."""
        return tuple(column.name for column in self.fields)

    def column(self, name: str) -> Column:
        """The column of this name; KeyError if there is none."""
        for column in self.fields:
            if column.name == name:
                return column
        raise KeyError(name)

    def rows(self) -> list[dict[str, Value]]:
        """Each row as a dictionary of all columns."""
        return [{column.name: column.value(row) for column in self.fields} for row in range(len(self))]

    def cell(self, row: int, name: str) -> Cell | None:
        """The value with its address on the page; None if it is missing."""
        return self.column(name).cells[row]

    def select(self, names: Iterable[str]) -> Table:
        """The same rows with these columns only, in this order; KeyError if there is none of a name."""
        if isinstance(names, str):
            raise ArgumentError("this is one name, not names", names, "pass a list: [name]")
        chosen = tuple(self.column(name) for name in names)
        return Table(chosen, self.sources, self.xpaths, self.templates, self.notes, self.confidence)

    def rename(self, names: Mapping[str, str]) -> Table:
        """The same with other names for some columns; ValueError if two are then called the same.

        KeyError if there is no column of a name.
        """
        if unknown := names.keys() - self.columns:
            raise KeyError(*sorted(unknown))
        renamed = (replace(column, name=names.get(column.name, column.name)) for column in self.fields)
        return replace(self, fields=tuple(renamed))

    def with_templates(self) -> Table:
        """The table with a first column that says which template each row is of, if there are several."""
        if len(self.templates) < 2 or "template" in self.columns:
            return self
        numbers = {row: str(number) for number, each in enumerate(self.templates, 1) for row in each.rows}
        cells = tuple(Cell((numbers[row],)) if row in numbers else None for row in range(len(self)))
        return replace(self, fields=(Column("template", cells, NamedBy.NUMBER, ColumnKind.NUMBER), *self.fields))

    @classmethod
    def join(cls, tables: Iterable[Table]) -> Table:
        """The rows of several tables one after the other; columns of one name are one."""
        tables = tuple(tables)
        starts = list(accumulate(map(len, tables), initial=0))
        names = dict.fromkeys(name for table in tables for name in table.columns)
        joined = []
        for name in names:
            own = [
                (start, table.column(name))
                for start, table in zip(starts, tables, strict=False)
                if name in table.columns
            ]
            cells: list[Cell | None] = [None] * starts[-1]
            for start, column in own:
                cells[start : start + len(column.cells)] = column.cells
            kinds = {column.kind for _, column in own}
            joined.append(
                replace(
                    own[0][1],
                    cells=tuple(cells),
                    kind=kinds.pop() if len(kinds) == 1 else ColumnKind.TEXT,
                    is_list=any(column.is_list for _, column in own),
                    templates=(0,),
                )
            )
        return cls(
            fields=tuple(joined),
            sources=tuple(source for table in tables for source in table.sources),
            xpaths=tuple(xpath for table in tables for xpath in table.xpaths),
            notes=tuple(dict.fromkeys(note for table in tables for note in table.notes)),
            confidence=min((table.confidence for table in tables if len(table)), default=0.0),
        )

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` of texts, and of lists of texts; pandas, polars and duckdb take it as it is."""
        pyarrow = needed("pyarrow")
        text = pyarrow.string()
        kinds = [pyarrow.list_(text) if column.is_list else text for column in self.fields]
        arrays = [
            pyarrow.array([column.value(row) for row in range(len(self))], type=kind)
            for column, kind in zip(self.fields, kinds, strict=True)
        ]
        return pyarrow.Table.from_arrays(
            arrays, schema=pyarrow.schema(list(zip(self.columns, kinds, strict=True)))
        )

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of texts, and of lists of texts; what is missing is None."""
        frame = needed("pandas").DataFrame(self.rows(), columns=list(self.columns), dtype=object)
        return frame.set_axis(range(len(self)))

    def to_polars(self) -> Any:
        """A `polars.DataFrame` of texts, and of lists of texts."""
        return needed("polars").DataFrame(self.to_arrow())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """What Arrow's C stream interface asks for: DuckDB, polars and others read a table as it is."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {
            "columns": [
                {
                    "name": column.name,
                    "named_by": column.named_by.value,
                    "kind": column.kind.value,
                    "is_list": column.is_list,
                    "templates": list(column.templates),
                    "present": column.present,
                    "distinct": column.distinct,
                }
                for column in self.fields
            ],
            "rows": self.rows(),
            "sources": list(self.sources),
            "templates": [{"rows": list(template.rows), "text": template.text} for template in self.templates],
            "notes": list(self.notes),
            "confidence": round(self.confidence, 3),
        }
