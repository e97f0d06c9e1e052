"""The rooms composed: from a page, or a site, to documents."""

from honbun.extract.page import Html, extract
from honbun.extract.site import Drift, Site

__all__ = ["Drift", "Html", "Site", "extract"]
