"""The page as a person sees it, rebuilt from our columns: nothing in it runs, loads or leads anywhere.

No markup of the page is copied. Elements come from `page.tag` through a table of a few names; the only attributes
are ours, and styles that `looks` has made harmless; text is escaped. Everything but tables is a `div` or a `span`,
which nest in any way, so that a browser builds the tree that is written here, whatever the page was made of; the
style sheets show them as what they were.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import numpy as np

from honbun.page import Page, tags
from honbun.studio.explanation import Explanation, Label, PostBlocks
from honbun.studio.folds import Folds, find_folds
from honbun.studio.looks import Look, classes_of, names_of
from honbun.studio.series import numbers_by_holder
from honbun.studio.words import said

FRAME_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_HERE = Path(__file__).parent
LETTERS = {Label.TITLE: "T", Label.MAIN: "M", Label.POST: "P", Label.COMMENT: "R", Label.BOILERPLATE: "B"}
# Deeper elements are left out, their text is not: browsers give up at 512.
MAX_DEPTH = 200

# How elements are shown: "div" or "span"; others block-level are "div", others "span". Their names are kept as
# classes for those that look like something.
_SHOWN_AS_THEMSELVES = frozenset(
    "a b blockquote button center code dd dl dt em figcaption figure h1 h2 h3 h4 h5 h6 i label li mark ol p pre s "
    "small strong sub sup u ul".split()
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
_CELLS = ("td", "th")
_USED = re.compile(r"\.([tpi]-[\w-]+)", re.ASCII)
_MARKUP = re.compile("[&<>\"']")
# Pictures are boxes of their own size, but no larger; those that are smaller than a line are shown by their words.
_MAX_PICTURE = (480, 270)
_MIN_PICTURE = 40


def frame_document(explanation: Explanation, style: str = "", look: Look | None = None) -> str:
    """The inner document: complete, with a policy of its own under which nothing runs or loads.

    `style` is CSS that comes after that of all pages; `look` is what the page's own styles make of it.
    """
    base, blocks = ((_HERE / name).read_text("utf-8") for name in ("page.css", "blocks.css"))
    look = look or Look()
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{FRAME_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>page</title><style>{base}{look.sheet}{blocks}{style}</style></head>"
        f"{_Writer(explanation, look).body()}</html>"
    )


class _Writer:
    """Writes the rows and text nodes of one page in document order."""

    def __init__(self, explanation: Explanation, look: Look) -> None:
        self._explanation = explanation
        self._look = look
        self._styled = set(_USED.findall(look.sheet))
        self._folds = find_folds(explanation) if explanation.decision else Folds()
        self._fold = -1  # the stretch of the last block
        self._begun: set[int] = set()  # stretches whose line is written
        self._wrapped: set[int] = set()  # cells whose content is a part of a stretch
        self._page: Page = explanation.outline.page
        blocks = explanation.blocks
        self._block_of_node = np.repeat(np.arange(len(blocks)), np.diff(blocks.first_node)).tolist()
        self._first_node = set(blocks.first_node[:-1].tolist())
        self._starts = self._page.node_start.tolist()
        self._ends = self._page.node_end.tolist()
        self._is_hidden = blocks.is_hidden.tolist()
        self._labels, self._steps = explanation.labels, explanation.certainty_steps
        self._is_block = tags.is_in(tags.BLOCK_LEVEL, self._page.tag).tolist()
        self._spans = [(key, most, self._page.attributes.get(key, {})) for key, most in _SPANS.items()]
        self._usual: dict[tuple[str, str], str] = {}  # attributes of elements that have none of their own
        self._out: list[str] = []
        self._open: list[tuple[int, str]] = []  # row and the name it was written with, "" if it was not
        self._position = 0
        self._node = 0
        self._posts = {row for row in explanation.posts.rows if row >= 0} if explanation.posts else set()
        self._flagged: set[int] = set()
        self._records = {row: number for number, row in enumerate(explanation.records)}
        fields = explanation.siblings.fields if explanation.siblings else ()
        self._names = [field.name for field in fields]
        self._fields = numbers_by_holder(field.nodes for field in fields)
        self._pictures = numbers_by_holder(field.pictures for field in fields)
        self._named: set[int] = set()
        shown = [label is not Label.BOILERPLATE for label in self._labels]
        shown = shown if any(shown) else [not hidden for hidden in self._is_hidden]
        self._entry = shown.index(True) if any(shown) else 0  # where Tab leads first
        stated = [self._page.attributes.get(key, {}) for key in (*_SPANS, *["class", "id"] * bool(self._styled))]
        self._own = self._posts.union(self._records, self._folds.rows, look.rows, *stated)

    def body(self) -> str:
        page, names = self._page, names_of(self._page)
        has_text = page.length_before[page.text_end] > page.length_before[page.text_start]
        text_start, text_end, end = page.text_start.tolist(), page.text_end.tolist(), page.end.tolist()
        for row, (name, start, shows) in enumerate(zip(names, text_start, has_text.tolist(), strict=True)):
            while self._open and end[self._open[-1][0]] <= row:
                self._close(text_end)
            if self._position < start:
                self._text(start)
            self._start(row, name, shows)
        while self._open:
            self._close(text_end)
        self._text(len(page.text))
        attributes = self._attributes(names.index("body"), "body", "body") if "body" in names[:1000] else ""
        return f"<body{attributes}>{''.join(self._out)}</body>"

    def _start(self, row: int, name: str, has_text: bool) -> None:
        if name in ("br", "hr"):
            hidden = "" if self._fold < 0 else f' data-k="{self._fold}"'
            own = " ".join(["t-hr"] * (name == "hr") + ["folded"] * (self._fold >= 0))
            attributes = (f' class="{own}"' if own else "") + hidden
            self._out.append(f"<br{attributes}>" if name == "br" else f"<div{attributes}></div>")
            self._open.append((row, ""))
        elif name == "img":
            self._picture(row)
            self._open.append((row, ""))
        else:
            self._open_element(row, name, has_text)

    def _picture(self, row: int) -> None:
        """A box of the size of a picture, with the words that stand for it."""
        alt = " ".join((self._page.attribute(row, "alt") or "").split())
        numbers = self._pictures.get(row)
        width, height = self._look.sizes.get(row, (0, 0))
        is_large = min(width, height) >= _MIN_PICTURE
        if not alt and not numbers and not is_large:
            return
        scale = min(1.0, _MAX_PICTURE[0] / max(width, 1), _MAX_PICTURE[1] / max(height, 1))
        size = f' style="width:min({width * scale:.0f}px,86vw);min-height:{height * scale:.0f}px"' * is_large
        words = escape(alt) if alt else said("picture")
        self._out.append(self._outlined(f'<span class="t-img{" box" * is_large}"{size}>{words}</span>', numbers))

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
        if not written:
            return
        if row not in self._own:
            if (name, written) not in self._usual:
                self._usual[name, written] = f"<{written}{self._attributes(row, name, written)}>"
            self._out.append(self._usual[name, written])
            return
        fold = self._folds.rows.get(row, -1)
        start = f"<{written}{self._attributes(row, name, written)}>"
        if fold >= 0 and written in _CELLS:  # a cell keeps its place; what is in it is hidden
            self._wrapped.add(row)
            self._out.append(start)
            self._begin(fold)
            self._out.append(f'<div class="folded" data-k="{fold}">')
            return
        self._begin(fold)
        self._out.append(start)
        if row in self._records:
            self._out.append(f'<span class="flag">{said("record n", number=self._records[row] + 1)}</span>')

    def _begin(self, fold: int) -> None:
        """Writes the line that stands for a stretch, if it is the first time."""
        if fold < 0 or fold in self._begun:
            return
        self._begun.add(fold)
        found = self._folds.folds[fold]
        self._out.append(
            f'<button type="button" class="fold" data-fold="{fold}" aria-expanded="false">'
            f"{said(f'fold {found.meaning}', n=found.lines)}<i>{escape(found.hint)}</i></button>"
        )

    def _attributes(self, row: int, name: str, written: str) -> str:
        own = f"t-{name}" if name in _SHOWN_AS_THEMSELVES or name in _TABLE_PARTS or name == "body" else ""
        known = classes_of(self._page, row) if self._styled else [own]
        classes = [each for each in known if each and (each == own or each in self._styled)]
        extra = f' style="{escape(style)}"' if (style := self._look.rows.get(row)) else ""
        if row in self._posts or row in self._records:
            classes.append("post-element" if row in self._posts else "record-element")
        if (fold := self._folds.rows.get(row, -1)) >= 0 and written not in _CELLS:
            classes.append("folded")
            extra += f' data-k="{fold}"'
        if name in tags.HEADING_NAMES:
            extra += f' role="heading" aria-level="{name[1]}"'
        if written in _CELLS:
            for key, most, values in self._spans:
                value = values.get(row, "")
                if value and value.isascii() and value.isdigit() and 1 < int(value[:6]) <= most:
                    extra += f' {key}="{int(value)}"'
        return (f' class="{" ".join(classes)}"' if classes else "") + extra

    def _close(self, text_end: list[int]) -> None:
        row, written = self._open[-1]
        if self._position < text_end[row]:
            self._text(text_end[row])
        self._open.pop()
        if written:
            self._out.append(f"</div></{written}>" if row in self._wrapped else f"</{written}>")

    def _text(self, until: int) -> None:
        """The text up to an offset: nodes in the spans of their blocks, white space between them as it is."""
        text = self._page.text
        while self._node < len(self._starts) and self._starts[self._node] < until:
            start, end = self._starts[self._node], self._ends[self._node]
            if self._position < start:
                self._out.append(escape(text[self._position : start]))
            self._block(self._block_of_node[self._node], self._node in self._first_node, text[start:end])
            self._position = end
            self._node += 1
        if self._position < until:
            self._out.append(escape(text[self._position : until]))
            self._position = until

    def _block(self, block: int, is_first: bool, text: str) -> None:
        label, step = self._labels[block], self._steps[block]
        kind, place = " hidden" if self._is_hidden[block] else "", ""
        self._fold = self._folds.blocks.get(block, -1)
        if self._fold >= 0 and block in self._folds.loose:
            self._begin(self._fold)
            kind, place = f"{kind} folded", f' data-k="{self._fold}"'
        if is_first:
            if self._explanation.posts:
                self._flag(block, self._explanation.posts)
            tab = 0 if block == self._entry else -1
            place = f'{place} id="b{block}" tabindex="{tab}" data-l="{LETTERS[label]}"'
        words = text.strip()
        shown = escape(words) if _MARKUP.search(words) else words
        span = f'<span class="b {label} s{step}{kind}" data-b="{block}"{place}>{shown}</span>'
        if self._fields:
            span = self._outlined(span, self._fields.get(self._node))
        self._out.append(span if words == text else text.replace(words, span, 1))

    def _outlined(self, span: str, numbers: list[int] | None) -> str:
        """The span of a value in an outline, with the names of those of its fields that begin here."""
        if not numbers:
            return span
        new = [number for number in numbers if number not in self._named]
        self._named.update(new)
        names = escape(", ".join(self._names[number] for number in new))
        label = f'<span class="name">{names}</span>' if new else ""
        return f'<span class="field" data-f="{" ".join(map(str, numbers))}">{label}{span}</span>'

    def _flag(self, block: int, posts: PostBlocks) -> None:
        """Writes whose post begins here."""
        number = int(posts.member[block])
        if number >= 0 and number not in self._flagged:
            self._flagged.add(number)
            byline = f" · {escape(by)}" if (by := posts.byline(number)) else ""
            self._out.append(f'<span class="flag">{said(f"{posts.name} n", number=number + 1)}{byline}</span>')
