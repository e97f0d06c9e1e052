"""How texts are written on a page that is made anew: titles, headings, paragraphs, phrases."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from random import Random

from honbun.train.surroundings import Maker, Piece

TITLES = (
    "<h1>{}</h1>",
    "<h2>{}</h2>",
    "<font size=+2><b>{}</b></font><br>",
    '<div class="title">{}</div>',
    "<b>{}</b><br><br>",
)
HEADINGS = ("<h3>{}</h3>", "<b>{}</b><br>", "<p><strong>{}</strong></p>", "<font size=3><b>{}</b></font><br>")
# Longer parts of a text are no phrases; in scripts without spaces a word or two are as long as this.
_MAX_PHRASE = 24
_MAX_SPACELESS_PHRASE = 10
_MARKS = re.compile(r"[.,;:!?()\[\]、。，・「」]+")
SPACELESS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def phrases_of(pieces: Sequence[Piece]) -> list[str]:
    """Short parts of the texts, between their marks."""
    parts = (part.strip() for text, _ in pieces for part in _MARKS.split(text))
    return [
        part[:_MAX_SPACELESS_PHRASE] if SPACELESS.search(part) else part
        for part in parts
        if 1 < len(part) <= _MAX_PHRASE
    ]


def marked_up(random: Random, text: str) -> str:
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


def lines(_: Maker, text: str) -> str:
    """With an empty line after each, and no element around it."""
    return f"{text}<br><br>"


def _boxes(maker: Maker, text: str) -> str:
    return maker.box("paragraph", text)


def _fonts(_: Maker, text: str) -> str:
    return f'<p><font face="Verdana, Arial" size="2">{text}</font></p>'


def _run_on(_: Maker, text: str) -> str:
    """With nothing between this and the next, as where a program lost the line breaks."""
    return f"{text} "


def short_lines(maker: Maker, text: str) -> str:
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


PARAGRAPHS: tuple[Callable[[Maker, str], str], ...] = (
    _closed,
    _closed,
    _open,
    lines,
    lines,
    _boxes,
    _fonts,
    short_lines,
    _run_on,
)
