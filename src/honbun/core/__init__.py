"""The compiled core, called through ctypes: the same numbers as the readable form, in a fraction of its time."""

from honbun.core.fields import FoundFields, can_count_from, find_fields, list_dates
from honbun.core.groups import (
    FoundBodies,
    FoundGroups,
    find_bodies,
    find_possible_comments,
    find_possible_posts,
    measure_lines,
)
from honbun.core.handle import CoreError, Parsed, dump_tree, parse, utf8_surplus
from honbun.core.library import Library, form, load
from honbun.core.lists import FoundLists, find_possible_lists
from honbun.core.model import Decided, Grown, LoadedModel, Seen, feature_names, load_trees, look

__all__ = [
    "CoreError",
    "Decided",
    "FoundBodies",
    "FoundFields",
    "FoundGroups",
    "FoundLists",
    "Grown",
    "Library",
    "LoadedModel",
    "Parsed",
    "Seen",
    "can_count_from",
    "dump_tree",
    "feature_names",
    "find_bodies",
    "find_fields",
    "find_possible_comments",
    "find_possible_lists",
    "find_possible_posts",
    "form",
    "list_dates",
    "load",
    "load_trees",
    "look",
    "measure_lines",
    "parse",
    "utf8_surplus",
]
