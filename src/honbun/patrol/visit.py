"""A look at a board: fetch its list, open the threads that have moved, keep what is new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from honbun.memory import NEW, OK, Board, Event, KnownPage, KnownThread, Memory, moment_of, stamp
from honbun.paging import is_same_thread, next_url
from honbun.patrol.course import LISTED, Course, Judge
from honbun.patrol.entries import NO_ENTRIES, read_entries
from honbun.patrol.headlines import frame_of, headlines
from honbun.patrol.learning import learn_board
from honbun.patrol.listing import FEED, LIST, NEWS, THREAD, Row, is_moved, learn_idle, listed
from honbun.patrol.opening import LAYOUT, Opening
from honbun.patrol.reading import NOT_MODIFIED, Fetch, ends, page_of, profile_of
from honbun.patrol.schedule import MAX_WHOLE_INTERVAL, after_fault, is_due, next_interval
from honbun.robot import Fetched

NO_THREADS = "no threads found"
CLOCK = "the clock was set back"
# Pages of a board's list that are read if every thread on the one before has moved.
_MAX_LIST_PAGES = 10


@dataclass(frozen=True)
class Look:
    """What a look at a board gave."""

    board: Board
    events: tuple[Event, ...]
    requests: int
    is_first: bool = False
    """What was there was taken as known."""


class Visit:
    """One look at one board."""

    def __init__(self, memory: Memory, board: Board, fetch: Fetch, now: datetime, judge: Judge) -> None:
        self._course = Course(memory, board, fetch, now, judge)
        self._opening = Opening(self._course)

    def run(self) -> Look:
        """Look, keep what was seen, and say when to look again."""
        course, board = self._course, self._course.board
        address = board.shapes[0] if board.kind == FEED else board.url
        known = KnownPage(1, address, None, board.etag, board.last_modified)
        found = course.reader.get(address, known if board.kind else None)
        if board.checked_at and stamp(course.now) < board.checked_at:
            course.save(note=CLOCK)
        if found.reason not in (None, NOT_MODIFIED):
            return self.failed(str(found.reason), found.retry_after)
        if not board.kind and not self._learn(found):
            return self.failed(NO_THREADS, None)
        if course.board.kind == FEED and course.board.shapes[0] != address:
            found = course.reader.get(course.board.shapes[0])
        if not self._read(found):
            return self.failed(NO_ENTRIES if course.board.kind == FEED else NO_THREADS, None)
        self._read_due()
        if any(event.kind == NEW for event in course.events) or course.is_first:
            course.board = replace(course.board, date_order=course.memory.date_again(course.board, course.now))
        return self._done(found)

    def _learn(self, found: Fetched, kind: str | None = None) -> bool:
        """Learn what the board is; False if that cannot be told, or if it must be of a kind and is not."""
        reader = self._course.reader
        learned = learn_board(reader, found)
        if learned is None or kind not in (None, learned.kind):
            return False
        reader.site, reader.frame, reader.is_news = learned.site, learned.frame, learned.kind == NEWS
        reader.layouts |= learned.places
        pages = [each for each in reader.bodies.values() if each.reason is None]
        reader.has_end = learned.kind != FEED and all(ends(each.body) for each in pages)
        self._course.save(
            kind=learned.kind,
            shapes=learned.shapes,
            profile=profile_of(learned.site),
            frame=learned.frame.dumps(),
            layouts=sorted(reader.layouts),
            has_end=reader.has_end,
        )
        return True

    def _read(self, found: Fetched) -> bool:
        """Read what the page of a board has; False if it is no such page any more."""
        course = self._course
        if course.board.kind == THREAD:
            if course.is_first:  # its pages teach what frames posts before any is kept
                course.reader.read(course.board.url, (), lambda _: ())
                course.learn([each for each in course.reader.bodies.values() if each.reason is None])
            self._opening.read(course.thread_at(course.board.url), None)
            return True
        if found.reason is not None:  # not modified
            return True
        if course.board.kind == FEED:
            return read_entries(course, found)
        return self._read_list(found)

    # The list

    def _read_list(self, found: Fetched) -> bool:
        """Open the threads of the list that have moved; False if no thread is on it."""
        course = self._course
        rows = self._listed(found)
        if not rows:
            if course.is_first or not self._learn(found, course.board.kind):
                return False
            course.save(note=f"{LAYOUT} on {stamp(course.now)[:10]}: the list was learned again", idle={})
            rows = self._listed(found)
        rows = self._with_more(rows, found)
        if course.is_first:
            with course.memory.writing():
                for row in rows:
                    course.memory.save_thread(course.thread_at(row.url), state=LISTED)
        for thread, row in reversed(self._moved(rows)):
            self._opening.read(thread or course.thread_at(row.url), row)
        return True

    def _with_more(self, rows: list[Row], found: Fetched) -> list[Row]:
        """The rows with those of further pages of the list, as long as every thread on one has moved."""
        course = self._course
        visited = {found.final_url}
        more = rows
        while len(self._moved(more)) == len(more) and not course.is_first and len(visited) < _MAX_LIST_PAGES:
            link = next_url(page_of(found))
            if link is None or link in visited:
                break
            visited.add(link)
            found = course.reader.get(link)
            shown = self._listed(found) if found.reason is None else []
            more = [row for row in shown if all(row.url != own.url for own in rows)]
            rows = rows + more
        return rows

    def _listed(self, found: Fetched) -> list[Row]:
        if self._course.board.kind == NEWS:
            return self._headlines(found)
        groups = listed(page_of(found), self._course.board.url)
        return [row for shape in self._course.board.shapes for row in groups.get(shape, ())]

    def _headlines(self, found: Fetched) -> list[Row]:
        """The articles that a page of news lists; the pages of new ones tell what frames those of the site."""
        course, page, url = self._course, page_of(found), found.final_url
        shapes = course.board.shapes
        rows = headlines(page, url, course.reader.layouts, shapes)
        opened = (course.reader.get(row.url) for _, row in self._moved(rows))
        others = [(page_of(each), each.final_url) for each in opened if each.reason is None]
        course.learn_places(frame_of(page, url, others))
        rows = headlines(page, url, course.reader.layouts, shapes)
        known = {thread.url for thread in course.memory.threads(course.board)}
        last = max((i for i, row in enumerate(rows) if row.url in known), default=len(rows))
        return [replace(row, is_behind=i > last) for i, row in enumerate(rows)]

    def _moved(self, rows: Sequence[Row]) -> list[tuple[KnownThread | None, Row]]:
        """The rows whose thread is new or has moved."""
        board = self._course.board
        threads = {thread.url: thread for thread in self._course.memory.threads(board)}
        found = []
        for row in rows:
            thread = threads.get(row.url)
            if thread is None and board.kind == LIST:
                thread = next((each for url, each in threads.items() if is_same_thread(url, row.url)), None)
            if thread is None or thread.state != OK or self._is_moved(thread, row):
                found.append((thread, row))
        return found

    def _is_moved(self, thread: KnownThread, row: Row) -> bool:
        """Whether a row says that its thread has moved; of an article, that it is called otherwise."""
        if self._course.board.kind == NEWS:
            return thread.row.get("title") != row.title
        return is_moved(thread.row, row.said, self._course.board.idle)

    def _read_due(self) -> None:
        """Read threads whole that have not moved for long: edits and deletions do not move them."""
        course = self._course
        if course.is_first or course.board.kind not in (LIST, NEWS):
            return
        read = set(course.reader.bodies)
        for thread in course.memory.threads(course.board):
            is_read = thread.url in read or thread.checked_at == stamp(course.now)
            if (
                not is_read
                and thread.state != LISTED
                and not (course.board.kind == NEWS and thread.interval >= MAX_WHOLE_INTERVAL)
                and is_due(moment_of(thread.next_at), thread.interval, course.now)
            ):
                self._opening.read(thread, None)

    # The end

    def failed(self, reason: str, retry_after: float | None) -> Look:
        """Keep that the look went wrong, and say when to try again."""
        course, board = self._course, self._course.board
        faults = board.faults + 1
        wait = after_fault(board.every, faults, retry_after)
        return self._end(
            reason, faults=faults, next_at=stamp(course.now + timedelta(seconds=wait)), interval=board.interval
        )

    def _done(self, found: Fetched) -> Look:
        course, board = self._course, self._course.board
        has_news = bool(course.events) or course.is_first
        interval = next_interval(board.interval, board.every, has_news=has_news)
        fault = _most_common(course.faults)
        validators = {"etag": found.etag, "last_modified": found.last_modified} if found.reason is None else {}
        if fault:  # so that the list is read again, with the threads that failed
            validators = {"etag": None, "last_modified": None}
        return self._end(
            f"{fault} ({len(course.faults)} threads)" if fault else OK,
            faults=board.faults + 1 if fault else 0,
            interval=interval,
            next_at=stamp(course.now + timedelta(seconds=interval)),
            checked_at=stamp(course.now),
            changed_at=stamp(course.now) if course.events else board.changed_at,
            idle=learn_idle(board.idle, course.rows),
            **validators,
        )

    def _end(self, state: str, **changes: object) -> Look:
        course, board = self._course, self._course.board
        since = board.since if board.state == state else stamp(course.now)
        course.save(state=state, since=since, requests=board.requests + course.reader.requests, **changes)
        return Look(course.board, tuple(course.events), course.reader.requests, course.is_first and state == OK)


def _most_common(reasons: Sequence[str]) -> str | None:
    return max(reasons, key=reasons.count) if reasons else None
