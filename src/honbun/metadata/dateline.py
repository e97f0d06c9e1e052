"""The date, where a page only shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from honbun.dates import parse_date
from honbun.metadata.surroundings import FAR, Surroundings, places

_MOST_ROWS = 15
_NEAR = 200  # characters; nearer than this, the date of a `time` is not doubted
_BEFORE_DATE = 24  # characters that say what date it is, unless they are those of another date
_SINCE_NUMBER = re.compile(r"^.*\d", re.DOTALL)
_TIME_COUNTS = 3  # an element made for a time is as good as another so much nearer

_WORDS = ("date", "time", "publish", "posted", "created")
# Parts of a class that say it is the date of something else.
_OTHER = re.compile(
    r"comment|updat|modif|edit|(?<![a-z])read|timeline|countdown|candidate|validat|related|event|footer"
)
_UPDATED = re.compile(r"updat|modif|aktualis|mis à jour|actualiz|更新|обновл|edited", re.IGNORECASE)
_JOINED = re.compile(
    r"joined|join date|since|registered|registriert|founded|mitglied|dabei|angemeldet|登録日", re.IGNORECASE
)
# Without the first letter, which may be a capital.
_PUBLISHED = "ublished osted ublié ublicado ubblicato eröffentlicht публикован 公開 掲載 投稿 发布".split()
_AFTER_PUBLISHED = 30  # characters
_MOST_PLACES = 20


@dataclass(frozen=True, slots=True, order=True)
class _Sighting:
    """A date that the page shows: whether it is that of a change, how far it is from the title."""

    is_late: bool
    distance: int
    iso: str
    source: str


def find_date(around: Surroundings, day_first: bool | None = None) -> tuple[str, str] | None:
    """The date nearest to the title, and how it was found; one further away if no other says another day."""
    found: list[_Sighting] = []
    for sightings in (_in_times(around, day_first), _in_hinted(around, day_first), _in_lines(around, day_first)):
        found += sightings
        if found and not min(found).is_late and min(found).distance <= _NEAR:
            break
    best = min((one for one in found if one.distance <= FAR), default=None)
    if best is None or best.is_late:
        firm = [one for one in found if not one.is_late]
        is_one_day = len({one.iso[:10] for one in firm}) == 1
        best = firm[0] if is_one_day else _after_published(around.page.text, day_first) or best
    return (best.iso, best.source) if best else None


def _in_times(around: Surroundings, day_first: bool | None) -> Iterator[_Sighting]:
    rows = around.page.rows_of("time").tolist()
    stamps = around.page.attributes.get("datetime", {})
    return _in_elements(around, rows, stamps, "time datetime", day_first)


def _in_hinted(around: Surroundings, day_first: bool | None) -> Iterator[_Sighting]:
    titles = around.page.attributes.get("title", {})
    return _in_elements(around, around.hinted(_WORDS, _OTHER), titles, "text of the page", day_first)


def _in_elements(
    around: Surroundings, rows: list[int], stamps: Mapping[int, str], source: str, day_first: bool | None
) -> Iterator[_Sighting]:
    """The dates of these elements, of an attribute or of their text."""
    for _, row in around.nearest(rows, _MOST_ROWS):
        shown = around.said_at(row)
        iso = _parse(stamps.get(row, ""), day_first) or _parse(shown, day_first)
        if iso:
            yield from _sighted(around, int(around.page.text_start[row]), shown, iso, source)


def _in_lines(around: Surroundings, day_first: bool | None) -> Iterator[_Sighting]:
    for at, line in around.lines:
        if iso := _parse(line, day_first):
            yield from _sighted(around, at, line, iso, "text of the page")


def _sighted(around: Surroundings, at: int, shown: str, iso: str, source: str) -> Iterator[_Sighting]:
    """A date shown at a place, unless it is the day that a user joined."""
    said = _SINCE_NUMBER.sub("", around.page.text[max(0, at - _BEFORE_DATE) : at]) + shown
    if not _JOINED.search(said):
        distance = around.distance(at) // (_TIME_COUNTS if source == "time datetime" else 1)
        yield _Sighting(bool(_UPDATED.search(said)), distance, iso, source)


def _after_published(text: str, day_first: bool | None) -> _Sighting | None:
    """The first date after "published" or a word like it, wherever the page says so."""
    found = sorted(at + len(word) for word in _PUBLISHED for at in islice(places(text, word), _MOST_PLACES))
    for at in found:
        if iso := _parse(text[at : at + _AFTER_PUBLISHED], day_first):
            return _Sighting(False, FAR, iso, "text of the page")
    return None


def _parse(line: str, day_first: bool | None) -> str | None:
    date = parse_date(line, day_first=day_first) if line else None
    return date.iso if date else None
