"""The page as a person sees it, rebuilt from our columns: nothing in it runs, loads or leads anywhere.

No markup of the page is copied. Elements come from `page.tag` through a table of a few names; the only attributes
are ours; text is escaped. Everything but tables is a `div` or a `span`, which nest in any way, so that a browser
builds the tree that is written here, whatever the page was made of; the style sheet shows them as what they were.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np

from honbun.page import Page, tags
from honbun.studio.explanation import Explanation, Label
from honbun.studio.series import numbers_by_holder

FRAME_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
STYLE = Path(__file__).with_name("page.css")
LETTERS = {Label.TITLE: "T", Label.MAIN: "M", Label.POST: "P", Label.COMMENT: "R", Label.BOILERPLATE: "B"}
# Deeper elements are left out, their text is not: browsers give up at 512.
MAX_DEPTH = 200

# How elements are shown: "div" or "span"; others block-level are "div", others "span". Their names are kept as
# classes for those that look like something.
_SHOWN_AS_THEMSELVES = frozenset(
    "a b blockquote button code dd dl dt em figcaption figure h1 h2 h3 h4 h5 h6 i label li mark ol p pre s small "
    "strong sub sup u ul".split()
)
# Real elements, where the parent is the one they need; the tree comes from a standard parser, so it is.
_TABLE_PARTS = {
    "table": None,
    "caption": {"table"},
    "thead": {"table"},
    "tbody": {"table"},
    "tfoot": {"table"},
    "tr": {"thead", "tbody", "tfoot"},
    "td": {"tr"},
    "th": {"tr"},
}
_SPANS = {"colspan": 100, "rowspan": 1000}


def frame_document(explanation: Explanation, style: str = "") -> str:
    """The inner document: complete, with a policy of its own under which nothing runs or loads.

    `style` is CSS that comes after that of all pages.
    """
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{FRAME_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>page</title><style>{STYLE.read_text('utf-8')}{style}</style></head>"
        f"<body>{_Writer(explanation).body()}</body></html>"
    )


class _Writer:
    """Writes the rows and text nodes of one page in document order."""

    def __init__(self, explanation: Explanation) -> None:
        self._explanation = explanation
        self._page: Page = explanation.outline.page
        blocks = explanation.blocks
        self._block_of_node = np.repeat(np.arange(len(blocks)), np.diff(blocks.first_node)).tolist()
        self._first_node = set(blocks.first_node[:-1].tolist())
        self._starts = self._page.node_start.tolist()
        self._ends = self._page.node_end.tolist()
        self._is_block = tags.is_in(tags.BLOCK_LEVEL, self._page.tag).tolist()
        self._out: list[str] = []
        self._open: list[tuple[int, str]] = []  # row and the name it was written with, "" if it was not
        self._position = 0
        self._node = 0
        self._posts = {row for row in explanation.posts.rows if row >= 0} if explanation.posts else set()
        self._flagged: set[int] = set()
        fields = explanation.siblings.fields if explanation.siblings else ()
        self._names = [field.name for field in fields]
        self._fields = numbers_by_holder(field.nodes for field in fields)
        self._pictures = numbers_by_holder(field.pictures for field in fields)
        self._named: set[int] = set()
        shown = [
            not hidden or label != Label.BOILERPLATE
            for hidden, label in zip(blocks.is_hidden, explanation.labels, strict=True)
        ]
        self._entry = shown.index(True) if any(shown) else 0  # where Tab leads first

    def body(self) -> str:
        page = self._page
        has_text = page.length_before[page.text_end] > page.length_before[page.text_start]
        text_start, text_end, end = page.text_start.tolist(), page.text_end.tolist(), page.end.tolist()
        for row in range(len(page)):
            while self._open and end[self._open[-1][0]] <= row:
                self._close(text_end)
            self._text(text_start[row])
            self._start(row, bool(has_text[row]))
        while self._open:
            self._close(text_end)
        self._text(len(page.text))
        return "".join(self._out)

    def _start(self, row: int, has_text: bool) -> None:
        name = self._page.tag_name(row)
        if name in ("br", "hr"):
            self._out.append("<br>" if name == "br" else '<div class="t-hr"></div>')
            self._open.append((row, ""))
        elif name == "img":
            alt = " ".join((self._page.attribute(row, "alt") or "").split())
            numbers = self._pictures.get(row)
            if alt or numbers:
                self._out.append(self._outlined(f'<span class="t-img">{escape(alt or "picture")}</span>', numbers))
            self._open.append((row, ""))
        else:
            self._open_element(row, name, has_text)

    def _open_element(self, row: int, name: str, has_text: bool) -> None:
        parent = self._open[-1][1] if self._open else ""
        written = ""
        if len(self._open) < MAX_DEPTH:
            if name in _TABLE_PARTS:
                needs = _TABLE_PARTS[name]
                written = name if needs is None or parent in needs else "div"
            elif has_text and name not in ("html", "body"):
                written = "div" if self._is_block[row] else "span"
        elif has_text and self._is_block[row]:
            self._out.append("<br>")
        self._open.append((row, written))
        if written:
            self._out.append(f"<{written}{self._attributes(row, name, written)}>")

    def _attributes(self, row: int, name: str, written: str) -> str:
        classes = [f"t-{name}"] if name in _SHOWN_AS_THEMSELVES else []
        extra = ""
        if row in self._posts:
            classes.append("post-element")
        if name in tags.HEADING_NAMES:
            extra += f' role="heading" aria-level="{name[1]}"'
        if written in ("td", "th"):
            for key, most in _SPANS.items():
                value = self._page.attribute(row, key) or ""
                if value.isascii() and value.isdigit() and 1 < int(value[:6]) <= most:
                    extra += f' {key}="{int(value)}"'
        return (f' class="{" ".join(classes)}"' if classes else "") + extra

    def _close(self, text_end: list[int]) -> None:
        row, written = self._open[-1]
        self._text(text_end[row])
        self._open.pop()
        if written:
            self._out.append(f"</{written}>")

    def _text(self, until: int) -> None:
        """The text up to an offset: nodes in the spans of their blocks, white space between them as it is."""
        text = self._page.text
        while self._node < len(self._starts) and self._starts[self._node] < until:
            start, end = self._starts[self._node], self._ends[self._node]
            self._out.append(escape(text[self._position : start]))
            self._block(self._block_of_node[self._node], self._node in self._first_node, text[start:end])
            self._position = end
            self._node += 1
        if self._position < until:
            self._out.append(escape(text[self._position : until]))
            self._position = until

    def _block(self, block: int, is_first: bool, text: str) -> None:
        explanation = self._explanation
        label, step = explanation.labels[block], explanation.certainty_steps[block]
        hidden = " hidden" if explanation.blocks.is_hidden[block] else ""
        if is_first:
            self._flag(block)
        tab = -(block != self._entry)
        entry = f' id="b{block}" tabindex="{tab}" data-l="{LETTERS[label]}"' if is_first else ""
        words = text.strip()
        at = text.index(words)
        before, after = text[:at], text[at + len(words) :]  # white space
        span = f'<span class="b {label} s{step}{hidden}" data-b="{block}"{entry}>{escape(words)}</span>'
        self._out.append(f"{before}{self._outlined(span, self._fields.get(self._node))}{after}")

    def _outlined(self, span: str, numbers: list[int] | None) -> str:
        """The span of a value in an outline, with the names of those of its fields that begin here."""
        if not numbers:
            return span
        new = [number for number in numbers if number not in self._named]
        self._named.update(new)
        names = escape(", ".join(self._names[number] for number in new))
        label = f'<span class="name">{names}</span>' if new else ""
        return f'<span class="field" data-f="{" ".join(map(str, numbers))}">{label}{span}</span>'

    def _flag(self, block: int) -> None:
        """Writes whose post begins here."""
        posts = self._explanation.posts
        number = int(posts.member[block]) if posts else -1
        if posts is not None and number >= 0 and number not in self._flagged:
            self._flagged.add(number)
            self._out.append(f'<span class="flag">{escape(posts.heading(number))}</span>')
