"""What is remembered of posts: what a read of a thread told is kept, with an event for each thing to tell of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from honbun.alerts import StoredPost
from honbun.features import letters
from honbun.memory.dating import MAX_DATES, dated, order_name
from honbun.memory.matching import Decision, Match
from honbun.memory.store import Board, KnownThread, Store, moment_of, stamp
from honbun.memory.traits import Known, Traits, is_rough
from honbun.thread import Post

# A post that was not seen so many times in a row is gone: a page may change while its thread is read.
MISSES_OF_GONE = 2
# Positions closer than this are dealt out anew.
_MIN_GAP = 1e-6
NEW, CHANGED, GONE = "new", "changed", "gone"

_COLUMNS = (
    "posts.id, boards.name, boards.url, threads.url, threads.title, posts.key, posts.number, posts.author, "
    "posts.date, posts.date_raw, posts.title, posts.text, posts.permalink, posts.first_seen, posts.last_seen, "
    "posts.changed_at, posts.gone_at"
)
_PLACE = "JOIN threads ON threads.id = posts.thread JOIN boards ON boards.id = posts.board"


@dataclass(frozen=True)
class Event:
    """Something to tell of a post: that it is new, was changed, or is gone."""

    id: int
    kind: str
    at: str
    post: StoredPost

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {"event": self.id, "kind": self.kind, "at": self.at, **self.post.to_dict()}


class Memory(Store):
    """The store with its posts."""

    def known(self, thread: KnownThread) -> list[Known]:
        """The posts of a thread, in its order, those that are gone included."""
        query = (
            "SELECT id, text, gone_at, first_seen, key, author, digest, stated, page, permalink, number "
            "FROM posts WHERE thread = ? ORDER BY position, id"
        )
        return [_known(*row) for row in self.read(query, thread.id)]

    def kept(self, thread: KnownThread, page: int) -> tuple[Post, ...]:
        """The posts of a page of a thread as they were last read."""
        query = (
            "SELECT text, author, date, date_raw, number, permalink, key, title FROM posts "
            "WHERE thread = ? AND page = ? AND misses = 0 ORDER BY position, id"
        )
        return tuple(Post(*row) for row in self.read(query, thread.id, page))

    def known_elsewhere(self, board: Board, thread: KnownThread, matches: Iterable[Match]) -> dict[str, int]:
        """Of posts that are new in a thread, those that another thread of the board had, by their address."""
        found: dict[str, int] = {}
        for match in matches:
            link = match.seen.post.permalink
            if match.known is None and link:
                query = "SELECT id FROM posts WHERE board = ? AND permalink = ? AND thread <> ? AND key = ?"
                rows = self.read(query, board.id, link, thread.id, match.seen.traits.key)
                if rows:
                    found[link] = int(rows[0][0])
        return found

    def has_text(self, board: Board, digest: str) -> bool:
        """Whether a post of a board says what has this digest."""
        return bool(self.read("SELECT 1 FROM posts WHERE board = ? AND digest = ? LIMIT 1", board.id, digest))

    def remember(
        self, board: Board, thread: KnownThread, decision: Decision, now: datetime, baseline: Sequence[bool] = ()
    ) -> list[Event]:
        """Keep what a read told; the events it gave. `baseline` says of each match whether it is no news."""
        at = stamp(now)
        with self.writing():
            moved = self.known_elsewhere(board, thread, decision.matches)
            places = _places([one.id for one in self.known(thread)], decision.matches)
            position = dict(self.read("SELECT id, position FROM posts WHERE thread = ?", thread.id))
            events = [
                self._see(board, thread, match, at, moved, i < len(baseline) and baseline[i])
                for i, match in enumerate(decision.matches)
            ]
            self._order(places, position, [post for post, _ in events])
            gone = [self._miss(one, at) for one in decision.missing]
            return self.events_of([event for _, event in events] + gone)

    def _see(
        self, board: Board, thread: KnownThread, match: Match, at: str, moved: Mapping[str, int], is_old: bool
    ) -> tuple[int, int]:
        """Keep a post; its number, and that of the event that tells of it, 0 if none does."""
        post, traits = match.seen.post, match.seen.traits
        values = {
            "page": traits.page,
            "key": traits.key,
            "digest": traits.digest,
            "author": post.author,
            "date": post.date,
            "date_raw": post.date_raw,
            "stated": traits.date,
            "number": post.number,
            "title": post.title,
            "permalink": post.permalink,
            "text": post.text,
            "last_seen": at,
        }
        known = match.known.id if match.known else moved.get(post.permalink or "", 0)
        if not known:
            added = {
                "board": board.id,
                "thread": thread.id,
                "position": 0.0,
                "first_seen": at,
                "is_backlog": is_old,
            }
            known = self._insert(added | values)
            return known, 0 if is_old else self._tell(known, NEW, at)
        values |= {"thread": thread.id, "misses": 0, "gone_at": None}
        (row,) = self.read(f"SELECT {', '.join(values)} FROM posts WHERE id = ?", known)
        before = dict(zip(values, row, strict=True))
        is_changed = match.is_changed and before["digest"] != traits.digest
        if is_changed:
            self.write("INSERT INTO versions (post, until, text) VALUES (?, ?, ?)", known, at, before["text"])
            values["changed_at"] = at
        elif traits.is_rough:
            values = {"page": traits.page, "last_seen": at, "misses": 0, "gone_at": None}
        else:
            if traits.date is None:  # counted from now: surest when it was first read
                del values["date"], values["date_raw"]
            # The longer reading stays, unless it was all that a page says.
            if letters(post.text) in letters(before["text"]) and not is_rough(before["key"]):
                del values["text"], values["digest"]
        # Only what differs: an update of a text is one of the index of words.
        self._update("posts", known, {name: each for name, each in values.items() if before.get(name) != each})
        return known, 0 if is_old or not is_changed else self._tell(known, CHANGED, at)

    def see_again(self, thread: KnownThread, page: int, now: datetime) -> None:
        """Keep that the posts of a page were seen as they were."""
        query = "UPDATE posts SET last_seen = ? WHERE thread = ? AND page = ? AND misses = 0"
        self.write(query, stamp(now), thread.id, page)

    def _miss(self, one: Known, at: str) -> int:
        """Count that a post was not seen; the number of the event that tells that it is gone, else 0."""
        self.write("UPDATE posts SET misses = misses + 1 WHERE id = ?", one.id)
        ((misses, gone_at),) = self.read("SELECT misses, gone_at FROM posts WHERE id = ?", one.id)
        if misses < MISSES_OF_GONE or gone_at:
            return 0
        self.write("UPDATE posts SET gone_at = ? WHERE id = ?", at, one.id)
        return self._tell(one.id, GONE, at)

    def _tell(self, post: int, kind: str, at: str) -> int:
        return self.write("INSERT INTO events (post, kind, at) VALUES (?, ?, ?)", post, kind, at)

    def _insert(self, values: Mapping[str, object]) -> int:
        marks = ", ".join("?" * len(values))
        return self.write(f"INSERT INTO posts ({', '.join(values)}) VALUES ({marks})", *values.values())

    def _order(self, places: list[int | None], position: dict[int, float], seen: Sequence[int]) -> None:
        """Give new posts a position between their neighbours. `places`: known posts, None for each new one."""
        new = iter(post for post in seen if post not in position)
        order = [post if post is not None else next(new) for post in places]
        known = [position.get(post) for post in order]
        filled = _between(known)
        if any(b - a < _MIN_GAP for a, b in pairwise(filled)):
            filled, known = [float(i) for i in range(len(order))], [None] * len(order)
        for post, before, after in zip(order, known, filled, strict=True):
            if before is None:
                self.write("UPDATE posts SET position = ? WHERE id = ?", after, post)

    def date_again(self, board: Board, now: datetime) -> str:
        """Read the dates of a board in the order that all of them tell; the order, which is kept."""
        query = (
            "SELECT id, thread, date, date_raw FROM posts WHERE board = ? AND date IS NOT NULL ORDER BY id DESC"
        )
        rows = self.read(f"{query} LIMIT ?", board.id, MAX_DATES)
        threads: dict[int, list[str]] = {}
        for _, thread, _, raw in reversed(rows):
            threads.setdefault(thread, []).append(raw or "")
        order = order_name(list(threads.values()), now)
        if order == board.date_order or not order:
            return board.date_order
        with self.writing():
            for number, _, date, raw in self.read(query, board.id):
                new = dated(Post("", date=date, date_raw=raw), order, now).date
                if new != date:
                    self._update("posts", number, {"date": new, "stated": new})
            self.save_board(board, date_order=order)
        return order

    # Reading

    def events_of(self, numbers: Iterable[int]) -> list[Event]:
        """The events of these numbers; 0 is none."""
        return [event for number in numbers if number for event in self.events("events.id = ?", number)]

    def events(self, condition: str, *values: object, order: str = "events.id", most: int = -1) -> list[Event]:
        """The events for which a condition holds."""
        query = (
            f"SELECT events.id, events.kind, events.at, {_COLUMNS} FROM events "
            f"JOIN posts ON posts.id = events.post {_PLACE} WHERE {condition} ORDER BY {order} LIMIT ?"
        )
        return [Event(row[0], row[1], row[2], StoredPost(*row[3:])) for row in self.read(query, *values, most)]

    def posts(self, condition: str, *values: object, order: str = "posts.id", most: int = -1) -> list[StoredPost]:
        """The posts for which a condition holds."""
        query = f"SELECT {_COLUMNS} FROM posts {_PLACE} WHERE {condition} ORDER BY {order} LIMIT ?"
        return [StoredPost(*row) for row in self.read(query, *values, most)]

    def around(self, post: int, count: int) -> tuple[list[StoredPost], list[StoredPost]]:
        """So many posts before and after one in its thread."""
        ((thread, position),) = self.read("SELECT thread, position FROM posts WHERE id = ?", post)
        before = self.posts(
            "posts.thread = ? AND position < ?", thread, position, order="position DESC", most=count
        )
        after = self.posts("posts.thread = ? AND position > ?", thread, position, order="position", most=count)
        return before[::-1], after

    def cursor(self, name: str) -> int:
        """How far has been told under this name."""
        rows = self.read("SELECT event FROM cursors WHERE name = ?", name)
        return int(rows[0][0]) if rows else 0

    def set_cursor(self, name: str, event: int) -> None:
        """Keep how far has been told under this name."""
        self.write("INSERT OR REPLACE INTO cursors (name, event) VALUES (?, ?)", name, event)


def _known(number: int, text: str, gone_at: str | None, first_seen: str, *traits: Any) -> Known:
    key, author, digest, date, page, permalink, shown = traits
    post = Post(text, author, number=shown, permalink=permalink, key=key)
    return Known(number, Traits.of(post, digest, date, page), text, gone_at is not None, moment_of(first_seen))


def _places(known: list[int], matches: Sequence[Match]) -> list[int | None]:
    """The known posts in their order, with a None where a new one stands."""
    places: list[int | None] = list(known)
    at = 0
    is_begun = False
    waiting = 0
    for match in matches:
        if match.known is not None:
            at = places.index(match.known.id)
            # New ones before the first known one stand right before it.
            places[at:at] = [None] * waiting
            at += waiting + 1
            waiting, is_begun = 0, True
        elif is_begun:
            places.insert(at, None)
            at += 1
        else:
            waiting += 1
    return places + [None] * waiting


def _between(known: list[float | None]) -> list[float]:
    """Positions for all, given those of some: between their neighbours, or one further than the last."""
    after: list[tuple[int, float] | None] = [None]
    for i in range(len(known) - 1, -1, -1):
        value = known[i]
        after.append((i, value) if value is not None else after[-1])
    after.reverse()
    filled: list[float] = []
    for i, value in enumerate(known):
        next_ = after[i]
        if value is not None:
            filled.append(value)
        elif next_ is None:
            filled.append(filled[-1] + 1 if filled else 0.0)
        elif not filled:
            filled.append(next_[1] - (next_[0] - i))
        else:
            filled.append(filled[-1] + (next_[1] - filled[-1]) / (next_[0] - i + 1))
    return filled
