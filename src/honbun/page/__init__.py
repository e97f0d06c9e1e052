"""Bytes into a page: decode, parse to columns, segment into blocks."""

from honbun.page.blocks import Block, Blocks, Labels, collapse, segment
from honbun.page.decode import decode
from honbun.page.page import Mask, Page, Rows, Values, code_points
from honbun.page.parse import parse, parse_decoded
from honbun.page.paths import Hashes, mix, paths, signatures

__all__ = [
    "Block",
    "Blocks",
    "Hashes",
    "Labels",
    "Mask",
    "Page",
    "Rows",
    "Values",
    "code_points",
    "collapse",
    "segment",
    "decode",
    "mix",
    "parse",
    "parse_decoded",
    "paths",
    "signatures",
]
