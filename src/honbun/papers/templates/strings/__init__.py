"""Every string of a set of pages, counted without spelling any out."""

from honbun.papers.templates.strings.repeats import Repeats, Spread, find_repeats, spread
from honbun.papers.templates.strings.suffixes import Numbers, Suffixes, sort_suffixes

__all__ = [
    "Numbers",
    "Repeats",
    "Spread",
    "Suffixes",
    "find_repeats",
    "sort_suffixes",
    "spread",
]
