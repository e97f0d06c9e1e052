"""Bytes into a page: decode, parse, flatten to columns, cut into blocks."""

from honbun.page.blocks import Block, Blocks, collapse, cut
from honbun.page.decode import decode
from honbun.page.labels import Labels
from honbun.page.page import Mask, Page, Rows, Values, code_points
from honbun.page.parse import parse, parse_decoded
from honbun.page.paths import (
    Hashes,
    RelativePaths,
    full_signatures,
    mix,
    name_hashes,
    pack,
    paths,
    signatures,
    template_signatures,
    text_hashes,
    text_paths,
    words_of_class,
)

__all__ = [
    "Block",
    "Blocks",
    "Hashes",
    "Labels",
    "Mask",
    "Page",
    "RelativePaths",
    "Rows",
    "Values",
    "code_points",
    "collapse",
    "cut",
    "decode",
    "full_signatures",
    "mix",
    "name_hashes",
    "pack",
    "parse",
    "parse_decoded",
    "paths",
    "signatures",
    "template_signatures",
    "text_hashes",
    "text_paths",
    "words_of_class",
]
