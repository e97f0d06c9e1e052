"""A feed followed: each entry that is new is an article, which is fetched and kept as a post."""

from __future__ import annotations

from collections.abc import Mapping

from honbun.extraction import extract
from honbun.memory import OK, KnownThread, Seen, decide, digest_of
from honbun.patrol.course import Course
from honbun.patrol.listing import Row
from honbun.patrol.reading import ThreadRead
from honbun.robot import FeedEntry, Fetched, read_feed
from honbun.thread import Post

NO_ENTRIES = "no feed any more"


def read_entries(course: Course, found: Fetched) -> bool:
    """Keep the entries of a feed that are new or were changed; False if the page is no feed.

    The first look keeps what the feed says of each; later the page of an entry is fetched. What leaves a feed is
    not gone.
    """
    entries = read_feed(found.body, found.final_url)
    if entries is None:
        return False
    threads = course.memory.threads(course.board)
    known = {thread.url: thread for thread in threads} | {
        thread.row["id"]: thread for thread in threads if "id" in thread.row
    }
    for entry in reversed(entries):
        thread = known.get(entry.id) or known.get(entry.url)
        row = Row(entry.url, entry.title or "", _said(entry))
        if thread is None or thread.state != OK or thread.row != row.said:
            _keep(course, thread or course.thread_at(entry.url), entry, row)
    return True


def _said(entry: FeedEntry) -> Mapping[str, str]:
    """By what a change of an entry is noticed: when it says that it was changed, else what the feed says of it."""
    return {"id": entry.id, "title": entry.title or "", "told": entry.updated or digest_of(entry.html)}


def _keep(course: Course, thread: KnownThread, entry: FeedEntry, row: Row) -> None:
    post = _post(course, entry)
    decision = decide(course.memory.known(thread), [Seen.of(post)], is_whole=True)
    course.keep(thread, row, ThreadRead(is_whole=True), decision, [course.is_first])


def _post(course: Course, entry: FeedEntry) -> Post:
    """The article of an entry: what its page says, or the feed if that says more or the page cannot be had."""
    told = extract(f"<title>{entry.title or ''}</title><article>{entry.html}</article>", entry.url)
    text, author, date = told.text, entry.author, entry.date
    if not course.is_first:
        page = course.reader.get(entry.url)
        if page.reason is None:
            document = extract(page.body, page.final_url)
            text = max(document.text, text, key=len)
            author, date = author or document.author, date or document.date
    return Post(
        text=text or entry.title or "",
        author=author,
        date=date,
        date_raw=date,
        permalink=entry.url,
        key=digest_of(entry.id),
        title=entry.title,
    )
