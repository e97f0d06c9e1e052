"""The main text of a page: evidence, one decision, completions."""

from honbun.article.decision import (
    DEFAULT,
    OF_RECORDS,
    Decision,
    ExtractOptions,
    Region,
    View,
    decide,
    findings,
    look,
)
from honbun.article.records import vote_on_records
from honbun.article.structure import SiteEvidence, alone, find_article

__all__ = [
    "DEFAULT",
    "OF_RECORDS",
    "Decision",
    "ExtractOptions",
    "Region",
    "SiteEvidence",
    "View",
    "alone",
    "decide",
    "find_article",
    "findings",
    "look",
    "vote_on_records",
]
