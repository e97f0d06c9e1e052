"""What a board writes around names, such as "Submitted by … on …", read off lines that differ only within."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

Words = tuple[str, ...]

# So many of the different lines must have the words. Two are enough if they are all.
_SHARE = 0.8


@dataclass(frozen=True)
class Frame:
    """Words that stand before and after what differs."""

    head: Words = ()
    tail: Words = ()

    def inside(self, text: str) -> str:
        """The text without the frame; nothing if it is a part of it."""
        words = text.split()
        if self.head and tuple(words[: len(self.head)]) == self.head:
            words = words[len(self.head) :]
        if self.tail and tuple(words[-len(self.tail) :]) == self.tail:
            words = words[: -len(self.tail)]
        return " ".join(words)


def frame_of(texts: Iterable[str]) -> Frame:
    """What most of these texts begin and end with; nothing if all are the same, since then nothing is inside."""
    lists = [tuple(text.split()) for text in dict.fromkeys(texts)]
    lists = [words for words in lists if words]
    if len(lists) < 2:
        return Frame()
    least = _SHARE * len(lists)
    head = _common(lists, least)
    rest = [words[len(head) :] if words[: len(head)] == head else words for words in lists]
    tail = _common([words[::-1] for words in rest], least)
    return Frame(head, tail[::-1])


def _common(lists: list[Words], least: float) -> Words:
    """The longest beginning that so many have, with something after it."""
    found: Words = ()
    while True:
        n = len(found)
        after = Counter(words[n] for words in lists if words[:n] == found and len(words) > n + 1)
        word, times = max(after.items(), key=lambda pair: pair[1], default=("", 0))
        if times < max(least, 2):
            return found
        found = (*found, word)
