"""Bytes into a page: decode, parse, flatten to columns, cut into blocks."""

from honbun.page.blocks import Block, Blocks, collapse, cut
from honbun.page.decode import Decoded, decode
from honbun.page.labels import Labels
from honbun.page.page import Page
from honbun.page.parse import parse, parse_decoded

__all__ = ["Block", "Blocks", "Decoded", "Labels", "Page", "collapse", "cut", "decode", "parse", "parse_decoded"]
