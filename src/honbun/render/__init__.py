"""The kept blocks of a page written out for a reader: text, markdown, simplified html, TEI."""

from honbun.render.html import html
from honbun.render.links import Base, image_source
from honbun.render.markdown import markdown
from honbun.render.nodes import LEAVES, Node, leaves
from honbun.render.options import DEFAULT, RenderOptions
from honbun.render.tables import grid
from honbun.render.tei import tei
from honbun.render.text import text
from honbun.render.tree import build
from honbun.render.xml import address, content, legal, value

__all__ = [
    "DEFAULT",
    "LEAVES",
    "Base",
    "Node",
    "RenderOptions",
    "address",
    "build",
    "content",
    "grid",
    "html",
    "image_source",
    "leaves",
    "legal",
    "markdown",
    "tei",
    "text",
    "value",
]
