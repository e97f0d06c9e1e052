"""What a look at a board has found so far: shared by all that takes part in it, and kept thread by thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from honbun.memory import NEW, OK, Board, Decision, Event, KnownThread, Memory, stamp
from honbun.patrol.framing import Frame
from honbun.patrol.listing import NEWS, Row, changed_places
from honbun.patrol.reading import Fetch, Reader, ThreadRead, profile_of, settle, site_of
from honbun.patrol.schedule import next_whole
from honbun.robot import Fetched

LISTED = "listed"
"""The state of a thread that was on the list when its board was first looked at, and is not read yet."""
REMOVED = ("HTTP 404", "HTTP 410")

Judge = Callable[[Board, Sequence[Event]], None]


class Course:
    """The course of one look at one board."""

    def __init__(self, memory: Memory, board: Board, fetch: Fetch, now: datetime, judge: Judge) -> None:
        self.memory = memory
        self.board = board
        self.now = now
        self.reader = Reader(
            fetch,
            site_of(board.profile),
            board.has_end,
            board.date_order,
            Frame.loads(board.frame),
            frozenset(board.layouts),
            board.kind == NEWS,
        )
        self.is_first = board.checked_at is None
        self.events: list[Event] = []
        self.faults: list[str] = []
        """Why threads could not be read."""
        self.rows: list[tuple[frozenset[str], bool]] = []
        """Where rows of the list had changed, and whether their thread had news."""
        self._judge = judge

    def save(self, **changes: object) -> None:
        """Keep changes of the board."""
        self.board = self.memory.save_board(self.board, **changes)

    def learn_places(self, layouts: Iterable[str]) -> None:
        """Learn where posts stand."""
        self.reader.layouts |= frozenset(layouts)
        self.save(layouts=sorted(self.reader.layouts))

    def thread_at(self, url: str) -> KnownThread:
        """The thread at an address, new unless it is known."""
        return self.memory.add_thread(self.board, url, self.now)

    def learn(self, pages: Sequence[Fetched]) -> None:
        """Learn how pages are cut into posts, and which lines frame these."""
        self.reader.site = settle(pages)
        self.reader.frame = self.reader.frame.joined(Frame.learn(pages, self.reader.site))
        self.save(profile=profile_of(self.reader.site), frame=self.reader.frame.dumps())

    def keep(
        self,
        thread: KnownThread,
        row: Row | None,
        read: ThreadRead,
        decision: Decision,
        old: Sequence[bool],
    ) -> None:
        """Keep a read in one transaction: posts, events, alerts, pages, and what the list says of the thread."""
        memory, board = self.memory, self.board
        with memory.writing():
            events = memory.remember(board, thread, decision, self.now, old)
            for each in read.pages:
                if each.is_as_it_was:
                    memory.see_again(thread, each.page.number, self.now)
                memory.save_page(thread, each.page)
            if read.is_whole:
                memory.drop_pages(thread, len(read.pages))
            is_read = read.reason is None or read.reason in REMOVED
            if row is not None and is_read:
                # An edit moves no row; that it was found when one had moved is chance.
                has_news = any(event.kind == NEW for event in events)
                self.rows.append((changed_places(thread.row, row.said), has_news))
            # What was not there must be looked for once more before it is called gone.
            whole = next_whole(thread.interval, board.every, has_news=bool(events or decision.missing))
            memory.save_thread(
                thread,
                row=dict(row.said) if row is not None and is_read else dict(thread.row),
                title=(row.title if row else None) or thread.title or read.title,
                is_newest_first=is_newest_first(read, decision, thread),
                state=OK if is_read else str(read.reason),
                checked_at=stamp(self.now),
                **(
                    {"interval": whole, "next_at": stamp(self.now + timedelta(seconds=whole))}
                    if read.is_whole or read.reason in REMOVED
                    else {}
                ),
            )
            self._judge(board, events)
        if not is_read:
            self.faults.append(str(read.reason))
        self.events += events

    def fault_of(self, thread: KnownThread, reason: str) -> None:
        """Keep why a thread could not be read."""
        self.memory.save_thread(thread, state=LISTED if thread.state == LISTED else reason)
        self.faults.append(reason)


def is_newest_first(read: ThreadRead, decision: Decision, thread: KnownThread) -> bool:
    """Whether the newest posts of a thread come first: by their dates, else by where new ones stand."""
    dates = [seen.traits.date for seen in read.seen if seen.traits.date]
    if len(dates) > 1:
        return dates[0] > dates[-1]
    ends = [match.known is None for match in (*decision.matches[:1], *decision.matches[-1:])]
    return ends[0] if len(set(ends)) > 1 else thread.is_newest_first
