"""A page as another theme would write it: other names of classes, or none; with line breaks, or without."""

from __future__ import annotations

import random
import re

_CLASS = re.compile(r"""\s(class|id)=("[^"]*"|'[^']*'|[^\s>"']+)""")
_HINT = re.compile(
    r"""\s(?:data-[a-z-]+|itemprop|itemscope|component|role|dir)(?:=(?:"[^"]*"|'[^']*'|[^\s>"']+))?(?=[\s>])"""
)
_STEM = re.compile(r"^(.*?)(\d*)$")
_PRE = re.compile(r"(<pre>.*?</pre>)", re.DOTALL)
_EDGE = re.compile(r"(?<=>)\s*(?=</?(?:div|table|tr|td|ul|ol|li|dl|dt|dd|p|article|section|h\d|header|footer)\b)")
_SYLLABLES = "ba co du fe gi lo mu na pi qua ri su ta vo wy xe zi".split()
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s>/])")
# What themes write instead, without a change of what is a line of its own.
_SWAPS = (
    {"h2": "div", "h3": "div", "h4": "div", "h5": "div"},
    {"strong": "b", "em": "i", "cite": "span", "small": "span"},
    {"b": "span", "strong": "span", "i": "span", "em": "span"},
    {"ul": "div", "ol": "div", "li": "div"},
    {"article": "div", "section": "div", "header": "div", "footer": "div", "aside": "div", "main": "div"},
    {"dl": "div", "dt": "div", "dd": "div"},
    {"dl": "ul", "dt": "li", "dd": "li"},
)
# One site in so many has a swap, and another, and so on.
_SWAP_SHARE = 0.12
# How many sites keep the program's names, rename them, drop them, drop some, or have names made by a tool.
_MODES = {"keep": 50, "rename": 20, "drop": 15, "some": 8, "hash": 7}


def disguise(html: str, seed: str) -> str:
    """The same page with the names that this seed's theme has."""
    rng = random.Random(f"disguise/{seed}")
    mode = rng.choices(list(_MODES), list(_MODES.values()))[0]
    if mode != "keep":
        if rng.random() < 0.6:
            html = _HINT.sub("", html)
        html = _CLASS.sub(lambda match: _renamed(match, mode, seed), html)
    for swap in _SWAPS:
        if rng.random() < _SWAP_SHARE:
            html = _TAG.sub(lambda match, swap=swap: f"<{match[1]}{swap.get(match[2], match[2])}", html)  # type: ignore[misc]
    return _spaced(html, rng.choice(["as it is", "pretty", "tight"]))


def _renamed(match: re.Match[str], mode: str, seed: str) -> str:
    attribute, value = match.group(1), match.group(2).strip("\"'")
    words = [word for word in (_word(word, mode, seed) for word in value.split()) if word]
    return f' {attribute}="{" ".join(words)}"' if words else ""


def _word(word: str, mode: str, seed: str) -> str:
    stem, number = _STEM.match(word).groups()  # type: ignore[union-attr]
    rng = random.Random(f"{seed}/{stem}")
    if mode == "drop" or (mode == "some" and rng.random() < 0.5):
        return ""
    if mode == "some":
        return word
    if mode == "hash":
        return f"{''.join(rng.choices('abcdefghkmnpqrstuvwxyz0123456789', k=6))}{number}"
    return "".join(rng.choices(_SYLLABLES, k=rng.randint(2, 3))) + number


def _spaced(html: str, way: str) -> str:
    if way == "as it is":
        return html
    pieces = _PRE.split(html)
    edge = "\n\t" if way == "pretty" else ""
    return "".join(piece if piece.startswith("<pre>") else _EDGE.sub(edge, piece) for piece in pieces)
