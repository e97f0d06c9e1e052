"""Tables: the fields of a series of pages, and what columns of all tables have in common."""

from honbun.table import Cell, Column, ColumnKind, NamedBy, Table, TemplateRows
from honbun.tables.columns import (
    LABEL_ELEMENTS,
    LABEL_SIGNS,
    PROPERTY_ATTRIBUTES,
    TABLE_CELLS,
    TITLE,
    Addresses,
    Name,
    first_name,
    has_words,
    kind_of,
    numbered_cells,
    property_of,
    unique_names,
)
from honbun.tables.fields import Learned, learn_templates, read_table
from honbun.tables.matching import join_matched
from honbun.tables.template import WHOLE, Template
from honbun.tables.typed import TypedColumn, typed_columns

__all__ = [
    "LABEL_ELEMENTS",
    "LABEL_SIGNS",
    "PROPERTY_ATTRIBUTES",
    "TABLE_CELLS",
    "TITLE",
    "WHOLE",
    "Addresses",
    "Cell",
    "Column",
    "ColumnKind",
    "Learned",
    "Name",
    "NamedBy",
    "Table",
    "Template",
    "TemplateRows",
    "TypedColumn",
    "first_name",
    "has_words",
    "join_matched",
    "kind_of",
    "learn_templates",
    "numbered_cells",
    "property_of",
    "read_table",
    "typed_columns",
    "unique_names",
]
