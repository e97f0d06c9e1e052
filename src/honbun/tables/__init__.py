"""Tables: the records of a list page, the fields of a series of pages."""

from honbun.table import Cell, Column, ColumnKind, NamedBy, Table, TemplateRows
from honbun.tables.fields import learn_templates, read_table
from honbun.tables.records import find_records
from honbun.tables.template import Template

__all__ = [
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
]
