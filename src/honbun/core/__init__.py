"""The compiled core, called through ctypes: the same numbers as the readable form, in a fraction of its time."""

from honbun.core.groups import FoundGroups, find_possible_comments, find_possible_posts, measure_lines
from honbun.core.handle import CoreError, Parsed, dump_tree, parse, utf8_surplus
from honbun.core.library import Library, form, load
from honbun.core.lists import FoundLists, find_possible_lists
from honbun.core.model import Decided, Grown, LoadedModel, Seen, feature_names, load_trees, look

__all__ = [
    "CoreError",
    "Decided",
    "FoundGroups",
    "FoundLists",
    "Grown",
    "Library",
    "LoadedModel",
    "Parsed",
    "Seen",
    "dump_tree",
    "feature_names",
    "find_possible_comments",
    "find_possible_lists",
    "find_possible_posts",
    "form",
    "load",
    "load_trees",
    "look",
    "measure_lines",
    "parse",
    "utf8_surplus",
]
