"""The texts of posts with what they quote, and what markup says of it: what posts are called, whom they quote."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np

from honbun.features import Indices, Lines
from honbun.page import Rows, tags
from honbun.replies.decide import Quotation
from honbun.thread import Quote

_QUOTING = tags.table("blockquote q".split())
# Names that people give to quotations; not to what stands above or below them.
_QUOTE_WORD = re.compile(r"quot|zitat|citation", re.IGNORECASE)
_BESIDE = re.compile(r"(?:quot\w*|zitat|citation)[-_]?(?:head|top|title|foot|by|link|expand)", re.IGNORECASE)
# What a line of a quotation begins with where boards have no markup for it; >>8 and >8 alone refer to a post.
_MARK = re.compile(r"^(?:[>＞]|&gt;)(?![>＞]\s?\d)(?!\d+(?:\s|さん|$))")
_MARKS = re.compile(r"^(?:[>＞|\s]|&gt;)+")
# A quoting element around the bodies of this share of the posts is what the board puts bodies in.
_MIN_CONTAINER_SHARE = 0.5
# A line that says whom a quotation quotes is no longer; of it so much may be other than the name.
_MAX_HEAD_LENGTH = 100
_MAX_BESIDE_NAME = 40

# Quoting elements that are held against all bodies at once: more would take memory.
_ROWS_AT_ONCE = 256
# A line of so many letters is not said twice by chance.
_MIN_REPEATED = 24

_NAMES = ("data-author", "data-quote", "data-username", "data-ipsquote-username")
_CALLED = ("id", "name", "data-content", "data-id", "data-messageid", "data-pid", "data-post-id")
_ANSWERS = ("data-parent", "data-parent-id", "data-parent-pid", "data-reply-to", "data-topid")
REFERRING = ("data-cid", "data-ipsquote-contentcommentid", "data-post", "data-post-id", "data-source", *_ANSWERS)
"""Attributes that call other posts."""
# This share of the posts must be called in one way.
_MIN_CALLED_SHARE = 0.7
_NUMBER = re.compile(r"\d+")
# What an address calls a post: #post123, ?p=123, &pid=123, /post/123, .msg123
_IN_ADDRESS = re.compile(
    r"#[^\d#]*(\d+)$|[?&;](?:p|pid|post|postid|post_id|comment|cid)=(\d+)|/posts?[-/](\d+)|\bmsg(\d+)",
    re.IGNORECASE,
)


class Block(NamedTuple):
    """A quotation in a text, `start:end`, the element it lies in, or -1, and its lines."""

    start: int
    end: int
    row: int
    lines: list[int]


def quoting_rows(lines: Lines, bodies: Sequence[Indices]) -> Rows:
    """For each element the outermost that quotes it, or -1; one that holds all of the bodies quotes nothing."""
    page, outline = lines.page, lines.outline
    found = np.asarray(tags.is_in(_QUOTING, page.tag)).copy()
    classes = page.attributes.get("class", {})
    for row in page.rows_named("class", _QUOTE_WORD).tolist():
        found[row] |= not _BESIDE.search(classes[row])
    first = np.array([body[0] for body in bodies if len(body)])
    last = np.array([body[-1] for body in bodies if len(body)])
    rows = np.flatnonzero(found)
    held = np.zeros(len(rows), dtype=np.int64)  # how many bodies lie in each
    is_held = np.zeros(len(first), dtype=np.bool_)
    for at in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[at : at + _ROWS_AT_ONCE]
        holds = (outline.first[some][:, None] <= first) & (outline.last[some][:, None] > last)
        held[at : at + _ROWS_AT_ONCE] = holds.sum(axis=1)
        is_held |= holds.any(axis=0)
    is_container = is_held.sum() >= _MIN_CONTAINER_SHARE * max(len(first), 2)
    rows = rows[held == 0] if is_container else rows[held <= 1]
    is_outer = np.zeros(len(page), dtype=np.bool_)
    is_outer[rows[rows >= np.append(0, np.maximum.accumulate(page.end[rows]))[: len(rows)]]] = True
    return page.nearest(is_outer)


def repeated_lines(lines: Lines, bodies: Iterable[Indices], authors: Sequence[str | None]) -> set[int]:
    """Long lines of bodies, in the order they were written, that were said before by others: they are quoted.

    Not what boards write above quotations: lines that have a name in them and little else.
    """
    names = {author.casefold() for author in authors if author}
    lengths = sorted(set(map(len, names)))
    said: dict[str, str | None] = {}
    found = set()
    for body, author in zip(bodies, authors, strict=True):
        texts = {line: lines.letters_in(lines.texts[line]) for line in body.tolist()}
        again = [line for line, text in texts.items() if said.get(text, author) != author]
        found |= {line for line in again if not _names_any(lines.texts[line], names, lengths)}
        said |= {text: author for text in texts.values() if len(text) >= _MIN_REPEATED and text not in said}
    return found


def _names_any(line: str, names: Set[str], lengths: Sequence[int]) -> bool:
    """Whether a line names any of these, and says little else: as `_is_head`, whatever the number of names."""
    folded = line.casefold()
    fitting = lengths[bisect_left(lengths, len(line) - _MAX_BESIDE_NAME) : bisect_right(lengths, len(folded))]
    return any(folded[at : at + n] in names for n in fitting for at in range(len(folded) - n + 1))


def _is_head(line: str, name: str) -> bool:
    """Whether a line names somebody, and says little else."""
    return len(line) <= len(name) + _MAX_BESIDE_NAME and name in line.casefold()


def text_of(lines: Lines, body: Indices, quoting: Rows, repeated: Container[int] = ()) -> tuple[str, list[Block]]:
    """The text of a body, an empty line between paragraphs, and its quotations; `quoting` as of `quoting_rows`."""
    text = ""
    blocks: list[Block] = []
    before = -1
    for line in body.tolist():
        if text:
            text += "\n" if lines.block[line] == lines.block[before] else "\n\n"
        start = len(text)
        text += lines.texts[line]
        row = int(quoting[lines.page.node_owner[lines.outline.blocks.first_node[line]]])
        if row >= 0 or line in repeated or _MARK.match(lines.texts[line]):
            if blocks and blocks[-1].row == row and not text[blocks[-1].end : start].strip():
                last = blocks.pop()
                last.lines.append(line)
                blocks.append(Block(last.start, len(text), row, last.lines))
            else:
                blocks.append(Block(start, len(text), row, [line]))
        before = line
    return text, blocks


def quotation_of(lines: Lines, body: Indices, block: Block) -> Quotation:
    """What a quotation in a body says, and what is said of it."""
    page, texts = lines.page, lines.texts
    before = block.lines[0] - 1
    heads = [block.lines[0]] if len(block.lines) > 1 else []
    # Above the body stands who wrote the post.
    is_above = before in body
    heads += [before] if is_above else []
    rows = [*range(block.row, int(page.end[block.row]))] if block.row >= 0 else []
    beside = np.flatnonzero(lines.line_of_row == before).tolist() if is_above else []
    names = (page.attribute(row, name) for row in rows[:1] for name in _NAMES)
    return Quotation(
        lines=tuple(_MARKS.sub("", texts[line]) for line in block.lines),
        heads=tuple(texts[line] for line in heads if len(texts[line]) <= _MAX_HEAD_LENGTH),
        name=next((name.strip() for name in names if name and name.strip()), None),
        refers=tuple(refers_to(lines, [*rows, *beside])),
    )


def refers_to(lines: Lines, rows: Iterable[int]) -> Iterator[str]:
    """What these elements call other posts."""
    columns, links = lines.once(_referring)
    for row in rows:
        for column in columns:
            yield from _NUMBER.findall(column.get(row, ""))[-1:]
        href = links.get(row, "").strip()
        if href.startswith("#"):
            yield href
        if found := _IN_ADDRESS.findall(href):
            yield next(filter(None, found[-1]))


def _referring(lines: Lines) -> tuple[list[Mapping[int, str]], Mapping[int, str]]:
    """The attributes that call other posts, and those that lead somewhere, by their elements."""
    attributes = lines.page.attributes
    return [attributes[name] for name in REFERRING if name in attributes], attributes.get("href", {})


def called(lines: Lines, member: Rows, members: list[int]) -> dict[int, frozenset[str]]:
    """For each member what markup calls it: its marks, and numbers that nearly all members have, each another."""
    line_of, page, wanted = lines.line_of_row, lines.page, set(members)
    by_kind: dict[tuple[bool, str, str], dict[int, str]] = {}
    owner: dict[str, int] = {}
    for name in _CALLED:
        for row, value in page.attributes.get(name, {}).items():
            line = int(line_of[row])
            k = int(member[line]) if line < len(lines) else -1
            if k not in wanted:
                continue
            # Of an empty element it cannot be told whether it ends a member or begins the next.
            is_empty = bool(lines.outline.first[row] == lines.outline.last[row])
            if numbers := _NUMBER.findall(value):
                kind = is_empty, name, _NUMBER.sub("0", value)
                by_kind.setdefault(kind, {}).setdefault(k, numbers[-1])
            if not name.startswith("data-") and (page.tag[row] == tags.CODE["a"] or not is_empty):
                owner.setdefault(f"#{value}", k)
    for _, names in sorted(by_kind.items()):
        if len(names) >= _MIN_CALLED_SHARE * len(members) and len(set(names.values())) == len(names):
            for k, number in names.items():
                owner.setdefault(number, k)
    names_of = defaultdict[int, list[str]](list)
    for number, k in owner.items():
        names_of[k].append(number)
    return {k: frozenset(names_of[k]) for k in members}


def mark_quotes(
    text: str, blocks: Sequence[Block], quoted: Sequence[tuple[str | None, int | None]]
) -> tuple[Quote, ...]:
    """The quotes of a text; the line above one that names whom it quotes is a part of it."""
    found = []
    for block, (author, post) in zip(blocks, quoted, strict=True):
        head = text[: block.start].rstrip()
        line = head[head.rfind("\n") + 1 :]
        is_head = author is not None and _is_head(line, author.casefold())
        found.append(Quote(len(head) - len(line) if is_head else block.start, block.end, author, post))
    return tuple(found)
