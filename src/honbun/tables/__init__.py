"""Tables: the records of a list page, the fields of a series of pages."""

from honbun.tables.columns import unique_names
from honbun.tables.fields.alike import ALIKE, Places, likeness, places_of, sort_out
from honbun.tables.fields.template import Slot, Template, learn_template, read_fields
from honbun.tables.records.choose import rank_lists
from honbun.tables.records.find import IS_LIST, confidence, table_of
from honbun.tables.table import Cell, Column, ColumnKind, NamedBy, Table, TemplateRows

__all__ = [
    "ALIKE",
    "IS_LIST",
    "Cell",
    "Column",
    "ColumnKind",
    "NamedBy",
    "Places",
    "Slot",
    "Table",
    "Template",
    "TemplateRows",
    "confidence",
    "learn_template",
    "likeness",
    "places_of",
    "rank_lists",
    "read_fields",
    "sort_out",
    "table_of",
    "unique_names",
]
