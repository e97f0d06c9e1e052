"""The memory of a crawl: which addresses wait, which are done and how, in one SQLite file.

What came of a page, the links on it and the length of the WARC file with it are committed together. A crawl that
was killed goes on from the last commit: what the WARC file has beyond it is cut off and asked again.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from honbun.errors import InputError

VERSION = 1
_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE pages (
    number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, url TEXT NOT NULL, host TEXT NOT NULL,
    rank INTEGER NOT NULL, depth INTEGER NOT NULL, state INTEGER NOT NULL, reason TEXT, target TEXT,
    etag TEXT, last_modified TEXT, words BLOB, canonical TEXT, lines BLOB);
CREATE INDEX waiting ON pages (host, rank, depth, number) WHERE state = 0;
CREATE INDEX words ON pages (words) WHERE state = 1;
CREATE INDEX canonicals ON pages (canonical) WHERE state = 1;
"""
# Addresses of a host that are in memory at a time.
_AHEAD = 200
# Of pages that say they are one, so many are compared.
_MAX_COMPARED = 50
_MAX_MOVES = 20


class State(IntEnum):
    """What is known of an address."""

    WAITING = 0
    WRITTEN = 1
    REFUSED = 2
    MOVED = 3
    LISTED = 4
    """A feed or a sitemap: its addresses were taken."""


@dataclass(frozen=True)
class Waiting:
    """An address to ask, with what the last answer said if there was one."""

    key: str
    url: str
    host: str
    depth: int
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True)
class Done:
    """What came of an address."""

    state: State
    reason: str | None = None
    target: str | None = None
    """The key of where it moved."""
    etag: str | None = None
    last_modified: str | None = None
    words: bytes | None = None
    """A hash of all its words."""
    canonical: str | None = None
    """The key of the address that it states as its own."""
    lines: bytes | None = None
    """A sketch of its lines, by which near-duplicates are told."""


class Frontier:
    """The addresses of a crawl. Not for threads."""

    def __init__(self, path: Path | str) -> None:
        self._db = _opened(path)
        self._ahead: dict[str, deque[Waiting]] = {}
        self._asked: dict[str, str] = {}
        rows = self._db.execute("SELECT host, count(*) FROM pages WHERE state = 0 GROUP BY host")
        self._waiting: Counter[str] = Counter(dict(rows.fetchall()))
        self.known: Counter[tuple[int, str]] = Counter()
        for state, reason, count in self._db.execute(
            "SELECT state, reason, count(*) FROM pages WHERE state > 0 GROUP BY state, reason"
        ):
            self.known[State(state), reason or ""] = count

    def __len__(self) -> int:
        """How many addresses wait, those that are being asked included."""
        return self._waiting.total()

    @property
    def asked(self) -> int:
        """How many addresses are being asked."""
        return len(self._asked)

    def count(self, state: State) -> int:
        """How many addresses are in a state."""
        return sum(count for (own, _), count in self.known.items() if own == state)

    def add(self, links: Iterable[tuple[str, str, str, int, int]]) -> None:
        """Addresses to ask if they are not known: key, url, host, rank and depth; those of low rank come first."""
        for link in links:
            sql = "INSERT OR IGNORE INTO pages (key, url, host, rank, depth, state) VALUES (?, ?, ?, ?, ?, 0)"
            self._waiting[link[2]] += self._db.execute(sql, link).rowcount

    def next(self, most: int) -> Waiting | None:
        """An address to ask, of a host that is asked for fewer than `most`; None if there is none now."""
        being_asked = Counter(self._asked.values())
        for host in sorted(self._waiting, key=lambda host: being_asked[host]):
            if being_asked[host] >= most:
                return None
            if self._waiting[host] > being_asked[host] and (found := self._next_of(host)):
                self._asked[found.key] = host
                return found
        return None

    def _next_of(self, host: str) -> Waiting | None:
        ahead = self._ahead.setdefault(host, deque())
        if not ahead:
            sql = (
                "SELECT key, url, host, depth, etag, last_modified FROM pages WHERE state = 0 AND host = ? "
                "ORDER BY rank, depth, number LIMIT ?"
            )
            most = _AHEAD + len(self._asked)
            found = (Waiting(*row) for row in self._db.execute(sql, (host, most)))
            ahead.extend(each for each in found if each.key not in self._asked)
        return ahead.popleft() if ahead else None

    def done(self, page: Waiting, done: Done) -> None:
        """What came of an address that was asked."""
        sql = (
            "UPDATE pages SET state = ?, reason = ?, target = ?, etag = coalesce(?, etag), "
            "last_modified = coalesce(?, last_modified), words = coalesce(?, words), "
            "canonical = coalesce(?, canonical), lines = coalesce(?, lines) WHERE key = ?"
        )
        values = (done.state, done.reason, done.target, done.etag, done.last_modified)
        self._db.execute(sql, (*values, done.words, done.canonical, done.lines, page.key))
        self._asked.pop(page.key, None)
        self._waiting[page.host] -= 1
        if not self._waiting[page.host]:
            del self._waiting[page.host]
        self.known[done.state, done.reason or ""] += 1

    def words_of(self, key: str) -> bytes | None:
        """The words of a page at the last crawl; of this one it is asked before it is done."""
        row = self._db.execute("SELECT words FROM pages WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def has_words(self, words: bytes, key: str) -> bool:
        """Whether another page with just these words was written."""
        sql = "SELECT 1 FROM pages WHERE state = 1 AND words = ? AND key != ?"
        return self._db.execute(sql, (words, key)).fetchone() is not None

    def lines_of(self, canonical: str, key: str) -> list[bytes]:
        """The sketches of other pages that were written and state this address as their own."""
        sql = "SELECT lines FROM pages WHERE state = 1 AND canonical = ? AND key != ? LIMIT ?"
        return [row[0] for row in self._db.execute(sql, (canonical, key, _MAX_COMPARED)) if row[0]]

    def moves_back(self, key: str, target: str) -> bool:
        """Whether what an address moved to is known to move back to it."""
        for _ in range(_MAX_MOVES):
            if target == key:
                return True
            row = self._db.execute("SELECT target FROM pages WHERE key = ? AND state = 3", (target,)).fetchone()
            if row is None:
                return False
            target = row[0]
        return True

    def begin_again(self) -> None:
        """Every address waits again; what the servers said of each version is kept."""
        self._db.execute("UPDATE pages SET state = 0")
        self._waiting = Counter(dict(self._db.execute("SELECT host, count(*) FROM pages GROUP BY host")))
        self.known.clear()

    def fact(self, name: str) -> str | None:
        """What was remembered under a name."""
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def remember(self, **facts: str) -> None:
        """Remember facts by name."""
        self._db.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())

    def commit(self) -> None:
        """From here on it is known even after a kill."""
        self._db.commit()

    def close(self) -> None:
        """Commit, and the end."""
        self._db.commit()
        self._db.close()


def _opened(path: Path | str) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(path, timeout=2.0)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        # One crawl at a time: the lock is held until the end.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        db.execute("BEGIN IMMEDIATE")
        if version == 0:
            for statement in filter(str.strip, _SCHEMA.split(";")):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.commit()
    except sqlite3.OperationalError as error:
        what = "is in use by another crawl" if "locked" in str(error) else f"cannot be opened: {error}"
        raise InputError(what, str(path), "wait for it, or give another --state") from None
    except sqlite3.DatabaseError as error:
        raise InputError(f"is no state of a crawl: {error}", str(path), "give another --state") from None
    if version not in (0, VERSION):
        db.close()
        advice = "update honbun, or give another --state"
        raise InputError(f"is of version {version}; this honbun knows {VERSION}", str(path), advice)
    return db
