"""The kept blocks of a page written out for a reader: text, markdown, simplified html, TEI."""

from honbun.render.html import html
from honbun.render.markdown import markdown
from honbun.render.options import RenderOptions
from honbun.render.tei import tei
from honbun.render.text import text

__all__ = ["RenderOptions", "html", "markdown", "tei", "text"]
