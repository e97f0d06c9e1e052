"""The author, where a page only shows who it is."""

from __future__ import annotations

import re

from honbun.dates import find_dates
from honbun.metadata import clean
from honbun.metadata.surroundings import FAR, LONGEST_LINE, Surroundings
from honbun.page import Page

_MOST_WORDS = 6
_MOST_ROWS = 15
_MOST_TEXT = 20_000

_WORDS = ("author", "byline", "writer", "username", "contributor")
# Parts of a class that say it is something else, or something else about the author.
_OTHER = re.compile(
    r"authori|comment|bio|avatar|image|img|photo|pic|box|social|desc|about|title|role|job|follow|count|related|list|"
    r"info\b|reviewer|icon|meta-wrap|copyright|footer|more|quote|card"
)
_BYLINE = re.compile(
    rf"^(?:(?P<wrote>{clean.WROTE})?by\b[:\s]*|(?:von|par|por|di)(?:[:\s]+|$)|autore?:|author:|auteur\s?:"
    r"|(?:作者|著者|投稿者|執筆|文|撰文|撰稿|記者|记者|글)\s?[:：／/]|(?:記者|记者)\s)\s*",
    re.IGNORECASE,
)
# How Chinese pages name the reporter, often after the text.
_REPORTER = re.compile(
    r"(?:作者|撰文|撰稿)\s?[:：]\s{0,4}([^\s，,。；;（()）|/：:]{2,12})|[（(](?:本报)?(?:记者|記者)\s?([^，,。；;（()）]{2,12})[)）]"
)
# How Japanese papers do, in brackets at the end of the text, after a full stop.
_SIGNED = re.compile(r"[（(]([\u4e00-\u9fff々]{1,4}[ \u3000]?[\u4e00-\u9fff々]{1,4})[)）]\s*\Z")
_KANA = re.compile("[\u3041-\u3096]")
_NO_NAME = re.compile(r"[\d!?:<>{}=]")
_LOWER_START = re.compile(r"[a-zà-ÿ]")


def find_author(around: Surroundings) -> tuple[str, str] | None:
    """The name nearest to the title that markup or words call the author's, and how it was found."""
    page = around.page
    related = [row for row, value in page.attributes.get("rel", {}).items() if "author" in value.lower()]
    related = [row for row in related if page.text_end[row] > page.text_start[row]]
    if name := _nearest_name(around, related):
        return name, "link rel=author"
    name = _nearest_name(around, around.hinted(_WORDS, _OTHER)) or _after_by(around)
    name = name or _reporter(page.text) or _signature(page)
    return (name, "text of the byline") if name else None


def _nearest_name(around: Surroundings, rows: list[int]) -> str | None:
    """The name in the nearest of these elements; further from the title, one that no other contradicts."""
    found: list[tuple[int, int, str]] = []
    for distance, row in around.nearest(rows, _MOST_ROWS):
        if found and distance > found[0][0] <= FAR:
            break
        if name := _name_in(around.said_at(row)):
            found.append((distance, len(name), name))
    if found and min(found)[0] <= FAR:
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
    text = text[:_MOST_TEXT]
    match = (
        _REPORTER.search(text) if any(word in text for word in ("作者", "撰文", "撰稿", "记者", "記者")) else None
    )
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
    """The name that a byline gives, without what else it says; names of users may have digits."""
    if not line or len(line) > LONGEST_LINE:
        return None
    dates = find_dates(line)
    if dates:
        line = clean.without_end(line[: dates[0].start]) or line[dates[-1].end :]
    name = clean.author(line)
    if name and is_user and " " not in name:
        return name
    return None if not name or _NO_NAME.search(name) or len(name.split()) > _MOST_WORDS else name
