"""Kept blocks as TEI P5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from honbun.page import Blocks, Mask, Page
from honbun.render.code import is_code, language, source
from honbun.render.inline import BREAK, Image, Inline, Mark, Span, shared
from honbun.render.nodes import HEADINGS, LISTS, Node, leaves, list_start
from honbun.render.options import DEFAULT, RenderOptions
from honbun.render.tables import Cell, Grid, grid
from honbun.render.tree import build
from honbun.render.xml import address, content, value

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


def tei(blocks: Blocks, keep: Mask, options: RenderOptions = DEFAULT, base_url: str | None = None) -> str:
    """The kept runs as what a TEI `div` may hold; well-formed XML without a namespace of its own.

    A heading opens a `div` that reaches to the next of its level or above, for in TEI a `head` begins a division;
    inside quotes, items and cells, where no division may be, it is `<ab type="header">`. `rend` has the level, h1
    to h6. Elements: `div head p ab list label item quote code table row cell figure graphic figDesc desc hi del
    ref lb milestone`.
    """
    writer = _Writer(blocks, options, base_url)
    return "\n".join(writer.sections(build(blocks, keep, images=options.images)))


class _Writer:
    """Writes the nodes of one page. Containers nest to a bounded depth, see `nesting.MAX_DEPTH`."""

    def __init__(self, blocks: Blocks, options: RenderOptions, base_url: str | None) -> None:
        self._blocks = blocks
        self._page: Page = blocks.page
        self._tables = options.tables
        self._inline = Inline(blocks, options, base_url)

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
            made = grid(self._page, node) if node.kind == "table" and self._tables else None
            if made:
                yield made
            elif node.kind in ("caption", "figcaption", "table", "tr", "td", "th"):
                yield from self._parts(node.children)
            else:
                yield node

    def _written(self, nodes: Sequence[Node]) -> list[str]:
        return list(filter(None, map(self._part, self._parts(nodes))))

    def _part(self, part: Node | Grid) -> str:
        if isinstance(part, Grid):
            return self._table(part)
        if part.kind in HEADINGS:
            return f'<ab type="header" rend="{part.kind}">{self._line(part)}</ab>'
        if part.kind == "figure":
            return self._figure(part)
        if part.kind == "blockquote":
            return "\n".join(["<quote>", *self._written(part.children), "</quote>"])
        if part.kind == "dl":
            return self._glosses(part)
        return self._list(part) if part.kind in LISTS else self._leaf(part)

    def _leaf(self, leaf: Node) -> str:
        if leaf.kind == "hr":
            return '<milestone unit="section" rend="hr"/>'
        if leaf.kind == "pre":
            return self._preformatted(leaf)
        if leaf.runs:
            return f"<p>{self._line(leaf)}</p>"
        picture = self._picture(leaf)
        return f"<figure>{picture}</figure>" if picture.startswith("<graphic") else picture

    def _content(self, nodes: Sequence[Node]) -> str:
        """The inside of an item or a cell: one paragraph, lists after it or not, needs no element of its own."""
        line = ""
        if nodes and nodes[0].kind == "p" and all(node.kind in LISTS for node in nodes[1:]):
            line = self._line(nodes[0])
            nodes = nodes[1:]
        written = self._written(nodes)
        return "\n".join([line, *written, ""]) if written else line

    def _phrase(self, nodes: Sequence[Node]) -> str:
        """All that is said under the nodes, line by line, for elements that hold no blocks."""
        lines = [
            self._code(leaf) if leaf.kind == "pre" else self._line(leaf)
            for leaf in leaves(nodes)
            if leaf.kind != "hr"
        ]
        return _BREAK.join(lines)

    def _line(self, leaf: Node) -> str:
        return _line(self._inline.spans(leaf))

    # Preformatted text

    def _preformatted(self, leaf: Node) -> str:
        if is_code(self._page, leaf.row) or language(self._page, leaf.row):
            return f"<p>{self._code(leaf)}</p>"
        return f'<ab type="pre" xml:space="preserve">{content(source(self._blocks, leaf))}</ab>'

    def _code(self, leaf: Node) -> str:
        name = value(language(self._page, leaf.row))
        attribute = f' lang="{name}"' if name else ""
        return f'<code{attribute} xml:space="preserve">{content(source(self._blocks, leaf))}</code>'

    # Lists

    def _list(self, node: Node) -> str:
        start = list_start(self._page, node.row) if node.kind == "ol" else 1
        items = [f"<item>{self._content(item.children)}</item>" for item in node.children]
        if start != 1:
            items[0] = items[0].replace("<item>", f'<item n="{start}">', 1)
        return "\n".join([f'<list rend="{_RENDITIONS[node.kind]}">', *items, "</list>"])

    def _glosses(self, node: Node) -> str:
        """Terms and what is said of them, in pairs as TEI has them; without any terms, a plain list."""
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
            elif child.kind == "p" and not child.runs:
                written.append(self._picture(child))
            else:
                written += self._written([child])
        return "\n".join(["<figure>", *filter(None, written), "</figure>"])

    def _picture(self, leaf: Node) -> str:
        """The images of a leaf without text; with their links, where they have any, in a paragraph."""
        spans = self._inline.spans(leaf)
        if any(span.marks for span in spans):
            return f"<p>{_line(spans)}</p>"
        return "".join(_figured(span.image) for span in spans if span.image)


def _line(spans: list[Span]) -> str:
    """Spans as what a paragraph holds, elements properly nested."""
    written: list[str] = []
    marks: tuple[Mark, ...] = ()
    for span in spans:
        going_on = shared(marks, span.marks)
        written += [_closing(mark) for mark in reversed(marks[going_on:])]
        written += [_opening(mark) for mark in span.marks[going_on:]]
        marks = span.marks
        if span.image:
            written.append(_inline_image(span.image))
        else:
            written.append(_BREAK if span.text == BREAK else content(span.text))
    written += [_closing(mark) for mark in reversed(marks)]
    return "".join(written)


def _opening(mark: Mark) -> str:
    return f'<ref target="{address(mark.target)}">' if mark.kind == "a" else f"<{_MARKS[mark.kind]}>"


def _closing(mark: Mark) -> str:
    return "</ref>" if mark.kind == "a" else f"</{_MARKS[mark.kind].split()[0]}>"


def _inline_image(image: Image) -> str:
    label = f"<desc>{content(image.label)}</desc>" if image.label else ""
    return f'<graphic url="{address(image.source)}">{label}</graphic>'


def _figured(image: Image) -> str:
    label = f"<figDesc>{content(image.label)}</figDesc>" if image.label else ""
    return f'<graphic url="{address(image.source)}"/>{label}'
