"""Whether two dates, as pages write them, can mean the same day."""

from __future__ import annotations

import re
import unicodedata
from itertools import product

from honbun.dates.date import full_year

# (year or None, month, day or None)
Day = tuple[int | None, int, int | None]

# First letters of months, enough to tell them apart, without accents: English, German, French, Spanish, Italian,
# Portuguese, Dutch, Polish, Czech.
_MONTHS = (
    "jan gen ene sty led",
    "feb fev fevr lut uno",
    "mar maer mrz mrt marc bre",
    "apr avr abr kwi dub",
    "may mai mag mei maj kve",
    "jun juin giu cze cerven cervna",
    "jul juil lug lip cervene cervenc",
    "aug aou ago sie srp",
    "sep set wrz zar",
    "oct okt ott out paz rij",
    "nov lis",
    "dec dez dic gru pro",
)
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_PREFIX_LENGTHS = range(max(map(len, _MONTH_OF)), 2, -1)
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?:T\d+\w*)?(?![\d])")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d\d)(?!\d)")
_MONTH_DAY = re.compile(r"(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?日")
_CLOCK = re.compile(r"\b\d{1,2}[:h]\d\d(?::\d\d)?(?:\.\d+)?(?:\s?[ap]\.?m\b\.?)?", re.IGNORECASE)
_NUMBER_OR_NAME = re.compile(r"'?\d+|[^\W\d_]+")


def same_day(wanted: str | None, found: str | None) -> bool:
    """The two are the same text, or can be read as the same day.

    Generous: 04/02/2015 is read both ways round, 10/02/23 with the year first, too, of names of months that are
    also days of the week (Mar 12 Déc 2017) each counts, and a year or a day that one of them leaves out fits any.
    Days are taken as written, whatever the zone; "6 months ago" is only the same as itself.
    """
    if wanted is None or found is None:
        return False
    if _plain(wanted) == _plain(found):
        return True
    return any(_agree(one, other) for one, other in product(days(wanted), days(found)))


def days(text: str) -> set[Day]:
    """The days that a text can mean."""
    text = _plain(text)
    for pattern in (_YEAR_FIRST, _COMPACT):
        if match := pattern.search(text):
            year, month, day = map(int, match.groups())
            return _valid({(year, month, day)})
    if match := _YEAR_LAST.search(text):
        first, second, year = int(match[1]), int(match[3]), full_year(match[4])
        year_first = {(full_year(match[1]), second, int(match[4]))} if len(match[4]) == 2 else set()
        return _valid({(year, second, first), (year, first, second), *year_first})
    if match := _MONTH_DAY.search(text):
        return _valid({(None, int(match[1]), int(match[2]))})
    return _named(text)


def _named(text: str) -> set[Day]:
    """A month by its name, with the numbers beside it."""
    parts = _NUMBER_OR_NAME.findall(_CLOCK.sub(" ", text))
    found: set[Day] = set()
    for i, part in enumerate(parts):
        month = _month(part)
        near = [other.strip("'") for other in parts[max(i - 2, 0) : i] + parts[i + 1 : i + 5]]
        numbers = [number for number in near if number.isascii() and number.isdigit()]
        if month is None or not numbers:
            continue
        years = [full_year(number) for number in numbers if len(number) == 4]
        small = [number for number in numbers if len(number) <= 2]
        if not years and len(small) > 1:
            years = [full_year(small.pop())]
        day = int(small[0]) if small else None
        found.add((years[0] if years else None, month, day))
    return _valid(found)


def _month(word: str) -> int | None:
    if word.isdigit() or len(word) < 3:
        return None
    return next((_MONTH_OF[word[:length]] for length in _PREFIX_LENGTHS if word[:length] in _MONTH_OF), None)


def _valid(found: set[Day]) -> set[Day]:
    return {one for one in found if 1 <= one[1] <= 12 and (one[2] is None or 1 <= one[2] <= 31)}


def _agree(one: Day, other: Day) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def _plain(text: str) -> str:
    """In lower case, without accents, widths and surplus spaces."""
    decomposed = unicodedata.normalize("NFKD", text.replace("ä", "ae")).casefold()
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())
