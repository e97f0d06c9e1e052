"""Templates of series pages from n-gram frequencies: F(f) = f·V(f) has its peak at the number of pages or records.

"Template detection by frequencies of n-grams". Pages with one record each (single instance) are counted in
characters, a page with many records (multiple instance) in tags.
"""

from honbun.methods.templates.records import (
    PageRecords,
    find_page_records,
    find_records,
    published_records,
    read_tags,
)
from honbun.methods.templates.templates import (
    Series,
    SeriesTemplates,
    Spectrum,
    Template,
    TemplateOptions,
    find_templates,
)

__all__ = [
    "PageRecords",
    "Series",
    "SeriesTemplates",
    "Spectrum",
    "Template",
    "TemplateOptions",
    "find_page_records",
    "find_records",
    "find_templates",
    "published_records",
    "read_tags",
]
