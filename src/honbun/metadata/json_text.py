"""JSON as pages hold it: mostly valid."""

from __future__ import annotations

import json
import re
from html import unescape

# More is the state of a program, not a description; reading it would take longer than the rest of the page.
LONGEST = 2_000_000

_WRAPPING = re.compile(
    r"/\*\s*<!\[CDATA\[\s*\*/|/\*\s*\]\]>\s*\*/|(?://\s*)?<!\[CDATA\[|(?://\s*)?\]\]>|<!--|(?://\s*)?-->"
)
_LAST_COMMA = re.compile(r",(\s*[}\]])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DECODER = json.JSONDecoder(strict=False)


def load(source: str, longest: int = LONGEST) -> object | None:
    """The value of a JSON text, mended if it is not quite one; None if nothing helps or it is too long."""
    if len(source) > longest:
        return None
    source = source.strip().rstrip(";")
    for mend in (_as_is, _unwrapped, _without_commas, _unescaped):
        source = mend(source)
        try:
            return _first_values(source)
        except (ValueError, RecursionError):
            continue
    return None


def _first_values(source: str) -> object:
    """The value, or the list of several that follow each other."""
    value, end = _DECODER.raw_decode(source)
    values = [value]
    while rest := source[end:].lstrip(" \t\r\n,;"):
        try:
            value, end = _DECODER.raw_decode(source, len(source) - len(rest))
        except ValueError:
            break
        values.append(value)
    return values[0] if len(values) == 1 else values


def _as_is(source: str) -> str:
    return source


def _unwrapped(source: str) -> str:
    return _CONTROL.sub(" ", _WRAPPING.sub("", source)).strip()


def _without_commas(source: str) -> str:
    return _LAST_COMMA.sub(r"\1", source)


def _unescaped(source: str) -> str:
    return unescape(source)
