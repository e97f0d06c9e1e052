"""Which posts of a read are known, changed, new or missing: a decision on values, apart from any store.

The key of a post is the first witness, not the only one: numbers shift when a neighbour is deleted, days turn up
where "3 hours ago" stood, addresses change with a layout. So what a post says and who says it are asked as well,
and for an edited post its neighbours.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from honbun.features import letters
from honbun.memory.traits import MIN_PART, Known, Seen, Traits, likeness, line_digests, own_words, without_ago
from honbun.thread import Post

# Two texts are versions of one post if so many of their triples of letters are shared. Chosen by reasoning: an
# edit keeps more than half of what it edits, two posts of one subject share common words only. Pairs are too few
# to tell: more than half of those of a short English text are in any long one.
_MIN_LIKENESS = 0.5
_MIN_SURE_LIKENESS = 0.9
# All that a page says has much besides its post.
_MIN_ROUGH_LIKENESS = 0.25
# "… wrote on Sunday" has so few letters beside the name.
_MAX_QUOTING = 16
_DAY_LENGTH = len("2026-01-01")

Name = tuple[Hashable, ...] | None


@dataclass(frozen=True, slots=True)
class Match:
    """A post that was seen, and the one that it is; None if it is new."""

    seen: Seen
    known: Known | None
    is_changed: bool = False
    """It says something else than before, of its own."""
    is_part: bool = False
    """It is not known, but its words are: they were read as part of another post."""


@dataclass(frozen=True)
class Decision:
    """What a read of a thread tells."""

    matches: tuple[Match, ...]
    """All posts that were seen, each once, in the order of the thread."""
    missing: tuple[Known, ...]
    """Known posts that were not seen, though the read went over where they stood."""
    expected: int
    """How many known posts stood where the read went over."""
    split: tuple[Known, ...] = ()
    """Known posts that were not seen, because parts of them are posts now."""

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
    post that was there then is not new, one that is there now is not missing. Only the page is cut otherwise.
    """
    shown = list(_once(seen))
    matching = _Matching(known, shown, is_renamed)
    matching.run()
    edits = _Edits([*known, *others], shown)
    matches = [
        Match(each, one, is_changed=one is not None and edits.is_one(each, one))
        for i, each in enumerate(shown)
        for one in [matching.known_of.get(i)]
    ]
    found = {one.id for one in matching.known_of.values()}
    places = [i for i, one in enumerate(known) if one.id in found]
    first, last = (places[0], places[-1]) if places else (len(known), -1)
    pages = {each.traits.page for each in shown}
    passed = [
        one
        for i, one in enumerate(known)
        if not one.is_gone and (is_whole or first <= i <= last or one.traits.page in pages)
    ]
    missing = [one for one in passed if one.id not in found and not _is_within(one.text, rest)]
    decision = _cut_otherwise(matches, missing, len(passed))
    marked = (
        replace(
            each, is_part=each.is_part or (each.known is None and _is_within(each.seen.post.text, rest_before))
        )
        for each in decision.matches
    )
    return replace(decision, matches=tuple(marked))


def _is_within(text: str, rest: Collection[str]) -> bool:
    """Whether all that a text says is in lines of these digests."""
    lines = line_digests(text)
    return bool(lines) and all(line in rest for line in lines)


def _cut_otherwise(matches: Sequence[Match], missing: Sequence[Known], expected: int) -> Decision:
    """The decision, with what is new or missing only because a page was cut into posts in another way.

    A post is not new if its words stood in a known one and do so no more, and it is not missing if its words stand
    in another one now and did not before. What that one quotes does not count.
    """
    own = {id(each): own_words(each.seen.post.text, each.seen.post) for each in matches}
    paired = [each for each in matches if each.known]
    lost = [*missing, *(each.known for each in paired if each.known and not _is_grown(each.seen, each.known))]
    kept = "\n".join(own[id(each)] for each in paired)

    def is_part(each: Match) -> bool:
        words = own[id(each)]
        is_new = each.known is None and len(words) >= MIN_PART and words not in kept
        return is_new and any(words in (said := letters(one.text)) and words != said for one in lost)

    def is_joined(one: Known) -> bool:
        words = letters(one.text)
        others = (each.seen for each in matches if not each.known or words not in letters(each.known.text))
        return any(_is_grown(each, one) for each in others)

    parts = {id(each): own[id(each)] for each in matches if is_part(each)}
    marked = tuple(replace(each, is_part=id(each) in parts) for each in matches)
    split = tuple(one for one in missing if any(part in letters(one.text) for part in parts.values()))
    gone = tuple(one for one in missing if one not in split and not is_joined(one))
    return Decision(marked, gone, expected, split)


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

    def __init__(self, known: Sequence[Known], seen: Sequence[Seen]) -> None:
        self._said = Counter(line for one in known for line in _lines(one.text))
        self._shown = {line for each in seen for line in _lines(each.post.text)}
        authors = [*(one.traits.author for one in known), *(each.traits.author for each in seen)]
        self._authors = {letters(author or "") for author in authors} - {""}

    def is_one(self, seen: Seen, known: Known) -> bool:
        """Whether a post says something else than before that is not of another post."""
        if seen.traits.digest == known.traits.digest or seen.traits.is_rough != known.traits.is_rough:
            return False
        before, after = _lines(known.text), _lines(seen.post.text)
        if before == after:
            return True
        # What only quotes is read without its own words; a line that another post shows now is cut otherwise.
        is_read = any(not self._is_quoted(line, line in before) for line in after)
        lost = any(line not in self._shown and not self._is_quoted(line, True) for line in before - after)
        return is_read and (lost or any(not self._is_quoted(line, False) for line in after - before))

    def _is_quoted(self, line: str, is_own: bool) -> bool:
        """Whether another post had said a line, or it says who is quoted."""
        if self._said[line] > is_own:
            return True
        return any(name in line and len(line) - len(name) <= _MAX_QUOTING for name in self._authors)


def _lines(text: str) -> set[str]:
    return {line for line in (letters(without_ago(each)) for each in text.split("\n")) if line}


class _Matching:
    """Pairs of seen and known posts, from the surest kind of evidence to the least."""

    def __init__(self, known: Sequence[Known], seen: Sequence[Seen], is_renamed: bool) -> None:
        self._seen = seen
        self._known = known
        self._is_renamed = is_renamed
        self._place = {one.id: i for i, one in enumerate(known)}
        self._free = dict.fromkeys(range(len(known)))
        self.known_of: dict[int, Known] = {}

    def run(self) -> None:
        """Find all pairs."""
        for names, are_one in ((_SAME, (self._is_same, _is_cut_otherwise)), (_EDITED, (self._is_version,))):
            for name in names:
                self._pair(name)
            for is_one in are_one:
                self._pair_between(is_one)

    def _pair(self, name: Callable[[Traits], Name]) -> None:
        """Pair what has the same name and is not paired, in the order of the thread."""
        waiting: dict[Name, list[int]] = defaultdict(list)
        for place in self._free:
            waiting[name(self._known[place].traits)].append(place)
        for i, each in enumerate(self._seen):
            if i in self.known_of or (own := name(each.traits)) is None or own not in waiting:
                continue
            may_be = [place for place in waiting[own] if self._may_be_one(each, self._known[place])]
            same = self._most_like(each, may_be)
            if same is not None:
                waiting[own].remove(same)
                self._take(i, same)

    def _most_like(self, seen: Seen, places: Sequence[int]) -> int | None:
        """Of several known posts the one that says most of what this one does, those that are there first."""
        if len(places) < 2:
            return next(iter(places), None)
        known = self._known
        return max(places, key=lambda at: (not known[at].is_gone, likeness(seen.post.text, known[at].text)))

    def _pair_between(self, is_one: Callable[[Seen, Known], bool]) -> None:
        """Pair posts between the same neighbours."""
        ends = [len(self._known)]
        for i in range(len(self._seen) - 1, -1, -1):
            ends.append(self._place[self.known_of[i].id] if i in self.known_of else ends[-1])
        ends.reverse()
        start = 0
        for i, each in enumerate(self._seen):
            if i not in self.known_of:
                between = (place for place in range(start, ends[i]) if place in self._free)
                same = next((place for place in between if is_one(each, self._known[place])), None)
                if same is not None:
                    self._take(i, same)
            if i in self.known_of:
                start = self._place[self.known_of[i].id] + 1

    def _take(self, i: int, place: int) -> None:
        self.known_of[i] = self._known[place]
        del self._free[place]

    def _may_be_one(self, seen: Seen, one: Known) -> bool:
        """Whether nothing says that two posts are two: dates that differ, or addresses, in their numbers alone.

        Addresses of two kinds say nothing: a page of one post may show the address of another thing.
        """
        a, b = seen.traits, one.traits
        if self._is_renamed:
            return True
        if a.key == b.key:
            if a.digest == b.digest or (
                a.date == b.date and (_has_time(a) or (a.address and a.author == b.author))
            ):
                return True
            # A number may be given again once the last post is deleted: to another text, at another time.
            return a.author == b.author and likeness(seen.post.text, one.text) >= _MIN_LIKENESS
        return not (a.address and a.address == b.address) and not (a.date and b.date and a.date != b.date)

    def _is_same(self, seen: Seen, one: Known) -> bool:
        """Whether a post says what a known one does. Who, when and where from may be read from a neighbour."""
        a, b = seen.traits, one.traits
        is_by_one = a.is_telling or a.author == b.author
        return a.digest == b.digest and (is_by_one or self._may_be_one(seen, one))

    def _is_version(self, seen: Seen, one: Known) -> bool:
        """Whether a post may be a known one that was edited: same author, much of the same text.

        If nearly all of a long text is in it, and not as a quote, author and date are not asked.
        """
        if one.is_gone:  # what returns is as it was; what is only like it is another
            return False
        a = seen.traits
        is_by_one = a.is_rough or one.traits.is_rough or a.author == one.traits.author
        if is_by_one and self._may_be_one(seen, one):
            is_rough = a.is_rough or one.traits.is_rough
            return likeness(seen.post.text, one.text) >= (_MIN_ROUGH_LIKENESS if is_rough else _MIN_LIKENESS)
        is_telling = a.is_telling and one.traits.is_telling and not (a.address and a.address == one.traits.address)
        return is_telling and likeness(own_words(seen.post.text, seen.post), one.text) >= _MIN_SURE_LIKENESS


def _is_grown(seen: Seen, one: Known) -> bool:
    """Whether a post says all that a known one did, not as a quote: who and when may be read from a neighbour."""
    before = own_words(one.text, seen.post)
    return len(before) >= MIN_PART and before in own_words(seen.post.text, seen.post)


def _is_cut_otherwise(seen: Seen, one: Known) -> bool:
    """Whether all that a known post said is in a post, or the other way round, or they share what tells it."""
    own = own_words(seen.post.text, seen.post)
    if _is_grown(seen, one) or (len(own) >= MIN_PART and own in letters(one.text)):
        return True
    # Lines around a post may be read as part of it, and be no longer or no more; its longest line stays.
    longest = max((own_words(line, seen.post) for line in seen.post.text.split("\n")), key=len)
    return len(longest) >= MIN_PART and longest == max(map(letters, _unquoted(one.text, seen.post)), key=len)


def _unquoted(text: str, post: Post) -> list[str]:
    """The lines of a text, those left out that a post quotes."""
    return [line for line in text.split("\n") if own_words(line, post)] or [""]


def _has_time(own: Traits) -> bool:
    return own.date is not None and len(own.date) > _DAY_LENGTH


# The kinds of evidence, one after the other: what two posts must have in common to be one. A text that was said
# twice is told by its day, else its page, else its place in the order.
_SAME: tuple[Callable[[Traits], Name], ...] = (
    lambda own: (own.key, own.author, own.digest),
    lambda own: (own.key, own.digest) if own.is_named else None,
    lambda own: (own.author, own.digest, own.date) if own.date else None,
    lambda own: (own.author, own.digest, own.page),
    lambda own: (own.author, own.digest),
    lambda own: (own.digest, own.date) if own.is_telling or _has_time(own) else None,
    lambda own: (own.digest,) if own.is_telling else None,
)
# An edit: author and time are the same, or number and time, or the address, or number, author and date.
_EDITED: tuple[Callable[[Traits], Name], ...] = (
    lambda own: (own.author, own.date) if _has_time(own) else None,
    lambda own: (own.key, own.date) if _has_time(own) else None,
    lambda own: (own.key,) if own.address else None,
    lambda own: (own.key, own.author, own.date) if not own.address else None,
)
