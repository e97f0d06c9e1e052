"""Fields of a series of pages that one template made."""

from honbun.tables.fields.alike import Places, likeness, places_of, sort_out
from honbun.tables.fields.template import Slot, Template, learn_template, read_fields

__all__ = [
    "Places",
    "Slot",
    "Template",
    "learn_template",
    "likeness",
    "places_of",
    "read_fields",
    "sort_out",
]
