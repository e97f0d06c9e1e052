"""The records of one page from its tags (multiple instance): the alphabet is tags, and text is dropped.

The published form takes tags as they are written. Where the end of a record and the start of the next are read as
one, it finds one record too few; where rows have two colours, half of them. `find_records` takes a tag as its name
and the names of its attributes, and asks how much text strings have between them and how evenly they come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.methods.templates.strings import Numbers
from honbun.methods.templates.templates import FAITHFUL, MAX_LENGTH, Series, Spectrum, Template, TemplateOptions
from honbun.page import decode

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_NOT_RENDERED = re.compile(r"<(!--|script\b|style\b)", re.IGNORECASE)
_ENDS = {
    name: re.compile(end, re.IGNORECASE)
    for name, end in (("!--", "-->"), ("script", r"</script\s*>?"), ("style", r"</style\s*>?"))
}
_NAME = re.compile(r"</?[a-zA-Z][^\s/>]*")
_ATTRIBUTE = re.compile(r"""\s([a-zA-Z-]+)\s*=(?:\s*"[^"]*"|\s*'[^']*')?""")
_SPACE = re.compile(r"\s+")
# Every character can stand for a tag but the first few, among which are line breaks, and surrogates.
_FIRST, _SURROGATES, _AFTER_SURROGATES, _LAST = 0x10, 0xD800, 0xE000, 0x10FFFF

# The strings of one more record than the peak says, where one is lost between two that meet, have at least this
# share of the peak. records-dev (256 pages): .2, .3, .4, .5 count 153, 157, 156 and 154 pages right, never 142.
_MIN_NEXT_SHARE = 0.3
# Distances between tags that repeat are even within this factor of their median.
_MAX_EVEN_FACTOR = 2


@dataclass(frozen=True, eq=False)
class TagPage:
    """The tags of a page in their order."""

    tags: tuple[str, ...]
    text_before: Numbers
    """How many characters of text, white space left out, are before each tag, and before the end."""

    def series(self, *, plain: bool = False) -> tuple[Series, dict[str, str]]:
        """The page as a series of one, each tag a character, and what the characters stand for.

        There are 1,112,048 characters. A page with more kinds of tags has the others read as one.
        """
        names = [plain_tag(tag) for tag in self.tags] if plain else self.tags
        character = {name: _character(number) for number, name in enumerate(dict.fromkeys(names))}
        alphabet: dict[str, str] = {}
        for name, symbol in character.items():
            alphabet.setdefault(symbol, name)
        return Series.of(["".join(character[name] for name in names)]), alphabet


def _character(number: int) -> str:
    code = number + _FIRST
    return chr(min(code if code < _SURROGATES else code + _AFTER_SURROGATES - _SURROGATES, _LAST))


def read_tags(html: str) -> TagPage:
    """The tags of a page; comments, scripts and style sheets are left out with what is in them."""
    html = "".join(_rendered(html))
    tags, before, end = [], [], 0
    count = 0
    for tag in _TAG.finditer(html):
        count += len(_SPACE.sub("", html[end : tag.start()]))
        end = tag.end()
        tags.append(_SPACE.sub(" ", tag[0]))
        before.append(count)
    before.append(count + len(_SPACE.sub("", html[end:])))
    return TagPage(tuple(tags), np.array(before, dtype=np.int32))


def _rendered(html: str) -> Iterator[str]:
    """What is outside of comments, scripts and style sheets; one that is not closed goes on to the end."""
    at = 0
    while start := _NOT_RENDERED.search(html, at):
        yield html[at : start.start()]
        end = _ENDS[start[1].lower()].search(html, start.end())
        at = end.end() if end else len(html)
    yield html[at:]


def plain_tag(tag: str) -> str:
    """The tag with the names of its attributes only, in lower case: values differ between records, and colours."""
    name = _NAME.match(tag)
    attributes = "".join(f" {found}" for found in _ATTRIBUTE.findall(tag))
    return f"{name[0] if name else '<'}{attributes}>".lower()


def published_records(page: TagPage, options: TemplateOptions = FAITHFUL) -> Template | None:
    """The template at the highest peak of a page, its strings written as tags; None if nothing repeats."""
    series, alphabet = page.series()
    found = series.published(options)
    return None if found is None else _written(found, alphabet)


def find_records(page: TagPage) -> Template | None:
    """The template of the page's records; its frequency is their number. None if nothing repeats three times.

    F of a frequency is the sum over its strings, each weighted with the share of the page's text that its
    occurrences would have if the median distance were that of all, and with the square of the share of distances
    that are even. A peak at f gives way to f + 1 if that is nearly as high: a record's end and the next one's
    start, read as one, are one fewer than the records.
    """
    series, alphabet = page.series(plain=True)
    weights = _weights(series, page.text_before)
    if not weights.any():
        return None
    peak = int(weights.argmax())
    if peak + 1 < len(weights) and weights[peak + 1] > _MIN_NEXT_SHARE * weights[peak]:
        peak += 1
    return _written(series.at(peak), alphabet)


def _weights(series: Series, text_before: Numbers) -> npt.NDArray[np.float64]:
    """The weighted F of each frequency, from 0 on."""
    repeats = series.repeats
    repeats = repeats[(repeats.frequency >= FAITHFUL.min_frequency) & (repeats.distinct(MAX_LENGTH) > 0)]
    if not len(repeats):
        return np.zeros(1)
    owner = np.repeat(np.arange(len(repeats)), repeats.frequency)
    starts = series.suffixes.start[repeats.suffixes()]
    starts = starts[np.lexsort((starts, owner))]
    is_gap = owner[1:] == owner[:-1]
    of_gap = owner[1:][is_gap]
    text = _medians(np.diff(text_before[starts])[is_gap], of_gap)
    tags = np.diff(starts)[is_gap]
    median = _medians(tags, of_gap)[of_gap]
    is_even = (tags * _MAX_EVEN_FACTOR >= median) & (tags <= _MAX_EVEN_FACTOR * median)
    evenness = np.bincount(of_gap, weights=is_even) / (repeats.frequency - 1)
    share = np.minimum(1, text * repeats.frequency / max(1, int(text_before[-1])))
    weights = repeats.frequency * repeats.distinct(MAX_LENGTH) * share * evenness**2
    return np.asarray(np.bincount(repeats.frequency, weights=weights), dtype=np.float64)


def _medians(values: Numbers, owner: Numbers) -> npt.NDArray[np.float64]:
    """The median of each owner's values; owners are in order and each has two values or more."""
    values = values[np.lexsort((values, owner))]
    count = np.bincount(owner)
    first = np.cumsum(count) - count
    middle = values[first + (count - 1) // 2].astype(np.float64) + values[first + count // 2]
    return np.asarray(middle / 2)


def _written(template: Template, alphabet: dict[str, str]) -> Template:
    strings = tuple("".join(alphabet[symbol] for symbol in string) for string in template.strings)
    return replace(template, strings=strings)


@dataclass(frozen=True, eq=False)
class PageRecords:
    """What was found of the records of a page, from its tags."""

    name: str
    spectrum: Spectrum
    peak: Template | None
    """By the published method."""
    records: Template | None

    @property
    def meaning(self) -> str:
        """How many records the page seems to have, in a sentence."""
        if self.records is None:
            return "no tags occur more than twice in the same order: no records."
        count, peak = self.records.frequency, self.peak.frequency if self.peak else None
        number = f"{count:,} records by their tags"
        if peak is None or peak == count:
            return f"{number}, which is where F is highest."
        why = {count - 1: ", one fewer where records meet", count // 2: ", half where rows come in pairs"}
        return f"{number}; F of whole tags is highest at {peak:,}{why.get(peak, '')}."

    def to_dict(self) -> dict[str, Any]:
        """All of it but the spectrum, as JSON takes it."""
        return {
            "page": self.name,
            "peak": self.peak.frequency if self.peak else None,
            "records": self.records.frequency if self.records else None,
            "meaning": self.meaning,
            "strings": list(self.records.strings) if self.records else [],
        }


def find_page_records(name: str | None, html: str | bytes) -> PageRecords:
    """The records of one page, from its tags."""
    tags = read_tags(decode(html).text)
    return PageRecords(name or "", tags.series()[0].spectrum(), published_records(tags), find_records(tags))
