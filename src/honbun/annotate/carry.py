"""One page's marks carried over to another page that the same template made."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence

import numpy as np

from honbun.annotate.marks import IN_UNIT, OTHER
from honbun.features import Outline
from honbun.page import Rows, paths, tags

# A place of the template says something if so much of its text has one letter, by characters.
_CLEAR = 0.8
# Their classes differ from page to page.
_WHOLE = tags.table("html body".split())
Key = Callable[[int], Hashable]


def carried(marks: str, source: Outline, target: Outline, otherwise: str) -> str:
    """The marks of one page on another: by the same text in the same place, then by the place.

    A place is where a text stands in the template, first with the inline element it begins in, then without. Where
    a place has no letter that is clear, and where the first page has none, the mark is as it is `otherwise`.
    """
    keys = [_keys(outline) for outline in (source, target)]
    weights = [max(int(length), 1) for length in source.blocks.length.tolist()]
    new = list(otherwise)
    waiting = set(range(len(new)))
    for of_source, of_target in zip(*keys, strict=True):
        votes: dict[Hashable, Counter[str]] = defaultdict(Counter)
        for block, mark in enumerate(marks):
            votes[of_source(block)][mark] += weights[block]
        for block in sorted(waiting):
            letter = _clear(votes.get(of_target(block)))
            if letter:
                new[block] = letter
                waiting.discard(block)
    return _mended("".join(new))


def _keys(outline: Outline) -> tuple[Key, Key, Key]:
    """By what blocks of two pages are the same, the surest first."""
    blocks, page = outline.blocks, outline.page
    signature = outline.signature.copy()
    whole = tags.is_in(_WHOLE, page.tag)
    signature[whole] = page.tag[whole]
    place = paths(page, signature) if len(page) else signature
    owner: Sequence[int] = place[blocks.owner].tolist()
    begins: Rows = page.node_owner[blocks.first_node[:-1]]
    exact: Sequence[int] = place[begins].tolist()
    hidden = np.asarray(blocks.is_hidden).tolist()
    return (
        lambda block: (exact[block], blocks.texts[block]),
        lambda block: (exact[block], owner[block], hidden[block]),
        lambda block: (owner[block], hidden[block]),
    )


def _clear(votes: Counter[str] | None) -> str:
    """The letter that has most of the votes; "" if there is none. A capital is one if half of its letter's are."""
    if not votes:
        return ""
    small = Counter[str]()
    for mark, count in votes.items():
        small[mark.lower()] += count
    letter, count = max(small.items(), key=lambda item: (item[1], item[0]))
    if count < _CLEAR * small.total():
        return ""
    return letter.upper() if letter in IN_UNIT and votes[letter.upper()] * 2 > count else letter


def _mended(marks: str) -> str:
    """The marks with one title only, the first."""
    first = marks.find("t")
    return marks[: first + 1] + marks[first + 1 :].replace("t", OTHER) if first >= 0 else marks
