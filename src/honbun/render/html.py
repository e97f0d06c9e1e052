"""Kept blocks as simple html."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from honbun.page import Blocks, Mask, Page
from honbun.render.code import is_code, source
from honbun.render.inline import BREAK, Image, Inline, Mark, Span, shared
from honbun.render.nodes import LEAVES, LISTS, Node, list_start
from honbun.render.options import DEFAULT, RenderOptions
from honbun.render.tables import Cell, Grid, grid
from honbun.render.tree import build


def html(blocks: Blocks, keep: Mask, options: RenderOptions = DEFAULT, base_url: str | None = None) -> str:
    """The kept runs as a well-formed html fragment of a few plain elements.

    Elements: `p h1`-`h6 ul ol li dl dt dd blockquote pre code table thead tbody tr th td figure figcaption img
    a em strong del br hr sub sup`; attributes: `href src alt colspan rowspan start`. Addresses are absolute
    where a base is known and lead to web, mail, phone or ftp only: nothing in the fragment runs.
    """
    writer = _Writer(blocks, options, base_url)
    return "\n".join(writer.blocks(build(blocks, keep, images=options.images)))


class _Writer:
    """Writes the nodes of one page. Containers nest to a bounded depth, see `nesting.MAX_DEPTH`."""

    def __init__(self, blocks: Blocks, options: RenderOptions, base_url: str | None) -> None:
        self._blocks = blocks
        self._page: Page = blocks.page
        self._tables = options.tables
        self._inline = Inline(blocks, options, base_url)

    def blocks(self, nodes: Sequence[Node]) -> list[str]:
        return [block for node in nodes for block in self._block(node)]

    def _block(self, node: Node) -> list[str]:
        if node.kind in LEAVES:
            return self._leaf(node)
        if node.kind == "table" and self._tables and (made := grid(self._page, node)):
            return self._table(made)
        if node.kind in ("caption", "table", "tr", "td", "th"):
            return self.blocks(node.children)
        if node.kind == "figure":
            return ["\n".join(["<figure>", *map(self._part, node.children), "</figure>"])]
        start = self._start(node.row) if node.kind == "ol" else ""
        return [f"<{node.kind}{start}>{self._content(node.children)}</{node.kind}>"]

    def _content(self, nodes: Sequence[Node]) -> str:
        """The inside of a container: a single paragraph, lists after it or not, needs no element of its own."""
        line = ""
        if nodes[0].kind == "p" and all(node.kind in LISTS for node in nodes[1:]):
            line = self._line(nodes[0])
            nodes = nodes[1:]
        blocks = self.blocks(nodes)
        return "\n".join([line, *blocks, ""]) if blocks else line

    def _part(self, node: Node) -> str:
        """A part of a figure: images stand in it without a paragraph."""
        is_picture = node.kind == "p" and not node.runs
        return self._line(node) if is_picture else "\n".join(self._block(node))

    def _leaf(self, leaf: Node) -> list[str]:
        if leaf.kind == "hr":
            return ["<hr>"]
        if leaf.kind == "pre":
            return [self._code(leaf)]
        return [f"<{leaf.kind}>{self._line(leaf)}</{leaf.kind}>"]

    def _code(self, leaf: Node) -> str:
        code = escape(source(self._blocks, leaf), quote=False).replace("\r", "&#13;")
        if is_code(self._page, leaf.row):
            return f"<pre><code>{code}</code></pre>"
        # Parsers drop a newline right after <pre>.
        return f"<pre>\n{code}</pre>" if code.startswith("\n") else f"<pre>{code}</pre>"

    def _start(self, row: int) -> str:
        start = list_start(self._page, row)
        return f' start="{start}"' if start != 1 else ""

    def _line(self, leaf: Node) -> str:
        return _line(self._inline.spans(leaf))

    def _table(self, made: Grid) -> list[str]:
        head = made.rows[:1] if made.has_head else ()
        body = made.rows[len(head) :]
        written = ["<table>"]
        for name, rows in (("thead", head), ("tbody", body)):
            if rows:
                written += [f"<{name}>", *map(self._row, rows), f"</{name}>"]
        table = "\n".join([*written, "</table>"])
        return [*self.blocks(made.above), table, *self.blocks(made.below)]

    def _row(self, cells: tuple[Cell, ...]) -> str:
        return "<tr>" + "".join(map(self._cell, cells)) + "</tr>"

    def _cell(self, cell: Cell) -> str:
        colspan = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
        rowspan = f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
        content = self._content(cell.children) if cell.children else ""
        return f"<{cell.kind}{colspan}{rowspan}>{content}</{cell.kind}>"


def _line(spans: list[Span]) -> str:
    """Spans as inline html, elements properly nested."""
    written: list[str] = []
    marks: tuple[Mark, ...] = ()
    for span in spans:
        going_on = shared(marks, span.marks)
        written += [f"</{mark.kind}>" for mark in reversed(marks[going_on:])]
        written += [_opening(mark) for mark in span.marks[going_on:]]
        marks = span.marks
        if span.image:
            written.append(_image(span.image))
        else:
            written.append("<br>" if span.text == BREAK else escape(span.text, quote=False))
    written += [f"</{mark.kind}>" for mark in reversed(marks)]
    return "".join(written)


def _opening(mark: Mark) -> str:
    return f'<a href="{escape(mark.target)}">' if mark.kind == "a" else f"<{mark.kind}>"


def _image(image: Image) -> str:
    return f'<img src="{escape(image.source)}" alt="{escape(image.label)}">'
