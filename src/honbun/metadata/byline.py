"""The author and the date, where a page only shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from honbun.dates import find_dates, parse_date
from honbun.metadata import values
from honbun.metadata.surroundings import MAX_DISTANCE, MAX_LINE_LENGTH, Surroundings, offsets_of
from honbun.page import Page

_MAX_ROWS = 15  # elements that are looked at, the nearest to the title first
_MAX_WORDS = 6  # of a name
_MAX_REPORTER_OFFSET = 20_000  # characters

_AUTHOR_WORDS = ("author", "byline", "writer", "username", "contributor")
# Parts of a class which show that it is something else, or something else about the author.
_NOT_AUTHOR = re.compile(
    r"authori|comment|bio|avatar|image|img|photo|pic|box|social|desc|about|title|role|job|follow|count|related|list|"
    r"info\b|reviewer|icon|meta-wrap|copyright|footer|more|quote|card"
)
_BYLINE = re.compile(
    rf"^(?:(?P<wrote>{values.WROTE})?by\b[:\s]*|(?:von|par|por|di)(?:[:\s]+|$)|autore?:|author:|auteur\s?:"
    r"|(?:作者|著者|投稿者|執筆|文|撰文|撰稿|記者|记者|글)\s?[:：／/]|(?:記者|记者)\s)\s*",
    re.IGNORECASE,
)
# How Chinese pages name the reporter, often after the text.
_REPORTER_WORDS = ("作者", "撰文", "撰稿", "记者", "記者")
_REPORTER = re.compile(
    r"(?:作者|撰文|撰稿)\s?[:：]\s{0,4}([^\s，,。；;（()）|/：:]{2,12})|[（(](?:本报)?(?:记者|記者)\s?([^，,。；;（()）]{2,12})[)）]"
)
# How Japanese papers do, in brackets at the end of the text, after a full stop.
_SIGNED = re.compile(r"[（(]([\u4e00-\u9fff々]{1,4}[ \u3000]?[\u4e00-\u9fff々]{1,4})[)）]\s*\Z")
_KANA = re.compile("[\u3041-\u3096]")
_NO_NAME = re.compile(r"[\d!?:<>{}=]")
_LOWER_START = re.compile(r"[a-zà-ÿ]")

_NEAR = 200  # characters; nearer than this, the date of a `time` is not doubted
_BEFORE_DATE = 24  # characters that tell what date it is, unless they are those of another date
_SINCE_NUMBER = re.compile(r"^.*\d", re.DOTALL)
_TIME_WEIGHT = 3  # an element made for a time is as good as another so many times nearer
_DATE_WORDS = ("date", "time", "publish", "posted", "created")
# Parts of a class which show that it is the date of something else.
_NOT_DATE = re.compile(
    r"comment|updat|modif|edit|(?<![a-z])read|timeline|countdown|candidate|validat|related|event|footer"
)
_UPDATED = re.compile(r"updat|modif|aktualis|mis à jour|actualiz|更新|обновл|edited", re.IGNORECASE)
_JOINED = re.compile(
    r"joined|join date|since|registered|registriert|founded|mitglied|dabei|angemeldet|登録日", re.IGNORECASE
)
# Without the first letter, which may be a capital.
_PUBLISHED = "ublished osted ublié ublicado ubblicato eröffentlicht публикован 公開 掲載 投稿 发布".split()
_AFTER_PUBLISHED = 30  # characters
_MAX_PUBLISHED = 20  # how often each of these words is looked at


def find_author(around: Surroundings) -> tuple[str, str] | None:
    """The name nearest to the title that markup or words call the author's, and how it was found."""
    page = around.page
    related = [row for row, value in page.attributes.get("rel", {}).items() if "author" in value.lower()]
    related = [row for row in related if page.text_end[row] > page.text_start[row]]
    if name := _nearest_name(around, related):
        return name, "link rel=author"
    name = _nearest_name(around, around.hinted(_AUTHOR_WORDS, _NOT_AUTHOR)) or _after_by(around)
    name = name or _reporter(page.text) or _signature(page)
    return (name, "text of the byline") if name else None


def _nearest_name(around: Surroundings, rows: list[int]) -> str | None:
    """The name in the nearest of these elements; further from the title, one that no other contradicts."""
    found: list[tuple[int, int, str]] = []
    for distance, row in around.nearest(rows, _MAX_ROWS):
        if found and distance > found[0][0] <= MAX_DISTANCE:
            break
        if name := _name_in(around.line_at(row)):
            found.append((distance, len(name), name))
    if found and min(found)[0] <= MAX_DISTANCE:
        return min(found)[2]
    names = {name for _, _, name in found}
    return names.pop() if len(names) == 1 else None


def _after_by(around: Surroundings) -> str | None:
    """The name after "By" in a line near the title, or in the line that follows "By"."""
    is_next = wrote = False
    for _, line in around.lines:
        if " by " in line and (dates := find_dates(line)):  # Posted on 22 November 2011 by Ann Lee
            line = line[dates[-1].end :].lstrip(" ,|-–—") or line
        match = _BYLINE.match(line)
        rest = line[match.end() :] if match else line
        wrote = bool(match and match["wrote"]) or (is_next and wrote)
        name = _name_in(rest, wrote) if match or is_next else None
        if name and (wrote or not _LOWER_START.match(name)):
            return name
        is_next = match is not None and not rest
    return None


def _reporter(text: str) -> str | None:
    text = text[:_MAX_REPORTER_OFFSET]
    match = _REPORTER.search(text) if any(word in text for word in _REPORTER_WORDS) else None
    return _name_in(match[1] or match[2]) if match else None


def _signature(page: Page) -> str | None:
    """The name in brackets after the last sentence of a Japanese text, if there is but one."""
    if "。" not in page.text or not _KANA.search(page.text):
        return None
    names: set[str] = set()
    ended = False
    for start, end in zip(page.node_start.tolist(), page.node_end.tolist(), strict=True):
        text = page.text[start:end].strip()
        if text[-1:] in ("）", ")") and (match := _SIGNED.search(text)):
            before = text[: match.start()].rstrip()
            names |= {match[1]} if before.endswith("。") or (ended and not before) else set()
        ended = text.endswith("。")
    return " ".join(names.pop().split()) if len(names) == 1 else None


def _name_in(line: str, is_user: bool = False) -> str | None:
    """The name that a byline gives, without what else stands there; names of users may have digits."""
    if not line or len(line) > MAX_LINE_LENGTH:
        return None
    dates = find_dates(line)
    if dates:
        line = values.without_end(line[: dates[0].start]) or line[dates[-1].end :]
    name = values.author(line)
    if name and is_user and " " not in name:
        return name
    return None if not name or _NO_NAME.search(name) or len(name.split()) > _MAX_WORDS else name


@dataclass(frozen=True, slots=True, order=True)
class _Sighting:
    """A date that the page shows: whether it is that of a change, how far it is from the title."""

    is_change: bool
    distance: int
    iso: str
    source: str


def find_date(around: Surroundings, day_first: bool | None = None) -> tuple[str, str] | None:
    """The date nearest to the title, and how it was found; one further away if no other states another day."""
    found: list[_Sighting] = []
    for sightings in _sightings(around, day_first):
        found += sightings
        if found and not min(found).is_change and min(found).distance <= _NEAR:
            break
    best = min((one for one in found if one.distance <= MAX_DISTANCE), default=None)
    if best is None or best.is_change:
        firm = [one for one in found if not one.is_change]
        is_one_day = len({one.iso[:10] for one in firm}) == 1
        best = firm[0] if is_one_day else _after_published(around.page.text, day_first) or best
    return (best.iso, best.source) if best else None


def _sightings(around: Surroundings, day_first: bool | None) -> Iterator[Iterator[_Sighting]]:
    """The dates of elements made for a time, of elements with a telling class or id, of lines."""
    page = around.page
    stamps, titles = page.attributes.get("datetime", {}), page.attributes.get("title", {})
    yield _in_elements(around, page.rows_of("time").tolist(), stamps, "time datetime", day_first)
    yield _in_elements(around, around.hinted(_DATE_WORDS, _NOT_DATE), titles, "text of the page", day_first)
    yield _in_lines(around, day_first)


def _in_elements(
    around: Surroundings, rows: list[int], stamps: Mapping[int, str], source: str, day_first: bool | None
) -> Iterator[_Sighting]:
    """The dates of these elements, of an attribute or of their text."""
    for _, row in around.nearest(rows, _MAX_ROWS):
        shown = around.line_at(row)
        iso = _parse(stamps.get(row, ""), day_first) or _parse(shown, day_first)
        if iso:
            yield from _sighted(around, int(around.page.text_start[row]), shown, iso, source)


def _in_lines(around: Surroundings, day_first: bool | None) -> Iterator[_Sighting]:
    for at, line in around.lines:
        if iso := _parse(line, day_first):
            yield from _sighted(around, at, line, iso, "text of the page")


def _sighted(around: Surroundings, at: int, shown: str, iso: str, source: str) -> Iterator[_Sighting]:
    """A date shown at an offset, unless it is the day that a user joined."""
    context = _SINCE_NUMBER.sub("", around.page.text[max(0, at - _BEFORE_DATE) : at]) + shown
    if not _JOINED.search(context):
        distance = around.distance(at) // (_TIME_WEIGHT if source == "time datetime" else 1)
        yield _Sighting(bool(_UPDATED.search(context)), distance, iso, source)


def _after_published(text: str, day_first: bool | None) -> _Sighting | None:
    """The first date after "published" or a word like it, wherever the page has one."""
    ends = sorted(at + len(word) for word in _PUBLISHED for at in islice(offsets_of(word, text), _MAX_PUBLISHED))
    for at in ends:
        if iso := _parse(text[at : at + _AFTER_PUBLISHED], day_first):
            return _Sighting(False, MAX_DISTANCE, iso, "text of the page")
    return None


def _parse(line: str, day_first: bool | None) -> str | None:
    date = parse_date(line, day_first=day_first) if line else None
    return date.iso if date else None
