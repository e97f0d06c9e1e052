"""A post with its place, and an alert: that a rule matches it, why, and what stands around it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

_ID_BYTES = 12


@dataclass(frozen=True)
class StoredPost:
    """A post with where it stands and what became of it."""

    id: int
    board: str
    """What the board is called."""
    board_url: str
    thread_url: str
    thread: str | None
    """What its thread is called."""
    key: str
    number: str | None
    author: str | None
    date: str | None
    date_raw: str | None
    title: str | None
    text: str
    permalink: str | None
    first_seen: str
    last_seen: str
    changed_at: str | None = None
    gone_at: str | None = None

    @property
    def url(self) -> str:
        """Where it can be read."""
        return self.permalink or self.thread_url

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return vars(self) | {"url": self.url}


@dataclass(frozen=True)
class Alert:
    """A post that a rule matches."""

    id: int
    rule: str
    reason: str
    """What of the post matches, in words."""
    at: str
    post: StoredPost
    before: tuple[StoredPost, ...] = ()
    after: tuple[StoredPost, ...] = ()
    verdict: str | None = None
    """confirmed or dismissed, once a person has said so."""

    @property
    def name(self) -> str:
        """What it is known by everywhere, however often it is sent."""
        said = "\n".join(
            (self.post.board_url, self.post.thread_url, self.post.key, self.rule, self.at, str(self.id))
        )
        return blake2b(said.encode(), digest_size=_ID_BYTES).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON; of the posts around it what they say."""
        return {
            "id": self.name,
            "alert": self.id,
            "rule": self.rule,
            "reason": self.reason,
            "at": self.at,
            "verdict": self.verdict,
            "post": self.post.to_dict(),
            "before": [_short(post) for post in self.before],
            "after": [_short(post) for post in self.after],
        }


def _short(post: StoredPost) -> dict[str, Any]:
    return {"author": post.author, "date": post.date, "text": post.text, "url": post.url}
