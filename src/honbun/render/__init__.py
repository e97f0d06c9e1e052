"""The kept blocks of a page written out for a reader: text, markdown, simplified html, TEI.

Each rendering is loaded when it is first used: plain text needs a few files only.
"""

from typing import TYPE_CHECKING

from honbun.lazy import lazy_names

if TYPE_CHECKING:
    from honbun.render.addresses import Base, image_source
    from honbun.render.html_writer import html
    from honbun.render.markdown_writer import markdown
    from honbun.render.rich import in_data_tables
    from honbun.render.tei_writer import address, content, legal, tei, value
    from honbun.render.text_writer import text
    from honbun.render.tree import DEFAULT, RenderOptions

__all__ = [
    "DEFAULT",
    "Base",
    "RenderOptions",
    "address",
    "content",
    "html",
    "image_source",
    "in_data_tables",
    "legal",
    "markdown",
    "tei",
    "text",
    "value",
]

__getattr__ = lazy_names(
    __name__,
    {
        "addresses": "Base image_source",
        "html_writer": "html",
        "markdown_writer": "markdown",
        "rich": "in_data_tables",
        "tei_writer": "address content legal tei value",
        "text_writer": "text",
        "tree": "DEFAULT RenderOptions",
    },
)
