"""What frames the posts of a board: lines that most of its pages have, and how its pages end."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from html import unescape
from itertools import takewhile

from honbun.extraction import Site, read
from honbun.features import letters
from honbun.memory import digest_of
from honbun.page import decode
from honbun.robot import Fetched
from honbun.thread import Post

# A line frames posts if more than half of the pages that taught the board have it, and so many. Its foot is on
# three in four: that two of three end in the same words is chance.
_MIN_PAGES = 2
# So many letters of the end of pages are kept.
_MAX_FOOT = 2000
# Beside its numbers a pager says no more, in letters.
_MAX_PAGER = 12
_TITLE = re.compile(r"<title[^>]*>?([^<]*)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
# What stands between tags; what is no text is passed over. What is not closed ends with the page, so that nothing
# is gone through twice.
_TEXT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)|<[^>]*(?:>|\Z)|([^<]+)", re.DOTALL | re.IGNORECASE
)


@dataclass(frozen=True)
class Frame:
    """What frames the posts of a board."""

    lines: frozenset[str] = frozenset()
    """Digests of the lines that most pages have."""
    foot: str = ""
    """The letters that nearly all pages end in, without digits: pagers differ by these and run into it."""

    @classmethod
    def learn(cls, pages: Sequence[Fetched], site: Site) -> Frame:
        """What most of these pages have in common and no post of the site says."""
        texts = ["\n".join(read(each.body, each.final_url, each.content_type).blocks.texts) for each in pages]
        most = max(_MIN_PAGES, len(pages) // 2 + 1)
        least = max(_MIN_PAGES, len(pages) - len(pages) // 4)
        counts = Counter(line for text in texts for line in _digests(text))
        # Of texts in the order of their ends those that share most of it stand together.
        ends = sorted(_letters(text)[: -_MAX_FOOT - 1 : -1] for text in texts)
        foot = max((_shared(*pair) for pair in zip(ends, ends[least - 1 :], strict=False)), key=len, default="")
        lines = {line for line, count in counts.items() if count >= most}
        return cls(frozenset(lines - _said(pages, site)), foot[::-1])

    @classmethod
    def loads(cls, text: str) -> Frame:
        """What was written by `dumps`."""
        given = json.loads(text or "{}")
        return cls(frozenset(given.get("lines", ())), given.get("foot", ""))

    def dumps(self) -> str:
        """As the database has it."""
        return json.dumps({"lines": sorted(self.lines), "foot": self.foot}, ensure_ascii=False)

    def joined(self, other: Frame) -> Frame:
        """The lines of both, with the foot of the other, which was learned later, if it has one."""
        return Frame(self.lines | other.lines, other.foot or self.foot)

    def footless(self, found: Fetched) -> Fetched:
        """A page without the text of the foot. Where nothing marks the end of a post, the foot may pass for it.

        What the page says twice, as the buttons below each post, is not of the foot, but for its title.
        """
        html = decode(found.body, found.content_type).text
        spans = [match.span() for match in _TEXT.finditer(html) if match[2]]
        texts = [_letters(unescape(html[start:end])) for start, end in spans]
        named = _TITLE.search(html)
        counts = Counter(text for text in texts if not named or text not in _letters(unescape(named[1])))
        said, cut = "", len(html)
        for text, (start, _) in zip(reversed(texts), reversed(spans), strict=True):
            if text and (counts[text] > 1 or not self.foot.endswith(text + said)):
                break
            said, cut = text + said, start if text else cut
        body = html[:cut] + _TEXT.sub(lambda match: "" if match[2] else match[0], html[cut:])
        return replace(found, body=body.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")

    def holds(self, text: str) -> bool:
        """Whether all lines of a text are of the frame."""
        said = [line for line in text.split("\n") if letters(line)]
        return bool(said) and all(digest_of(line) in self.lines for line in said)

    def without(self, posts: Sequence[Post], title: str | None = None) -> list[Post]:
        """Posts without the frame: a first or last one without a date or a single one that is of it, and the last
        lines of the last one that are. Before the posts the title of the thread may stand, too.
        """
        kept = list(posts)
        while kept and (len(kept) == 1 or not kept[-1].date) and not self._cut(kept[-1].text):
            del kept[-1]
        while kept and not kept[0].date and self._is_head(kept[0].text, title):
            del kept[0]
        if kept and (text := self._cut(kept[-1].text)) not in ("", kept[-1].text):
            kept[-1] = replace(kept[-1], text=text, quotes=())
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
        """A text without lines of the frame or a pager at its end, nor what has no letters before these."""
        lines = text.split("\n")
        kept = len(lines)
        while kept and (self._ends_page(lines[kept - 1]) or not _letters(lines[kept - 1])):
            kept -= 1
        return "\n".join(lines[:kept]).rstrip() if any(map(self._ends_page, lines[kept:])) else text

    def _ends_page(self, line: str) -> bool:
        """Whether a line is of the frame, or the numbers of pages from the first on, perhaps with "next"."""
        numbers = [int(each) for each in _NUMBER.findall(line)]
        is_pager = numbers[:2] == [1, 2] and numbers == sorted(numbers) and len(_letters(line)) <= _MAX_PAGER
        return is_pager or self.holds(line)


def _said(pages: Sequence[Fetched], site: Site) -> set[str]:
    """The lines of posts between two others, and what any post quotes: it is on two pages if the quoted one is."""
    threads = [site.posts(each.body, each.final_url, fetched=each.fetched_at).posts for each in pages]
    texts = [post.text for posts in threads for post in posts[1:-1]]
    texts += [post.text[quote.start : quote.end] for posts in threads for post in posts for quote in post.quotes]
    return _digests("\n".join(texts))


def _shared(a: str, b: str) -> str:
    """How two texts begin alike."""
    return "".join(x for x, _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def _untitled(text: str, title: str | None) -> str:
    """A text without lines that are the title."""
    named = letters(title or "")
    return "\n".join(line for line in text.split("\n") if letters(line) not in named or not letters(line))


def _digests(text: str) -> set[str]:
    return {digest_of(line) for line in text.split("\n") if letters(line)}


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, letters(text)))
