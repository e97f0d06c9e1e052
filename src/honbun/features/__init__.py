"""The measures of a run that a model learns from: one file per family, the same in every language."""

from honbun.features.ground import is_like_training_pages
from honbun.features.groups.features import GROUP_FEATURES, GroupFeatures, counted, digits_in
from honbun.features.groups.find import find_groups
from honbun.features.groups.records import RecordKind, Records, find_records
from honbun.features.groups.table import Floats, Group, GroupKind, Groups, Indices
from honbun.features.lines import LABEL, Lines, cut_lines
from honbun.features.matrix import Features, Findings, families, joined, measure
from honbun.features.outline import Outline, letters, letters_of_each, running
from honbun.features.title import MOST_PARTS, SEPARATOR, find_title, is_like

__all__ = [
    "GROUP_FEATURES",
    "LABEL",
    "MOST_PARTS",
    "SEPARATOR",
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
    "counted",
    "cut_lines",
    "digits_in",
    "families",
    "find_groups",
    "find_records",
    "find_title",
    "is_like",
    "is_like_training_pages",
    "joined",
    "letters",
    "letters_of_each",
    "measure",
    "running",
]
