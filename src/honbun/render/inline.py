"""What stands in a line and between lines: text with its marks, line breaks, images, rules."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from honbun.page import Blocks, Mask, Rows, collapse, tags
from honbun.render.addresses import Base, image_label, image_source
from honbun.render.tree import Node, RenderOptions, extents, opened_before

_ELEMENTS_OF = {
    "a": "a",
    "strong": "b strong",
    "em": "em i",
    "del": "del s strike",
    "code": "code kbd samp tt annotation",
}
_ELEMENTS_OF |= {"sub": "sub", "sup": "sup"}
_MARK_NAMES = {name: kind for kind, names in _ELEMENTS_OF.items() for name in names.split()}
_MARKS = tags.table([*_MARK_NAMES])
_IMAGE = tags.CODE["img"]
BREAK = "\n"


class Mark(NamedTuple):
    """How a piece of text is marked: `strong em del code sub sup`, or `a` with its target and its own row.

    The target of code is TEX if it is a formula.
    """

    kind: str
    target: str = ""
    row: int = -1


_PLAIN = {tags.CODE[name]: Mark(kind) for name, kind in _MARK_NAMES.items()}
TEX = "tex"
_PLAIN[tags.CODE["annotation"]] = Mark("code", TEX)

Marks = tuple[Mark, ...]
"""Outermost first, each kind once, code innermost."""


class Image(NamedTuple):
    """An image that can be written."""

    source: str
    label: str


class Span(NamedTuple):
    """A piece of text in one line, a line break (the text is a newline), or an image (the text is empty)."""

    text: str
    marks: Marks = ()
    image: Image | None = None


def shared(a: Marks, b: Marks) -> int:
    """How many marks go on from one span to the next."""
    if a is b:
        return len(a)
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


class Inline:
    """Makes the spans of the leaves of one page. Its columns are lists, which are faster to read one by one."""

    def __init__(self, blocks: Blocks, options: RenderOptions, base_url: str | None) -> None:
        page = blocks.page
        self._blocks = blocks
        self._page = page
        self._options = options
        self._base = Base(page, base_url)
        self._hrefs = page.attributes.get("href", {}) if options.links else {}
        self._first_node: list[int] = blocks.first_node.tolist()
        self._opened: list[int] = opened_before(page).tolist()
        self._node_start: list[int] = page.node_start.tolist()
        self._node_end: list[int] = page.node_end.tolist()
        self._breaks = set(page.rows_of("br").tolist())
        self._voids: list[int] = page.rows_of("br", "img").tolist()
        nearest = page.nearest(tags.is_in(_MARKS, page.tag))
        self._nearest: list[int] = nearest.tolist()
        self._node_mark: list[int] = nearest[page.node_owner].tolist()
        self._marks: dict[int, Marks] = {-1: ()}

    def plain(self, leaf: Node) -> str | None:
        """The text of a leaf without marks, breaks and images, as `spans` has it; None of any other."""
        if leaf.low != leaf.high or len(leaf.blocks) != 1:
            return None
        first, last = self._first_node[leaf.blocks[0]], self._first_node[leaf.blocks[0] + 1]
        return self._blocks.texts[leaf.blocks[0]] if last - first == 1 and self._node_mark[first] < 0 else None

    def spans(self, leaf: Node) -> list[Span]:
        """The spans of a leaf, white space as `Block.text` has it. None of them is empty but images."""
        first, last = 0, 0
        if leaf.blocks:
            first, last = self._first_node[leaf.blocks[0]], self._first_node[leaf.blocks[-1] + 1]
            if leaf.low == leaf.high and last - first == 1:
                return [Span(self._blocks.texts[leaf.blocks[0]], self._marks_at(self._node_mark[first]))]
        line = _Line(self._page.text)
        starts = {self._first_node[block] for block in leaf.blocks[1:]}
        voids = self._voids[bisect_right(self._voids, leaf.low) : bisect_right(self._voids, leaf.high)]
        nodes = [(self._opened[node], True, node) for node in range(first, last)]
        for _, is_text, index in sorted([*nodes, *((row, False, row) for row in voids)]):
            if is_text:
                line.is_apart |= index in starts
                marks = self._marks_at(self._node_mark[index])
                line.add_text(self._node_start[index], self._node_end[index], marks)
            else:
                self._add_void(line, index)
        return line.spans()

    def _add_void(self, line: _Line, row: int) -> None:
        position = int(self._page.text_start[row])
        marks = self._marks_at(self._nearest[row])
        if row in self._breaks:
            line.add_break(position, marks)
        elif self._options.images and not self._page.is_hidden[row]:
            source = image_source(self._page, row, self._base)
            if source:
                line.add_image(position, marks, Image(source, image_label(self._page, row)))

    def _marks_at(self, row: int) -> Marks:
        """The marks of text whose nearest marking element is this row; those above are remembered, too."""
        marks = self._marks.get(row)
        if marks is not None:
            return marks
        path = []
        while row not in self._marks:
            path.append(row)
            above = int(self._page.parent[row])
            row = self._nearest[above] if above >= 0 else -1
        marks = self._marks[row]
        for inner in reversed(path):
            marks = self._marks[inner] = _within(marks, self._mark(inner))
        return marks

    def _mark(self, row: int) -> Mark | None:
        mark = _PLAIN[int(self._page.tag[row])]
        if mark.kind != "a":
            return mark
        href = self._hrefs.get(row)
        target = self._base.absolute(href) if href else ""
        return Mark("a", target, row) if target else None


def _within(marks: Marks, mark: Mark | None) -> Marks:
    """The marks of text once one more element is around it inside the others."""
    if mark is None:
        return marks
    code = marks[-1:] if marks and marks[-1].kind == "code" else ()
    if mark.kind == "a":
        others = tuple(other for other in marks if other.kind not in ("a", "code"))
        return (*others, mark, *code)
    # Inside code nothing is marked: markdown cannot say it.
    if code or mark in marks:
        return marks
    return (*marks, mark)


def _without_code(marks: Marks) -> Marks:
    """The marks that a line break or an image may bear: code holds nothing but text."""
    return marks[:-1] if marks and marks[-1].kind == "code" else marks


class _Line:
    """Spans in the making: white space between pieces is decided when the next piece is known."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans: list[Span] = []
        self._end = -1
        """Where the last piece that shows ends in the text; white space up to the next one counts."""
        self._character = ""
        """The last character of the line: white space after an image depends on it, too."""
        self.is_apart = False
        """The next piece is another block: a space is before it, whether or not the page has one there."""

    def add_text(self, start: int, end: int, marks: Marks) -> None:
        raw = self._text[start:end]
        body = collapse(raw)
        if self._spans:
            skipped = len(raw) - len(raw.lstrip()) if raw[0].isspace() else 0
            self._join(start + skipped, body[0], marks)
        self._spans.append(Span(body, marks))
        self._character = body[-1]
        self._end = start + len(raw.rstrip()) if raw[-1].isspace() else end

    def add_image(self, position: int, marks: Marks, image: Image) -> None:
        marks = _without_code(marks)
        if self._spans:
            self._join(position, self._character or "x", marks)
        self._spans.append(Span("", marks, image))
        self._end = position

    def add_break(self, position: int, marks: Marks) -> None:
        """A line break; breaks before the first text and more than one in a row show nothing."""
        if self._spans and self._spans[-1].text != BREAK:
            kept = marks[: shared(self._spans[-1].marks, marks)]
            self._spans.append(Span(BREAK, _without_code(kept)))
            self._character = ""
        self._end = position

    def spans(self) -> list[Span]:
        while self._spans and self._spans[-1].text == BREAK:
            self._spans.pop()
        return _merged(self._spans)

    def _join(self, start: int, first: str, marks: Marks) -> None:
        """The space between the last piece and one that begins with this character, outside the marks of both."""
        last = self._spans[-1]
        is_apart, self.is_apart = self.is_apart, False
        if last.text == BREAK:
            self._spans[-1] = Span(BREAK, last.marks[: shared(last.marks, marks)])
        elif start > self._end or is_apart:
            space = self._text[self._end : start]
            if is_apart or collapse((self._character or first) + space + first)[1:-1]:
                self._spans.append(Span(" ", marks[: shared(last.marks, marks)]))


def _merged(spans: list[Span]) -> list[Span]:
    """The spans with neighbours of the same marks joined, if both are text."""
    merged: list[Span] = []
    pieces: list[str] = []
    for span, following in pairwise([*spans, Span("")]):
        if span.text in ("", BREAK):
            merged.append(span)
            continue
        pieces.append(span.text)
        if following.text in ("", BREAK) or following.marks != span.marks:
            merged.append(span if len(pieces) == 1 else Span("".join(pieces), span.marks))
            pieces = []
    return merged


def find_voids(blocks: Blocks, keep: Mask, *, images: bool) -> Rows:
    """The rules, and the images that have an address, that stand between kept blocks.

    Lazily loaded images come with a copy in `<noscript>`: of two equal images in a row, one of them in there, the
    second is left out.
    """
    page = blocks.page
    voids = _kept_voids(blocks, keep & (blocks.length > 0), page.rows_of(*["img"] * images, "hr"))
    is_spare = page.within(page.tag == tags.CODE["noscript"])[voids].tolist()
    found = []
    last, last_is_spare = "", False
    for row, spare in zip(voids.tolist(), is_spare, strict=True):
        if page.tag[row] != _IMAGE:
            found.append(row)
            continue
        source = image_source(page, row)
        is_copy = source == last and spare != last_is_spare
        if source and not is_copy:
            found.append(row)
        last, last_is_spare = "" if is_copy else source, spare
    return np.array(found, dtype=np.int32)


def _kept_voids(blocks: Blocks, keep: Mask, voids: Rows) -> Rows:
    """Those of the elements without text of their own (`img`, `hr`) that lie in the kept region, between blocks.

    Such an element is kept or not by the blocks of the nearest element around it that has any. It is kept if

    - all of those blocks are kept: `<figure><img><figcaption>kept</figcaption></figure>`; or
    - it stands between two of those blocks, next to it on either side, that are both kept.

    So an image before the first kept block appears only with a container that is kept as a whole, and a logo
    or a picture menu, which have no text near that is kept, never do. Hidden elements are not kept, and
    hidden blocks that are not kept do not count. What is inside a kept block or preformatted text is not between.
    """
    page = blocks.page
    if not len(voids) or not np.any(keep):
        return voids[:0]
    counted = np.flatnonzero(keep | ~blocks.is_hidden)
    is_kept = keep[counted]
    first = np.searchsorted(blocks.start[counted], page.text_start, "left")
    last = np.searchsorted(blocks.start[counted], page.text_end, "left")
    around = page.nearest(last > first)[voids]
    kept_before = np.concatenate([[0], np.cumsum(is_kept)])
    first, last = first[around], last[around]
    is_whole = kept_before[last] - kept_before[first] == last - first
    low, high = (rows[counted] for rows in extents(blocks))
    before = np.searchsorted(low, voids, "left") - 1
    is_inside = (before >= 0) & (voids <= high[before])
    is_between = ~is_inside & (before >= first) & (before + 1 < last)
    is_between[is_between] &= is_kept[before[is_between]] & is_kept[before[is_between] + 1]
    is_part = (is_inside & is_kept[before]) | page.within(tags.is_in(tags.PREFORMATTED, page.tag))[voids]
    is_shown = (around >= 0) & ~page.is_hidden[voids] & ~is_part
    return np.asarray(voids[is_shown & (is_whole | is_between)])
