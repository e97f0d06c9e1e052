"""The rooms composed: from a page, a site or a series to documents, threads and tables."""

from honbun.article import DEFAULT, ExtractOptions
from honbun.extraction.batch import (
    EVERY_PAGE,
    Batch,
    BatchOptions,
    ExtractWork,
    Outcome,
    PageWork,
    PostsWork,
    Progress,
    Sites,
    learn_sites,
    open_batch,
    site_of,
)
from honbun.extraction.composing import Composition, Html, compose, extract, read
from honbun.extraction.lists import SIBLINGS, records, records_of_each
from honbun.extraction.many import extract_many
from honbun.extraction.pool import Defect, guarded, in_order
from honbun.extraction.series import MAX_COLUMNS, FieldTemplate, fields, learn_fields
from honbun.extraction.site import Drift, Section, Site, observe_page
from honbun.extraction.site_names import site_name
from honbun.extraction.store import PageStore
from honbun.extraction.threads import posts

__all__ = [
    "DEFAULT",
    "EVERY_PAGE",
    "MAX_COLUMNS",
    "SIBLINGS",
    "Batch",
    "BatchOptions",
    "Composition",
    "Defect",
    "Drift",
    "ExtractOptions",
    "ExtractWork",
    "FieldTemplate",
    "Html",
    "Outcome",
    "PageStore",
    "PageWork",
    "PostsWork",
    "Progress",
    "Section",
    "Site",
    "Sites",
    "compose",
    "extract",
    "extract_many",
    "fields",
    "guarded",
    "in_order",
    "learn_fields",
    "learn_sites",
    "observe_page",
    "open_batch",
    "posts",
    "read",
    "records",
    "records_of_each",
    "site_name",
    "site_of",
]
