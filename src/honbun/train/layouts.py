"""Labelled pages in other layouts: the texts of a page in the markup of other years, with comments and teasers.

Corpora of today hold few pages as they were made from 1998 to 2012, in tables, fonts and line breaks, and few
articles with comments whose references tell the two apart. Here both are made: which blocks are main text stays
known, what is around them is drawn anew. The words are those of the corpus; the markup is written by the functions
below, each of which draws one way of several.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from random import Random

from honbun.train.surroundings import Maker, Piece, Source, byline, comments_of, teasers_of

_TITLES = (
    "<h1>{}</h1>",
    "<h2>{}</h2>",
    "<font size=+2><b>{}</b></font><br>",
    '<div class="title">{}</div>',
    "<b>{}</b><br><br>",
)
_HEADINGS = ("<h3>{}</h3>", "<b>{}</b><br>", "<p><strong>{}</strong></p>", "<font size=3><b>{}</b></font><br>")
_ASIDES = (
    "<div class=caption>{}</div>",
    "<p><i>{}</i></p>",
    "<table align=right><tr><td><font size=1>{}</font></td></tr></table>",
)
# Tables of labels and values, and their rows.
_ROWS = {
    "<table>{}</table>": "<tr><th>{}</th><td>{}</td></tr>",
    "<table border=1>{}</table>": "<tr><td>{}</td><td>{}</td></tr>",
    "<dl>{}</dl>": "<dt>{}</dt><dd>{}</dd>",
    "<p>{}</p>": "{}: {}<br>",
}
_TABLES = tuple(_ROWS)
# This share of the articles gets a table, if their texts have so many phrases to fill it with.
_TABLE_SHARE = 0.25
_MIN_PHRASES = 8
_MAX_PHRASE = 24
_MARKS = re.compile(r"[.,;:!?()\[\]、。，・「」]+")


@dataclass(frozen=True)
class Made:
    """A page in another layout."""

    html: str
    main: str
    comments: str


def remake(source: Source, remarks: Sequence[str], others: Sequence[Source], seed: int) -> Made:
    """The page in a layout drawn with this seed, with remarks of readers below it and teasers of other pages."""
    random = Random(seed)
    maker = Maker(random, random.choice(("words", "words", "drawn", "")))
    lay_out = random.choice(_LAYOUTS)
    if lay_out is _of_nothing:
        remarks, source = (), replace(source, main=source.main[: random.choice((1, 2, 4, 8, None))])
    source = replace(source, main=_with_table(random, source.main))
    comments = comments_of(maker, remarks) if remarks else ("", "")
    html = lay_out(maker, source, _article(maker, source), comments[0], teasers_of(maker, others))
    # References of old pages hold the headline, those of today do not.
    head = [source.title] if lay_out in _OLD_LAYOUTS else []
    return Made(
        f"<html><head><title>{escape(source.title)}</title></head>\n<body>{html}</body></html>",
        "\n".join([*head, *(text for text, _ in source.main)]),
        comments[1],
    )


def _with_table(random: Random, main: Sequence[Piece]) -> list[Piece]:
    """The main text, on some pages with a table of labels and values somewhere in it: words of the text itself."""
    pieces = list(main)
    phrases = [phrase for text, _ in pieces for phrase in _phrases(text)]
    if len(phrases) > _MIN_PHRASES and random.random() < _TABLE_SHARE:
        rows = [(random.choice(phrases), random.choice(phrases)) for _ in range(random.randint(2, 7))]
        pieces.insert(
            random.randint(1, len(pieces)), ("\n".join(f"{name}\t{value}" for name, value in rows), "table")
        )
    return pieces


def _phrases(text: str) -> list[str]:
    """Short parts of a text, between its marks."""
    return [part.strip() for part in _MARKS.split(text) if 1 < len(part.strip()) <= _MAX_PHRASE]


def _article(maker: Maker, source: Source) -> str:
    """The main text, paragraph by paragraph, what is among it in small print."""
    random = maker.random
    write, tabulate = random.choice(_PARAGRAPHS), random.choice(_TABLES)
    heading = random.choice(_HEADINGS)
    parts = []
    for text, kind in source.main:
        if kind == "heading":
            parts.append(heading.format(escape(text)))
        elif kind == "item":
            parts.append(f"<li>{escape(text)}</li>" if write is not _lines else f"・{escape(text)}<br>")
        elif kind == "table":
            rows = [escape(row).split("\t") for row in text.split("\n")]
            parts.append(tabulate.format("".join(_ROWS[tabulate].format(*row) for row in rows)))
        else:
            # Between short lines no element may lie.
            parts.append(write(maker, escape(text) if write is _short_lines else _marked_up(random, text)))
    for text, kind in source.between[:6]:
        shown = f'<a href="/x{len(text)}">{escape(text)}</a>' if kind == "link" else escape(text)
        parts.insert(random.randint(0, len(parts)), random.choice(_ASIDES).format(shown))
    title = random.choice(_TITLES).format(escape(source.title))
    return title + byline(maker) + maker.box("main", "\n".join(parts))


def _marked_up(random: Random, text: str) -> str:
    """The text, sometimes with a link or an emphasis in it."""
    words = escape(text).split(" ")
    if len(words) > 8 and random.random() < 0.25:
        at = random.randrange(len(words) - 3)
        opened, closed = random.choice(
            (('<a href="/y">', "</a>"), ("<b>", "</b>"), ("<i>", "</i>"), ("<font color=red>", "</font>"))
        )
        words[at] = opened + words[at]
        words[at + 2] += closed
    return " ".join(words)


def _closed(_: Maker, text: str) -> str:
    return f"<p>{text}</p>"


def _open(_: Maker, text: str) -> str:
    return f"<p>{text}"


def _lines(_: Maker, text: str) -> str:
    return f"{text}<br><br>"


def _boxes(maker: Maker, text: str) -> str:
    return maker.box("paragraph", text)


def _fonts(_: Maker, text: str) -> str:
    return f'<p><font face="Verdana, Arial" size="2">{text}</font></p>'


def _short_lines(maker: Maker, text: str) -> str:
    """As in diaries: every few words are a line of their own."""
    step = maker.random.randint(10, 30)
    words, lines = _words(text), [""]
    for word in words:
        if len(lines[-1]) + len(word) > step:
            lines.append("")
        lines[-1] += word
    return "".join(f"<div>{line}</div>" for line in lines) + "<br>"


def _words(text: str) -> list[str]:
    """The words, each with the space after it; where there are no spaces, a few characters each."""
    words = [word + " " for word in text.split(" ")]
    return (
        [word[at : at + 12] for word in words for at in range(0, len(word), 12)]
        if len(words) < len(text) / 40
        else words
    )


_PARAGRAPHS: tuple[Callable[[Maker, str], str], ...] = (
    _closed,
    _closed,
    _open,
    _lines,
    _lines,
    _boxes,
    _fonts,
    _short_lines,
)


def _links(maker: Maker, pieces: Sequence[Piece]) -> str:
    """Links and lines around the article, one below the other or side by side."""
    random = maker.random
    between = random.choice(("<br>\n", " | ", "&nbsp;&nbsp;", "</li>\n<li>", "</td></tr>\n<tr><td>"))
    shown = [
        f'<a href="/l{i}">{escape(text)}</a>' if kind in ("link", "line", "heading") else escape(text)
        for i, (text, kind) in enumerate(pieces)
    ]
    joined = between.join(shown)
    if between.startswith("</li>"):
        return f"<ul><li>{joined}</li></ul>"
    return f"<table><tr><td>{joined}</td></tr></table>" if between.startswith("</td>") else joined


def _prose(pieces: Sequence[Piece]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text, kind in pieces if kind == "paragraph")


def _of_tables(maker: Maker, source: Source, main: str, comments: str, teasers: str) -> str:
    """A page of 1998 to 2006: everything is a cell."""
    random = maker.random
    maker.tag = random.choice(("div", "td", "font", "div"))
    if maker.tag == "td":
        main, maker.tag = f"<table><tr><td>{main}</td></tr></table>", "div"
    half = len(source.after) // 2
    top = f"<tr><td colspan=3 bgcolor='#003366'>{_links(maker, source.before[:12])}</td></tr>"
    left = f"<td width=140 valign=top><font size=1>{_links(maker, source.before[12:60])}</font></td>"
    beside, below = (teasers, "") if random.random() < 0.5 else ("", teasers)
    around = _links(maker, source.after[:half]) + _prose(source.after[:half])
    right = f"<td width=160 valign=top>{beside}{around}</td>"
    middle = f"<td valign=top>{main}{comments}{below}</td>"
    cells = random.choice((left + middle + right, middle + right, left + middle, middle))
    foot = (
        f"<tr><td colspan=3 align=center><font size=1>{_links(maker, source.after[half:][:30])}</font></td></tr>"
    )
    return f"<table width=760 cellpadding=4>{top}<tr>{cells}</tr>{foot}</table>"


def _of_boxes(maker: Maker, source: Source, main: str, comments: str, teasers: str) -> str:
    """A page of 2005 on: boxes with names, or with drawn ones."""
    random = maker.random
    half = len(source.after) // 2
    head = maker.box("nav", _links(maker, source.before[:50]))
    side = maker.box("side", _links(maker, source.after[:half][:60]) + _prose(source.after[:half]))
    foot = maker.box("foot", _links(maker, source.after[half:][:40]))
    order = random.choice(("{m}{c}{t}", "{m}{t}{c}", "{t}{m}{c}", "{m}{c}{t}"))
    column = maker.box("column", order.format(m=main, c=comments, t=teasers))
    return maker.box("page", head + random.choice((column + side, side + column)) + foot)


def _of_sections(maker: Maker, source: Source, main: str, comments: str, teasers: str) -> str:
    """A page of 2013 on: elements that say what they are."""
    random = maker.random
    half = len(source.after) // 2
    comments = f"<section>{comments}</section>" if random.random() < 0.5 else comments
    side = f"<aside>{_links(maker, source.after[:half][:60])}{_prose(source.after[:half])}</aside>"
    inner = random.choice(
        (
            "<article>{m}</article>{c}{t}",
            "<article>{m}{c}</article>{t}",
            "{m}{t}{c}",
            "<article>{m}{t}</article>{c}",
        )
    )
    body = inner.format(m=main, c=comments, t=teasers)
    return (
        f"<header><nav>{_links(maker, source.before[:50])}</nav></header><main>{body}</main>{side}"
        f"<footer>{_links(maker, source.after[half:][:40])}</footer>"
    )


def _of_rules(maker: Maker, source: Source, main: str, comments: str, teasers: str) -> str:
    """A page as people wrote them by hand: a body with rules in it."""
    top = f"<center>{_links(maker, source.before[:8])}</center><hr>"
    return f"{top}{main}<hr>{comments}{teasers}<hr><center>{_links(maker, source.after[-10:])}</center>"


def _of_nothing(_: Maker, __: Source, main: str, ___: str, ____: str) -> str:
    """A fragment, or a page of the first years: the text and nothing else."""
    return main


_OLD_LAYOUTS = (_of_tables, _of_rules, _of_nothing)
_LAYOUTS = (_of_tables, _of_tables, _of_tables, _of_boxes, _of_boxes, _of_sections, _of_rules, _of_nothing)
