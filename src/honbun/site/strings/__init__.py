"""Every string of a set of pages, counted without spelling any out."""

from honbun.site.strings.repeats import Repeats, Spread, find_repeats, spread
from honbun.site.strings.suffixes import Numbers, Suffixes, sort_suffixes

__all__ = ["Numbers", "Repeats", "Spread", "Suffixes", "find_repeats", "sort_suffixes", "spread"]
