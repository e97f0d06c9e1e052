"""What posts are called: the number a page shows, the address, the title, and a key that outlives the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from honbun.features import letters
from honbun.paging import absolute_url, base_url, own_urls
from honbun.thread import last_number, split_address
from honbun.threads.fields import counting_share
from honbun.threads.segmentation import Segmentation

_Found = TypeVar("_Found")
_Value = TypeVar("_Value", int, str)

_NUMBER = re.compile(
    r"(?:[^\w\s]{1,2}\s?)?(?:[#№]|No\.?|Nr\.?|[^\W\d]{2,8} #)?\s?(\d{1,9})\s?[.:：)\]]?", re.IGNORECASE
)
# This share of the posts must have it for a path to be that of numbers, addresses or titles.
_MIN_SHARE = 0.7
# A number of a post stands within so many characters of its text node.
_MAX_NUMBER_LENGTH = 40
# A title is in that of the page, or begins the text, if so many of its letters do.
_COMPARED_LETTERS = 12
# This share of the titles must be in that of the page, or begin the texts.
_MIN_RELATED_SHARE = 0.5
# What stands before the title of an answer.
_ANSWER = re.compile(
    r"(?:\s*(?:re|aw|sv|vs|antw|odp|rif|res|回复|回覆|答复)\s?(?:\[\d+\]|\^\d+)?\s?[:：])+\s*", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")
# What addresses of actions have, and those of posts have not.
_ACTION = re.compile(
    r"[?&;](?:mode|action|do|act|op|reply\w*|quote\w*|report\w*)=|/(?:report|reply|quote|edit|like|react)\b"
)


def numbers(found: Segmentation) -> dict[int, str]:
    """Member -> the number of the post, where some path counts up or down; else nothing."""
    page, lines, members = found.lines.page, found.lines, found.members
    member = np.where(np.isin(found.member, members), found.member, -1)
    for body in found.bodies:
        member[body] = -1
    by_path: dict[int, list[tuple[int, int, tuple[re.Match[str], str]]]] = {}

    def number_of(_: int, found: tuple[re.Match[str], str]) -> int | None:
        match, text = found
        is_dated = any(date.start <= match.start(1) for date in lines.dates_in(text))
        return None if is_dated else int(match[1])

    nodes = np.flatnonzero(member[lines.line_of_node] >= 0)
    columns = (
        page.node_start[nodes],
        page.node_end[nodes],
        page.node_owner[nodes],
        member[lines.line_of_node[nodes]],
    )
    for start, end, row, of in zip(*(column.tolist() for column in columns), strict=True):
        match = _NUMBER.match(" ".join(page.text[start : min(start + _MAX_NUMBER_LENGTH, end)].split()))
        if match:
            text = " ".join(page.text[start:end].split())
            # The rest of the text may be a name and a date: 1 ：名無しさん：2011/11/22
            key = int(lines.path_key[row]) * 2 + (match.end() == len(text))
            by_path.setdefault(key, []).append((start, of, (match, text)))
    best: dict[int, int] = {}
    for counted in _by_first(by_path.values(), _MIN_SHARE * len(members), number_of):
        values = [counted[k] for k in members if k in counted]
        # Numbers that leap count something else.
        is_count = len(values) > 1 and counting_share(values) >= _MIN_SHARE
        if is_count and len(values) >= max(_MIN_SHARE * len(members), len(best) + 1):
            best = counted
    return {k: str(best[k]) for k in members if k in best}


def _by_first(
    paths: Iterable[Sequence[tuple[int, int, _Found]]], least: float, read: Callable[[int, _Found], _Value | None]
) -> list[dict[int, _Value]]:
    """For each path, where so many members have it, member -> the first value that is one, in the order of these.

    What stands in few members is not read: that takes most of the time.
    """
    read_paths: list[tuple[int, dict[int, _Value]]] = []
    for path in paths:
        values: dict[int, _Value] = {}
        first = -1
        for at, k, found in path if len({k for _, k, _ in path}) >= least else ():
            value = None if k in values else read(k, found)
            if value is not None:
                values[k] = value
                first = at if first < 0 else first
        if values:
            read_paths.append((first, values))
    return [values for _, values in sorted(read_paths, key=lambda pair: pair[0])]


def addresses(found: Segmentation) -> dict[int, str]:
    """Member -> the address of the post: links of one path, each different, else the page and a mark in it.

    It leads to a mark in a page or to this very page, or ends with the number by which markup calls the post.
    Without the address of the page it is as the page writes it.
    """
    page, lines, members = found.lines.page, found.lines, found.members
    base, marks, wanted = base_url(page), _marks(found), set(members)
    own = split_address(base)
    by_path: dict[int, list[tuple[int, int, str]]] = {}

    def address_of(k: int, href: str) -> str | None:
        address = absolute_url(base, href)
        parts = split_address(address)
        is_here = parts.scheme in ("http", "https", "") and parts.netloc == own.netloc
        is_named = last_number(address) and last_number(address) == last_number(marks.get(k, ""))
        is_own = is_here and (parts.fragment or is_named or (own.path and parts.path == own.path))
        return address if is_own else None

    for row, href in page.attributes.get("href", {}).items():
        line = int(lines.line_of_row[row])
        k = int(found.member[line]) if line < len(lines) else -1
        if k in wanted and href.strip() not in ("", "#") and not _ACTION.search(href):
            by_path.setdefault(int(lines.path_key[row]), []).append((row, k, href))
    best: dict[int, str] = {}
    for linked in _by_first(by_path.values(), _MIN_SHARE * len(members), address_of):
        is_enough = len(linked) >= max(_MIN_SHARE * len(members), len(best) + 1)
        if is_enough and len(set(linked.values())) == len(linked):
            best = linked
    page_url = next(iter(own_urls(page)), "").partition("#")[0]
    return {k: absolute_url(page_url, f"#{mark}") for k, mark in marks.items()} | best


def _marks(found: Segmentation) -> dict[int, str]:
    """Member -> the mark by which it can be linked, with a number, each another; nothing if few have one."""
    page, lines, members = found.lines.page, found.lines, found.members
    wanted = set(members)
    by_kind: dict[str, dict[int, str]] = {}
    for name in ("id", "name"):
        for row, value in page.attributes.get(name, {}).items():
            line = int(lines.line_of_row[row])
            k = int(found.member[line]) if line < len(lines) else -1
            if k in wanted and _DIGITS.search(value) and not any(map(str.isspace, value)):
                by_kind.setdefault(name + _DIGITS.sub("0", value), {}).setdefault(k, value)
    best: dict[int, str] = {}
    for marks in by_kind.values():
        is_enough = len(marks) >= max(_MIN_SHARE * len(members), len(best) + 1)
        if is_enough and len(set(marks.values())) == len(marks):
            best = marks
    return best


def titles(found: Segmentation) -> dict[int, str]:
    """Member -> the title of the post, where most have a heading before the body that is no author and no date.

    Ranks stand there, too. Titles are about the thread or begin the text, or one author has several.
    """
    lines, members = found.lines, found.members
    values = [value for field in (found.authors, found.dates) for value in field.values()]
    fields = {value.line for value in values if len(value.text) > 0.5 * len(lines.texts[value.line])}
    title: dict[int, str] = {}
    for k in members:
        for line in range(int(found.group.first[k]), int(found.bodies[k][0])):
            is_own = found.member[line] == k and lines.length[line] > 0 and line not in fields
            if is_own and lines.outline.is_heading[line]:
                title.setdefault(k, lines.texts[line])
    title = {k: each for k, each in title.items() if letters(_ANSWER.sub("", each, count=1))}
    return title if len(title) >= _MIN_SHARE * len(members) and _are_titles(found, title) else {}


def _are_titles(found: Segmentation, title: Mapping[int, str]) -> bool:
    thread = letters(found.lines.page.title)
    bare = {k: letters(_ANSWER.sub("", each, count=1)) for k, each in title.items()}
    texts = {k: letters(" ".join(found.lines.texts[i] for i in found.bodies[k][:3].tolist())) for k in title}
    of_thread = {k for k, each in bare.items() if each[-_COMPARED_LETTERS:] in thread}
    of_text = {k for k, each in bare.items() if texts[k].startswith(each[:_COMPARED_LETTERS])}
    if max(len(of_thread), len(of_text)) >= _MIN_RELATED_SHARE * len(title):
        return True
    pairs = {(author.text, title[k]) for k, author in found.authors.items() if k in title and k not in of_thread}
    is_varied = len(set(title.values())) >= _MIN_SHARE * len(title)
    return is_varied and len({author for author, _ in pairs}) < len(pairs)
