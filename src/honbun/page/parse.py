"""Markup into a `Page`, mended where a parser loses text to it, by the compiled core or by turbohtml.

The only file that knows turbohtml: it is the parser of the readable form.
"""

from __future__ import annotations

import multiprocessing
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import numpy as np

from honbun import core
from honbun.page import tags
from honbun.page.compiled import KEPT_ATTRIBUTES, CompiledPage
from honbun.page.decode import as_utf8, decode, without_surrogates
from honbun.page.page import NODE_COLUMNS, ROW_COLUMNS, Page
from honbun.workers import Limits, Loss, alone

_NOT_DISPLAYED = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")
# A script that begins by naming the state of the page: window.__INITIAL_STATE__ = {
_STATE = re.compile(
    r"""\s*(?:var\s+)?(?:window|self|globalThis)?[.\["']{0,2}__[A-Za-z_]{3,40}["'\]]{0,2}\s*=\s*(?:JSON\.parse\()?[\["{]"""
)
# Fewer open elements than turbohtml can stand, and how many a tag stands for that may imply others.
_DEEP = 450
_IMPLIED = {"td": 3, "th": 3, "tr": 2}
_ANY_TAG = re.compile(r"<(/?)((?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)\b)[a-zA-Z][\w-]*)")
_MAX_REPAIRS = 4  # of a page, each of which parses it again
_BODY, _HEAD, _MATH, _ANNOTATION = (tags.CODE[name] for name in ("body", "head", "math", "annotation"))
_TEX = "application/x-tex"
# Most elements need one lookup.
_TEXT_CODE = {name: code for name, code in tags.CODE.items() if name not in (*tags.NOT_TEXT_NAMES, "math")}

# XHTML may write `<script src="x" />`; HTML knows no such thing and would take the rest of the page for script.
# The length is bounded, so that unclosed tags cost no more than their number. Only names are looked at in either
# case, and their first two letters before them: so the search goes from one "<" to the next, ten times as fast.
_FIRST, _SECOND = "acinostvxACINOSTVX", "abcefimotuABCEFIMOTU"
_NAME = "(?i:audio|canvas|iframe|noembed|noframes|object|script|select|style|template|textarea|title|video|xmp)"
_TAG = rf"(?P<name>{_NAME})(?P<attributes>\b[^<>]{{0,2000}}[\s\"'])?/>"
_SELF_CLOSED = re.compile(f"<(?=[{_FIRST}][{_SECOND}]){_TAG}")
_SELF_CLOSED_OR_SCRIPT = re.compile(
    rf"<(?=[/{_FIRST}])(?:{_TAG}|(?P<start>(?i:script)\b)|(?P<end>/(?i:script)\b))"
)
# Where text goes on after a comment, a script or a title that was never closed.
_MARKUP = re.compile(
    r"</?(?:article|b|blockquote|body|br|dd|div|dl|dt|footer|form|h[1-6]|head|header|hr|li|main|nav|ol|p|section|"
    r"span|table|tbody|td|tr|ul)\b[^<>]{0,2000}>",
    re.IGNORECASE,
)


class _Formula(NamedTuple):
    """Where a formula begins: its row, and how much text was before it.

    If the page states it in TeX, that is its text, not what MathML shows of it.
    """

    row: int = -1
    chunks: int = 0
    nodes: int = 0
    position: int = 0
    is_stated: bool = False

    def is_open(self, end: list[int]) -> bool:
        """Whether it goes on, and nothing has stated it."""
        return self.row >= 0 and not end[self.row] and not self.is_stated

    def is_all_of(self, row: int) -> bool:
        """Whether the element of a row is the formula, or holds it and began with it."""
        return row >= 0 and row <= self.row <= row + 1


_NO_FORMULA = _Formula()


def parse(html: str, url: str | None = None) -> Page:
    """The page that a browser's parser builds from this markup, with scripting off. Total: any text gives one.

    `noscript` is parsed as markup, because whole forums put their posts there. Content of elements that are
    not text has no rows of its own.
    """
    return parse_decoded(without_surrogates(html), url)


def parse_decoded(html: str, url: str | None = None) -> Page:
    """The same of text that has no lone surrogates, because `decode` gave it: looking for them takes its time."""
    try:
        page = parse_compiled(html, url)
    except core.CoreError:  # a defect of the core, which the fuzzer is to find, not the reader of a page
        page = None
    return page if page is not None else parse_readable(html, url)


def parse_body(body: bytes | str, url: str | None = None, content_type: str | None = None) -> Page:
    """The page in these bytes, decoded if need be: the same as to decode and then to parse them, in less time."""
    if isinstance(body, bytes) and (utf8 := as_utf8(body, content_type)) is not None:
        try:
            parsed = core.parse(utf8, is_mended=False)
        except core.CoreError:
            parsed = None
        if parsed and not parsed.text("unclosed"):
            return CompiledPage(parsed, url)
    return parse_decoded(decode(body, content_type).text, url)


def parse_compiled(html: str, url: str | None = None) -> Page | None:
    """The page as the compiled core parses it; None if there is none."""
    if core.load() is None:
        return None
    parsed = core.parse(html.encode(), is_mended=False)
    if parsed is None:
        html = close_self_closed(html)
        parsed = core.parse(html.encode(), is_mended=True)
    for _ in range(_MAX_REPAIRS - 1):
        name = parsed.text("unclosed") if parsed else ""
        mended = close_last(html, name) if name else html
        if mended is html:
            break
        html, parsed = mended, core.parse(mended.encode(), is_mended=True)
    return CompiledPage(parsed, url) if parsed else None


def parse_readable(html: str, url: str | None = None) -> Page:
    """The page as turbohtml parses it: what the core is compared with, and what is used without one."""
    html = close_self_closed(html.removeprefix("\ufeff"))
    for _ in range(_MAX_REPAIRS):
        columns = _flatten_safely(html)
        mended = close_last(html, columns.swallowed) if columns.swallowed else html
        if mended is html:
            break
        html = mended
    return _assemble(columns, url)


def _flatten_safely(html: str) -> SimpleNamespace:
    """The columns of a page. One that nests deep is parsed by another process: it may be the last thing that does.

    turbohtml 1.15 stops nesting at 512 elements, and ends the process if a table, text before it and a closed
    `<b>` meet there. If it does, the page is empty. Who is a process of `honbun.workers` is watched anyway.
    """
    if not _may_nest_deep(html) or multiprocessing.parent_process() is not None:
        return _flatten(html)
    columns = alone(partial(_flatten, html), Limits())
    return _flatten("") if isinstance(columns, Loss) else columns


def _may_nest_deep(html: str) -> bool:
    """Whether so many elements are open at once, if every end tag is believed and no element ends by itself."""
    if html.count("<") < _DEEP:
        return False
    depth, opened = 0, Counter[str]()
    for is_end, name in _ANY_TAG.findall(html):
        if not is_end:
            opened[name] += 1
            depth += _IMPLIED.get(name, 1)
            if depth >= _DEEP:
                return True
        elif opened[name]:
            opened[name] -= 1
            depth -= _IMPLIED.get(name, 1)
    return False


def _flatten(html: str) -> SimpleNamespace:  # noqa: C901 - closures, because attribute access costs here
    """One pass over the parser's events into plain lists: the one loop of Python per element."""
    from turbohtml.saxparse import SaxHandler, sax_parse  # takes longer to load than the core takes for many pages

    tag: list[int] = []
    parent: list[int] = []
    end: list[int] = []
    text_start: list[int] = []
    text_end: list[int] = []
    hidden: list[int] = []
    node_owner: list[int] = []
    node_start: list[int] = []
    node_end: list[int] = []
    attributes: dict[str, dict[int, str]] = {name: {} for name in KEPT_ATTRIBUTES}
    data: dict[int, str] = {}
    custom: dict[str, int] = {}
    chunks: list[str] = []
    stack = [-1]
    position = 0
    skipped = 0  # how many elements are open inside one that is not text, itself included
    in_head = False
    swallowed = ""  # the element or comment that was the last to take in text, if no text came after it,
    before = 0  # and how many elements were opened before that
    formula, closed = _NO_FORMULA, -1  # the last one that began, and the row that was closed last
    code_of, column_of = _TEXT_CODE.get, attributes.get

    def begin_special(name: str, row: int, attrs: tuple[tuple[str, str | None], ...]) -> int:
        nonlocal skipped, in_head, formula
        code = tags.CODE.get(name)
        if code is None:
            return tags.FIRST_CUSTOM + custom.setdefault(name, len(custom))
        if code == _HEAD:
            in_head = True
        elif code == _MATH:
            formula = _Formula(row, len(chunks), len(node_owner), position)
        elif code == _ANNOTATION and formula.is_open(end) and ("encoding", _TEX) in attrs:
            take_back_formula()
        else:
            skipped = 1
        return code

    def start_element(name: str, attrs: tuple[tuple[str, str | None], ...]) -> None:
        nonlocal skipped
        if skipped:
            skipped += 1
            return
        row = len(tag)
        code = code_of(name)
        if code is None:
            code = begin_special(name, row, attrs)
        elif formula.is_all_of(closed) and ("aria-hidden", "true") in attrs:
            skipped = int(parent[closed] == stack[-1])  # the formula right before it once more, drawn
        tag.append(code)
        parent.append(stack[-1])
        end.append(0)
        text_start.append(position)
        text_end.append(position)
        stack.append(row)
        for key, value in attrs:
            column = column_of(key)
            if column is not None:
                column[row] = value or ""
            elif key == "hidden" or (key == "style" and value and _hides(value)):
                hidden.append(row)

    def take_back_formula() -> None:
        nonlocal position, formula
        del chunks[formula.chunks :]
        for column in (node_owner, node_start, node_end):
            del column[formula.nodes :]
        position = formula.position
        text_start[formula.row :] = text_end[formula.row :] = [position] * (len(tag) - formula.row)
        formula = formula._replace(is_stated=True)

    def end_element(name: str) -> None:
        nonlocal skipped, in_head, closed
        if skipped > 1:
            skipped -= 1
            return
        skipped = 0
        if name == "head":
            in_head = False
        closed = row = stack.pop()
        end[row] = len(tag)
        text_end[row] = position

    def characters(chunk: str) -> None:
        nonlocal position, swallowed, before
        if skipped or in_head:
            if skipped == 1:
                swallowed, before = tags.NAMES[tag[stack[-1]]], len(tag)
            if skipped == 1 and (_is_data(stack[-1]) or stack[-1] in data or _STATE.match(chunk)):
                data[stack[-1]] = data.get(stack[-1], "") + chunk
            return
        chunks.append(chunk)
        start = position
        position = start + len(chunk)
        if not chunk.isspace():
            swallowed = ""
            node_owner.append(stack[-1])
            node_start.append(start)
            node_end.append(position)

    def _is_data(row: int) -> bool:
        return tag[row] == tags.CODE["title"] or "json" in attributes["type"].get(row, "").lower()

    def comment(_: str) -> None:
        nonlocal swallowed, before
        swallowed, before = "!--", len(tag)

    def ignore(*_: object) -> None:
        pass

    handler = SimpleNamespace(
        start_element=start_element,
        end_element=end_element,
        characters=characters,
        comment=comment,
        doctype=ignore,
        processing_instruction=ignore,
    )
    sax_parse(html, cast(SaxHandler, handler))
    return SimpleNamespace(
        tag=tag,
        parent=parent,
        end=end,
        text_start=text_start,
        text_end=text_end,
        hidden=hidden,
        node_owner=node_owner,
        node_start=node_start,
        node_end=node_end,
        attributes={name: column for name, column in attributes.items() if column},
        data=data,
        custom_tags=tuple(custom),
        text="".join(chunks),
        swallowed=swallowed if swallowed and {*tag[before:]} <= {_BODY} else "",  # which the parser adds by itself
    )


def _hides(style: str) -> bool:
    style = style.lower()
    return ("none" in style or "hidden" in style) and bool(_NOT_DISPLAYED.search(style))


def _assemble(columns: SimpleNamespace, url: str | None) -> Page:
    """Typed columns from the lists."""

    def rows(values: list[int]) -> Any:
        return np.fromiter(values, dtype=np.int32, count=len(values))

    is_hidden = np.zeros(len(columns.tag), dtype=np.bool_)
    is_hidden[columns.hidden] = True
    page = Page(
        text=columns.text,
        **{name: rows(getattr(columns, name)) for name in (*ROW_COLUMNS, *NODE_COLUMNS)},
        is_hidden=is_hidden,
        attributes=columns.attributes,
        data=columns.data,
        custom_tags=columns.custom_tags,
        url=url,
    )
    return replace(page, is_hidden=page.within(is_hidden)) if columns.hidden else page


# Repairs: browsers follow the standard and show nothing; pages are cut short, glued together and written as XML
# all the same.


def close_self_closed(html: str) -> str:
    """The markup with elements that XML closed in their start tag closed as HTML does.

    Inside a script they are part of a string, and closing one would end the script.
    """
    # Nearly all pages have none.
    if not _SELF_CLOSED.search(html):
        return html
    in_script = False

    def close(tag: re.Match[str]) -> str:
        nonlocal in_script
        if tag["name"] and not in_script:
            return f"<{tag['name']}{tag['attributes'] or ''}></{tag['name']}>"
        in_script = not tag["end"] and (in_script or bool(tag["start"]))
        return tag[0]

    return _SELF_CLOSED_OR_SCRIPT.sub(close, html)


def close_last(html: str, name: str) -> str:
    """The markup with its last element of this name, or its last comment for "!--", closed if it never was.

    It is closed where other markup begins. Without such markup, the page just ends in it, and stays as it is.
    """
    start = max(html.rfind(f"<{name}"), html.rfind(f"<{name.upper()}"))
    closing = "-->" if name == "!--" else f"</{name}>"
    if start < 0 or closing.rstrip(">") in html[start + len(name) :].lower():
        return html
    markup = _MARKUP.search(html, start + len(name) + 1)
    if not markup:
        return html
    return html[: markup.start()] + closing + html[markup.start() :]
