"""Tables: the records of a list page, the fields of a series of pages."""

from honbun.tables.fields import MIN_SIMILARITY, learn_templates, read_table, similarity
from honbun.tables.records import find_records
from honbun.tables.table import Cell, Column, ColumnKind, NamedBy, Table, TemplateRows
from honbun.tables.template import Template

__all__ = [
    "MIN_SIMILARITY",
    "Cell",
    "Column",
    "ColumnKind",
    "NamedBy",
    "Table",
    "Template",
    "TemplateRows",
    "find_records",
    "learn_templates",
    "read_table",
    "similarity",
]
