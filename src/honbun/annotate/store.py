"""The work file: pages, guesses, and every change that anyone made, in one SQLite database.

A change is on disk before it is acknowledged, and each annotator has marks of their own, so a server that is
killed loses nothing and two people do not overwrite each other, be it through one server or two.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from honbun.annotate.guess import Guess, Skeleton
from honbun.annotate.marks import FREE, Edit, edited
from honbun.errors import InputError
from honbun.input import RawPage

FORMAT = 2
_COLUMNS = "page, annotator, marks, kind, status, template, differing, changed_at, note"
NEW, OPEN, REVIEW, DONE, SKIPPED = "new", "open", "review", "done", "skipped"
# Names of fields of guesses and skeletons in the file, where they differ.
_STORED_NAMES = {"certainty": "sureness", "path_keys": "places", "lengths": "sizes"}
Make = Callable[[str], list[Edit]]
# Seconds that one process waits for another that is writing.
_MAX_WAIT = 30.0

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    page INTEGER PRIMARY KEY, digest TEXT UNIQUE NOT NULL, source TEXT NOT NULL, url TEXT, content_type TEXT,
    body BLOB NOT NULL, guess TEXT, skeleton TEXT
);
CREATE TABLE IF NOT EXISTS work (
    page INTEGER NOT NULL, annotator TEXT NOT NULL, marks TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL,
    changed_at TEXT NOT NULL, template INTEGER, differing TEXT NOT NULL DEFAULT '[]',
    note TEXT NOT NULL DEFAULT '', PRIMARY KEY (page, annotator)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS labels (letter TEXT PRIMARY KEY, name TEXT UNIQUE NOT NULL, scope TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS changes (
    change INTEGER PRIMARY KEY AUTOINCREMENT, page INTEGER NOT NULL, annotator TEXT NOT NULL, at TEXT NOT NULL,
    edits TEXT NOT NULL, is_undone INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS changes_of_page ON changes (page, annotator, change);
"""


@dataclass(frozen=True)
class Stored:
    """A page of the work file."""

    page: int
    source: str
    url: str | None
    guess: Guess


@dataclass(frozen=True)
class OwnLabel:
    """A label that people made: a field of the page, or a column of its records."""

    letter: str
    name: str
    scope: str


@dataclass(frozen=True)
class Work:
    """What one person has made of one page so far."""

    page: int
    annotator: str
    marks: str
    kind: str
    status: str = NEW
    template: int | None = None
    """The page whose marks were carried over to this one, if they were."""
    differing: Sequence[int] = field(default_factory=tuple)
    """Blocks whose marks changed by that."""
    changed_at: str = ""
    note: str = ""
    """What the person wants to be looked at again, in words."""
    undo: int | None = None
    """The change that would be undone next, and the one that would be made again."""
    redo: int | None = None


class Store:
    """An open work file. Safe to use from several threads; any number of processes may have it open."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(self.path, timeout=_MAX_WAIT, isolation_level=None, check_same_thread=False)
            self._open()
        except sqlite3.Error as error:
            raise self._fault(str(error)) from None

    def _open(self) -> None:
        """Make the tables, or bring them up to date, all at once; a file of another kind is left as it is."""
        [(tables,)] = self._read("SELECT count(*) FROM sqlite_master")
        [(version,)] = self._read("PRAGMA user_version")
        if version not in (0, 1, FORMAT):
            raise InputError(f"work file of format {version}", str(self.path), f"this honbun reads {FORMAT}")
        if tables and not version:
            raise self._fault("it has tables of something else")
        script = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        if version != FORMAT:
            note = "ALTER TABLE work ADD COLUMN note TEXT NOT NULL DEFAULT '';" * version
            script += f"BEGIN IMMEDIATE; {_SCHEMA} {note} PRAGMA user_version = {FORMAT}; COMMIT;"
        self._db.executescript(script)

    def _fault(self, what: str) -> InputError:
        return InputError(f"not a work file of honbun annotate: {what}", str(self.path))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    # Pages

    def add(self, raw: RawPage) -> bool:
        """Add a page; False if it is there already."""
        digest = blake2b(f"{raw.url or ''}\0".encode() + raw.body, digest_size=16).hexdigest()
        with self._writing():
            row = (digest, raw.source, raw.url, raw.content_type, zlib.compress(raw.body))
            added = self._db.execute(
                "INSERT OR IGNORE INTO pages (digest, source, url, content_type, body) VALUES (?, ?, ?, ?, ?)", row
            )
            return added.rowcount > 0

    def numbers(self) -> list[int]:
        """All pages, in the order they were added."""
        return [page for (page,) in self._read("SELECT page FROM pages ORDER BY page")]

    def without_guess(self) -> list[int]:
        """Pages that were added but not looked at by honbun."""
        return [page for (page,) in self._read("SELECT page FROM pages WHERE guess IS NULL ORDER BY page")]

    def raw(self, page: int) -> RawPage:
        """The page as it came; InputError if there is none of this number."""
        rows = self._read("SELECT body, url, content_type, source FROM pages WHERE page = ?", page)
        if not rows:
            raise InputError("no such page", str(page))
        body, url, content_type, source = rows[0]
        return RawPage(zlib.decompress(body), url, content_type, source)

    def set_guess(self, page: int, guess: Guess, skeleton: Skeleton) -> None:
        """What honbun thinks of a page."""
        with self._writing():
            query = "UPDATE pages SET guess = ?, skeleton = ? WHERE page = ?"
            self._db.execute(query, (_packed(guess), _packed(skeleton), page))

    def stored(self, page: int) -> Stored:
        """A page that honbun has looked at; InputError if there is none of this number."""
        found = next(self._stored("AND page = ?", page), None)
        if found is None:
            raise InputError("no such page", str(page))
        return found

    def all_stored(self) -> list[Stored]:
        """All pages that honbun has looked at, in order."""
        return list(self._stored(""))

    def _stored(self, condition: str, *values: object) -> Iterator[Stored]:
        query = f"SELECT page, source, url, guess FROM pages WHERE guess IS NOT NULL {condition} ORDER BY page"
        for page, source, url, guess in self._read(query, *values):
            yield Stored(page, source, url, Guess(**_unpacked(guess)))

    def skeleton(self, page: int) -> Skeleton:
        """The nodes of a page's blocks, as they were cut when honbun looked at it."""
        found = _unpacked(self._read("SELECT skeleton FROM pages WHERE page = ?", page)[0][0])
        return Skeleton(**found | {"anchors": [(first, last) for first, last in found["anchors"]]})

    # Work

    def work(self, page: int, annotator: str) -> Work:
        """What a person has made of a page; the guess, if that is nothing yet."""
        rows = self._read(f"SELECT {_COLUMNS} FROM work WHERE page = ? AND annotator = ?", page, annotator)
        if not rows:
            guess = self.stored(page).guess
            return Work(page, annotator, guess.marks, guess.kind)
        query = "SELECT {}(change) FROM changes WHERE page = ? AND annotator = ? AND is_undone = ?"
        ((undo,),) = self._read(query.format("max"), page, annotator, 0)
        ((redo,),) = self._read(query.format("min"), page, annotator, 1)
        return _work_of(rows[0], undo, redo)

    def all_work(self) -> list[Work]:
        """What everyone has made of every page, by page and name."""
        return [_work_of(row) for row in self._read(f"SELECT {_COLUMNS} FROM work ORDER BY page, annotator")]

    def finished(self) -> list[Work]:
        """What everyone has finished, by page and name."""
        return [work for work in self.all_work() if work.status == DONE]

    def change(self, page: int, annotator: str, make: Make, template: int | None = None) -> list[Edit]:
        """Make a change of the marks there are; what was undone before it can no longer be made again.

        With a `template`, the page whose marks are carried over to this one, the change waits for review, and
        nothing is changed of a page that is done.
        """
        with self._writing():
            work = self.work(page, annotator)
            is_closed = template is not None and work.status in (DONE, SKIPPED)
            edits = make(work.marks) if not is_closed else []
            if not edits:
                return []
            where = (page, annotator)
            self._db.execute("DELETE FROM changes WHERE page = ? AND annotator = ? AND is_undone = 1", where)
            query = "INSERT INTO changes (page, annotator, at, edits) VALUES (?, ?, ?, ?)"
            self._db.execute(query, (*where, _now(), json.dumps(edits)))
            self._save(work, edited(work.marks, edits), OPEN if template is None else REVIEW)
            if template is not None:
                query = "UPDATE work SET template = ?, differing = ? WHERE page = ? AND annotator = ?"
                self._db.execute(query, (template, json.dumps([edit.block for edit in edits]), *where))
            return edits

    def undo(self, page: int, annotator: str, change: int, *, again: bool = False) -> None:
        """Undo the last change, or make the last undone one again; nothing if it is another by now."""
        with self._writing():
            work = self.work(page, annotator)
            if change != (work.redo if again else work.undo):
                return
            text = self._read("SELECT edits FROM changes WHERE change = ?", change)[0][0]
            edits = [Edit(*edit) for edit in json.loads(text)]
            self._db.execute("UPDATE changes SET is_undone = ? WHERE change = ?", (int(not again), change))
            self._save(work, edited(work.marks, edits, back=not again), OPEN)

    def set_status(self, page: int, annotator: str, status: str, kind: str | None = None) -> None:
        """Say that a page is done, skipped, or open again, and what kind of page it is."""
        with self._writing():
            work = self.work(page, annotator)
            self._save(work, work.marks, status, work.kind if kind is None else kind)

    def set_note(self, page: int, annotator: str, note: str) -> None:
        """Say what is to be looked at again on a page; "" takes it back."""
        with self._writing():
            work = self.work(page, annotator)
            self._save(work, work.marks, OPEN if work.status == NEW else work.status)
            query = "UPDATE work SET note = ? WHERE page = ? AND annotator = ?"
            self._db.execute(query, (note, page, annotator))

    def labels(self) -> list[OwnLabel]:
        """The labels that people made, in the order in which they did."""
        rows = self._read("SELECT letter, name, scope FROM labels")
        return sorted((OwnLabel(*row) for row in rows), key=lambda label: FREE.index(label.letter))

    def add_label(self, name: str, scope: str) -> None:
        """Make a label; nothing if there is one of this name. InputError if there are too many."""
        with self._writing():
            known = self.labels()
            if any(label.name == name for label in known):
                return
            if len(known) == len(FREE):
                raise InputError("no more labels", name, f"at most {len(FREE)}")
            self._db.execute("INSERT INTO labels VALUES (?, ?, ?)", (FREE[len(known)], name, scope))

    def recut(self, page: int, before: Skeleton, skeleton: Skeleton, move: Callable[[str], str]) -> None:
        """Move all marks of a page to blocks that are cut otherwise now; changes made before are forgotten.

        All at once, and once only: nothing if another server has done it.
        """
        with self._writing():
            if self.skeleton(page).anchors != before.anchors:
                return
            guess = self.stored(page).guess
            moved = replace(guess, marks=move(guess.marks), certainty="0" * len(skeleton.anchors))
            self.set_guess(page, moved, skeleton)
            self._db.execute("DELETE FROM changes WHERE page = ?", (page,))
            for annotator, marks in self._read("SELECT annotator, marks FROM work WHERE page = ?", page):
                query = "UPDATE work SET marks = ?, differing = '[]' WHERE page = ? AND annotator = ?"
                self._db.execute(query, (move(marks), page, annotator))

    def _save(self, work: Work, marks: str, status: str, kind: str | None = None) -> None:
        self._db.execute(
            "INSERT INTO work (page, annotator, marks, kind, status, changed_at) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (page, annotator) DO UPDATE SET marks = excluded.marks, kind = excluded.kind, "
            "status = excluded.status, changed_at = excluded.changed_at",
            (work.page, work.annotator, marks, work.kind if kind is None else kind, status, _now()),
        )

    def _read(self, query: str, *values: object) -> list[Any]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise self._fault(str(error)) from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing, and nobody else in between; may be nested."""
        with self._lock:
            if self._db.in_transaction:
                yield
                return
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")


def _packed(value: Guess | Skeleton) -> str:
    return json.dumps({_STORED_NAMES.get(name, name): each for name, each in asdict(value).items()})


def _unpacked(text: str) -> dict[str, Any]:
    names = {stored: name for name, stored in _STORED_NAMES.items()}
    return {names.get(name, name): each for name, each in json.loads(text).items()}


def _work_of(row: Any, undo: int | None = None, redo: int | None = None) -> Work:
    page, annotator, marks, kind, status, template, blocks, changed_at, note = row
    return Work(page, annotator, marks, kind, status, template, json.loads(blocks), changed_at, note, undo, redo)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
