"""Posts and alerts as feeds: Atom (RFC 4287) and JSON Feed 1.1."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from honbun.alerts.types import Alert, StoredPost
from honbun.errors import FormatError

# What XML 1.0 cannot hold.
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_TITLE_LENGTH = 80


@dataclass(frozen=True)
class Entry:
    """An entry of a feed."""

    id: str
    """The same as long as it is about the same."""
    url: str
    title: str
    text: str
    author: str | None
    published: str
    updated: str
    tags: tuple[str, ...] = ()


def entry_of_post(post: StoredPost) -> Entry:
    """A post as an entry."""
    return Entry(
        id=f"urn:honbun:post:{post.id}:{post.key}",
        url=post.url,
        title=post.title or post.thread or _first_words(post.text),
        text=post.text,
        author=post.author,
        published=post.first_seen,
        updated=post.changed_at or post.first_seen,
        tags=(post.board,),
    )


def entry_of_alert(alert: Alert) -> Entry:
    """An alert as an entry: the post, and why."""
    post = alert.post
    return Entry(
        id=f"urn:honbun:alert:{alert.name}",
        url=post.url,
        title=f"{alert.rule}: {post.title or post.thread or _first_words(post.text)}",
        text=f"{post.text}\n\n[{alert.rule}] {alert.reason}",
        author=post.author,
        published=alert.at,
        updated=alert.at,
        tags=(post.board, alert.rule),
    )


def write_feed(entries: Sequence[Entry], title: str, now: str, format_: str = "atom") -> str:
    """A feed of entries, the newest first; FormatError if the format is none of `FEEDS`."""
    if format_ not in FEEDS:
        raise FormatError("no such feed", format_, f"known: {', '.join(FEEDS)}")
    return FEEDS[format_](entries, title, now)


def _atom(entries: Sequence[Entry], title: str, now: str) -> str:
    updated = max((entry.updated for entry in entries), default=now)
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_xml(title)}</title><id>urn:honbun:patrol</id><updated>{updated}</updated>",
        "<generator>honbun</generator>",
        *map(_atom_entry, entries),
        "</feed>",
    ]
    return "\n".join(parts) + "\n"


def _atom_entry(entry: Entry) -> str:
    tags = "".join(f"<category term={quoteattr(_legal(tag))}/>" for tag in entry.tags)
    return (
        f"<entry><id>{_xml(entry.id)}</id><title>{_xml(entry.title)}</title>"
        f"<link href={quoteattr(_legal(entry.url))}/><author><name>{_xml(entry.author or '-')}</name></author>"
        f"<published>{entry.published}</published><updated>{entry.updated}</updated>{tags}"
        f"<content type='text'>{_xml(entry.text)}</content></entry>"
    )


def _json(entries: Sequence[Entry], title: str, now: str) -> str:
    del now
    items = [
        {
            "id": entry.id,
            "url": entry.url,
            "title": entry.title,
            "content_text": entry.text,
            "authors": [{"name": entry.author}] if entry.author else [],
            "date_published": entry.published,
            "date_modified": entry.updated,
            "tags": list(entry.tags),
        }
        for entry in entries
    ]
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": title, "items": items}
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"


FEEDS = {"atom": _atom, "json": _json}


def _first_words(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TITLE_LENGTH else line[: _TITLE_LENGTH - 1] + "…"


def _legal(text: str) -> str:
    return _NO_XML.sub("", text)


def _xml(text: str) -> str:
    return escape(_legal(text))
