"""Values as people write them into markup, made plain; and the language that a script tells."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin

from honbun.dates import from_timestamp, parse_date

_TAG = re.compile(r"<[^<>]{0,500}>")
_NOTHING = frozenset({"", "null", "none", "undefined", "nan", "n/a", "unknown", "[object object]", "-"})
_PLACEHOLDER = re.compile(r"\{\{|\}\}|<%|\$\{|^%\w+%$")
_MAX_LENGTH = 5000  # characters of a value; what comes after is not a fact
_MAX_NAME_LENGTH = 100
_MAX_NAMES = 30
# "Sort by" and "Trusted by" name nobody.
WROTE = (
    r"(?:(?:was |article |story |post )?(?:written|posted|published|submitted|created|authored|reported|started"
    r"|asked|recipe|words|story|text|article|photos|review|opinion) )"
)
_BY = re.compile(
    rf"^(?:{WROTE}?by\b[\s:：]*|(?:words|author|autore?|autor|auteur|von|par|por|text|texte|from)\b[\s:：]+"
    r"|[@~]|[-–—|·•]\s*|(?:作者|著者|投稿者|執筆者?|筆者|文責|撰文|撰稿|記者|记者|文|글)\s?[:：／/|]\s?|(?:記者|记者|글쓴이|작성자)\s)+",
    re.IGNORECASE,
)
# What is left of a byline after the name, once the date is cut off it.
_LAST = re.compile(
    r"(?:\s*[»|·•,–—-]\s*\w{2,10}\W*|\s(?:mon|tue|wed|thu|fri|sat|sun)\w*\W*"
    r"|\s(?:on|in|at|last|and|via|updated|published|sponsored|says|said|wrote)\W*)$",
    re.IGNORECASE,
)
_EDGES = " ,;:：|/()[]-–—•·»"
_MAIL = re.compile(r"[^\s@]{1,64}@[^\s@]{1,255}\.\w+")
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.|\.(?:com|org|net|html?)(?:/|$)", re.IGNORECASE)
_AFTER_NAME = re.compile(
    r"\s*(?:[|•·]|\s[-–—]\s|\s+on\s+(?:\w+day|\w{3,9}\.? \d|\d)|\bupdated\b|\bpublished\b|\d+ (?:min|comment)).*$",
    re.IGNORECASE,
)
# A byline that names nobody.
_NOBODY = frozenset(
    "author authors byline by editor editors writer writers contributor contributors user default".split()
)
_ABSOLUTE = re.compile(r"https?://[^/?#\s\[\]]", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4}", re.IGNORECASE)

# Of the first so many characters of a text, so many of a script, and such a share of the letters, are no accident.
_SAMPLE_LENGTH = 3000
_MIN_COUNT = 20
_MIN_SHARE = 0.2

_RANGES = (
    "ja=\u3041-\u30fa ko=\uac00-\ud7a3 zh=\u4e00-\u9fff th=\u0e01-\u0e5b el=\u0370-\u03ff "
    "he=\u05d0-\u05ea ka=\u10a0-\u10ff hy=\u0531-\u058a km=\u1780-\u17f9 lo=\u0e81-\u0edf "
    "my=\u1000-\u109f si=\u0d80-\u0dff ta=\u0b80-\u0bff te=\u0c00-\u0c7f kn=\u0c80-\u0cff "
    "ml=\u0d00-\u0d7f gu=\u0a80-\u0aff"
).split()
_SCRIPTS = {script[:2]: re.compile(f"[{script[3:]}]") for script in _RANGES}
_BEYOND_LATIN = re.compile("[\u0370-\U0003ffff]")
# Kana among Chinese characters: a quarter in Japanese, next to none in Chinese.
_MIN_KANA_SHARE = 0.05


def text(value: object) -> str | None:
    """A value as one line without markup, entities and surplus white space; None if it states nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    line = str(value)[:_MAX_LENGTH]
    if "&" in line:
        line = unescape(unescape(line))
    if "<" in line:
        line = _TAG.sub(" ", line)
    line = " ".join(line.split())
    return None if line.lower() in _NOTHING or _PLACEHOLDER.search(line) else line


def author(value: object) -> str | None:
    """A name: no address, no sentence, without "By"."""
    name = text(value)
    if not name:
        return None
    is_address = _ADDRESS.search(name) is not None
    name = _AFTER_NAME.sub("", _BY.sub("", _MAIL.sub("", name))).strip(_EDGES)
    few = 1 < len(name) <= _MAX_NAME_LENGTH and not is_address
    return name if few and any(c.isalpha() for c in name) and name.lower() not in _NOBODY else None


def without_end(line: str) -> str:
    """A line without the small words and marks at its end that lead to a date."""
    longer = ""
    while line != longer:
        longer, line = line, _LAST.sub("", line.rstrip())
    return line


def authors(values: list[str]) -> str | None:
    """The names, each once, as one line."""
    names = list(dict.fromkeys(name for value in values[:_MAX_NAMES] if (name := author(value))))
    return "; ".join(names) or None


def date(value: object, day_first: bool | None = None) -> str | None:
    """A date in ISO 8601."""
    line = text(value)
    found = (parse_date(line, day_first=day_first) or from_timestamp(line)) if line else None
    return found.iso if found else None


def language(value: object) -> str | None:
    """A language tag as BCP 47 wants it written: `en`, `en-US`, `zh-Hant-TW`."""
    line = (text(value) or "").split(",")[0].strip()
    if not _LANGUAGE.fullmatch(line):
        return None
    first, *others = line.replace("_", "-").split("-")
    sized = {2: str.upper, 4: str.title}
    return "-".join([first.lower(), *(sized.get(len(part), str.lower)(part) for part in others)])


def address(value: object, base: str | None) -> str | None:
    """An address of the web, made absolute."""
    line = text(value)
    if not line or " " in line:
        return None
    try:
        absolute = line if _ABSOLUTE.match(line) else urljoin(base or "", line)
    except ValueError:  # brackets that are not an IPv6 address
        return None
    return absolute if _ABSOLUTE.match(absolute) else None


def language_of_script(text: str) -> str | None:
    """The language that is written in the script of most of the text; None for scripts of many languages."""
    sample = text[:_SAMPLE_LENGTH]
    if not _BEYOND_LATIN.search(sample):
        return None
    total = sum(c.isalpha() for c in sample)
    counts = {language: len(pattern.findall(sample)) for language, pattern in _SCRIPTS.items()}
    if counts["ja"] > _MIN_COUNT and counts["ja"] > _MIN_KANA_SHARE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts["zh"]
        counts["zh"] = 0
    language = max(counts, key=lambda name: counts[name])
    return language if counts[language] > max(_MIN_COUNT, _MIN_SHARE * total) else None
