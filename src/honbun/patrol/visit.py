"""A look at a board: fetch its list, open the threads that have moved, keep what is new."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from honbun.paging import is_same_thread, next_url
from honbun.patrol.learning import LIST, THREAD, learn_board
from honbun.patrol.listing import Row, changed_places, is_moved, learn_idle, listed
from honbun.patrol.matching import Decision, Known, decide
from honbun.patrol.memory import NEW, Event, Memory
from honbun.patrol.reading import (
    NO_POSTS,
    NOT_MODIFIED,
    Fetch,
    PageRead,
    Reader,
    ThreadRead,
    ends,
    learn,
    page_of,
    profile_of,
    site_of,
)
from honbun.patrol.schedule import after_fault, is_due, next_interval, next_whole
from honbun.patrol.store import OK, Board, KnownPage, KnownThread, moment_of, stamp
from honbun.robot import Fetched
from honbun.thread import Post

LISTED = "listed"
"""The state of a thread that was on the list when its board was first looked at, and is not read yet."""
NO_THREADS = "no threads found"
LAYOUT = "layout changed"
CLOCK = "the clock was set back"
_REMOVED = ("HTTP 404", "HTTP 410")
# Of so many posts that should be there more than half must be, and be as they were; else the layout has changed.
_MIN_EXPECTED = 3
_MIN_RECOGNISED = 0.5
# Letters by which a page is asked for a known text.
_TELLING = 30
# Pages of a board's list that are read if every thread on the one before has moved.
_MAX_LIST_PAGES = 10

Judge = Callable[[Board, Sequence[Event]], None]


@dataclass(frozen=True)
class Look:
    """What a look at a board gave."""

    board: Board
    events: tuple[Event, ...]
    requests: int


class Visit:
    """One look at one board."""

    def __init__(self, memory: Memory, board: Board, fetch: Fetch, now: datetime, judge: Judge) -> None:
        self._memory = memory
        self._board = board
        self._now = now
        self._judge = judge
        self._reader = Reader(fetch, site_of(board.profile), board.has_end, board.date_order)
        self._events: list[Event] = []
        self._is_first = board.checked_at is None
        self._faults: list[str] = []
        self._rows: list[tuple[frozenset[str], bool]] = []

    def run(self) -> Look:
        """Look, keep what was seen, and say when to look again."""
        board = self._board
        known = KnownPage(1, board.url, None, board.etag, board.last_modified)
        found = self._reader.get(board.url, known if board.kind else None)
        if board.checked_at and stamp(self._now) < board.checked_at:
            self._save(note=CLOCK)
        if found.reason not in (None, NOT_MODIFIED):
            return self.failed(str(found.reason), found.retry_after)
        if not board.kind and not self._learn(found):
            return self.failed(NO_THREADS, None)
        if self._board.kind == THREAD:
            self._read_thread(self._memory.add_thread(board, board.url, self._now), None)
        elif found.reason is None and not self._read_list(found):
            return self.failed(NO_THREADS, None)
        self._read_due()
        if any(event.kind == NEW for event in self._events) or self._is_first:
            self._board = replace(self._board, date_order=self._memory.date_again(self._board, self._now))
        return self._done(found)

    # Learning

    def _learn(self, found: Fetched) -> bool:
        """Learn what the board is; False if that cannot be told."""
        learned = learn_board(self._reader, found)
        if learned is None:
            return False
        self._reader.site = learned.site
        self._reader.has_end = all(ends(each.body) for each in self._reader.bodies.values() if each.reason is None)
        self._save(
            kind=learned.kind,
            shapes=learned.shapes,
            profile=profile_of(learned.site),
            has_end=self._reader.has_end,
        )
        return True

    def _relearn(self, read: ThreadRead) -> None:
        """Learn the layout anew from the pages of this look."""
        own = {each.page.url for each in read.pages}
        pages = [
            each
            for url, each in self._reader.bodies.items()
            if each.reason is None and (url in own or url != self._board.url)
        ]
        self._reader.site = learn(pages)

    # The list

    def _read_list(self, found: Fetched) -> bool:
        """Open the threads of the list that have moved; False if no thread is on it."""
        threads = {thread.url: thread for thread in self._memory.threads(self._board)}
        rows = self._listed(found)
        if not rows:
            before = self._board
            if self._is_first or not self._learn(found) or self._board.kind != LIST:
                self._board = before
                return False
            self._save(note=f"{LAYOUT} on {stamp(self._now)[:10]}: the list was learned again", idle={})
            rows = self._listed(found)
        moved = self._moved(rows, threads)
        visited = {found.final_url}
        while len(moved) == len(rows) and not self._is_first and len(visited) < _MAX_LIST_PAGES:
            link = next_url(page_of(found))
            if link is None or link in visited:
                break
            visited.add(link)
            found = self._reader.get(link)
            more = self._listed(found) if found.reason is None else []
            new = [row for row in more if all(row.url != own.url for own in rows)]
            rows, moved = rows + new, moved + self._moved(new, threads)
        if self._is_first:
            for row in rows:
                self._memory.save_thread(self._memory.add_thread(self._board, row.url, self._now), state=LISTED)
        for thread, row in reversed(self._moved(rows, self._known_threads())):
            self._read_thread(thread or self._memory.add_thread(self._board, row.url, self._now), row)
        return True

    def _known_threads(self) -> dict[str, KnownThread]:
        return {thread.url: thread for thread in self._memory.threads(self._board)}

    def _listed(self, found: Fetched) -> list[Row]:
        groups = listed(page_of(found), self._board.url)
        return [row for shape in self._board.shapes for row in groups.get(shape, ())]

    def _moved(
        self, rows: Sequence[Row], threads: Mapping[str, KnownThread]
    ) -> list[tuple[KnownThread | None, Row]]:
        """The rows whose thread is new or has moved."""
        found = []
        for row in rows:
            thread = threads.get(row.url) or next(
                (each for url, each in threads.items() if is_same_thread(url, row.url)), None
            )
            if thread is None or thread.state != OK or is_moved(thread.row, row.said, self._board.idle):
                found.append((thread, row))
        return found

    def _read_due(self) -> None:
        """Read threads whole that have not moved for long: edits and deletions do not move them."""
        if self._is_first or self._board.kind == THREAD:
            return
        read = set(self._reader.bodies)
        for thread in self._memory.threads(self._board):
            is_read = thread.url in read or thread.checked_at == stamp(self._now)
            if (
                not is_read
                and thread.state != LISTED
                and is_due(moment_of(thread.next_at), thread.interval, self._now)
            ):
                self._read_thread(thread, None)

    # Threads

    def _read_thread(self, thread: KnownThread, row: Row | None) -> None:
        """Read a thread and keep what it says."""
        known = self._memory.known(thread)
        read = self._pages_of(thread, known)
        if read.reason in _REMOVED and not read.pages:
            read = self._whole(thread)  # its last page alone may have gone
        if read.reason in _REMOVED and not read.pages:
            self._keep(thread, row, read, Decision((), tuple(known), len(known)), ())
            return
        if not read.pages or (read.reason is None and not any(page.posts for page in read.pages)):
            self._fault_of(thread, read.reason or NO_POSTS)
            return
        decision = decide(_within(known, read), read.seen, is_whole=read.is_whole)
        if not read.is_whole and decision.missing and read.reason is None:
            read = self._whole(thread)
            decision = decide(_within(known, read), read.seen, is_whole=read.is_whole)
        if _is_drifted(decision):
            self._read_drifted(thread, row, read, known)
            return
        self._see_layout(read)
        old = [self._is_old(thread, match.seen.post) for match in decision.matches]
        self._keep(thread, row, read, decision, old)

    def _pages_of(self, thread: KnownThread, known: Sequence[Known]) -> ThreadRead:
        """The pages on which something may be new: all, the last ones, or the first until all is known."""
        pages = self._memory.pages(thread)
        is_whole = not known or is_due(moment_of(thread.next_at), thread.interval, self._now)
        if is_whole or (len(pages) < 2 and not thread.is_newest_first):
            return self._whole(thread)
        kept = self._kept(thread)
        if not thread.is_newest_first:
            return self._reader.read(thread.url, pages, kept, first=pages[-1].number)
        keys = {one.traits.key for one in known}
        return self._reader.read(
            thread.url, pages, kept, is_enough=lambda posts: all(post.key in keys for post in posts)
        )

    def _whole(self, thread: KnownThread) -> ThreadRead:
        return self._reader.read(thread.url, self._memory.pages(thread), self._kept(thread))

    def _kept(self, thread: KnownThread) -> Callable[[int], tuple[Post, ...]]:
        return lambda number: self._memory.kept(thread, number)

    def _see_layout(self, read: ThreadRead) -> None:
        """Notice posts that stand where none stood before: the layout has changed, though all are known again."""
        found, known = read.layouts, set(self._board.layouts)
        if len(found) < _MIN_EXPECTED or known & set(found):
            if not known or self._is_first:
                self._save(layouts=sorted(known | set(found)))
            return
        if known and not self._is_first:
            self._relearn(read)
            self._save(profile=profile_of(self._reader.site), note=self._changed())
        self._save(layouts=sorted(known | set(found)))

    def _changed(self) -> str:
        return f"{LAYOUT} on {stamp(self._now)[:10]}: learned again"

    def _read_drifted(
        self, thread: KnownThread, row: Row | None, read: ThreadRead, known: Sequence[Known]
    ) -> None:
        """A thread most of whose posts are not as they were: learn its layout again, and tell of no old post."""
        before = self._reader.site
        self._relearn(read)
        again = replace(read, pages=tuple(map(self._reread, read.pages)))
        decision = decide(_within(known, again), again.seen, is_whole=again.is_whole, is_renamed=True)
        if decision.recognised < _MIN_RECOGNISED and thread.state != LAYOUT:
            self._reader.site = before
            self._fault_of(thread, LAYOUT)
            return
        self._save(
            profile=profile_of(self._reader.site),
            layouts=sorted({*self._board.layouts, *again.layouts}),
            note=self._changed(),
        )
        since = thread.checked_at or stamp(self._now)
        old = [
            match.known is not None or not _is_after(match.seen.traits.date, since) for match in decision.matches
        ]
        self._keep(thread, row, again, decision, old)

    def _reread(self, page: PageRead) -> PageRead:
        found = self._reader.bodies.get(page.page.url)
        if found is None or found.reason is not None:
            return page
        thread = self._reader.thread_of(found)
        return replace(page, posts=thread.posts, page=replace(page.page, next_url=thread.next_url))

    def _keep(
        self,
        thread: KnownThread,
        row: Row | None,
        read: ThreadRead,
        decision: Decision,
        old: Sequence[bool],
    ) -> None:
        """Keep a read in one transaction: posts, events, alerts, pages, and what the list says of the thread."""
        memory, board = self._memory, self._board
        with memory.writing():
            events = memory.remember(board, thread, decision, self._now, old)
            for each in read.pages:
                memory.save_page(thread, each.page)
            if read.is_whole:
                memory.drop_pages(thread, len(read.pages))
            is_read = read.reason is None or read.reason in _REMOVED
            if row is not None and is_read:
                # An edit moves no row; that it was found when one had moved is chance.
                has_news = any(event.kind == NEW for event in events)
                self._rows.append((changed_places(thread.row, row.said), has_news))
            whole = next_whole(thread.interval, board.every, has_news=bool(events))
            memory.save_thread(
                thread,
                row=dict(row.said) if row is not None and is_read else dict(thread.row),
                title=(row.title if row else None) or thread.title or read.title,
                is_newest_first=_is_newest_first(read) if len(read.pages) > 0 else thread.is_newest_first,
                state=OK if is_read else str(read.reason),
                checked_at=stamp(self._now),
                **(
                    {"interval": whole, "next_at": stamp(self._now + timedelta(seconds=whole))}
                    if read.is_whole or read.reason in _REMOVED
                    else {}
                ),
            )
            self._judge(board, events)
        if not is_read:
            self._faults.append(str(read.reason))
        self._events += events

    def _fault_of(self, thread: KnownThread, reason: str) -> None:
        self._memory.save_thread(thread, state=LISTED if thread.state == LISTED else reason)
        self._faults.append(reason)

    def _is_old(self, thread: KnownThread, post: Post) -> bool:
        """Whether a post that is new to us is no news: it was there when the patrol began."""
        if self._is_first or thread.state == LISTED:
            return True
        is_begun = thread.checked_at is not None
        return not is_begun and bool(post.date) and str(post.date)[:10] < self._board.added_at[:10]

    # The end

    def failed(self, reason: str, retry_after: float | None) -> Look:
        """Keep that the look went wrong, and say when to try again."""
        board = self._board
        faults = board.faults + 1
        wait = after_fault(board.every, faults, retry_after)
        self._save(
            state=reason,
            since=board.since if board.state == reason else stamp(self._now),
            faults=faults,
            next_at=stamp(self._now + timedelta(seconds=wait)),
            requests=board.requests + self._reader.requests,
        )
        return Look(self._board, tuple(self._events), self._reader.requests)

    def _done(self, found: Fetched) -> Look:
        board = self._board
        interval = next_interval(board.interval, board.every, has_news=bool(self._events))
        fault = _most_common(self._faults)
        state = f"{fault} ({len(self._faults)} threads)" if fault else OK
        validators = {"etag": found.etag, "last_modified": found.last_modified} if found.reason is None else {}
        if fault:  # so that the list is read again, with the threads that failed
            validators = {"etag": None, "last_modified": None}
        self._save(
            state=state,
            since=board.since if board.state == state else stamp(self._now),
            faults=board.faults + 1 if fault else 0,
            interval=interval,
            next_at=stamp(self._now + timedelta(seconds=interval)),
            checked_at=stamp(self._now),
            changed_at=stamp(self._now) if self._events else board.changed_at,
            requests=board.requests + self._reader.requests,
            idle=learn_idle(board.idle, self._rows),
            **validators,
        )
        return Look(self._board, tuple(self._events), self._reader.requests)

    def _save(self, **changes: object) -> None:
        self._board = self._memory.save_board(self._board, **changes)


def _within(known: Sequence[Known], read: ThreadRead) -> list[Known]:
    """The known posts that may be on the pages of a read: posts move by a page when others are deleted."""
    if read.is_whole:
        return list(known)
    numbers = [each.page.number for each in read.pages]
    return [one for one in known if min(numbers) <= one.traits.page <= max(numbers) + 1]


def _is_drifted(decision: Decision) -> bool:
    """Whether a page shows its posts in another way: most are not known again, or most have changed at once."""
    matched = [match for match in decision.matches if match.known is not None]
    changed = sum(match.is_changed for match in matched)
    is_lost = decision.expected >= _MIN_EXPECTED and decision.recognised < _MIN_RECOGNISED
    return is_lost or (len(matched) >= _MIN_EXPECTED and changed > (1 - _MIN_RECOGNISED) * len(matched))


def _is_newest_first(read: ThreadRead) -> bool:
    dates = [seen.traits.date for seen in read.seen if seen.traits.date]
    return len(dates) > 1 and dates[0] > dates[-1]


def _is_after(date: str | None, since: str) -> bool:
    return bool(date) and str(date)[:10] >= since[:10]


def _most_common(reasons: Sequence[str]) -> str | None:
    return max(reasons, key=reasons.count) if reasons else None
