"""The rooms composed: from a page, a site or a series to documents, threads and tables."""

from honbun.article import DEFAULT, ExtractOptions
from honbun.extraction.asking import Html, Keywords, Pages, asked, pairs_of
from honbun.extraction.batch import (
    EVERY_PAGE,
    MAX_LEARNED_PAGES,
    Batch,
    BatchOptions,
    ExtractWork,
    PageWork,
    PostsWork,
    Progress,
    Sites,
    joined,
    learn_sites,
    open_batch,
    site_of,
)
from honbun.extraction.composing import Composition, compose, extract, extract_many, read, read_page
from honbun.extraction.lists import SIBLINGS, compose_records, records, records_of_each
from honbun.extraction.record_template import RecordTemplate, column_traits
from honbun.extraction.selecting import Outcome, Selection, without_repeats
from honbun.extraction.series import MAX_COLUMNS, FieldTemplate, fields, join_fields, learn_and_read
from honbun.extraction.site import Drift, Section, Site, keys_of, learn_page, observe_page
from honbun.extraction.site_names import site_name
from honbun.extraction.store import PageStore
from honbun.extraction.threads import compose_thread, posts

__all__ = [
    "DEFAULT",
    "EVERY_PAGE",
    "MAX_COLUMNS",
    "MAX_LEARNED_PAGES",
    "SIBLINGS",
    "Batch",
    "BatchOptions",
    "Composition",
    "Drift",
    "ExtractOptions",
    "ExtractWork",
    "FieldTemplate",
    "Html",
    "Keywords",
    "Outcome",
    "PageStore",
    "PageWork",
    "Pages",
    "PostsWork",
    "Progress",
    "RecordTemplate",
    "Section",
    "Selection",
    "Site",
    "Sites",
    "asked",
    "column_traits",
    "compose",
    "compose_records",
    "compose_thread",
    "extract",
    "extract_many",
    "fields",
    "join_fields",
    "joined",
    "keys_of",
    "learn_and_read",
    "learn_page",
    "learn_sites",
    "observe_page",
    "open_batch",
    "pairs_of",
    "posts",
    "read",
    "read_page",
    "records",
    "records_of_each",
    "site_name",
    "site_of",
    "without_repeats",
]
