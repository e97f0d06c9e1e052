"""Templates of a series of pages from the frequencies of its strings."""

from honbun.papers.templates.series import (
    PageRecords,
    SeriesTemplates,
    find_page_records,
    find_templates,
    named_text,
)

__all__ = ["PageRecords", "SeriesTemplates", "find_page_records", "find_templates", "named_text"]
