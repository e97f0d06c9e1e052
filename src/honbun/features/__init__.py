"""The measures of a run that a model learns from: one file per family, the same in every language."""

from honbun.features.ground import is_like_training_pages
from honbun.features.groups.find import find_groups
from honbun.features.groups.records import RecordKind, Records, find_records
from honbun.features.groups.table import Group, GroupKind, Groups, ranges
from honbun.features.lines import LABEL, Lines, cut_lines
from honbun.features.matrix import Features, Findings, families, joined, measure
from honbun.features.outline import Outline, letters, letters_of_each, running
from honbun.features.title import MOST_PARTS, SEPARATOR, find_title, is_like

__all__ = [
    "LABEL",
    "MOST_PARTS",
    "SEPARATOR",
    "Features",
    "Findings",
    "Group",
    "GroupKind",
    "Groups",
    "Lines",
    "Outline",
    "RecordKind",
    "Records",
    "cut_lines",
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
    "ranges",
    "running",
]
