"""The block that shows a page's title."""

from __future__ import annotations

import re

import numpy as np

from honbun.features.outline import Outline, letters
from honbun.page import Mask

# Between the title of the page and the name of the site: " | ", " - ", " « ", "：" …
TITLE_SEPARATOR = re.compile(r"\s+[|\-–—:»«>·/]+\s+|\s*[|»«｜]\s*|[_－：]")
# No title has more parts; one that is nothing but separators is cut so often and no more.
MAX_TITLE_PARTS = 30
_WORD = re.compile(r"\w+")
_MIN_SHARED_WORDS = 0.5  # of their words, for two titles to be alike
_MIN_LETTERS = 4  # letters; shorter blocks match by chance
_MAX_CHARACTERS = 300  # characters; a longer block is a paragraph
# A block is the title from this likeness on; a heading counts more, a link (a menu, a breadcrumb) less, and so
# does a block that other pages show as well (the name of the site).
_MIN_LIKENESS = 0.55
_HEADING = 1.5
_LINK = 0.4
_LINKED_HEADING = 0.8
_REPEATED = 0.6


def find_title(outline: Outline, repeated: Mask) -> int:
    """The block that shows what `<title>` says, or -1.

    A block is compared with the whole title and with its parts between separators, letters and digits only.
    """
    parts = _parts(outline.page.title)
    if not parts:
        return -1
    best, best_likeness = -1, 0.0
    weights = _weights(outline, repeated).tolist()
    for block in _candidates(outline, parts):
        if not weights[block] or len(outline.blocks.texts[block]) > _MAX_CHARACTERS:
            continue
        likeness = weights[block] * _likeness(outline.letters[block], parts)
        if likeness >= _MIN_LIKENESS and likeness > best_likeness * 1.001:
            best, best_likeness = block, likeness
    return best


def _candidates(outline: Outline, parts: list[tuple[str, float]]) -> list[int]:
    """The blocks that hold a part of the title or lie in one, in order."""
    title = "|".join(part for part, _ in parts)
    lying = {block for block, text in enumerate(outline.letters) if text in title}
    return sorted(lying.union(*(outline.blocks_with(part) for part, _ in parts)))


def is_like_title(one: str, other: str) -> bool:
    """Two titles that may be one: one is in the other, or they share half of their words."""
    a, b = letters(one), letters(other)
    if not a or not b or a in b or b in a:
        return bool(a and b)
    words, others = set(_WORD.findall(one.lower())), set(_WORD.findall(other.lower()))
    return 2 * len(words & others) >= _MIN_SHARED_WORDS * (len(words) + len(others))


def _parts(title: str) -> list[tuple[str, float]]:
    """Parts of the title, alone and from its start on, each with the weight its length deserves."""
    whole = letters(title)
    pieces = [letters(piece) for piece in TITLE_SEPARATOR.split(title, MAX_TITLE_PARTS)]
    starts = ["".join(pieces[: i + 1]) for i in range(len(pieces))]
    known = sorted({part for part in (*pieces, *starts, whole) if len(part) >= _MIN_LETTERS})
    return [(part, min(1.0, len(part) / 20 + 0.5) * (len(part) / len(whole)) ** 0.3) for part in known]


def _likeness(text: str, parts: list[tuple[str, float]]) -> float:
    if len(text) < _MIN_LETTERS:
        return 0.0
    size, held = len(text), [(len(part), weight) for part, weight in parts if part in text or text in part]
    return max((weight * min(length, size) / max(length, size) for length, weight in held), default=0.0)


def _weights(outline: Outline, repeated: Mask) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    linked = np.where(outline.is_heading, _LINKED_HEADING, _LINK)
    weight = np.where(outline.is_heading, _HEADING, 1.0)
    weight = weight * np.where(outline.is_link, linked, 1.0) * np.where(repeated, _REPEATED, 1.0)
    return np.asarray(weight * outline.is_visible)
