"""The features of a block that a model learns from: one file per family, the same in every language."""

from honbun.features.context import context_features
from honbun.features.groups.features import GROUP_FEATURES, GroupFeatures, counted, digits_in
from honbun.features.groups.find import find_groups
from honbun.features.groups.records import RecordKind, Records, find_records
from honbun.features.groups.table import Floats, Group, GroupKind, Groups, Indices, ranges
from honbun.features.lines import LABEL, Lines, cut_lines
from honbun.features.matrix import CompiledFeatures, Features, Findings, families, feature_matrix, joined
from honbun.features.outline import Columns, Outline, letters, letters_of_each, running
from honbun.features.title import MAX_TITLE_PARTS, TITLE_SEPARATOR, find_title, is_like_title

__all__ = [
    "GROUP_FEATURES",
    "LABEL",
    "MAX_TITLE_PARTS",
    "TITLE_SEPARATOR",
    "Columns",
    "CompiledFeatures",
    "Features",
    "Findings",
    "Floats",
    "Group",
    "GroupFeatures",
    "GroupKind",
    "Groups",
    "Indices",
    "Lines",
    "Outline",
    "RecordKind",
    "Records",
    "context_features",
    "counted",
    "cut_lines",
    "digits_in",
    "families",
    "feature_matrix",
    "find_groups",
    "find_records",
    "find_title",
    "is_like_title",
    "joined",
    "letters",
    "letters_of_each",
    "ranges",
    "running",
]
