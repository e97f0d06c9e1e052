"""The records of one page from its tags: the alphabet is tags, and text is dropped.

The published form takes tags as they are written. Where the end of a record and the start of the next are read as
one, it finds one record too few; where rows have two colours, half of them. `find_records` takes a tag as its name
and the names of its attributes, and asks how much text strings have between them and how evenly they come.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.papers.templates.strings.suffixes import Numbers
from honbun.papers.templates.templates import FAITHFUL, LONGEST, Series, Template, TemplateOptions, places_of

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_UNSEEN = re.compile(r"<(!--|script\b|style\b)", re.IGNORECASE)
_ENDS = {
    name: re.compile(end, re.IGNORECASE)
    for name, end in (("!--", "-->"), ("script", r"</script\s*>?"), ("style", r"</style\s*>?"))
}
_NAME = re.compile(r"</?[a-zA-Z][^\s/>]*")
_ATTRIBUTE = re.compile(r"""\s([a-zA-Z-]+)\s*=(?:\s*"[^"]*"|\s*'[^']*')?""")
_SPACE = re.compile(r"\s+")
# Every character can stand for a tag but surrogates, which start here.
_SURROGATES, _AFTER, _ALL = 0xD800, 0xE000, 0x110000

# The strings of one more record than the peak says, where one is lost between two that meet, have at least this
# share of the peak. records-dev (256 pages): .2, .3, .4, .5 count 153, 157, 156 and 154 pages right, never 142.
_NEXT = 0.3
# Of the distances between tags that repeat, those within this factor of the usual one are even.
_EVEN = 2


@dataclass(frozen=True, eq=False)
class TagPage:
    """The tags of a page in their order."""

    tags: tuple[str, ...]
    text_before: Numbers
    """How many characters of text, white space left out, are before each tag, and before the end."""

    def series(self, *, plain: bool = False) -> tuple[Series, list[str]]:
        """The page as a series of one, each tag a character, and what the characters stand for."""
        names = [plain_tag(tag) for tag in self.tags] if plain else self.tags
        text, alphabet = _as_characters(names)
        return Series.of([text]), alphabet


def read_tags(html: str) -> TagPage:
    """The tags of a page; comments, scripts and style sheets are left out with what is in them."""
    html = "".join(_seen(html))
    tags, before, end = [], [], 0
    count = 0
    for tag in _TAG.finditer(html):
        count += len(_SPACE.sub("", html[end : tag.start()]))
        end = tag.end()
        tags.append(_SPACE.sub(" ", tag[0]))
        before.append(count)
    before.append(count + len(_SPACE.sub("", html[end:])))
    return TagPage(tuple(tags), np.array(before, dtype=np.int32))


def _seen(html: str) -> Iterator[str]:
    """What is outside of comments, scripts and style sheets; one that is not closed goes on to the end."""
    at = 0
    while start := _UNSEEN.search(html, at):
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
    occurrences would have if the usual distance were that of all, and with the square of the share of distances
    that are even. A peak at f gives way to f + 1 if that is nearly as high: a record's end and the next one's
    start, read as one, are one fewer than the records.
    """
    series, alphabet = page.series(plain=True)
    weights = _weights(series, page.text_before)
    if not weights.any():
        return None
    peak = int(weights.argmax())
    if peak + 1 < len(weights) and weights[peak + 1] > _NEXT * weights[peak]:
        peak += 1
    return _written(series.at(peak), alphabet)


def _weights(series: Series, text_before: Numbers) -> npt.NDArray[np.float64]:
    """The weighted F of each frequency, from 0 on."""
    repeats = series.repeats
    repeats = repeats[(repeats.count > 2) & (repeats.kinds(LONGEST) > 0)]
    if not len(repeats):
        return np.zeros(1)
    owner = np.repeat(np.arange(len(repeats)), repeats.count)
    starts = series.suffixes.start[places_of(repeats)]
    starts = starts[np.lexsort((starts, owner))]
    is_gap = owner[1:] == owner[:-1]
    of_gap = owner[1:][is_gap]
    text = _usual(np.diff(text_before[starts])[is_gap], of_gap)
    tags = np.diff(starts)[is_gap]
    usual = _usual(tags, of_gap)
    is_even = (tags * _EVEN >= usual[of_gap]) & (tags <= _EVEN * usual[of_gap])
    evenness = np.bincount(of_gap, weights=is_even) / (repeats.count - 1)
    share = np.minimum(1, text * repeats.count / max(1, int(text_before[-1])))
    weights = repeats.count * repeats.kinds(LONGEST) * share * evenness**2
    return np.asarray(np.bincount(repeats.count, weights=weights), dtype=np.float64)


def _usual(values: Numbers, owner: Numbers) -> npt.NDArray[np.float64]:
    """The median of each owner's values; owners are in order and each has two values or more."""
    values = values[np.lexsort((values, owner))]
    count = np.bincount(owner)
    first = np.cumsum(count) - count
    middle = values[first + (count - 1) // 2].astype(np.float64) + values[first + count // 2]
    return np.asarray(middle / 2)


def _written(template: Template, alphabet: list[str]) -> Template:
    numbers = ((_number(character) for character in string) for string in template.strings)
    strings = tuple("".join(alphabet[number] for number in string) for string in numbers)
    return Template(template.frequency, template.total, strings, template.pages)


def _as_characters(tags: Iterable[str]) -> tuple[str, list[str]]:
    """A character for each tag, the same for the same, and what each stands for.

    There are 1,112,048 characters. A page with more kinds of tags has the others read as one.
    """
    numbers: dict[str, int] = {}
    text = "".join(_character(numbers.setdefault(tag, len(numbers))) for tag in tags)
    return text, list(numbers)


def _character(number: int) -> str:
    # Not the line breaks, which are removed.
    number += 0x10
    return chr(min(number if number < _SURROGATES else number + _AFTER - _SURROGATES, _ALL - 1))


def _number(character: str) -> int:
    number = ord(character)
    return (number if number < _SURROGATES else number - _AFTER + _SURROGATES) - 0x10
