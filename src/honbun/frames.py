"""Frames: the words that a board writes before and after each name, such as "Submitted by … on"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

# A wide colon ends a word without a space.
_WORD = re.compile(r"[^\s：]*：|[^\s：]+")
# What may stand between a name and a date, and is of neither.
_MARKS = ",;:|·：、 "
# This share of the different texts must have the words of a frame. Two are enough if they are all.
_MIN_FRAMED_SHARE = 0.8


def words_of(text: str) -> list[str]:
    """The words of what stands around a name."""
    return _WORD.findall(text)


def without_ends(text: str, head: int, tail: int) -> str:
    """The text without so many of its first and last words."""
    words = list(_WORD.finditer(text))[head:]
    kept = words[: len(words) - tail]
    return " ".join(text[kept[0].start() : kept[-1].end()].split()) if kept else ""


@dataclass(frozen=True)
class Frame:
    """Words that a board writes before and after a name, such as "Submitted by … on"."""

    head: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()

    def inside(self, text: str) -> str:
        """The text without the frame, and without marks around it; nothing if it is a part of the frame."""
        words = tuple(words_of(text))
        head = len(self.head) if words[: len(self.head)] == self.head else 0
        rest = words[head:]
        tail = len(self.tail) if self.tail and rest[-len(self.tail) :] == self.tail else 0
        return without_ends(text, head, tail).strip(_MARKS)


def frame_of(texts: Iterable[str]) -> Frame:
    """What most of these texts begin and end with; nothing if all are the same, since then nothing is inside."""
    lists = [tuple(words_of(text)) for text in dict.fromkeys(texts)]
    lists = [words for words in lists if words]
    if len(lists) < 2:
        return Frame()
    least = _MIN_FRAMED_SHARE * len(lists)
    head = _common_start(lists, least)
    rest = [words[len(head) :] if words[: len(head)] == head else words for words in lists]
    tail = _common_start([words[::-1] for words in rest], least)
    return Frame(head, tail[::-1])


def _common_start(lists: list[tuple[str, ...]], least: float) -> tuple[str, ...]:
    """The longest beginning that so many have, with something after it."""
    found: tuple[str, ...] = ()
    while True:
        n = len(found)
        after = Counter(words[n] for words in lists if words[:n] == found and len(words) > n + 1)
        word, times = max(after.items(), key=lambda pair: pair[1], default=("", 0))
        if times < max(least, 2):
            return found
        found = (*found, word)
