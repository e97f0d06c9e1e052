"""The time of day beside a date."""

from __future__ import annotations

import re
from dataclasses import dataclass

# What is in no word of any script; marks that are vowels are in words, so `\w` will not do. U+00B5 is left out,
# which is Greek mu where case is ignored.
NO_LETTER = r"\s\d!-@\[-`{-\xb4\xb6-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff20"
_LETTER = f"[^{NO_LETTER}]"

# Abbreviations that mean one zone (RFC 2822) or nearly always do.
_ZONES = {
    "z": "+00:00",
    "utc": "+00:00",
    "gmt": "+00:00",
    "est": "-05:00",
    "edt": "-04:00",
    "cdt": "-05:00",
    "mst": "-07:00",
    "mdt": "-06:00",
    "pst": "-08:00",
    "pdt": "-07:00",
    "cet": "+01:00",
    "cest": "+02:00",
    "eet": "+02:00",
    "eest": "+03:00",
    "msk": "+03:00",
    "jst": "+09:00",
    "kst": "+09:00",
}
_AFTERNOON = frozenset({"p", "午後", "下午", "오후"})
_MORNING = frozenset({"a", "午前", "上午", "오전"})

_ZONE = r"(?:\s?(?P<zone>(?:utc|gmt)?[+\-−]\d\d:?\d\d(?!\d)|z\b|[a-z]{3,4}\b))?"
_CLOCK = (
    r"(?:(?P<half>午前|午後|上午|下午|오전|오후|[ap](?=m))m?\s?)?"
    r"(?<!\d)(?P<hour>\d{1,2})"
    r"(?:[:：](?P<minute>\d\d)(?:[:：](?P<second>\d\d)(?:[.,]\d{1,9})?)?(?![\d:])"
    r"|\s?[時时시点點]\s?(?:(?P<minute2>\d{1,2})\s?[分분]?(?:\s?(?P<second2>\d{1,2})\s?[秒초])?)?"
    r"|\s?h\s?(?P<minute3>\d\d)(?!\d)"
    r"|(?=\s?[ap]\.?m\b))"
    r"(?:\s?(?P<after>[ap])\.?m\b\.?)?"
)
# Between a date and its time: a weekday in brackets, a mark, a short word ("at", "um", "kl.", a weekday).
_GAP = (
    r"(?:\s?[(（\[][^\d()（）\[\]]{1,12}[)）\]])?[\s.,;:|·•@/–—\-]{0,4}"
    rf"(?:(?!午|[上下]午|오[전후]|[ap]m){_LETTER}{{1,10}}\.?,?\s?){{0,2}}"
)
_AFTER = re.compile(_GAP + _CLOCK + _ZONE, re.IGNORECASE)
_BEFORE = re.compile(
    _CLOCK
    + rf"(?:\s?uhr|\s?[(（]?(?:utc|gmt|est|edt|pst|pdt)[)）]?)?[\s,|·•–—\-]{{0,3}}(?:{_LETTER}{{1,10}}\.?,?\s)?$",
    re.IGNORECASE,
)
# A time before its date, with a weekday between them, is no longer than this.
_BEFORE_LENGTH = 28


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as ISO 8601 writes it after the day, and where the text says it."""

    iso: str
    start: int
    end: int


def clock_after(text: str, end: int) -> Clock | None:
    """The time that follows a date which ends there."""
    match = _AFTER.match(text, end)
    return _clock(match, 0) if match else None


def clock_before(text: str, start: int, low: int) -> Clock | None:
    """The time before a date which starts there, not looking further back than `low`."""
    low = max(low, start - _BEFORE_LENGTH)
    before = text[low:start]
    match = _BEFORE.search(before) if ":" in before else None
    return _clock(match, low) if match else None


def _clock(match: re.Match[str], offset: int) -> Clock | None:
    hour = int(match["hour"])
    minutes = match["minute"] or match["minute2"] or match["minute3"]
    seconds = match["second"] or match["second2"]
    half = (match["after"] or match["half"] or "").lower()
    if half in _AFTERNOON and hour < 12:
        hour += 12
    elif half in _MORNING and hour == 12:
        hour = 0
    if hour > 23 or int(minutes or 0) > 59 or int(seconds or 0) > 59:
        return None
    iso = f"T{hour:02}:{int(minutes or 0):02}" + (f":{int(seconds):02}" if seconds else "")
    zone, end = _zone(match)
    start = min(at for at in (match.start("half"), match.start("hour")) if at >= 0)
    return Clock(iso + zone, offset + start, offset + end)


def _zone(match: re.Match[str]) -> tuple[str, int]:
    """The offset from UTC, "" if none is stated, and where the time ends."""
    said = match["zone"] if "zone" in match.re.groupindex else None
    if not said:
        return "", match.end()
    if said[-1].isdigit():
        digits = re.sub(r"\D", "", said)
        hours, minutes = int(digits[:2]), int(digits[2:])
        if hours <= 14 and minutes <= 59:
            return f"{'+' if '+' in said else '-'}{hours:02}:{minutes:02}", match.end()
        return "", _without_zone(match)
    known = _ZONES.get(said.lower())
    return (known, match.end()) if known else ("", _without_zone(match))


def _without_zone(match: re.Match[str]) -> int:
    return match.start() + len(match[0][: match.start("zone") - match.start()].rstrip())
