"""Parts of a post beside author and date: its text with quotes marked, its number or address, its title."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urljoin, urlsplit

import numpy as np
import numpy.typing as npt

from honbun.features import Lines, letters
from honbun.page import tags
from honbun.threads.cutting import Cut

Indices = npt.NDArray[np.int64]
Ranges = tuple[tuple[int, int], ...]

_QUOTING = tags.table("blockquote q".split())
# What a line of a quotation begins with where boards have no markup for it; >>8 and >8 alone refer to a post.
_QUOTE_MARK = re.compile(r"^(?:[>＞]|&gt;)(?![>＞]\s?\d)(?!\d+(?:\s|さん|$))")
_NUMBER = re.compile(
    r"(?:[^\w\s]{1,2}\s?)?(?:[#№]|No\.?|Nr\.?|[^\W\d]{2,8} #)?\s?(\d{1,9})\s?[.:：)\]]?", re.IGNORECASE
)
# So many of the posts must have it for a place to be that of numbers, addresses or titles.
_SHARE = 0.7
_LONGEST_TITLE = 200


def text_of(lines: Lines, body: Indices) -> tuple[str, Ranges]:
    """What was said, an empty line between paragraphs, and the ranges of it that quote others."""
    is_quote = lines.page.within(tags.is_in(_QUOTING, lines.page.tag))
    blocks = lines.outline.blocks
    text = ""
    quotes: list[tuple[int, int]] = []
    before = -1
    for line in body.tolist():
        if text:
            text += "\n" if lines.run[line] == lines.run[before] else "\n\n"
        start = len(text)
        text += lines.texts[line]
        quoted = is_quote[blocks.owner[line]] or is_quote[lines.page.node_owner[blocks.first_node[line]]]
        if quoted or _QUOTE_MARK.match(lines.texts[line]):
            if quotes and not text[quotes[-1][1] : start].strip():
                quotes[-1] = quotes[-1][0], len(text)
            else:
                quotes.append((start, len(text)))
        before = line
    return text, tuple(quotes)


def numbers(cut: Cut, members: list[int]) -> dict[int, str]:
    """The number of each post, where some place of the posts counts up or down; else nothing."""
    places: dict[int, dict[int, int]] = {}
    page, lines = cut.lines.page, cut.lines
    wanted = set(members)
    said = {line for body in cut.bodies for line in body.tolist()}
    line_of = np.searchsorted(lines.outline.blocks.first_node, np.arange(len(page.node_start)), "right") - 1
    for node in np.flatnonzero(cut.member[line_of] >= 0).tolist():
        line = int(line_of[node])
        member = int(cut.member[line])
        if member not in wanted or line in said:
            continue
        found = _NUMBER.match(" ".join(page.text[page.node_start[node] : page.node_end[node]][:40].split()))
        if found:
            # The rest of the text may be a name and a date: 1 ：名無しさん：2011/11/22
            whole = found.end() == len(" ".join(page.text[page.node_start[node] : page.node_end[node]].split()))
            key = int(lines.place[page.node_owner[node]]) * 2 + whole
            places.setdefault(key, {}).setdefault(member, int(found[1]))
    best: dict[int, int] = {}
    for counted in places.values():
        values = [counted[k] for k in members if k in counted]
        steps = np.diff(values)
        # Numbers that leap count something else.
        is_count = len(values) > 1 and max(np.mean(steps == 1), np.mean(steps == -1)) >= _SHARE
        if is_count and len(values) >= max(_SHARE * len(members), len(best) + 1):
            best = counted
    return {k: str(best[k]) for k in members if k in best}


def addresses(cut: Cut, members: list[int]) -> dict[int, str]:
    """The permanent address of each post: links in one place of the posts, each different, to this very page."""
    page, lines = cut.lines.page, cut.lines
    wanted = set(members)
    own = _split(page.url or "").path
    places: dict[int, dict[int, str]] = {}
    for row, href in page.attributes.get("href", {}).items():
        line = int(lines.line_of[row])
        if line >= len(lines) or int(cut.member[line]) not in wanted:
            continue
        address = _absolute(page.url, href.strip())
        parts = _split(address)
        if parts.scheme in ("http", "https", "") and (parts.fragment or parts.path == own) and href != "#":
            places.setdefault(int(lines.place[row]), {}).setdefault(int(cut.member[line]), address)
    best: dict[int, str] = {}
    for found in places.values():
        if len(found) >= max(_SHARE * len(members), len(best) + 1) and len(set(found.values())) == len(found):
            best = found
    return best


def _absolute(base: str | None, href: str) -> str:
    try:
        return urljoin(base or "", href)
    except ValueError:
        return href


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:  # a host in brackets that is none
        return urlsplit("")


def titles(cut: Cut, members: list[int]) -> dict[int, str]:
    """The title of each post, where most have a heading before what they say that is no name and no date."""
    lines = cut.lines
    taken = {(mark.line, mark.text) for marks in (cut.names, cut.dates) for mark in marks.values()}
    named = {line for line, text in taken if len(text) > 0.5 * len(lines.texts[line])}
    found: dict[int, str] = {}
    for k in members:
        first = int(cut.bodies[k][0])
        for line in range(int(cut.group.first[k]), first):
            is_own = cut.member[line] == k and lines.length[line] > 0 and line not in named
            if is_own and lines.outline.is_heading[line] and len(lines.texts[line]) <= _LONGEST_TITLE:
                found.setdefault(k, lines.texts[line])
    if len(found) < _SHARE * len(members):
        return {}
    # What many posts have in common is the rank of their authors, unless it is the title of the thread.
    varied = len(set(found.values())) >= _SHARE * len(found)
    thread = letters(lines.page.title)
    return found if varied or all(letters(title)[-12:] in thread for title in found.values()) else {}
