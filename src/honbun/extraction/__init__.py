"""The rooms composed: from a page, or a site, to documents, threads and tables."""

from honbun.extraction.lists import records
from honbun.extraction.options import ExtractOptions
from honbun.extraction.page import Html, extract
from honbun.extraction.site import Drift, Site
from honbun.extraction.threads import posts

__all__ = ["Drift", "ExtractOptions", "Html", "Site", "extract", "posts", "records"]
