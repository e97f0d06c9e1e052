"""Kept blocks as simple html."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from honbun.page import Blocks, Mask
from honbun.render.inline import BREAK, Image, Mark, Span
from honbun.render.rich import Cell, Grid, RichWriter, rich_tree, write_nested
from honbun.render.text_writer import preformatted
from honbun.render.tree import DEFAULT, LEAVES, Node, RenderOptions


def html(blocks: Blocks, keep: Mask, options: RenderOptions = DEFAULT, base_url: str | None = None) -> str:
    """The kept blocks as a well-formed html fragment of a few plain elements.

    Elements: `p h1`-`h6 ul ol li dl dt dd blockquote pre code table thead tbody tr th td figure figcaption img
    a em strong del br hr sub sup`; attributes: `href src alt colspan rowspan start`. Addresses are absolute
    where a base is known and lead to web, mail, phone or ftp only: nothing in the fragment runs.
    """
    return "\n".join(_Writer(blocks, options, base_url).write(rich_tree(blocks, keep, options)))


class _Writer(RichWriter):
    def write(self, nodes: Sequence[Node]) -> list[str]:
        return [block for node in nodes for block in self._block(node)]

    def write_spans(self, spans: list[Span]) -> str:
        return write_nested(spans, _opening, lambda mark: f"</{mark.kind}>", _span_content)

    def _block(self, node: Node) -> list[str]:
        if node.kind in LEAVES:
            return [self._leaf(node)]
        if made := self._grid(node):
            return self._table(made)
        if node.kind in ("caption", "layout", "table", "tr", "td", "th"):
            return self.write(node.children)
        if node.kind == "figure":
            return ["\n".join(["<figure>", *map(self._part, node.children), "</figure>"])]
        start = self._start(node) if node.kind == "ol" else 1
        attribute = f' start="{start}"' if start != 1 else ""
        return [f"<{node.kind}{attribute}>{self._content(node.children)}</{node.kind}>"]

    def _part(self, node: Node) -> str:
        """A part of a figure: images stand in it without a paragraph."""
        is_picture = node.kind == "p" and not node.blocks
        return self._line(node) if is_picture else "\n".join(self._block(node))

    def _leaf(self, leaf: Node) -> str:
        if leaf.kind == "hr":
            return "<hr>"
        if leaf.kind == "pre":
            return self._code(leaf)
        return f"<{leaf.kind}>{self._line(leaf)}</{leaf.kind}>"

    def _code(self, leaf: Node) -> str:
        code = escape(preformatted(self._blocks, leaf), quote=False).replace("\r", "&#13;")
        if self._is_code(leaf):
            return f"<pre><code>{code}</code></pre>"
        # Parsers drop a newline right after <pre>.
        return f"<pre>\n{code}</pre>" if code.startswith("\n") else f"<pre>{code}</pre>"

    def _table(self, made: Grid) -> list[str]:
        head = made.rows[:1] if made.has_head else ()
        body = made.rows[len(head) :]
        written = ["<table>"]
        for name, rows in (("thead", head), ("tbody", body)):
            if rows:
                written += [f"<{name}>", *map(self._row, rows), f"</{name}>"]
        table = "\n".join([*written, "</table>"])
        return [*self.write(made.above), table, *self.write(made.below)]

    def _row(self, cells: tuple[Cell, ...]) -> str:
        return "<tr>" + "".join(map(self._cell, cells)) + "</tr>"

    def _cell(self, cell: Cell) -> str:
        colspan = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
        rowspan = f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
        return f"<{cell.kind}{colspan}{rowspan}>{self._content(cell.children)}</{cell.kind}>"


def _opening(mark: Mark) -> str:
    return f'<a href="{escape(mark.target)}">' if mark.kind == "a" else f"<{mark.kind}>"


def _span_content(span: Span) -> str:
    if span.image:
        return _image(span.image)
    return "<br>" if span.text == BREAK else escape(span.text, quote=False)


def _image(image: Image) -> str:
    return f'<img src="{escape(image.source)}" alt="{escape(image.label)}">'
