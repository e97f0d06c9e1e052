"""What stands between the strings of a published template, page by page: a table, as the paper imagines it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from honbun.methods.templates import Series, TemplateOptions
from honbun.page import decode

_TAG = re.compile(r"<[^<>]*>|^[^<>]*>|<[^<>]*$")


def fields_between(pages: Iterable[tuple[str | None, str | bytes]]) -> list[dict[str, tuple[str, ...]]]:
    """For each page the texts between the template's strings, in their order, without markup and empty ones.

    Peaks above the number of pages are left out, which is the paper's remedy. A string that a page does not have,
    or not behind the one before it, is passed over there. Fewer than two pages have no template.
    """
    texts = [decode(html).text for _, html in pages]
    if len(texts) < 2:
        return [{} for _ in texts]
    series = Series.of(texts)
    template = series.published(TemplateOptions(max_frequency=len(texts)))
    strings = template.strings if template else ()
    return [_between(text, strings) for text in series.texts]


def _between(text: str, strings: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    at = 0
    for number, string in enumerate(strings):
        start = text.find(string, at)
        if start < 0:
            continue
        if value := _plain(text[at:start]):
            found[str(number)] = (value,)
        at = start + len(string)
    if rest := _plain(text[at:]):
        found[str(len(strings))] = (rest,)
    return found


def _plain(markup: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", markup)).split())
