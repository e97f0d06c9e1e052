"""`Date`: a day or a moment that a text states; and the time of day beside a date."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

# Other years are numbers of something else.
_MIN_YEAR = 1900
_MAX_YEAR = 2100
# Two digits from here on mean the last century (POSIX: 69; nothing on the web is dated 1969).
_MIN_LAST_CENTURY = 70

# What is in no word of any script; marks that are vowels are in words, so `\w` will not do. U+00B5 is left out,
# which is Greek mu where case is ignored.
LETTER = r"[^\s\d!-@\[-`{-\xb4\xb6-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff20]"

# Abbreviations that mean one offset from UTC (RFC 2822) or nearly always do.
_ZONES = (
    "z+00:00 utc+00:00 gmt+00:00 est-05:00 edt-04:00 cdt-05:00 mst-07:00 mdt-06:00 pst-08:00 pdt-07:00 "
    "cet+01:00 cest+02:00 eet+02:00 eest+03:00 msk+03:00 jst+09:00 kst+09:00"
).split()
_OFFSETS = {zone[:-6]: zone[-6:] for zone in _ZONES}
_MAX_OFFSET_HOURS = 14
# Halves of the day: before the time in East Asia, else after it, where p and a are those of p.m. and a.m.
_AFTERNOON = frozenset("p 午後 下午 晚上 中午 오후 μμ μ.μ م مساء مساءً مساءا ب.ظ odp ös ch".split())
_MORNING = frozenset("a 午前 上午 凌晨 早上 오전 πμ π.μ ص صباحا صباحاً صباحًا ق.ظ dop öö sa".split())

_ZONE = r"(?:\s?(?P<zone>(?:utc|gmt)?[+\-−]\d\d:?\d\d(?!\d)|z\b|[a-z]{3,4}\b))?"
_CLOCK = (
    r"(?:(?P<half>午前|午後|上午|下午|凌晨|早上|中午|晚上|오전|오후|[ap](?=m))m?\s?)?"
    r"(?<!\d)(?P<hour>\d{1,2})"
    r"(?:[:：](?P<minute>\d\d)(?:[:：](?P<second>\d\d)(?:[.,]\d{1,9})?)?(?![\d:])"
    r"|\s?[時时시点點]\s?(?:(?P<minute2>\d{1,2})\s?[分분]?(?:\s?(?P<second2>\d{1,2})\s?[秒초])?)?"
    r"|\s?h\s?(?P<minute3>\d\d)(?!\d)"
    r"|\.(?P<minute4>\d\d)(?![\d.])"
    r"|(?=\s?[ap](?:\.\s?)?m\b))"
    rf"(?:\s?(?:(?P<after>[ap])(?:\.\s?)?m\b|(?P<after2>μ\.?μ|π\.?μ|م|ص|مساء\S?|صباح\S{{1,2}}|[بق]\.ظ|odp|dop|öö|ös|ch|sa)(?!{LETTER}))\.?)?"
)
# Between a date and its time: a weekday in brackets, a mark, a short word ("at", "um", "kl.", a weekday).
_GAP = (
    r"(?:\s?[(（\[][^\d()（）\[\]]{1,12}[)）\]])?[\s.,;:|·•@/–—\-]{0,4}"
    rf"(?:(?!午|[上下中]午|凌晨|早上|晚上|오[전후]|[ap]m){LETTER}{{1,10}}\.?,?\s?){{0,2}}"
)
_AFTER = re.compile(_GAP + _CLOCK + _ZONE, re.IGNORECASE)
_BEFORE = re.compile(
    _CLOCK
    + rf"(?:\s?uhr|\s?[(（]?(?:utc|gmt|est|edt|pst|pdt)[)）]?)?[\s,|·•–—\-]{{0,3}}(?:{LETTER}{{1,10}}\.?,?\s)?$",
    re.IGNORECASE,
)
# Where 7.34 is a time: Danish, Norwegian, Swedish, Finnish.
_DOTTED = re.compile(r"\bkl(?:o|\.)?\s$", re.IGNORECASE)
_MAX_LENGTH_BEFORE = 28  # characters of a time before its date, with a weekday between them


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a text, and where the text states it."""

    iso: str
    """ISO 8601: 2011-11-22, or 2011-11-22T07:34:12+09:00; of the time only what is stated."""
    start: int = 0
    """It stands at `start:end` of the text."""
    end: int = 0
    is_relative: bool = False
    """Counted from now: "3 hours ago"."""

    @property
    def day(self) -> str:
        """The day alone."""
        return self.iso[:10]


def day_of(year: int, month: int, day: int) -> str | None:
    """The day in ISO 8601, or None if there is none such or the year is no plausible one."""
    if not _MIN_YEAR <= year <= _MAX_YEAR:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:  # 31 February
        return None


def full_year(digits: str) -> int:
    """A year of two or four digits: '11 is 2011, '98 is 1998."""
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= _MIN_LAST_CENTURY else 2000)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as ISO 8601 writes it after the day, and where the text states it."""

    iso: str
    start: int
    end: int


def clock_after(text: str, end: int) -> Clock | None:
    """The time that follows a date which ends there."""
    match = _AFTER.match(text, end)
    return _clock(match, 0) if match else None


def clock_before(text: str, start: int, low: int) -> Clock | None:
    """The time before a date which starts there, not looking further back than `low`."""
    low = max(low, start - _MAX_LENGTH_BEFORE)
    before = text[low:start]
    match = _BEFORE.search(before) if ":" in before else None
    return _clock(match, low) if match else None


def _clock(match: re.Match[str], offset: int) -> Clock | None:
    hour = int(match["hour"])
    minutes = match["minute"] or match["minute2"] or match["minute3"] or match["minute4"]
    seconds = match["second"] or match["second2"]
    half = (match["after"] or match["after2"] or match["half"] or "").lower()
    if half in _AFTERNOON and hour < 12:
        hour += 12
    elif half in _MORNING and hour == 12:
        hour = 0
    if match["minute4"] and not _DOTTED.search(match.string, 0, match.start("hour")):
        return None
    if hour > 23 or int(minutes or 0) > 59 or int(seconds or 0) > 59:
        return None
    iso = f"T{hour:02}:{int(minutes or 0):02}" + (f":{int(seconds):02}" if seconds else "")
    zone, end = _zone(match)
    start = min(at for at in (match.start("half"), match.start("hour")) if at >= 0)
    return Clock(iso + zone, offset + start, offset + end)


def _zone(match: re.Match[str]) -> tuple[str, int]:
    """The offset from UTC, "" if none is stated, and where the time ends."""
    name = match["zone"] if "zone" in match.re.groupindex else None
    if not name:
        return "", match.end()
    offset = _OFFSETS.get(name.lower())
    if name[-1].isdigit():
        digits = re.sub(r"\D", "", name)
        hours, minutes = int(digits[:2]), int(digits[2:])
        if hours <= _MAX_OFFSET_HOURS and minutes <= 59:
            offset = f"{'+' if '+' in name else '-'}{hours:02}:{minutes:02}"
    if offset:
        return offset, match.end()
    return "", match.start() + len(match[0][: match.start("zone") - match.start()].rstrip())
