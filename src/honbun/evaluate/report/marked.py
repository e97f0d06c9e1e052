"""Two texts compared word by word: what was missed, what is too much, as word precision and recall count it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from html import escape

# The tokens of `metrics.words.tokens`, with their places: scripts without spaces letter by letter.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
# Of a long stretch that is all alike, this many words are shown at each end.
SHOWN = 25
# Words of one text that are compared and shown; beyond them the text is cut and says so.
MOST_WORDS = 3000


def words(text: str) -> list[re.Match[str]]:
    """The words of a text with their places, at most MOST_WORDS."""
    found: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if len(found) == MOST_WORDS:
            break
        found.append(match)
    return found


def differing(one: Sequence[str], other: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """For each word of two texts: whether the other lacks it. Order decides which copy, counts decide how many."""
    one_lacks, other_lacks = [True] * len(one), [True] * len(other)
    for a, b, size in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        one_lacks[a : a + size] = [False] * size
        other_lacks[b : b + size] = [False] * size
    moved = Counter(_left(one, one_lacks)) & Counter(_left(other, other_lacks))
    return _forgive(one, one_lacks, moved), _forgive(other, other_lacks, moved)


def _left(texts: Sequence[str], lacks: Sequence[bool]) -> list[str]:
    return [text for text, lack in zip(texts, lacks, strict=True) if lack]


def _forgive(texts: Sequence[str], lacks: list[bool], moved: Counter[str]) -> list[bool]:
    left = Counter(moved)
    for i, text in enumerate(texts):
        if lacks[i] and left[text]:
            left[text] -= 1
            lacks[i] = False
    return lacks


def compare(gold: str, answer: str) -> tuple[str, str]:
    """Gold and answer as HTML: missed words underlined in the gold, extra words struck out in the answer."""
    ours, theirs = words(gold), words(answer)
    missed, extra = differing([word[0].lower() for word in ours], [word[0].lower() for word in theirs])
    return _html(gold, ours, missed, "ins"), _html(answer, theirs, extra, "del")


def _html(text: str, found: Sequence[re.Match[str]], marks: Sequence[bool], tag: str) -> str:
    if not found:
        return '<i class="gap">(empty)</i>'
    parts, start = [], 0
    while start < len(found):
        end = start
        while end < len(found) and marks[end] == marks[start]:
            end += 1
        stretch = _stretch(text, found, start, end)
        parts.append(f"<{tag}>{stretch}</{tag}>" if marks[start] else stretch)
        parts.append(escape(_between(text, found, end - 1)))
        start = end
    if len(found) == MOST_WORDS:
        parts.append('<i class="gap"> … cut here</i>')
    return "".join(parts)


def _stretch(text: str, found: Sequence[re.Match[str]], start: int, end: int) -> str:
    """Words start to end as HTML, the middle left out if they are many."""
    if end - start <= 3 * SHOWN:
        return escape(text[found[start].start() : found[end - 1].end()])
    head = escape(text[found[start].start() : found[start + SHOWN - 1].end()])
    tail = escape(text[found[end - SHOWN].start() : found[end - 1].end()])
    return f'{head} <i class="gap">… {end - start - 2 * SHOWN:,} words …</i> {tail}'


def _between(text: str, found: Sequence[re.Match[str]], i: int) -> str:
    """What stands between a word and the next, a blank at least if anything does."""
    end = found[i + 1].start() if i + 1 < len(found) else len(text)
    return text[found[i].end() : end][:40]
