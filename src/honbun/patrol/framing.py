"""What frames the posts of a board: lines that most of its pages have, and how its pages end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from honbun.extraction import read
from honbun.features import letters
from honbun.memory import digest_of
from honbun.robot import Fetched
from honbun.thread import Post

# A line frames posts if more than half of the pages that taught the board have it, and so many: that two of five
# end in the same words is chance.
_MIN_PAGES = 2
# So many letters of the end of pages are kept.
_MAX_FOOT = 2000
# A line of so few letters may be in the foot of a page by chance.
_MIN_FOOT_LINE = 4
_MIN_FOOT_SHARE = 0.7


@dataclass(frozen=True)
class Frame:
    """What frames the posts of a board."""

    lines: frozenset[str] = frozenset()
    """Digests of the lines that most pages have."""
    foot: str = ""
    """The letters that most pages end in, without digits: pagers differ by these, and run into what follows."""

    @classmethod
    def learn(cls, pages: Sequence[Fetched]) -> Frame:
        """What most of these pages have in common."""
        texts = ["\n".join(read(each.body, each.final_url, each.content_type).blocks.texts) for each in pages]
        least = max(_MIN_PAGES, len(pages) // 2 + 1)
        counts = Counter(line for text in texts for line in _digests(text))
        whole = list(map(_letters, texts))
        ends = {end for text in texts for end in _ends(text) if sum(each.endswith(end) for each in whole) >= least}
        foot = max(ends, key=lambda end: (len(end), end), default="")
        return cls(frozenset(line for line, count in counts.items() if count >= least), foot)

    @classmethod
    def loads(cls, text: str) -> Frame:
        """What was written by `dumps`."""
        given = json.loads(text or "{}")
        return cls(frozenset(given.get("lines", ())), given.get("foot", ""))

    def dumps(self) -> str:
        """As the database has it."""
        return json.dumps({"lines": sorted(self.lines), "foot": self.foot}, ensure_ascii=False)

    def joined(self, other: Frame) -> Frame:
        """The lines of both, with the longer foot."""
        return Frame(self.lines | other.lines, max(other.foot, self.foot, key=len))

    def holds(self, text: str) -> bool:
        """Whether all lines of a text are of the frame."""
        said = [line for line in text.split("\n") if letters(line)]
        return bool(said) and all(digest_of(line) in self.lines or self._is_of_foot(line) for line in said)

    def _is_of_foot(self, line: str) -> bool:
        """Whether a line is in the foot, perhaps with a word of a pager before it."""
        plain = _letters(line)
        least = max(_MIN_FOOT_LINE, round(_MIN_FOOT_SHARE * len(plain)))
        return any(plain[start:] in self.foot for start in range(len(plain) - least + 1))

    def without(self, posts: Sequence[Post], title: str | None = None) -> list[Post]:
        """Posts without the frame: a first or last one without a date or a single one that is of it, and the last
        lines of the last one that are. Before the posts the title of the thread may stand, too.
        """
        kept = list(posts)
        while kept and (len(kept) == 1 or not kept[-1].date) and self.holds(kept[-1].text):
            del kept[-1]
        while kept and not kept[0].date and self._is_head(kept[0].text, title):
            del kept[0]
        if kept and not self.holds(kept[-1].text):
            text = self._cut(kept[-1].text)
            kept[-1] = kept[-1] if text == kept[-1].text else replace(kept[-1], text=text, quotes=())
        return kept

    def _is_head(self, text: str, title: str | None) -> bool:
        """Whether a text is of the frame or the title."""
        left = _untitled(text, title)
        return self.holds(left) or (not letters(left) and bool(letters(text)))

    def left_of(self, text: str, title: str | None, said: Collection[str] = ()) -> str:
        """The lines of a text that have letters and are neither of the frame nor the title, or were `said`."""
        lines = _untitled(text, title).split("\n")
        return "\n".join(
            line for line in lines if _letters(line) and (not self.holds(line) or digest_of(line) in said)
        )

    def _cut(self, text: str) -> str:
        """A text without lines of the frame at its end, nor what has no letters before these, such as a pager."""
        lines = text.split("\n")
        framed = 0
        while framed < len(lines) and (self.holds(lines[-1 - framed]) or not _letters(lines[-1 - framed])):
            framed += 1
        if not any(self.holds(line) for line in lines[len(lines) - framed :]):
            return text
        return "\n".join(lines[: len(lines) - framed]).rstrip()


def _untitled(text: str, title: str | None) -> str:
    """A text without lines that are the title."""
    named = letters(title or "")
    return "\n".join(line for line in text.split("\n") if letters(line) not in named or not letters(line))


def _digests(text: str) -> set[str]:
    return {digest_of(line) for line in text.split("\n") if letters(line)}


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, letters(text)))


def _ends(text: str) -> set[str]:
    """The letters of a text from the beginning of each of its last lines on."""
    lines = text.split("\n")
    return {own for at in range(len(lines)) if len(own := _letters("".join(lines[at:]))) <= _MAX_FOOT}
