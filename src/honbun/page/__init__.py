"""Bytes into a page: decode, parse to columns, segment into blocks."""

from honbun.page.blocks import Block, Blocks, Labels, collapse, segment
from honbun.page.decode import decode
from honbun.page.page import Mask, Page, Rows, Values, code_points
from honbun.page.parse import parse, parse_decoded
from honbun.page.paths import (
    MIN_SIMILARITY,
    Hashes,
    RelativePaths,
    class_words,
    full_signatures,
    group_by_template,
    mix,
    pack,
    paths,
    signatures,
    similarity,
    template_signatures,
    text_hashes,
    text_paths,
)
from honbun.page.tables import Tables, find_tables

__all__ = [
    "MIN_SIMILARITY",
    "Block",
    "Blocks",
    "Hashes",
    "Labels",
    "Mask",
    "Page",
    "RelativePaths",
    "Rows",
    "Tables",
    "Values",
    "class_words",
    "code_points",
    "collapse",
    "decode",
    "find_tables",
    "full_signatures",
    "group_by_template",
    "mix",
    "pack",
    "parse",
    "parse_decoded",
    "paths",
    "segment",
    "signatures",
    "similarity",
    "template_signatures",
    "text_hashes",
    "text_paths",
]
