"""The rooms composed: from a page, a site or a series to documents, threads and tables."""

from honbun.extraction.field_tables import FieldTemplate, fields
from honbun.extraction.lists import records
from honbun.extraction.options import ExtractOptions
from honbun.extraction.page import Html, extract
from honbun.extraction.site import Drift, Site
from honbun.extraction.threads import posts

__all__ = ["Drift", "ExtractOptions", "FieldTemplate", "Html", "Site", "extract", "fields", "posts", "records"]
