"""The features of a block that a model learns from: one file per family, the same in every language."""

from honbun.features.groups.find import Group, Kind, Pool, Search, candidates, find_groups
from honbun.features.lines import LABEL, Lines, cut_lines
from honbun.features.matrix import Features, Findings, families, feature_matrix, is_like_training_pages, joined
from honbun.features.outline import Outline, letters, letters_of_each, running
from honbun.features.repeats import RecordKind, Records, find_records, runs_of
from honbun.features.title import MAX_TITLE_PARTS, TITLE_SEPARATOR, find_title, is_like_title

__all__ = [
    "LABEL",
    "MAX_TITLE_PARTS",
    "TITLE_SEPARATOR",
    "Features",
    "Findings",
    "Group",
    "Kind",
    "Lines",
    "Outline",
    "Pool",
    "RecordKind",
    "Records",
    "Search",
    "candidates",
    "cut_lines",
    "families",
    "feature_matrix",
    "find_groups",
    "find_records",
    "find_title",
    "is_like_title",
    "is_like_training_pages",
    "joined",
    "letters",
    "letters_of_each",
    "running",
    "runs_of",
]
