"""Turns web pages into what a person came for: the article, learned from the site's own pages.

import honbun

doc = honbun.extract(html, url="https://news.example/a")    # a page alone
site = honbun.Site.learn(pages)                             # pages: (url, html), no labels
doc = site.extract(html, url="https://news.example/b")      # a page with what its site taught
"""

from honbun.errors import FormatError, HonbunError, InputError, MissingPackageError, ProfileError
from honbun.extract import Drift, Site, extract
from honbun.structure import Document

__version__ = "0.1.0"

__all__ = [
    "Document",
    "Drift",
    "FormatError",
    "HonbunError",
    "InputError",
    "MissingPackageError",
    "ProfileError",
    "Site",
    "extract",
]
