"""The kept blocks of a page written out for a reader: text, markdown, simplified html."""

from honbun.render.text import text

__all__ = ["text"]
