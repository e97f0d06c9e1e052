"""A thread opened: which of its pages are read, what they tell, and whether its layout has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from honbun.memory import Decision, Known, KnownThread, Seen, decide, moment_of, stamp
from honbun.patrol.course import LISTED, REMOVED, Course, is_newest_first
from honbun.patrol.listing import Row
from honbun.patrol.reading import NO_POSTS, PageRead, ThreadRead, place_of, profile_of
from honbun.patrol.schedule import is_due
from honbun.thread import Post

LAYOUT = "layout changed"
# Of so many posts that should be there more than half must be, and be as they were; else the layout has changed.
_MIN_EXPECTED = 3
_MIN_RECOGNISED = 0.5
# If it has changed for good, so many must still be there.
_MIN_EVER_RECOGNISED = 0.1


class Opening:
    """Opens threads in the course of a look."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def read(self, thread: KnownThread, row: Row | None) -> None:
        """Read a thread and keep what it says."""
        known = self._course.memory.known(thread)
        if self._is_news and row is not None:
            row = replace(row, said={**thread.row, **row.said})
        self._course.reader.said = frozenset(one.traits.digest for one in known)
        read = self._pages_of(thread, known)
        if read.reason in REMOVED and not read.pages:
            read = self._whole(thread)  # its last page alone may have gone
        if read.reason in REMOVED and not read.pages:
            self._course.keep(thread, row, read, Decision((), tuple(known), len(known)), ())
            return
        if not read.pages:
            self._course.fault_of(thread, read.reason or NO_POSTS)
            return
        if read.is_as_it_was and len(read.seen) == sum(not one.is_gone for one in _within(known, read)):
            self._course.keep(thread, row, read, Decision((), (), len(read.seen)), ())
            return
        # What stands at the address of an article is that article, however much of it was written anew.
        before = ThreadRead(tuple(PageRead(page, ()) for page in self._course.memory.pages(thread))).rest
        decision = _decide(known, read, before, is_renamed=self._is_news)
        if read.reason is None and _is_nothing(decision):
            self._course.fault_of(thread, NO_POSTS)
            return
        # What stands first on the last page, or alone, may have moved there from the page before.
        is_moved = (
            read.pages[0].page.number > 1
            and bool(decision.matches)
            and (not decision.matches[0].known or decision.matches[0].is_changed)
        )
        if not read.is_whole and (decision.missing or is_moved) and read.reason is None:
            read = self._whole(thread)
            decision = _decide(known, read, before)
        if _is_drifted(decision) and self._read_drifted(thread, row, read, decision, before):
            return
        if self._is_news:
            decision, row = self._as_article(thread, row, read, decision)
        else:
            self._see_layout(read)
        newest = 0 if is_newest_first(read, decision, thread) else len(decision.matches) - 1
        old = [
            self._is_old(thread, match.seen, row, is_newest=i == newest)
            for i, match in enumerate(decision.matches)
        ]
        self._course.keep(thread, row, read, decision, old)

    def _pages_of(self, thread: KnownThread, known: Sequence[Known]) -> ThreadRead:
        """The pages on which something may be new: all, the last ones, or the first until all is known."""
        pages = self._course.memory.pages(thread)
        is_whole = not known or is_due(moment_of(thread.next_at), thread.interval, self._course.now)
        if is_whole or (len(pages) < 2 and not thread.is_newest_first):
            return self._whole(thread)
        kept = self._kept(thread)
        if not thread.is_newest_first:
            return self._course.reader.read(thread.url, pages, kept, first=pages[-1].number)
        keys = {one.traits.key for one in known}
        return self._course.reader.read(
            thread.url, pages, kept, is_enough=lambda posts: all(post.key in keys for post in posts)
        )

    def _whole(self, thread: KnownThread) -> ThreadRead:
        return self._course.reader.read(thread.url, self._course.memory.pages(thread), self._kept(thread))

    def _kept(self, thread: KnownThread) -> Callable[[int], tuple[Post, ...]]:
        return lambda number: self._course.memory.kept(thread, number)

    def _see_layout(self, read: ThreadRead) -> None:
        """Notice posts that stand where none stood before: the layout has changed, though all are known again."""
        found, known = read.layouts, set(self._course.board.layouts)
        if len(found) < _MIN_EXPECTED or known & set(found):
            if not known or self._course.is_first:
                self._course.learn_places(found)
            return
        if known and not self._course.is_first:
            self._relearn(read)
            self._course.save(note=self._changed())
        self._course.learn_places(found)

    def _as_article(
        self, thread: KnownThread, row: Row | None, read: ThreadRead, decision: Decision
    ) -> tuple[Decision, Row]:
        """What is told of an article, and its row with the place of its text in the page.

        If that is another one than before, the layout has changed, and what is read otherwise is no edit.
        """
        place = place_of(read.seen[0].post)
        said = dict(row.said if row is not None else thread.row)
        if said.get("place", place) != place:
            self._course.save(note=f"{LAYOUT} on {stamp(self._course.now)[:10]}")
            decision = replace(
                decision, matches=tuple(replace(match, is_changed=False) for match in decision.matches)
            )
        title = row.title if row is not None else thread.title or ""
        is_behind = row is not None and row.is_behind
        return decision, Row(thread.url, title, said | {"place": place}, is_behind)

    def _changed(self) -> str:
        return f"{LAYOUT} on {stamp(self._course.now)[:10]}: learned again"

    def _read_drifted(
        self, thread: KnownThread, row: Row | None, read: ThreadRead, first: Decision, before: set[str]
    ) -> bool:
        """Learn the layout of a thread again most of whose posts are not as they were, and tell of no old post.

        False if they are the same by that, where posts stood, and some as they were: a few edits or deletions are
        most of a short thread.
        """
        site, known = self._course.reader.site, self._course.memory.known(thread)
        self._relearn(read)
        again = replace(read, pages=tuple(map(self._reread, read.pages)))
        decision = _decide(known, again, before, is_renamed=True)
        is_same = [each.traits.digest for each in again.seen] == [each.traits.digest for each in read.seen]
        is_some = any(match.known and not match.is_changed for match in first.matches)
        is_edited = is_same and is_some and not self._course.reader.layouts.isdisjoint(read.layouts)
        # A page that has none of the posts, such as one that asks to log in, does not tell that they are gone.
        least = _MIN_RECOGNISED if thread.state != LAYOUT else _MIN_EVER_RECOGNISED
        if is_edited or decision.recognised < least:
            self._course.reader.site = site
            self._course.save(profile=profile_of(site))
            if not is_edited:
                self._course.fault_of(thread, LAYOUT)
            return not is_edited
        self._course.learn_places(again.layouts)
        self._course.save(note=self._changed())
        since = thread.checked_at or stamp(self._course.now)
        old = [match.known is not None or not _is_after(match.seen.post.date, since) for match in decision.matches]
        self._course.keep(thread, row, again, decision, old)
        return True

    def _reread(self, page: PageRead) -> PageRead:
        found = self._course.reader.bodies.get(page.page.url)
        if found is None or found.reason is not None:
            return page
        thread, rest = self._course.reader.thread_of(found)
        return PageRead(replace(page.page, next_url=thread.next_url, rest=rest), thread.posts, thread.title)

    def _relearn(self, read: ThreadRead) -> None:
        """Learn the layout anew from the pages of this look."""
        own = {each.page.url for each in read.pages}
        pages = [
            each
            for url, each in self._course.reader.bodies.items()
            if each.reason is None and (url in own or url != self._course.board.url)
        ]
        self._course.learn(pages)

    @property
    def _is_news(self) -> bool:
        return self._course.reader.is_news

    def _is_old(self, thread: KnownThread, seen: Seen, row: Row | None, *, is_newest: bool) -> bool:
        """Whether a post that is new to us is no news: it was there when the patrol began.

        Something has brought up a thread that was not on the list: its newest post, unless that states its day.
        """
        if self._course.is_first or thread.state == LISTED:
            return True
        if self._is_news and thread.checked_at is None:
            is_known = self._course.memory.has_text(self._course.board, seen.traits.digest)
            if is_known or (row is not None and row.is_behind and not seen.post.date):
                return True
        date = seen.traits.date if is_newest else seen.post.date
        return thread.checked_at is None and bool(date) and str(date)[:10] < self._course.board.added_at[:10]


def _within(known: Sequence[Known], read: ThreadRead) -> list[Known]:
    """The known posts that may be on the pages of a read: posts move by a page when others are deleted."""
    if read.is_whole:
        return list(known)
    numbers = [each.page.number for each in read.pages]
    return [one for one in known if min(numbers) <= one.traits.page <= max(numbers) + 1]


def _decide(known: Sequence[Known], read: ThreadRead, before: set[str], *, is_renamed: bool = False) -> Decision:
    within = _within(known, read)
    others = [one for one in known if one not in within]
    return decide(
        within,
        read.seen,
        is_whole=read.is_whole,
        is_renamed=is_renamed,
        others=others,
        rest_before=before,
        rest=read.rest,
    )


def _is_nothing(decision: Decision) -> bool:
    """Whether a page shows no posts: none at all, or only all that it says, which is nothing that was known."""
    is_known = any(match.known is not None for match in decision.matches)
    return (
        not is_known
        and all(match.seen.traits.is_rough for match in decision.matches)
        and bool(decision.expected or not decision.matches)
    )


def _is_drifted(decision: Decision) -> bool:
    """Whether a page shows its posts in another way: most are not known again, or most have changed at once."""
    matched = [match for match in decision.matches if match.known is not None]
    changed = sum(match.is_changed for match in matched)
    is_lost = decision.expected >= _MIN_EXPECTED and decision.recognised < _MIN_RECOGNISED
    return is_lost or (len(matched) >= _MIN_EXPECTED and changed > (1 - _MIN_RECOGNISED) * len(matched))


def _is_after(date: str | None, since: str) -> bool:
    return bool(date) and str(date)[:10] >= since[:10]
