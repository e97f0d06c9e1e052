"""The posts of a segmentation: texts with quotes marked, what they are called, and which post answers which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from honbun.bodies import REFERENCE
from honbun.features import Indices
from honbun.replies import (
    REFERRING,
    Block,
    Said,
    called,
    depths,
    find_replies,
    mark_quotes,
    parents,
    quotation_of,
    quoting_rows,
    refers_to,
    repeated_lines,
    text_of,
)
from honbun.thread import Post, key_of
from honbun.threads.fields import FieldValue
from honbun.threads.naming import addresses, numbers, titles
from honbun.threads.segmentation import Segmentation

# If this share of the posts has a link to the next post or to the one before, it leads through the page.
_MIN_LEADING_SHARE = 0.7

_Links = dict[int, tuple[str, ...]]


def posts_of(found: Segmentation) -> tuple[Post, ...]:
    """The posts of a segmentation, in the order of the page."""
    members = found.members
    if not members:
        return ()
    number, address, title = numbers(found), addresses(found), titles(found)
    depth = _depths(found, members)
    quoting = quoting_rows(found.lines, [found.bodies[k] for k in members])
    is_newest_first = _is_newest_first(found)
    written = members[::-1] if is_newest_first else members
    authors = [author.text if (author := found.authors.get(k)) else None for k in written]
    repeated = repeated_lines(found.lines, [found.bodies[k] for k in written], authors)
    texts = [text_of(found.lines, found.bodies[k], quoting, repeated) for k in members]
    replies = find_replies(list(_said(found, texts, number)), is_newest_first)
    parent = [reply.parent for reply in replies]
    if _fit(parents(depth), parent):
        parent = parents(depth)
    else:
        depth = np.zeros_like(depth)
    keys: dict[str, int] = {}
    posts = []
    for i, k in enumerate(members):
        text, blocks = texts[i]
        author, date = found.authors.get(k), found.dates.get(k)
        link = address.get(k)
        key = key_of(link, number.get(k), author.text if author else None, text, date.day if date else "")
        keys[key] = keys.get(key, 0) + 1
        posts.append(
            Post(
                text=text,
                author=author.text if author else None,
                date=_moment(date, found.now),
                date_raw=date.text if date else None,
                number=number.get(k),
                permalink=link if link and link.startswith(("http://", "https://")) else None,
                key=key if keys[key] == 1 else f"{key}-{keys[key]}",
                title=title.get(k),
                parent=parent[i],
                depth=int(depth[i]),
                quotes=mark_quotes(text, blocks, replies[i].quoted),
                xpath=found.lines.page.xpath(int(found.group.rows[k])),
                confidence=found.confidence,
            )
        )
    return tuple(posts)


def _depths(found: Segmentation, members: Sequence[int]) -> Indices:
    """How far each post is set in under others; what opens the thread, where it was found apart, is not."""
    rows = found.group.rows[members]
    if not (found.answers or found.group).is_of_elements:
        return np.zeros(len(rows), dtype=np.int64)
    first = int(found.answers is not None and members[0] == 0)
    return np.append(np.zeros(first, dtype=np.int64), depths(found.lines.page, rows[first:]))


def _fit(nested: Sequence[int | None], said: Sequence[int | None]) -> bool:
    """Whether posts lie under others as replies do: more often than not under the one that they quote or name."""
    pairs = [(a, b) for a, b in zip(nested, said, strict=True) if a is not None and b is not None]
    is_any = any(a is not None for a in nested)
    return is_any and 2 * sum(a == b for a, b in pairs) >= len(pairs)


def _moment(value: FieldValue | None, now: datetime | None) -> str | None:
    """When a post was written; None if the page counts from a now that is unknown."""
    date = value.date if value else None
    return date.iso if date and (now or not date.is_relative) else None


def _is_newest_first(found: Segmentation) -> bool:
    dates = [value.date.iso for k in found.members if (value := found.dates.get(k)) and value.date]
    steps = [(b > a) - (b < a) for a, b in pairwise(date for date in dates if date)]
    return sum(steps) < 0


def _said(found: Segmentation, texts: Sequence[tuple[str, list[Block]]], number: dict[int, str]) -> Iterator[Said]:
    """What each post says, quotes and refers to."""
    lines, members = found.lines, found.members
    names = called(lines, found.member, members)
    beside, inside = _links(found, names)
    for k, (text, blocks) in zip(members, texts, strict=True):
        author = found.authors.get(k)
        edges = [0, *(edge for block in blocks for edge in (block.start, block.end)), len(text)]
        own = "\n".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
        yield Said(
            text=own,
            whole=text,
            author=author.text if author else None,
            called=names[k],
            number=int(number[k]) if k in number else None,
            quotations=tuple(quotation_of(lines, found.bodies[k], block) for block in blocks),
            refers=beside.get(k, ()),
            links=inside.get(k, ()),
            numbers=tuple(int(match[1]) for match in REFERENCE.finditer(text)),
        )


def _links(found: Segmentation, names: Mapping[int, frozenset[str]]) -> tuple[_Links, _Links]:
    """For each post what elements beside its body, and in it, call other posts.

    Not where nearly all posts lead to the next one or the one before.
    """
    lines, members = found.lines, found.members
    order = {name: i for i, k in enumerate(members) for name in names[k]}
    at = {k: i for i, k in enumerate(members)}
    in_body = {line for k in members for line in found.bodies[k].tolist()}
    by_path: dict[tuple[bool, int], dict[int, str]] = {}
    for row, line in _rows_with_links(found):
        k = int(found.member[line])
        others = [name for name in refers_to(lines, [row]) if k in at and order.get(name, at[k]) != at[k]]
        if others:
            by_path.setdefault((line in in_body, int(lines.path_key[row])), {}).setdefault(k, others[0])
    links: tuple[_Links, _Links] = {}, {}
    for (is_in_body, _), named in by_path.items():
        is_leading = all(abs(order[name] - at[k]) == 1 for k, name in named.items())
        if not is_leading or len(named) < max(_MIN_LEADING_SHARE * len(members), 2):
            for k, name in named.items():
                links[is_in_body][k] = (*links[is_in_body].get(k, ()), name)
    return links


def _rows_with_links(found: Segmentation) -> Iterator[tuple[int, int]]:
    """The elements in members that have an attribute which may call a post, in order, and their lines."""
    attributes = found.lines.page.attributes
    named = (np.fromiter(attributes.get(name, ()), dtype=np.int64) for name in ("href", *REFERRING))
    rows = np.unique(np.concatenate(list(named)))
    lines = found.lines.line_of_row[rows]
    is_inside = np.append(found.member >= 0, np.False_)[lines]
    return zip(rows[is_inside].tolist(), lines[is_inside].tolist(), strict=True)
