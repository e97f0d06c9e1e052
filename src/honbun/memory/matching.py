"""Which posts of a read are known, changed, new or missing: a decision on values, apart from any store.

The key of a post is the first witness, not the only one: numbers shift when a neighbour is deleted, days turn up
where "3 hours ago" stood, addresses change with a layout. So what a post says and who says it are asked as well,
and for an edited post its neighbours.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from honbun.features import letters
from honbun.memory.traits import (
    MIN_PART,
    Known,
    Seen,
    Traits,
    digest_of,
    likeness,
    own_text,
    without_ago,
)

# Two texts are versions of one post if so many of their triples of letters are shared. Chosen by reasoning: an
# edit keeps more than half of what it edits, two posts of one subject share common words only. Pairs are too few
# to tell: more than half of those of a short English text are in any long one.
_MIN_LIKENESS = 0.5
# All that a page says has much besides its post.
_MIN_ROUGH_LIKENESS = 0.25
# "… wrote on Sunday" has so few letters beside the name.
_MAX_QUOTING = 16
_DAY_LENGTH = len("2026-01-01")

_Evidence = tuple[float, ...] | None
"""How much speaks for two posts being one, to be compared; None if too little does."""


@dataclass(frozen=True, slots=True)
class Match:
    """A post that was seen, and the one that it is; None if it is new."""

    seen: Seen
    known: Known | None
    is_changed: bool = False
    """It says something else than before, of its own."""


@dataclass(frozen=True)
class Decision:
    """What a read of a thread tells."""

    matches: tuple[Match, ...]
    """All posts that were seen, each once, in the order of the thread."""
    missing: tuple[Known, ...]
    """Known posts that were not seen, though the read went over where they stood."""
    expected: int
    """How many known posts stood where the read went over."""

    @property
    def recognised(self) -> float:
        """The share of the expected posts that were seen again; 1 if none were expected."""
        return 1 - len(self.missing) / self.expected if self.expected else 1.0


def decide(
    known: Sequence[Known],
    seen: Iterable[Seen],
    *,
    is_whole: bool,
    is_renamed: bool = False,
    others: Sequence[Known] = (),
    rest_before: Collection[str] = (),
    rest: Collection[str] = (),
) -> Decision:
    """What a read tells of a thread whose posts are known, both in the order of the thread.

    If the read `is_whole`, known posts that were not seen are missing; else only those that stood between posts
    that were, or on a page that was read. What `others` of the thread say may be quoted. If the thread
    `is_renamed`, as after a change of its layout, addresses and dates that differ do not tell posts apart.

    `rest` are digests of the lines of the pages that are of no post, `rest_before` those of the read before: a
    line that was there then is no edit, a post that is there now is not missing. Only the page is cut otherwise.
    """
    shown = list(_once(seen))
    known_of = _Matching(known, shown, is_renamed).run()
    edits = _Edits([*known, *others], shown, rest_before, rest)
    matches = [
        Match(each, one, is_changed=one is not None and edits.is_one(each, one))
        for i, each in enumerate(shown)
        for one in [known_of.get(i)]
    ]
    found = {one.id for one in known_of.values()}
    places = [i for i, one in enumerate(known) if one.id in found]
    first, last = (places[0], places[-1]) if places else (len(known), -1)
    pages = {each.traits.page for each in shown}
    passed = [
        one
        for i, one in enumerate(known)
        if not one.is_gone and (is_whole or first <= i <= last or one.traits.page in pages)
    ]
    # What a post that was seen says no more, as when what it quotes is read otherwise, is no other's.
    quoted = {line for i, one in known_of.items() for line in {*_lines(one.text)} - {*_lines(shown[i].post.text)}}
    missing = [one for one in passed if one.id not in found and not _is_within(one.text, {*rest} - quoted)]
    return Decision(tuple(matches), tuple(missing), len(passed))


def _is_within(text: str, lines: Collection[str]) -> bool:
    """Whether all that a text says is in lines of these digests. Names and dates say nothing."""
    own = [digest for digest, line in _lines(text).items() if len(line) >= MIN_PART]
    return bool(own) and all(digest in lines for digest in own)


def _once(seen: Iterable[Seen]) -> Iterator[Seen]:
    """The posts without those that several pages show, such as an opening post above every page."""
    shown: dict[tuple[str, str], int] = {}
    for each in seen:
        traits = each.traits
        first = shown.setdefault((traits.key, traits.digest), traits.page)
        if first == traits.page or not traits.is_named:
            yield each


class _Edits:
    """Tells edits from what is read otherwise: what a post quotes, and whom, is at times read as part of it."""

    def __init__(
        self, known: Sequence[Known], seen: Sequence[Seen], rest_before: Collection[str], rest: Collection[str]
    ) -> None:
        self._said: dict[str, list[datetime | None]] = defaultdict(list)
        for one in known:
            for line in _lines(own_text(one.text)):
                self._said[line].append(one.first_seen)
        self._shown = {line for each in seen for line in _lines(each.post.text)}.union(rest)
        self._rest_before = rest_before
        authors = [*(one.traits.author for one in known), *(each.traits.author for each in seen)]
        self._authors = {letters(author or "") for author in authors} - {""}

    def is_one(self, seen: Seen, known: Known) -> bool:
        """Whether a post says something else than before that is not of another post."""
        if seen.traits.digest == known.traits.digest:
            return False
        # A line with its date is its head, which the menu above a flat page runs into.
        head = letters(seen.post.date_raw or "") or "\n"
        before, after = (
            {digest: line for digest, line in _lines(text).items() if head not in line}
            for text in (known.text, seen.post.text)
        )
        own = _lines(own_text(known.text))
        old = {*before, *self._rest_before}
        if seen.traits.is_rough != known.traits.is_rough:  # one has lines around the post; its longest line stays
            return bool(after) and max(after, key=lambda digest: len(after[digest])) not in old
        # A line that the page still shows is cut otherwise.
        changes = {digest: line for digest, line in before.items() if digest not in self._shown}
        changes |= {digest: line for digest, line in after.items() if digest not in old}
        return any(not self._is_quoted(digest, line, known, digest in own) for digest, line in changes.items())

    def _is_quoted(self, digest: str, line: str, known: Known, is_own: bool) -> bool:
        """Whether another post had said a line, which was not there later, or it says who is quoted."""
        since = known.first_seen
        if sum(not (at and since and at > since) for at in self._said[digest]) > is_own:
            return True
        return any(name in line and len(line) - len(name) <= _MAX_QUOTING for name in self._authors)


def _lines(text: str) -> dict[str, str]:
    """The letters of the lines of a text, by their digests."""
    lines = text.replace("\t", "\n").split("\n")
    return {digest_of(line): own for line in lines if (own := letters(without_ago(line)))}


class _Matching:
    """Pairs of seen and known posts, from the surest kind of evidence to the least."""

    def __init__(self, known: Sequence[Known], seen: Sequence[Seen], is_renamed: bool) -> None:
        self._seen = seen
        self._known = known
        self._is_renamed = is_renamed
        self._own = _own_texts((id(each), own_text(each.post.text, each.post)) for each in seen)
        self._own |= _own_texts((id(one), own_text(one.text)) for one in known)
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(known):
            self._places[one.traits.digest].append(place)
        self._free = dict.fromkeys(range(len(known)))
        self._place_of: dict[int, int] = {}

    def run(self) -> dict[int, Known]:
        """Find all pairs: of the places of seen posts, the known ones that they are."""
        self._pair(self._same_text, lambda each: self._places[each.traits.digest], in_order=False)
        others = ((self._cut_otherwise, True), (self._rewritten, False), (self._version, True))
        for evidence, in_order in others:
            self._pair(evidence, lambda _: tuple(self._free), in_order=in_order)
        return {i: self._known[place] for i, place in self._place_of.items()}

    def _pair(
        self,
        evidence: Callable[[Seen, Known], _Evidence],
        places: Callable[[Seen], Sequence[int]],
        *,
        in_order: bool,
    ) -> None:
        """Pair what speaks most for being one, of equals the first; if asked, only between the same neighbours."""
        pairs = [
            (said, i, place)
            for i, each in enumerate(self._seen)
            if i not in self._place_of
            for place in places(each)
            if place in self._free and (said := evidence(each, self._known[place])) is not None
        ]
        for _, i, place in sorted(pairs, key=lambda pair: pair[0], reverse=True):
            if i not in self._place_of and place in self._free and not (in_order and self._is_crossing(i, place)):
                self._place_of[i] = place
                del self._free[place]

    def _is_crossing(self, i: int, place: int) -> bool:
        """Whether a known post did not stand between the neighbours that a seen one has."""
        before = next((self._place_of[at] for at in range(i - 1, -1, -1) if at in self._place_of), -1)
        later = (self._place_of[at] for at in range(i + 1, len(self._seen)) if at in self._place_of)
        return not before < place < next(later, len(self._known))

    def _same_text(self, seen: Seen, one: Known) -> _Evidence:
        """A text that was said twice is told by its name, author, day, page, else by its place in the order."""
        a, b = seen.traits, one.traits
        if a.digest != b.digest or not self._may_be_one(seen, one):
            return None
        is_dated = a.date is not None and a.date == b.date
        is_by_one = a.author == b.author
        if not (is_by_one or a.is_telling or (a.key == b.key and a.is_named) or (is_dated and _has_time(a))):
            return None
        return a.key == b.key, is_by_one, is_dated, not one.is_gone, a.page == b.page

    def _cut_otherwise(self, seen: Seen, one: Known) -> _Evidence:
        """All that a known post said is in a post, or the other way round, or they share what tells it."""
        texts = self._own_words(seen, one)
        own, before = map(letters, texts)
        if any(len(part) >= MIN_PART and part in whole for part, whole in ((own, before), (before, own))):
            return (min(len(own), len(before)),)
        # Lines around a post may be read as part of it, and be no longer or no more; its longest line stays.
        shorter, longer = sorted(map(_longest, texts), key=len)
        return (len(shorter),) if len(shorter) >= MIN_PART and shorter in longer else None

    def _rewritten(self, seen: Seen, one: Known) -> _Evidence:
        """The author is the same, and the time, or date and name; or the address is."""
        a, b = seen.traits, one.traits
        is_named = a.key == b.key
        is_one = a.date == b.date and a.author == b.author and (is_named or _has_time(a))
        if not (is_one or (is_named and a.address)) or not self._may_be_one(seen, one):
            return None
        return not one.is_gone, self._likeness(seen, one)

    def _version(self, seen: Seen, one: Known) -> _Evidence:
        """Much of the same text by the same author, or where one of them has none."""
        a, b = seen.traits, one.traits
        is_rough = a.is_rough or b.is_rough
        is_by_one = is_rough or a.author == b.author or not (a.author and b.author)
        # What returns is as it was; what is only like a post that is gone is another.
        if one.is_gone or not is_by_one or not self._may_be_one(seen, one):
            return None
        found = self._likeness(seen, one)
        return (found,) if found >= (_MIN_ROUGH_LIKENESS if is_rough else _MIN_LIKENESS) else None

    def _likeness(self, seen: Seen, one: Known) -> float:
        return likeness(*self._own_words(seen, one))

    def _own_words(self, seen: Seen, one: Known) -> tuple[str, str]:
        """What both say without what the seen one quotes, which nobody says any more if that was edited."""
        return self._own[id(seen)], own_text(self._own[id(one)], seen.post)

    def _may_be_one(self, seen: Seen, one: Known) -> bool:
        """Whether nothing says that two posts are two: dates that differ, or addresses, in their numbers alone, or
        that one was known before the other was written.

        Addresses of two kinds say nothing: a page of one post may show the address of another thing.
        """
        a, b = seen.traits, one.traits
        if self._is_renamed:
            return True
        if a.digest != b.digest and seen.not_before and one.first_seen and one.first_seen < seen.not_before:
            return False
        if a.key == b.key:
            if a.digest == b.digest or (
                a.date == b.date and (_has_time(a) or (a.address and a.author and a.author == b.author))
            ):
                return True
            # A number may be given again once the last post is deleted: to another text, at another time.
            return a.author == b.author and self._likeness(seen, one) >= _MIN_LIKENESS
        return not _are_two_addresses(a, b) and not (a.date and b.date and a.date != b.date)


def _own_texts(texts: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Texts without lines that several of them have, as those that quote; whole if nothing else tells them.

    A quote comes before what is said to it: a line with which only one of them ends is its own.
    """
    lines = {key: text.split("\n") for key, text in texts}
    counts = Counter(each for own in lines.values() for each in set(map(letters, own)))
    ends = {key: next(filter(None, map(letters, reversed(own))), "") for key, own in lines.items()}
    ended = Counter(ends.values())
    found = {}
    for key, own in lines.items():
        end = ends[key] if ended[ends[key]] == 1 else None
        left = [line for line in own if counts[each := letters(line)] == 1 or each == end]
        found[key] = "\n".join(left if any(len(letters(line)) >= MIN_PART for line in left) else own)
    return found


def _are_two_addresses(a: Traits, b: Traits) -> bool:
    return a.key != b.key and bool(a.address) and a.address == b.address


def _longest(text: str) -> str:
    """The letters of the longest line."""
    return max(map(letters, text.split("\n")), key=len)


def _has_time(own: Traits) -> bool:
    return own.date is not None and len(own.date) > _DAY_LENGTH
