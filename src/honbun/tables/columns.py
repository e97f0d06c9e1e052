"""Labels and columns, of records and fields alike: what the values are, what they are called, where they lead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np

from honbun.dates import parse_date
from honbun.page import Page, span, tags
from honbun.render import Base, image_source
from honbun.table import Cell, ColumnKind, NamedBy

Name = tuple[str, NamedBy]
"""What a column is called, and where that comes from."""

LABEL_SIGNS = (":", "：", "=", "＝")
"""What stands between a label and its value."""
TABLE_CELLS = tags.table("td th".split())
_CELL_CODES = frozenset({tags.CODE["td"], tags.CODE["th"]})
LABEL_ELEMENTS = tags.table("dt label th".split())
"""Elements that hold the name of what follows them."""
PROPERTY_ATTRIBUTES = ("itemprop", "property")
"""Where microdata and RDFa name what an element holds."""
TITLE = "title"
"""What the column of headings is called."""

# Such a share of the values must be of a kind for the column to be of it: pages write "n/a" and "free" in between.
_MIN_KIND_SHARE = 0.8
# Kinds are told from so many values; more tell the same.
_MAX_KIND_VALUES = 50
# A date with more characters around it is a sentence that states one.
_MAX_DATE_SURPLUS = 24
# A longer name is a sentence.
_MAX_NAME_LENGTH = 60

_ADDRESS = re.compile(r"(?:https?://|//|www\.)[^\s<>\"]+|mailto:\S+@\S+", re.IGNORECASE)
_IMAGE = re.compile(r"\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?\Z|\Adata:image/", re.IGNORECASE)
# Digits with signs between them, and around them at most a currency, a unit or a per cent sign.
_NUMBER = re.compile(r"[^\w\s]{0,2}\s?(?:[A-Z]{3}\s)?[-+−±]?\d(?:[\d.,'’\s]*\d)?\s?(?:[^\W\d_]{1,4}\.?|[^\w\s])?")
# Label and value in one text; a colon within digits is part of a time.
_LABEL_AND_VALUE = re.compile(r"([^:：=＝]{1,40}?)\s*(?<!\d(?=:\d))[:：=＝]\s*(?!//)(\S.*)", re.DOTALL)
# Signs that stand between a label and its value, or around a label.
_EDGES = " \t\r\n\xa0\u3000:：=＝;；,，、。·•|｜/*-–—―_~→»›>#■□◆◇●○◎▼▽▲△▶►★☆※"
_BRACKETS = dict(zip("([【（「［〔〈《", ")]】）」］〕〉》", strict=True))


def kind_of(cells: Iterable[Cell | None]) -> ColumnKind:
    """What most values of a column are; text if there are none, or if they differ."""
    values = (value.strip() for cell in cells if cell for value in cell.values)
    first = [value for value, _ in zip(filter(None, values), range(_MAX_KIND_VALUES), strict=False)]
    if not first:
        return ColumnKind.TEXT
    return next((kind for kind, is_one in _TESTS if _are_mostly(first, is_one)), ColumnKind.TEXT)


def _are_mostly(values: Sequence[str], is_one: Callable[[str], object]) -> bool:
    """Whether so many of the values are of a kind; told before the last one where enough are, or are not."""
    found = left = 0
    min_found = _MIN_KIND_SHARE * len(values)
    for left, value in zip(range(len(values) - 1, -1, -1), values, strict=True):
        found += bool(is_one(value))
        if found >= min_found or found + left < min_found:
            break
    return found >= min_found


def _is_image(value: str) -> bool:
    return bool(_IMAGE.search(value)) and not any(map(str.isspace, value))


def _is_date(value: str) -> bool:
    """A date and hardly more; a year alone is a number as well, and taken for one."""
    if not any(map(str.isdigit, value)) or len(value) > 2 * _MAX_DATE_SURPLUS + 16:
        return False
    date = parse_date(value)
    return date is not None and len(value) - (date.end - date.start) <= _MAX_DATE_SURPLUS


_TESTS = (
    (ColumnKind.IMAGE, _is_image),
    (ColumnKind.URL, _ADDRESS.fullmatch),
    (ColumnKind.NUMBER, _NUMBER.fullmatch),
    (ColumnKind.DATE, _is_date),
)


def has_words(text: str) -> bool:
    """It has letters or digits, not only signs."""
    return any(map(str.isalnum, text))


def split_label(text: str) -> tuple[str, str] | None:
    """Label and value of "Label: value"; None if it is no such text."""
    found = _LABEL_AND_VALUE.fullmatch(text)
    if found is None or not any(map(str.isalpha, found[1])):
        return None
    return found[1].strip(), found[2]


def clean_label(text: str) -> str:
    """The words of a label as a name: without the colon after it, brackets around it, or what is too long.

    Idempotent; "" if nothing is left.
    """
    words = " ".join(text.split())
    while True:
        bare = words.strip(_EDGES)
        if len(bare) > 1 and _BRACKETS.get(bare[0]) == bare[-1] and bare[-1] not in bare[1:-1]:
            bare = bare[1:-1]
        if len(bare) > _MAX_NAME_LENGTH:
            cut = bare[:_MAX_NAME_LENGTH]
            bare = cut[: cut.rfind(" ")] if " " in cut else cut
        if bare == words:
            return words
        words = bare


def first_name(sources: Iterable[tuple[NamedBy, Iterable[str]]], min_share: float) -> Name:
    """The first name that such a share of a column's values agree on; "" if nothing names it.

    A source is what may name the column by each of some of its values, "" where it has no name.
    """
    for by, labels in sources:
        names = [clean_label(label) if label else "" for label in labels]
        name, times = Counter(names).most_common(1)[0] if names else ("", 0)
        if name and times >= min_share * len(names):
            return name, by
    return "", NamedBy.NUMBER


def property_of(page: Page, rows: Iterable[int]) -> str:
    """The name that microdata or RDFa gives to the first of these elements that has one, or ""."""
    columns = [column for name in PROPERTY_ATTRIBUTES if (column := page.attributes.get(name))]
    for row in rows if columns else ():
        for column in columns:
            words = column.get(row, "").split()
            if words:
                return str(words[0].rpartition(":")[2])
    return ""


def unique_names(names: Sequence[str]) -> list[str]:
    """These names, each once: a second "price" is "price_2"; an empty one is `field_07`, by its number."""
    width = max(len(str(len(names))), 2)
    taken = set(names)
    used: set[str] = set()
    unique = []
    for number, name in enumerate(names, 1):
        base = name or f"field_{number:0{width}}"
        free, copy = base, 2
        while free in used or (free != name and free in taken):
            free, copy = f"{base}_{copy}", copy + 1
        used.add(free)
        unique.append(free)
    return unique


def numbered_cells(page: Page, row: int) -> dict[int, int]:
    """The cells of a row of a table, each with its number; a wide one counts for as many as it spans."""
    found: dict[int, int] = {}
    number = 0
    for cell in page.children(row):
        if page.tag[cell] in _CELL_CODES:
            found[cell] = number
            number += span(page, cell, "colspan")
    return found


class Addresses:
    """The values that a page has in attributes: where its texts link to, and its images."""

    def __init__(self, page: Page) -> None:
        self._page, self._base = page, Base(page, None)
        self._target = cache(self._target_of)
        self.images = np.flatnonzero(page.tag == tags.CODE["img"])
        """The rows of the images, in document order."""

    def link(self, row: int) -> tuple[str, int]:
        """Where the link around an element leads, and the row of that link; "" if none leads to another page."""
        link = int(self._page.nearest_link[row])
        return (self._target(link) if link >= 0 else ""), link

    def _target_of(self, link: int) -> str:
        written = (self._page.attribute(link, "href") or "").strip()
        return "" if written.startswith("#") else self._base.absolute(written)

    def image(self, row: int) -> str:
        """The address of an image; "" if it has none, or holds the image itself."""
        return image_source(self._page, row, self._base)
