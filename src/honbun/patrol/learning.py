"""A board learned from its own pages: whether its page lists threads or is one, and how its threads are built."""

from __future__ import annotations

from dataclasses import dataclass, field

from honbun.extraction import Site
from honbun.page import Page
from honbun.patrol.framing import Frame
from honbun.patrol.listing import Row, is_list, listed, lists_threads
from honbun.patrol.reading import Reader, learn, page_of
from honbun.robot import Fetched, feeds_of, read_feed

# So many pages of a kind of link are looked at to see whether they are threads, of so many kinds.
_PROBES = 3
_KINDS = 4
# So many threads teach how threads are built: with four siblings posts are found as well as with more.
_LEARNED = 5
# Longer names do not look more like those of threads.
_MAX_TITLE = 60
LIST, THREAD, FEED = "list", "thread", "feed"


@dataclass(frozen=True)
class Learned:
    """What a board is, and what its pages teach."""

    kind: str
    """list, thread or feed."""
    shapes: tuple[str, ...]
    """Of the addresses of its threads; of a feed its address."""
    site: Site
    frame: Frame = field(default_factory=Frame)


@dataclass(frozen=True)
class _Kind:
    """A kind of link of a page, as far as it leads to threads."""

    shape: str
    rows: tuple[Row, ...]
    pages: tuple[Fetched, ...]
    posts: int


def learn_board(reader: Reader, found: Fetched) -> Learned | None:
    """What a board is by its page and a few of those that it links to; None if there are no threads nor posts.

    It may be a feed; a page without threads and posts that names its feed stands for that one. Kinds of links are
    told by the shape of their addresses. Those with most links are tried, and the one whose pages show posts is
    that of the threads.
    """
    if read_feed(found.body, found.final_url) is not None:
        return Learned(FEED, (found.url,), Site())
    page = page_of(found)
    groups = sorted(listed(page, found.final_url).items(), key=lambda item: -_weight(item[1]))
    kinds = [kind for shape, rows in groups[:_KINDS] if (kind := _tried(reader, shape, rows))]
    best = max(kinds, key=lambda kind: (kind.posts > 0, len(kind.rows)), default=None)
    alone = learn([found])
    posts = alone.posts(found.body, found.final_url, fetched=found.fetched_at).posts
    if best is not None and (not posts or lists_threads(page, posts, best.rows, found.final_url)):
        more = [reader.get(row.url) for row in best.rows[_PROBES:_LEARNED]]
        pages = (*best.pages, *(each for each in more if each.reason is None))
        return Learned(LIST, (best.shape,), learn(pages), Frame.learn(pages))
    if posts and not is_list(page, posts):
        return Learned(THREAD, (), alone)
    return _feed_of(reader, page)


def _feed_of(reader: Reader, page: Page) -> Learned | None:
    """The first feed that a page names and that is one; None if there is none."""
    for url in feeds_of(page):
        found = reader.get(url)
        if found.reason is None and read_feed(found.body, found.final_url) is not None:
            return Learned(FEED, (url,), Site())
    return None


def _weight(rows: list[Row]) -> float:
    """How much a kind of link looks like the list of a page: many links with long names."""
    return float(sum(min(len(row.title), _MAX_TITLE) for row in rows) * len(rows))


def _tried(reader: Reader, shape: str, rows: list[Row]) -> _Kind | None:
    """A kind of link whose pages are threads; None if they are not."""
    pages = [page for row in rows[:_PROBES] if (page := reader.get(row.url)).reason is None]
    site = learn(pages)
    threads = [(page, site.posts(page.body, page.final_url, fetched=page.fetched_at).posts) for page in pages]
    good = [page for page, posts in threads if posts and not is_list(page_of(page), posts)]
    if not good or 2 * len(good) < len(pages):
        return None
    return _Kind(shape, tuple(rows), tuple(good), sum(len(posts) for _, posts in threads))
