"""Bytes into a page: decode, parse, flatten to columns, cut into blocks."""

from honbun.page.blocks import Block, Blocks, collapse, cut
from honbun.page.decode import decode
from honbun.page.labels import Labels
from honbun.page.page import Mask, Page, Rows, Values, code_points
from honbun.page.parse import parse, parse_decoded
from honbun.page.paths import Hashes, mix, paths, signatures
from honbun.page.tables import Tables, find_tables

__all__ = [
    "Block",
    "Blocks",
    "Hashes",
    "Labels",
    "Mask",
    "Page",
    "Rows",
    "Tables",
    "Values",
    "code_points",
    "collapse",
    "cut",
    "decode",
    "find_tables",
    "mix",
    "parse",
    "parse_decoded",
    "paths",
    "signatures",
]
