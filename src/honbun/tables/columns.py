"""What columns of values have in common, wherever they come from: a kind, a clean name, a name of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from honbun.dates import parse_date
from honbun.tables.table import ColumnKind

# So many of the values must be of a kind for the column to be of it: pages write "n/a" and "free" in between.
_MOST_OF_THEM = 0.8
# Kinds are told from so many values; more tell the same.
_ENOUGH_VALUES = 50
# A date with more words around it is a sentence that states one.
_DATE_SURPLUS = 24
# A name longer than this is a sentence.
_MOST_CHARACTERS = 60

_ADDRESS = re.compile(r"(?:https?://|//|www\.)[^\s<>\"]+|mailto:\S+@\S+", re.IGNORECASE)
_IMAGE = re.compile(r"\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?\Z|\Adata:image/", re.IGNORECASE)
# Digits with signs between them, and around them at most a currency, a unit or a per cent sign.
_NUMBER = re.compile(r"[^\w\s]{0,2}\s?(?:[A-Z]{3}\s)?[-+−±]?\d(?:[\d.,'’\s]*\d)?\s?(?:[^\W\d_]{1,4}\.?|[^\w\s])?")
# Signs that stand between a label and its value, or around a label.
_EDGES = " \t\r\n\xa0\u3000:：=＝;；,，、。·•|｜/*-–—―_~→»›>#■□◆◇●○◎▼▽▲△▶►★☆※"
_BRACKETS = dict(zip("([【（「［〔〈《", ")]】）」］〕〉》", strict=True))


def guess_kind(values: Iterable[str]) -> ColumnKind:
    """What most of these values are; text if there are none, or if they differ."""
    known = [value.strip() for value, _ in zip(filter(str.strip, values), range(_ENOUGH_VALUES), strict=False)]
    if not known:
        return ColumnKind.TEXT
    for kind, is_one in _TESTS:
        if sum(map(is_one, known)) >= _MOST_OF_THEM * len(known):
            return kind
    return ColumnKind.TEXT


def _is_image(value: str) -> bool:
    return bool(_IMAGE.search(value)) and not any(map(str.isspace, value))


def _is_address(value: str) -> bool:
    return bool(_ADDRESS.fullmatch(value))


def _is_number(value: str) -> bool:
    return bool(_NUMBER.fullmatch(value))


def _is_date(value: str) -> bool:
    """A date and hardly more; a year alone is a number as well, and taken for one."""
    if not any(map(str.isdigit, value)) or len(value) > 2 * _DATE_SURPLUS + 16:
        return False
    date = parse_date(value)
    return date is not None and len(value) - (date.end - date.start) <= _DATE_SURPLUS


_TESTS = (
    (ColumnKind.IMAGE, _is_image),
    (ColumnKind.URL, _is_address),
    (ColumnKind.NUMBER, _is_number),
    (ColumnKind.DATE, _is_date),
)


def clean_label(text: str) -> str:
    """The words of a label as a name: without the colon after it, brackets around it, or what is too long.

    Idempotent; "" if nothing is left.
    """
    words = " ".join(text.split())
    while True:
        bare = words.strip(_EDGES)
        if len(bare) > 1 and _BRACKETS.get(bare[0]) == bare[-1] and bare[-1] not in bare[1:-1]:
            bare = bare[1:-1]
        if len(bare) > _MOST_CHARACTERS:
            cut = bare[:_MOST_CHARACTERS]
            bare = cut[: cut.rfind(" ")] if " " in cut else cut
        if bare == words:
            return words
        words = bare


def unique_names(names: Sequence[str]) -> list[str]:
    """These names, each once: a second "price" is "price_2"; an empty one is `field_07`, by its place."""
    width = max(len(str(len(names))), 2)
    taken = set(names)
    used: set[str] = set()
    unique = []
    for place, name in enumerate(names, 1):
        base = name or f"field_{place:0{width}}"
        free, number = base, 2
        while free in used or (free != name and free in taken):
            free, number = f"{base}_{number}", number + 1
        used.add(free)
        unique.append(free)
    return unique
