"""What the patrol's page shows, as plain values: boards, new posts, alerts, posts a day, and what is searched."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any

from honbun.memory import Outbox
from honbun.studio import App, ServeOptions, serve_app

# Fewer characters are no trigram: such texts are looked for one by one.
_TRIGRAM = 3
MAX_SHOWN = 200
_SEARCHED = ("text", "title", "author")
_WRITTEN = "substr(coalesce(posts.date, posts.first_seen), 1, 10)"


def show_patrol(outbox: Outbox, options: ServeOptions, say: Callable[[str], None]) -> None:
    """Serve the page until SIGINT or SIGTERM. `say` is told the address."""

    def create() -> App:
        from honbun.patrol.app import create_app

        return create_app(outbox, options)

    serve_app(create, options, say, nullcontext())


def boards(outbox: Outbox) -> list[dict[str, Any]]:
    """The boards, with how they are and how much is known of them."""
    counts = dict(outbox.read("SELECT board, count(*) FROM posts GROUP BY board"))
    alerts = dict(
        outbox.read(
            "SELECT posts.board, count(*) FROM alerts JOIN posts ON posts.id = alerts.post "
            "WHERE verdict IS NULL GROUP BY posts.board"
        )
    )
    return [
        {
            "id": board.id,
            "name": board.name,
            "url": board.url,
            "state": board.state,
            "since": board.since,
            "note": board.note,
            "posts": counts.get(board.id, 0),
            "alerts": alerts.get(board.id, 0),
            "checked_at": board.checked_at,
            "next_at": board.next_at,
            "interval": board.interval,
        }
        for board in outbox.boards()
    ]


def stream(outbox: Outbox, board: int = 0, before: int = 0) -> list[dict[str, Any]]:
    """The newest events, of one board if it is given, those before an event if it is."""
    condition = "(? = 0 OR posts.board = ?) AND (? = 0 OR events.id < ?)"
    found = outbox.events(condition, board, board, before, before, order="events.id DESC", most=MAX_SHOWN // 4)
    return [event.to_dict() for event in found]


def alerts(outbox: Outbox, verdict: str = "open", board: int = 0) -> list[dict[str, Any]]:
    """The newest alerts that are open, confirmed or dismissed."""
    own = "AND (? = 0 OR post IN (SELECT id FROM posts WHERE board = ?))"
    chosen = "verdict IS NULL" if verdict == "open" else "verdict = ?"
    values = [] if verdict == "open" else [verdict]
    found = outbox.alerts(f"{chosen} {own}", *values, board, board, most=MAX_SHOWN // 4, newest=True)
    return [alert.to_dict() for alert in found]


def days(outbox: Outbox, board: int = 0, count: int = 30, now: datetime | None = None) -> list[dict[str, Any]]:
    """For each of the last days how many posts were written, and how many of them a rule matched."""
    today = (now or datetime.now(UTC)).date()
    shown = [(today - timedelta(days=back)).isoformat() for back in range(count - 1, -1, -1)]
    own = f"(? = 0 OR posts.board = ?) AND {_WRITTEN} >= ? GROUP BY 1"
    posts = dict(outbox.read(f"SELECT {_WRITTEN}, count(*) FROM posts WHERE {own}", board, board, shown[0]))
    query = (
        f"SELECT {_WRITTEN}, count(DISTINCT posts.id) FROM alerts JOIN posts ON posts.id = alerts.post WHERE {own}"
    )
    matches = dict(outbox.read(query, board, board, shown[0]))
    return [{"day": day, "posts": posts.get(day, 0), "matches": matches.get(day, 0)} for day in shown]


def search(outbox: Outbox, words: str, board: int = 0) -> list[dict[str, Any]]:
    """The posts that hold all of these words, in text, title or author, the newest first."""
    wanted = words.split()
    if not wanted:
        return []
    conditions, values = ["(? = 0 OR posts.board = ?)"], list[object]([board, board])
    long = [word for word in wanted if len(word) >= _TRIGRAM]
    if long:
        conditions.append("posts.id IN (SELECT rowid FROM words WHERE words MATCH ?)")
        values.append(" AND ".join('"' + word.replace('"', '""') + '"' for word in long))
    for word in wanted:
        if len(word) < _TRIGRAM:
            escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            parts = (f"posts.{name} LIKE ? ESCAPE '\\'" for name in _SEARCHED)
            conditions.append(f"({' OR '.join(parts)})")
            values += [f"%{escaped}%"] * len(_SEARCHED)
    found = outbox.posts(" AND ".join(conditions), *values, order="posts.id DESC", most=MAX_SHOWN)
    return [post.to_dict() for post in found]


def labels(outbox: Outbox) -> list[dict[str, Any]]:
    """What people said of alerts, as `honbun train --task alerts` reads it."""
    return [
        {"text": "\n".join(filter(None, (post.title, post.text))), "label": is_one}
        for post, is_one in outbox.labels()
    ]
