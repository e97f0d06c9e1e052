"""Kept blocks as CommonMark with the tables of GFM."""

from __future__ import annotations

import re
from collections.abc import Sequence

from honbun.page import Blocks, Mask
from honbun.render.inline import Span
from honbun.render.markdown_inline import escape_heading, escape_line, escape_text, inline
from honbun.render.rich import Cell, Grid, RichWriter, rich_tree
from honbun.render.text_writer import preformatted
from honbun.render.tree import DEFAULT, HEADINGS, LISTS, Node, RenderOptions, is_tight, leaves

_FENCE = re.compile("`{3,}")
_INNER_LINE = re.compile(r"\n(?=[^\n])")
_HARD_BREAK = "  \n"
# Not dashes: after the bullet of an item they would make one rule of both.
_RULE = "***"


def markdown(blocks: Blocks, keep: Mask, options: RenderOptions = DEFAULT, base_url: str | None = None) -> str:
    """The kept blocks as markdown, in the headings, lists, quotes, tables and figures they lie in.

    Characters are escaped only where markdown would misread them, so that a renderer gives the text again.
    Addresses are absolute where `base_url` or the page's url is known. `dl` is written as a list whose items begin
    with their term, for want of something better. Images appear if they lie inside the kept region, see
    `honbun.render.inline.find_voids`.
    """
    return "\n\n".join(_Writer(blocks, options, base_url).write(rich_tree(blocks, keep, options)))


class _Writer(RichWriter):
    def write(self, nodes: Sequence[Node]) -> list[str]:
        """Each node as a block, or as several if it is no container for markdown; none is empty."""
        if len(nodes) == 1 and nodes[0].kind not in LISTS:
            return list(filter(None, self._block(nodes[0])))
        written: list[str] = []
        last, turns = "", 0
        for node in nodes:
            # Two lists one after another would be one, but for another bullet.
            family = "ul" if node.kind == "dl" else node.kind
            turns = turns + 1 if family == last else 0
            last = family
            if node.kind in LISTS:
                written += self._list(node, turns % 2)
            else:
                written += self._block(node)
        return list(filter(None, written))

    def _block(self, node: Node) -> list[str]:
        if node.kind == "p":
            line = self._line(node)
            return [_HARD_BREAK.join(map(escape_line, line.split("\n"))) if "\n" in line else escape_line(line)]
        if node.kind in HEADINGS:
            return [self._heading(node)]
        if node.kind == "pre":
            return [self._code(node)]
        if node.kind == "hr":
            return [_RULE]
        if node.kind == "blockquote":
            return [_quoted("\n\n".join(self.write(node.children)))]
        if made := self._grid(node):
            return self._table(made)
        return self.write(node.children)

    def write_spans(self, spans: list[Span]) -> str:
        return inline(spans)

    def _line(self, leaf: Node) -> str:
        text = self._inline.plain(leaf)
        return super()._line(leaf) if text is None else escape_text(text)

    def _heading(self, node: Node) -> str:
        content = self._line(node).replace("\n", " ")
        return f"{'#' * int(node.kind[1])} {escape_heading(content)}" if content else ""

    def _code(self, node: Node) -> str:
        code = preformatted(self._blocks, node).replace("\r\n", "\n").replace("\r", "\n")
        fence = "`" * max(3, max(map(len, _FENCE.findall(code)), default=0) + 1)
        end = "" if code.endswith("\n") else "\n"
        return f"{fence}{self._language(node)}\n{code}{end}{fence}"

    # Lists

    def _list(self, node: Node, turn: int) -> list[str]:
        between = "\n" if self._is_tight(node) else "\n\n"
        if node.kind == "dl":
            items = self._definitions(node)
        else:
            items = [self.write(item.children) for item in node.children]
        start = self._start(node) if node.kind == "ol" else 1
        written = []
        for number, blocks in enumerate(items, start):
            marker = f"{number}{'.)'[turn]} " if node.kind == "ol" else ("- ", "+ ")[turn]
            body = between.join(blocks)
            if "\n" in body:
                body = _INNER_LINE.sub("\n" + " " * len(marker), body)
            written.append(marker + body)
        return [between.join(written)]

    def _is_tight(self, node: Node) -> bool:
        """Whether a list needs no empty lines.

        A list that begins with another number than 1 needs one before it: it does not interrupt a paragraph.
        """
        children = [child for item in node.children for child in item.children]
        if node.kind == "dl" and not all(child.kind in LISTS or child.kind == "p" for child in children):
            return False
        starts = (self._start(child) for child in children if child.kind == "ol")
        return is_tight(node) and all(start == 1 for start in starts)

    def _definitions(self, node: Node) -> list[list[str]]:
        """Terms and their definitions, up to the next term, as one item each."""
        items: list[list[list[str]]] = []
        last: Node | None = None
        for child in node.children:
            blocks = [[block] for block in self.write(child.children)]
            if last is None or (child.kind == "dt" and last.kind == "dd"):
                items.append(blocks)
            elif last.children[-1].kind == child.children[0].kind == "p":
                items[-1][-1] += blocks[0]
                items[-1] += blocks[1:]
            else:
                items[-1] += blocks
            last = child
        return [[_HARD_BREAK.join(lines) for lines in item] for item in items]

    # Tables

    def _table(self, made: Grid) -> list[str]:
        rows = [[self._cell(cell) for cell in row] for row in made.columns]
        if not made.has_head:
            rows.insert(0, [""] * len(rows[0]))
        rows.insert(1, ["---"] * len(rows[0]))
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        return [*self.write(made.above), table, *self.write(made.below)]

    def _cell(self, cell: Cell | None) -> str:
        lines = (self._line(leaf) for leaf in leaves(cell.children)) if cell else ()
        return "<br>".join(filter(None, lines)).replace("\n", "<br>").replace("|", "\\|")


def _quoted(content: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in content.split("\n")) if content else ""
