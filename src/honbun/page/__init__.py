"""Bytes into a page: decode, parse to columns, segment into blocks."""

from honbun.page.blocks import (
    Block,
    Blocks,
    CompiledBlocks,
    CompiledLines,
    HeldBlocks,
    Labels,
    collapse,
    segment,
    segment_readable,
)
from honbun.page.breaks import SHOWN_BREAK, mark_shown_breaks
from honbun.page.compiled import CompiledPage
from honbun.page.decode import decode
from honbun.page.page import Mask, Page, Rows, Values, code_points
from honbun.page.parse import parse, parse_body, parse_compiled, parse_decoded, parse_readable
from honbun.page.paths import (
    MIN_SIMILARITY,
    Hashes,
    RelativePaths,
    TextPaths,
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
    "SHOWN_BREAK",
    "Block",
    "Blocks",
    "CompiledBlocks",
    "CompiledLines",
    "CompiledPage",
    "Hashes",
    "HeldBlocks",
    "Labels",
    "Mask",
    "Page",
    "RelativePaths",
    "Rows",
    "Tables",
    "TextPaths",
    "Values",
    "class_words",
    "code_points",
    "collapse",
    "decode",
    "find_tables",
    "full_signatures",
    "group_by_template",
    "mark_shown_breaks",
    "mix",
    "pack",
    "parse",
    "parse_body",
    "parse_compiled",
    "parse_decoded",
    "parse_readable",
    "paths",
    "segment",
    "segment_readable",
    "signatures",
    "similarity",
    "template_signatures",
    "text_hashes",
    "text_paths",
]
