"""Preformatted text: its exact characters and the language it is written in."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise

import numpy as np

from honbun.page import Blocks, Page, tags
from honbun.render.nodes import Node

_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#.-]+)")
_HIGHLIGHT = re.compile(r"(?:^|\s)(?:highlight-source|highlight)-([\w+#.-]+)")
_BREAK = tags.CODE["br"]
_CODE = tags.CODE["code"]


def source(blocks: Blocks, leaf: Node) -> str:
    """The characters of a preformatted leaf as the page has them, with a newline for each `<br>`.

    White space at the ends of the element is part of it where the run next to it is kept. Elements of one
    line each (`<div>` or `<p>` inside `<pre>`) end their lines.
    """
    page = blocks.page
    inside = np.arange(leaf.row + 1, page.end[leaf.row])
    breaks = page.text_start[inside[page.tag[inside] == _BREAK]].tolist()
    code = ""
    for start, end in _cuts(blocks, leaf):
        points = breaks[bisect_left(breaks, start) : bisect_left(breaks, end)]
        part = "\n".join(page.text[a:b] for a, b in pairwise([start, *points, end]))
        is_open = "\n" not in code[len(code.rstrip()) :] + part[: len(part) - len(part.lstrip())]
        code += "\n" + part if code and is_open else part
    return code


def _cuts(blocks: Blocks, leaf: Node) -> list[tuple[int, int]]:
    """One range of the page's text for each run: from the end of the run before to its own end."""
    opening, closing = int(blocks.page.text_start[leaf.row]), int(blocks.page.text_end[leaf.row])
    first, last = np.searchsorted(blocks.start, (opening, closing), "left").tolist()
    return [
        (
            opening if run == first else int(blocks.end[run - 1]),
            closing if run == last - 1 else int(blocks.end[run]),
        )
        for run in leaf.runs
    ]


def language(page: Page, row: int) -> str:
    """The language named by the class of a `<pre>`, of the `<code>` in it or of a highlighter's wrapper, or ""."""
    rows = [row, row + 1] if is_code(page, row) else [row]
    # A wrapper's lang-x tells the language of its prose, so that only the highlighters' own prefix counts there.
    above = int(page.parent[row])
    wrappers = [above, int(page.parent[above])] if above >= 0 else []
    for pattern, candidates in ((_LANGUAGE, rows), (_HIGHLIGHT, wrappers)):
        for candidate in candidates:
            if found := pattern.search(page.attribute(candidate, "class") or ""):
                return found[1].lower()
    return ""


def is_code(page: Page, row: int) -> bool:
    """Whether a preformatted element begins with a `<code>`: it may also be a mail, a poem or a drawing."""
    return row + 1 < int(page.end[row]) and int(page.tag[row + 1]) == _CODE
