"""The database of a patrol: one SQLite file with boards, threads, posts, and what was told of them.

A read of a thread is one transaction, so a patrol that is killed has either all of it or nothing, and several
processes may have the file open: one that patrols, others that look.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from honbun.errors import InputError
from honbun.memory.schema import CHANGES, FORMAT, SCHEMA

# Seconds that one process waits for another that is writing.
MAX_WAIT = 10.0
OK, NEW = "ok", "new"
# Columns that hold JSON.
_JSON = frozenset({"shapes", "layouts", "idle", "row"})


def stamp(moment: datetime) -> str:
    """A moment as the database holds it: UTC, to the second, so that texts sort as moments do."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def moment_of(text: str) -> datetime:
    """The moment of a stamp."""
    return datetime.fromisoformat(text)


@dataclass(frozen=True)
class Board:
    """A board that is patrolled, and how that goes."""

    id: int
    name: str
    url: str
    every: float
    """Seconds between two looks that were asked for; a board that is quiet is looked at less often."""
    interval: float
    """Seconds between two looks at present."""
    next_at: str
    added_at: str
    state: str
    """new, ok, or what is wrong."""
    since: str
    """Since when it is in this state."""
    faults: int = 0
    """How many looks in a row went wrong."""
    note: str | None = None
    """What happened to it last that a person should know: a changed layout, a clock that was set back."""
    checked_at: str | None = None
    changed_at: str | None = None
    requests: int = 0
    etag: str | None = None
    last_modified: str | None = None
    kind: str = ""
    """list: its page lists threads; thread: its page is one; feed: it is or names one; news: its page lists
    articles; empty until known."""
    shapes: tuple[str, ...] = ()
    """Shapes of the addresses of its threads or articles; of a feed its address."""
    idle: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Places of the rows of its list: how often they changed alone with news of their thread, and without."""
    layouts: tuple[str, ...] = ()
    """Where posts stood in its pages: paths of elements without numbers; of news, where links frame its pages."""
    profile: str | None = None
    """What was learned of its pages, as a site profile."""
    has_end: bool = False
    """Its pages end in </html>, so that one without it was cut short."""
    date_order: str = ""
    """In which order its dates are written: dmy, mdy, ymd, or empty."""
    frame: str = ""
    """What frames the posts of its pages."""


@dataclass(frozen=True)
class KnownThread:
    """A thread of a board."""

    id: int
    board: int
    url: str
    title: str | None
    row: Mapping[str, str]
    """What the board's list said of it when it was last read: place -> text."""
    is_newest_first: bool
    interval: float
    next_at: str
    checked_at: str | None
    state: str = OK
    """ok, or why it could not be read."""


@dataclass(frozen=True)
class KnownPage:
    """A page of a thread, and by what the server knows whether it changed."""

    number: int
    url: str
    next_url: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str = ""
    rest: str = ""
    """What it says that is of no post: digests of its lines."""


_BOARD = tuple(each.name for each in fields(Board))
_THREAD = tuple(each.name for each in fields(KnownThread))
_PAGE = tuple(each.name for each in fields(KnownPage))


class Database:
    """An open file. Safe to use from several threads; any number of processes may have it open."""

    def __init__(self, path: Path | str, *, is_new: bool = False) -> None:
        """Open the file; it is made only if `is_new`. InputError if it is missing, locked or of another kind."""
        self.path = Path(path)
        self._lock = threading.RLock()
        if not is_new and not self.path.is_file():
            raise InputError("no such database", str(path), "begin one with: honbun patrol add URL")
        try:
            self._db = sqlite3.connect(self.path, timeout=MAX_WAIT, isolation_level=None, check_same_thread=False)
            self._open()
        except sqlite3.Error as error:
            raise self._fault(error) from None

    def _open(self) -> None:
        version, tables = (
            int(self._db.execute(query).fetchone()[0])
            for query in ("PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
        )
        if version > FORMAT:
            what = f"a patrol database of format {version}, this honbun reads {FORMAT}"
            raise InputError(what, str(self.path), "use the newer honbun that made it")
        if tables and version not in (*CHANGES, FORMAT):
            raise InputError("not a patrol database", str(self.path), "name another file with --db")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.execute("PRAGMA synchronous = FULL")
        if not tables:
            self._db.execute("PRAGMA journal_mode = WAL")
        if version != FORMAT:
            with self.writing():
                # Another process may have made or changed the tables meanwhile.
                version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
                changes = (CHANGES[each] for each in range(version, FORMAT)) if version else _statements(SCHEMA)
                for statement in changes:
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {FORMAT}")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All or nothing; InputError if another process does not let go of the file."""
        with self._lock:
            if self._db.in_transaction:
                yield
                return
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield
                except BaseException:
                    self._db.execute("ROLLBACK")
                    raise
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                raise self._fault(error) from None

    def read(self, query: str, *values: object) -> list[Any]:
        """All rows that answer a query."""
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise self._fault(error) from None

    def write(self, query: str, *values: object) -> int:
        """Make a change, in a transaction of its own unless there is one; the number of the row that was added."""
        with self.writing():
            return int(self._db.execute(query, values).lastrowid or 0)

    def _fault(self, error: sqlite3.Error) -> InputError:
        if "locked" in str(error) or "busy" in str(error):
            return InputError("is in use by another process", str(self.path), "try again, or end that process")
        return InputError(f"cannot be used as a patrol database: {error}", str(self.path))


class Store(Database):
    """Boards, threads and pages."""

    def add_board(self, name: str, url: str, every: float, now: datetime) -> Board:
        """A new board; InputError if there is one of this name or address."""
        for board in self.boards():
            if url == board.url:
                raise InputError(f"is patrolled already, as {board.name}", url)
            if name == board.name:
                raise InputError(f"is the name of {board.url} already", name, "choose another --name")
        at = stamp(now)
        columns = "name, url, every, interval, next_at, added_at, since"
        self.write(
            f"INSERT INTO boards ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", name, url, every, every, at, at, at
        )
        return self.board(name)

    def boards(self) -> list[Board]:
        """All boards, in the order they were added."""
        return [_board(row) for row in self.read(f"SELECT {', '.join(_BOARD)} FROM boards ORDER BY id")]

    def board(self, name: str) -> Board:
        """The board of this name or address; InputError if there is none."""
        boards = self.boards()
        for board in boards:
            if name in (board.name, board.url):
                return board
        known = ", ".join(board.name for board in boards) or "none; add one with: honbun patrol add URL"
        raise InputError("no such board", name, f"known: {known}")

    def save_board(self, board: Board, **changes: Any) -> Board:
        """The board with these changes, kept."""
        board = replace(board, **changes)
        self._update("boards", board.id, changes)
        return board

    def remove_board(self, board: Board) -> int:
        """Forget a board with all its posts; how many they were."""
        ((posts,),) = self.read("SELECT count(*) FROM posts WHERE board = ?", board.id)
        self.write("DELETE FROM boards WHERE id = ?", board.id)
        return int(posts)

    def threads(self, board: Board) -> list[KnownThread]:
        """The threads of a board."""
        query = f"SELECT {', '.join(_THREAD)} FROM threads WHERE board = ? ORDER BY id"
        return [_thread(row) for row in self.read(query, board.id)]

    def add_thread(self, board: Board, url: str, now: datetime) -> KnownThread:
        """A thread of a board, new unless its address is known."""
        with self.writing():
            at = stamp(now)
            query = "INSERT OR IGNORE INTO threads (board, url, interval, next_at) VALUES (?, ?, ?, ?)"
            self.write(query, board.id, url, board.every, at)
            return next(thread for thread in self.threads(board) if thread.url == url)

    def save_thread(self, thread: KnownThread, **changes: Any) -> KnownThread:
        """The thread with these changes, kept."""
        self._update("threads", thread.id, changes)
        return replace(thread, **changes)

    def _update(self, table: str, number: int, changes: Mapping[str, Any]) -> None:
        if not changes:
            return
        values = [json.dumps(value) if name in _JSON else value for name, value in changes.items()]
        assignments = ", ".join(f"{name} = ?" for name in changes)
        self.write(f"UPDATE {table} SET {assignments} WHERE id = ?", *values, number)

    def pages(self, thread: KnownThread) -> list[KnownPage]:
        """The pages of a thread, in order."""
        query = f"SELECT {', '.join(_PAGE)} FROM pages WHERE thread = ? ORDER BY number"
        return [KnownPage(*row) for row in self.read(query, thread.id)]

    def save_page(self, thread: KnownThread, page: KnownPage) -> None:
        """Keep what is known of a page."""
        query = f"INSERT OR REPLACE INTO pages (thread, {', '.join(_PAGE)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        self.write(query, thread.id, *(getattr(page, name) for name in _PAGE))

    def drop_pages(self, thread: KnownThread, after: int) -> None:
        """Forget the pages of a thread behind this one."""
        self.write("DELETE FROM pages WHERE thread = ? AND number > ?", thread.id, after)


def _board(row: tuple[Any, ...]) -> Board:
    given = dict(zip(_BOARD, row, strict=True))
    read = {name: json.loads(given[name]) for name in ("shapes", "layouts", "idle")}
    read |= {name: tuple(read[name]) for name in ("shapes", "layouts")}
    return Board(**given | read | {"has_end": bool(given["has_end"])})


def _thread(row: tuple[Any, ...]) -> KnownThread:
    given = dict(zip(_THREAD, row, strict=True))
    return KnownThread(
        **given | {"row": json.loads(given["row"]), "is_newest_first": bool(given["is_newest_first"])}
    )


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: a script would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
