"""What callers pass, looked at where it comes in: a mistake is an error that says what to pass instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import TypedDict

from honbun.article import ExtractOptions
from honbun.errors import ArgumentError, expect
from honbun.model import Model

Html = bytes | str
Pages = Iterable[tuple[str | None, Html]]

# One word that is the name of a file or an address, which no page is.
_PATH = re.compile(r"(?:https?://\S+|[^\s<>]+\.(?:html?|xhtml|mht(?:ml)?|warc|jsonl|parquet)(?:\.gz)?)\s*", re.I)
_MAX_PATH_LENGTH = 2000
_KINDS = {
    "comments": (bool, ""),
    "model": (Model | None, "pass honbun.load_model(path)"),
    "time_limit": (float | int | None, ""),
    "memory_limit": (int | None, ""),
}
_PAIRS = "pass (url, html) pairs, such as [(None, html), …]"


class Keywords(TypedDict, total=False):
    """The fields of `ExtractOptions`, as keywords of the functions that take it."""

    favour: str | None
    comments: bool
    model: Model | None
    time_limit: float | None
    memory_limit: int | None


def asked(options: ExtractOptions, keywords: Keywords) -> ExtractOptions:
    """The options with what was said beside them; ArgumentError if that is no option."""
    expect(options, ExtractOptions, "options", "say options as keywords: favour=…, comments=…")
    for name, (kinds, advice) in _KINDS.items():
        expect(keywords.get(name, getattr(options, name)), kinds, name, advice)
    if not keywords:
        return options
    known = [field.name for field in fields(options)]
    if unknown := [name for name in keywords if name not in known]:
        raise ArgumentError("no such option", unknown[0], f"known: {', '.join(known)}")
    return replace(options, **keywords)


def page_of(html: Html) -> Html:
    """The page itself; ArgumentError if it is no text, or a path or an address instead of what is there."""
    if isinstance(html, bytearray | memoryview):
        return bytes(html)
    if not isinstance(html, str):
        expect(html, bytes | str, "a page", _advice(html))
    elif len(html) <= _MAX_PATH_LENGTH and _PATH.fullmatch(html):
        raise ArgumentError("this names a page, but is none", html.strip(), _advice(html))
    return html


def _advice(html: object) -> str:
    if isinstance(html, str) and html.lower().startswith("http"):
        return "pass what is there: honbun.fetch(url).body, or on the command line: honbun URL"
    if isinstance(html, str) or hasattr(html, "read_bytes"):
        return "pass what is in the file: pathlib.Path(…).read_bytes()"
    return "pass what a server answered or what is in the file"


def pairs_of(pages: Pages) -> Iterator[tuple[str | None, Html]]:
    """The pages as they come; ArgumentError at the first that is no (url, html)."""
    if isinstance(pages, bytes | str):
        raise ArgumentError("this is one page, not pages", advice=_PAIRS)
    expect(pages, Iterable, "what pages come from", _PAIRS)
    for number, pair in enumerate(pages, 1):
        if isinstance(pair, bytes | str) or not isinstance(pair, Sequence):
            raise ArgumentError(f"page {number} is {type(pair).__name__}, not (url, html)", advice=_PAIRS)
        if len(pair) != 2 or not isinstance(pair[0], str | None):
            raise ArgumentError(f"page {number} is not (url, html)", advice=_PAIRS)
        url, html = pair
        yield url, page_of(html)
