"""Kept blocks as TEI P5, and text as XML 1.0 takes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from honbun.page import Blocks, Mask
from honbun.render.inline import BREAK, Image, Mark, Span
from honbun.render.rich import Cell, Grid, RichWriter, rich_tree, write_nested
from honbun.render.text_writer import preformatted
from honbun.render.tree import DEFAULT, HEADINGS, LISTS, Node, RenderOptions, leaves

_BREAK = "<lb/>"
_RENDITIONS = {"ol": "numbered", "ul": "bulleted"}
_MARKS = {
    "code": "code",
    "del": 'del rend="overstrike"',
    "em": 'hi rend="italic"',
    "strong": 'hi rend="bold"',
    "sub": 'hi rend="subscript"',
    "sup": 'hi rend="superscript"',
}
# https://www.w3.org/TR/xml/#charsets: no document may hold anything else, written out or as a reference.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What no URI may hold (RFC 3986, 2), spaces above all: attributes of TEI are lists of addresses. Letters of all
# scripts may stay, XML Schema escapes them itself.
_OUTSIDE_URI = re.compile(r'[\x00-\x20\x7f-\xa0<>"{}|\\^`\[\]\u2000-\u200f\u2028-\u202f\u3000]')
# The one place where brackets may stand: an IPv6 host.
_BRACKETED_HOST = re.compile(r"[a-z]+://\[[0-9a-f:.]+\](?=[:/?#]|$)", re.IGNORECASE)


def tei(blocks: Blocks, keep: Mask, options: RenderOptions = DEFAULT, base_url: str | None = None) -> str:
    """The kept blocks as what a TEI `div` may hold; well-formed XML without a namespace of its own.

    A heading opens a `div` that reaches to the next of its level or above, for in TEI a `head` begins a division;
    inside quotes, items and cells, where no division may be, it is `<ab type="header">`. `rend` has the level, h1
    to h6. Elements: `div head p ab list label item quote code table row cell figure graphic figDesc desc hi del
    ref lb milestone`.
    """
    return "\n".join(_Writer(blocks, options, base_url).sections(rich_tree(blocks, keep, options)))


class _Writer(RichWriter):
    def sections(self, nodes: Sequence[Node]) -> list[str]:
        written: list[str] = []
        levels: list[str] = []
        for part in self._parts(nodes):
            if isinstance(part, Grid) or part.kind not in HEADINGS:
                written.append(self._part(part))
                continue
            while levels and levels[-1] >= part.kind:
                levels.pop()
                written.append("</div>")
            levels.append(part.kind)
            written += ["<div>", f'<head rend="{part.kind}">{self._line(part)}</head>']
        return list(filter(None, written + ["</div>"] * len(levels)))

    def _parts(self, nodes: Sequence[Node]) -> Iterator[Node | Grid]:
        """The nodes, data tables as grids, other tables and captions without figures as what is in them."""
        for node in nodes:
            if made := self._grid(node):
                yield made
            elif node.kind in ("caption", "figcaption", "layout", "table", "tr", "td", "th"):
                yield from self._parts(node.children)
            else:
                yield node

    def write(self, nodes: Sequence[Node]) -> list[str]:
        return list(filter(None, map(self._part, self._parts(nodes))))

    def _part(self, part: Node | Grid) -> str:
        if isinstance(part, Grid):
            return self._table(part)
        if part.kind in HEADINGS:
            return f'<ab type="header" rend="{part.kind}">{self._line(part)}</ab>'
        if part.kind == "figure":
            return self._figure(part)
        if part.kind == "blockquote":
            return "\n".join(["<quote>", *self.write(part.children), "</quote>"])
        if part.kind == "dl":
            return self._glosses(part)
        return self._list(part) if part.kind in LISTS else self._leaf(part)

    def _leaf(self, leaf: Node) -> str:
        if leaf.kind == "hr":
            return '<milestone unit="section" rend="hr"/>'
        if leaf.kind == "pre":
            return self._preformatted(leaf)
        if leaf.blocks:
            return f"<p>{self._line(leaf)}</p>"
        picture = self._picture(leaf)
        return f"<figure>{picture}</figure>" if picture.startswith("<graphic") else picture

    def _phrase(self, nodes: Sequence[Node]) -> str:
        """The content of the nodes, line by line, for elements that hold no blocks."""
        lines = [
            self._code(leaf) if leaf.kind == "pre" else self._line(leaf)
            for leaf in leaves(nodes)
            if leaf.kind != "hr"
        ]
        return _BREAK.join(lines)

    def write_spans(self, spans: list[Span]) -> str:
        return write_nested(spans, _opening, _closing, _span_content)

    # Preformatted text

    def _preformatted(self, leaf: Node) -> str:
        if self._is_code(leaf) or self._language(leaf):
            return f"<p>{self._code(leaf)}</p>"
        return f'<ab type="pre" xml:space="preserve">{content(preformatted(self._blocks, leaf))}</ab>'

    def _code(self, leaf: Node) -> str:
        name = value(self._language(leaf))
        attribute = f' lang="{name}"' if name else ""
        return f'<code{attribute} xml:space="preserve">{content(preformatted(self._blocks, leaf))}</code>'

    # Lists

    def _list(self, node: Node) -> str:
        start = self._start(node) if node.kind == "ol" else 1
        items = [f"<item>{self._content(item.children)}</item>" for item in node.children]
        if start != 1:
            items[0] = items[0].replace("<item>", f'<item n="{start}">', 1)
        return "\n".join([f'<list rend="{_RENDITIONS[node.kind]}">', *items, "</list>"])

    def _glosses(self, node: Node) -> str:
        """Terms and their definitions, in pairs as TEI has them; without any terms, a plain list."""
        if all(item.kind == "dd" for item in node.children):
            items = [f"<item>{self._content(item.children)}</item>" for item in node.children]
            return "\n".join(["<list>", *items, "</list>"])
        written = ['<list type="gloss">']
        is_open = False
        for kind, group in groupby(node.children, key=lambda item: item.kind):
            inside = tuple(child for item in group for child in item.children)
            if kind == "dt":
                written.append(f"<label>{self._phrase(inside)}</label>")
            else:
                written += [*([] if is_open else ["<label/>"]), f"<item>{self._content(inside)}</item>"]
            is_open = kind == "dt"
        return "\n".join([*written, *(["<item/>"] if is_open else []), "</list>"])

    # Tables and figures

    def _table(self, made: Grid) -> str:
        captions = [*made.above, *made.below]
        head = [f"<head>{self._phrase(captions)}</head>"] if captions else []
        rows = [self._row(row, made.has_head and y == 0) for y, row in enumerate(made.rows) if row]
        return "\n".join(["<table>", *head, *rows, "</table>"])

    def _row(self, cells: tuple[Cell, ...], is_head: bool) -> str:
        role = ' role="label"' if is_head else ""
        return f"<row{role}>" + "".join(self._cell(cell, is_head) for cell in cells) + "</row>"

    def _cell(self, cell: Cell, is_head: bool) -> str:
        role = ' role="label"' if is_head or cell.kind == "th" else ""
        cols = f' cols="{cell.colspan}"' if cell.colspan > 1 else ""
        rows = f' rows="{cell.rowspan}"' if cell.rowspan > 1 else ""
        return f"<cell{role}{cols}{rows}>{self._content(cell.children)}</cell>"

    def _figure(self, node: Node) -> str:
        written = []
        for child in node.children:
            if child.kind == "figcaption":
                written.append(f"<head>{self._phrase(child.children)}</head>")
            elif child.kind == "p" and not child.blocks:
                written.append(self._picture(child))
            else:
                written += self.write([child])
        return "\n".join(["<figure>", *filter(None, written), "</figure>"])

    def _picture(self, leaf: Node) -> str:
        """The images of a leaf without text; with their links, where they have any, in a paragraph."""
        spans = self._inline.spans(leaf)
        if any(span.marks for span in spans):
            return f"<p>{self.write_spans(spans)}</p>"
        return "".join(_figured(span.image) for span in spans if span.image)


def _opening(mark: Mark) -> str:
    return f'<ref target="{address(mark.target)}">' if mark.kind == "a" else f"<{_MARKS[mark.kind]}>"


def _closing(mark: Mark) -> str:
    return "</ref>" if mark.kind == "a" else f"</{_MARKS[mark.kind].split()[0]}>"


def _span_content(span: Span) -> str:
    if span.image:
        return _inline_image(span.image)
    return _BREAK if span.text == BREAK else content(span.text)


def _inline_image(image: Image) -> str:
    label = f"<desc>{content(image.label)}</desc>" if image.label else ""
    return f'<graphic url="{address(image.source)}">{label}</graphic>'


def _figured(image: Image) -> str:
    label = f"<figDesc>{content(image.label)}</figDesc>" if image.label else ""
    return f'<graphic url="{address(image.source)}"/>{label}'


def legal(text: str) -> str:
    """The text without characters that XML forbids, such as most control characters."""
    return _ILLEGAL.sub("", text)


def content(text: str) -> str:
    """The text between two tags. A carriage return is written out, for parsers make newlines of them."""
    return escape(legal(text), quote=False).replace("\r", "&#13;")


def value(text: str) -> str:
    """The text of an attribute, quotes not included. White space is written out, for parsers make spaces of it."""
    written = escape(legal(text)).replace("\r", "&#13;")
    return written.replace("\n", "&#10;").replace("\t", "&#9;")


def address(url: str) -> str:
    """An address as an attribute holds it, what no URI may hold percent-encoded."""
    host = _BRACKETED_HOST.match(url)
    start = host.end() if host else 0
    return value(url[:start] + _OUTSIDE_URI.sub(_percent, url[start:]))


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode())
