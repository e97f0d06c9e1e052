"""The posts of a segmentation: text with quotes marked, number or address, title, and which post answers which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

import numpy as np

from honbun.features import Indices, Lines, letters
from honbun.page import Page, Rows, tags
from honbun.threads.bodies import REFERENCE
from honbun.threads.fields import counting_share
from honbun.threads.segmentation import Segmentation
from honbun.threads.thread import Post, absolute_url

Ranges = tuple[tuple[int, int], ...]

_QUOTING = tags.table("blockquote q".split())
# What a line of a quotation begins with where boards have no markup for it; >>8 and >8 alone refer to a post.
_QUOTE_MARK = re.compile(r"^(?:[>＞]|&gt;)(?![>＞]\s?\d)(?!\d+(?:\s|さん|$))")
_NUMBER = re.compile(
    r"(?:[^\w\s]{1,2}\s?)?(?:[#№]|No\.?|Nr\.?|[^\W\d]{2,8} #)?\s?(\d{1,9})\s?[.:：)\]]?", re.IGNORECASE
)
# This share of the posts must have it for a path to be that of numbers, addresses or titles.
_MIN_SHARE = 0.7
_MAX_TITLE_LENGTH = 200
# A number of a post stands within so many characters of its text node.
_MAX_NUMBER_LENGTH = 40
# A title is in that of the page if so many of its last letters are.
_COMPARED_LETTERS = 12
# A number in a class word is a depth only if it stays within this.
_MAX_DEPTH = 30
_NUMBERED = re.compile(r"([^\s\d]*)(\d{1,2})")


def posts_of(found: Segmentation) -> tuple[Post, ...]:
    """The posts of a segmentation, in the order of the page."""
    members = found.members
    if not members:
        return ()
    number, address, title = numbers(found), addresses(found), titles(found)
    rows = found.group.rows[members]
    depth = depths(found.lines.page, rows) if found.group.is_of_elements else np.zeros(len(rows), dtype=np.int64)
    referred = answered(found.lines, found.member, found.bodies, members, number)
    parent = parents(depth) if depth.any() else referred
    posts = []
    for i, k in enumerate(members):
        text, quotes = text_of(found.lines, found.bodies[k])
        author, date = found.authors.get(k), found.dates.get(k)
        posts.append(
            Post(
                text=text,
                author=author.text if author else None,
                date=date.date.iso or None if date and date.date else None,
                date_raw=date.text if date else None,
                number=number.get(k) or address.get(k),
                title=title.get(k),
                parent=parent[i],
                depth=int(depth[i]),
                quotes=quotes,
                xpath=found.lines.page.xpath(int(rows[i])),
                confidence=found.confidence,
            )
        )
    return tuple(posts)


def text_of(lines: Lines, body: Indices) -> tuple[str, Ranges]:
    """The text of a body, an empty line between paragraphs, and the ranges of it that quote others."""
    is_quote = lines.page.within(tags.is_in(_QUOTING, lines.page.tag))
    blocks = lines.outline.blocks
    text = ""
    quotes: list[tuple[int, int]] = []
    before = -1
    for line in body.tolist():
        if text:
            text += "\n" if lines.block[line] == lines.block[before] else "\n\n"
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


def numbers(found: Segmentation) -> dict[int, str]:
    """Member -> the number of the post, where some path counts up or down; else nothing."""
    page, lines, members = found.lines.page, found.lines, found.members
    member = np.where(np.isin(found.member, members), found.member, -1)
    for body in found.bodies:
        member[body] = -1
    by_path: dict[int, dict[int, int]] = {}
    for node in np.flatnonzero(member[lines.line_of_node] >= 0).tolist():
        text = page.text[page.node_start[node] : page.node_end[node]]
        match = _NUMBER.match(" ".join(text[:_MAX_NUMBER_LENGTH].split()))
        if match:
            # The rest of the text may be a name and a date: 1 ：名無しさん：2011/11/22
            is_all = match.end() == len(" ".join(text.split()))
            key = int(lines.path_key[page.node_owner[node]]) * 2 + is_all
            by_path.setdefault(key, {}).setdefault(int(member[lines.line_of_node[node]]), int(match[1]))
    best: dict[int, int] = {}
    for counted in by_path.values():
        values = [counted[k] for k in members if k in counted]
        # Numbers that leap count something else.
        is_count = len(values) > 1 and counting_share(values) >= _MIN_SHARE
        if is_count and len(values) >= max(_MIN_SHARE * len(members), len(best) + 1):
            best = counted
    return {k: str(best[k]) for k in members if k in best}


def addresses(found: Segmentation) -> dict[int, str]:
    """Member -> the permanent address of the post: links of one path, each different, to this very page."""
    page, lines, members = found.lines.page, found.lines, found.members
    own, wanted = _split(page.url or "").path, set(members)
    by_path: dict[int, dict[int, str]] = {}
    for row, href in page.attributes.get("href", {}).items():
        line = int(lines.line_of_row[row])
        if line >= len(lines) or int(found.member[line]) not in wanted:
            continue
        address = absolute_url(page, href)
        parts = _split(address)
        if parts.scheme in ("http", "https", "") and (parts.fragment or parts.path == own) and href != "#":
            by_path.setdefault(int(lines.path_key[row]), {}).setdefault(int(found.member[line]), address)
    best: dict[int, str] = {}
    for linked in by_path.values():
        is_enough = len(linked) >= max(_MIN_SHARE * len(members), len(best) + 1)
        if is_enough and len(set(linked.values())) == len(linked):
            best = linked
    return best


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:  # a host in brackets that is none
        return urlsplit("")


def titles(found: Segmentation) -> dict[int, str]:
    """Member -> the title of the post, where most have a heading before the body that is no author and no date."""
    lines, members = found.lines, found.members
    values = (value for field in (found.authors, found.dates) for value in field.values())
    fields = {value.line for value in values if len(value.text) > 0.5 * len(lines.texts[value.line])}
    title: dict[int, str] = {}
    for k in members:
        for line in range(int(found.group.first[k]), int(found.bodies[k][0])):
            is_own = found.member[line] == k and lines.length[line] > 0 and line not in fields
            if is_own and lines.outline.is_heading[line] and len(lines.texts[line]) <= _MAX_TITLE_LENGTH:
                title.setdefault(k, lines.texts[line])
    if len(title) < _MIN_SHARE * len(members):
        return {}
    # What many posts have in common is the rank of their authors, unless it is the title of the thread.
    is_varied = len(set(title.values())) >= _MIN_SHARE * len(title)
    thread = letters(lines.page.title)
    is_of_thread = all(letters(each)[-_COMPARED_LETTERS:] in thread for each in title.values())
    return title if is_varied or is_of_thread else {}


def depths(page: Page, rows: Rows) -> Indices:
    """How far each element is set in under others, from 0; all 0 if the page does not show it.

    An element inside another is one deeper. Else elements of several depths in the tree are replies if each lies
    at most one level below the one before it; else numbers that a class word of all of them carries, if they
    behave in the same way.
    """
    nested = _nesting(page, rows)
    if nested.any():
        return nested
    columns: list[Indices] = [page.depth[rows].astype(np.int64), *_class_numbers(page, rows)]
    for values in columns:
        levels = np.unique(values, return_inverse=True)[1]
        if _are_depths(levels):
            return np.asarray(levels, dtype=np.int64)
    return np.zeros(len(rows), dtype=np.int64)


def parents(depth: Indices) -> list[int | None]:
    """For each post the last one before it that is less deep; None for those at the top."""
    answered: list[int | None] = []
    open_: list[int] = []
    for i, level in enumerate(depth.tolist()):
        while open_ and depth[open_[-1]] >= level:
            open_.pop()
        answered.append(open_[-1] if open_ else None)
        open_.append(i)
    return answered


def answered(
    lines: Lines, member: Rows, bodies: Sequence[Indices], members: list[int], numbers: dict[int, str]
) -> list[int | None]:
    """For each post the first one that it refers to, by its number or by a link to it; None if it does not."""
    index = {k: i for i, k in enumerate(members)}
    by_number = {int(number): k for k, number in reversed(numbers.items())}
    links = _links_between(lines, member)
    found: list[int | None] = []
    for k in members:
        matches = (match for line in bodies[k].tolist() for match in REFERENCE.finditer(lines.texts[line]))
        named = (by_number.get(int(match[1])) for match in matches)
        linked = (of for line in bodies[k].tolist() for of in links.get(line, ()))
        others = (of for some in (named, linked) for of in some if of is not None and of != k and of in index)
        found.append(index[first] if (first := next(others, None)) is not None else None)
    return found


def _links_between(lines: Lines, member: Rows) -> dict[int, list[int]]:
    """For each line with links into members: these members."""
    page = lines.page
    targets: dict[str, int] = {}
    for name in ("name", "id"):
        for row, value in page.attributes.get(name, {}).items():
            line = int(lines.line_of_row[row])
            if line < len(lines) and member[line] >= 0 and (name == "id" or page.tag[row] == tags.CODE["a"]):
                targets[value] = int(member[line])
    links: dict[int, list[int]] = {}
    if targets:
        for row, href in page.attributes.get("href", {}).items():
            if href.startswith("#") and (of := targets.get(href[1:])) is not None:
                links.setdefault(int(lines.line_of_row[row]), []).append(of)
    return links


def _nesting(page: Page, rows: Rows) -> Indices:
    """For each row how many of the others hold it."""
    depth = np.zeros(len(rows), dtype=np.int64)
    open_: list[int] = []
    for i, row in enumerate(rows.tolist()):
        while open_ and page.end[open_[-1]] <= row:
            open_.pop()
        depth[i] = len(open_)
        open_.append(row)
    return depth


def _are_depths(levels: Indices) -> bool:
    """Levels that begin at the top, go down one at a time, and are used more than once."""
    return bool(
        len(levels) > 2
        and levels[0] == 0
        and levels.max() > 0
        and np.all(np.diff(levels) <= 1)
        and np.sum(levels == 0) > 1
    )


def _class_numbers(page: Page, rows: Rows) -> list[Indices]:
    """Numbers in a class word that all of the rows carry, or the child that wraps them."""
    words = [dict(_NUMBERED.findall(page.attribute(row, "class") or "")) for row in rows.tolist()]
    shared = set.intersection(*(set(found) for found in words)) if words else set()
    columns = [np.array([int(found[word]) for found in words]) for word in sorted(shared)]
    return [column for column in columns if column.max(initial=0) <= _MAX_DEPTH]
