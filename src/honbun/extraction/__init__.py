"""The rooms composed: from a page, a site or a series to documents, threads and tables."""

from honbun.article import DEFAULT, ExtractOptions
from honbun.extraction.batch import (
    EVERY_PAGE,
    Batch,
    BatchOptions,
    Outcome,
    PageWork,
    Progress,
    learn_sites,
    open_batch,
    site_of,
)
from honbun.extraction.field_tables import MOST_COLUMNS, FieldTemplate, Known, fields, learn_fields
from honbun.extraction.list_batch import SIBLINGS, ListOptions, find_records
from honbun.extraction.lists import records
from honbun.extraction.page import Composition, Html, compose_decided, extract, read
from honbun.extraction.parallel import in_order
from honbun.extraction.site import Drift, Site, observe_page
from honbun.extraction.thread_batch import TEMPLATE_PAGES, find_threads, learn_templates, template_of_pages
from honbun.extraction.threads import posts

__all__ = [
    "DEFAULT",
    "EVERY_PAGE",
    "MOST_COLUMNS",
    "SIBLINGS",
    "TEMPLATE_PAGES",
    "Batch",
    "BatchOptions",
    "Composition",
    "Drift",
    "ExtractOptions",
    "FieldTemplate",
    "Html",
    "Known",
    "ListOptions",
    "Outcome",
    "PageWork",
    "Progress",
    "Site",
    "compose_decided",
    "extract",
    "fields",
    "find_records",
    "find_threads",
    "in_order",
    "learn_fields",
    "learn_sites",
    "learn_templates",
    "observe_page",
    "open_batch",
    "posts",
    "read",
    "records",
    "site_of",
    "template_of_pages",
]
