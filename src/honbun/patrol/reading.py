"""A thread read over its pages: what is asked of the server, and what came of it. Nothing is kept here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from itertools import dropwhile
from typing import Protocol

from honbun.dates import find_dates
from honbun.document import Document
from honbun.extraction import DEFAULT, Section, Site, compose, compose_thread, read
from honbun.features import Outline, letters
from honbun.input import RawPage
from honbun.memory import (
    KnownPage,
    Seen,
    dated,
    digest_of,
    line_digests,
    rough_post,
    stated_date,
    without_ago,
)
from honbun.page import Page
from honbun.paging import next_url
from honbun.patrol.framing import Frame
from honbun.patrol.listing import is_captcha
from honbun.robot import Fetched, is_html, read_feed
from honbun.site import dumps, loads
from honbun.thread import Post, Thread, key_of

# Chosen: a thread of more pages is read up to here, from either end.
MAX_PAGES = 200
NOT_MODIFIED = "not modified"
CAPTCHA = "asks for a captcha"
CUT_SHORT = "cut short"
NO_POSTS = "no posts found"
NOT_HTML = "not HTML"
_DIGEST_BYTES = 12
# A line of so many letters is more than a name or a date.
_MIN_LEFT = 20
_RULE = "/hr"
# How the keys of groups begin whose members are no elements.
_FLAT = ("heads ", "between ", "dates ", "page")
_NUMBERS = re.compile(r"\[\d+\]")


class Fetch(Protocol):
    """What asks a server for a page."""

    def __call__(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """The page, or the reason why there is none."""
        ...


@dataclass(frozen=True)
class PageRead:
    """A page of a thread as it was read."""

    page: KnownPage
    posts: tuple[Post, ...]
    title: str | None = None
    is_as_it_was: bool = False
    """The server says so, or it shows the same as when it was last read."""


@dataclass(frozen=True)
class ThreadRead:
    """What came of reading a thread."""

    pages: tuple[PageRead, ...] = ()
    is_whole: bool = False
    """From its first page to its last."""
    reason: str | None = None
    """Why it ended too early; None if it did not."""
    retry_after: float | None = None
    fetched_at: datetime | None = None

    @property
    def is_as_it_was(self) -> bool:
        """Whether nothing on its pages has changed."""
        return self.reason is None and all(each.is_as_it_was for each in self.pages)

    @cached_property
    def seen(self) -> list[Seen]:
        """The posts in the order of the pages."""
        return [
            Seen.of(post, each.page.number, None if each.is_as_it_was else self.fetched_at)
            for each in self.pages
            for post in each.posts
        ]

    @property
    def rest(self) -> set[str]:
        """Digests of the lines of its pages that are of no post."""
        return {line for each in self.pages for line in each.page.rest.split()}

    @property
    def layouts(self) -> list[str]:
        """Where the posts that were read stand in their pages: paths without numbers, the same for like posts."""
        posts = [post for each in self.pages if not each.is_as_it_was for post in each.posts if post.xpath]
        return [place_of(post) for post in posts]

    @property
    def title(self) -> str | None:
        """What the thread is called."""
        return next((each.title for each in self.pages if each.title), None)


@dataclass
class Reader:
    """Reads pages of one board with what was learned of it; counts what it asks."""

    fetch: Fetch
    site: Site
    has_end: bool = False
    date_order: str = ""
    frame: Frame = field(default_factory=Frame)
    """What frames its posts."""
    layouts: frozenset[str] = frozenset()
    """Where its posts stand."""
    is_news: bool = False
    """Its pages are articles, not threads."""
    said: frozenset[str] = frozenset()
    """Digests of what the posts of the thread that is read said before."""
    requests: int = 0
    bodies: dict[str, Fetched] = field(default_factory=dict)
    """Pages that were fetched during this look, so that none is asked for twice."""

    def get(self, url: str, known: KnownPage | None = None) -> Fetched:
        """A page, asked for once in a look; with the reason if it is none that can be used."""
        if url in self.bodies:
            return self.bodies[url]
        self.requests += 1
        if known is not None:
            found = self.fetch(url, etag=known.etag, last_modified=known.last_modified)
        else:
            found = self.fetch(url)
        if found.reason is None:
            found = replace(found, reason=self._fault(found))
        self.bodies[url] = found
        return found

    def _fault(self, found: Fetched) -> str | None:
        if read_feed(found.body, found.final_url) is not None:
            return None
        if not is_html(found.content_type):
            return NOT_HTML
        if self.has_end and not ends(found.body):
            return CUT_SHORT
        return CAPTCHA if is_captcha(page_of(found), found.body) else None

    def thread_of(self, found: Fetched) -> tuple[Thread, str]:
        """The posts of a page, without what other pages of the board say as well, and the rest of what it says.

        A page that shows one post repeats nothing, and flat markup then does not tell where it is: if none is
        found, or if more is said beside the one that is, all that the page says is that post.
        """
        if self.is_news:
            outline = read(found.body, found.final_url, found.content_type)
            return article_of(compose(outline, found.body, DEFAULT, self.site).document, found.url), ""
        following = next_url(page_of(found))
        if self._is_flat:
            found = self.frame.footless(found)
        outline = read(found.body, found.final_url, found.content_type)
        thread = compose_thread(outline, self.site.thread_template, found.body, found.fetched_at)
        posts = self.frame.without(thread.posts, thread.title)
        posts = [*self._above(outline, posts, thread.title, found.fetched_at), *posts]
        if len(posts) < 2 and (not posts or self._says_more(outline, posts[0], thread.title)):
            text = self.frame.left_of("\n".join(outline.blocks.texts), thread.title, self.said)
            posts = [rough_post(text, *posts)] if text else []
        named = (_with_own_names(post, thread.title, found.url) for post in posts)
        posts = [dated(post, self.date_order, found.fetched_at) for post in named]
        return replace(thread, posts=tuple(posts), next_url=following), _rest(outline, posts)

    @property
    def _is_flat(self) -> bool:
        """Whether posts are sequences of lines, which nothing ends, not elements."""
        template = self.site.thread_template
        groups = template.groups if template else {}
        return not groups or any(key.startswith(_FLAT) for key in groups)

    def _above(self, outline: Outline, posts: Sequence[Post], title: str | None, now: datetime) -> list[Post]:
        """The post above the first rule of a page, where rules part posts and those below it have a date.

        Of that one alone no rule tells where it begins: it is what is left from the first line with a date on.
        """
        if not posts or not posts[0].date or not place_of(posts[0]).endswith(_RULE):
            return []
        texts, own = outline.blocks.texts, letters(posts[0].text)
        first = next((i for i, text in enumerate(texts) if i and own in letters(text)), 0)
        if not first or outline.blocks.owner[first] != outline.blocks.owner[first - 1]:
            return []
        head, *lines = [*dropwhile(lambda line: not find_dates(line, now), texts[first - 1].split("\n")), ""]
        text = self.frame.left_of("\n".join(lines), title, self.said)
        return [rough_post(f"{head}\n{text}")] if text else []

    def _says_more(self, outline: Outline, post: Post, title: str | None) -> bool:
        """Whether a page says something that is neither in its only post nor on other pages nor its title."""
        left = self.frame.left_of("\n".join(outline.blocks.texts), title, self.said)
        own, said = map(letters, left.split("\n")), letters(post.text)
        return any(sum(map(str.isalpha, line)) >= _MIN_LEFT and line not in said for line in own)

    def read(
        self,
        url: str,
        known: Sequence[KnownPage],
        kept: Callable[[int], tuple[Post, ...]],
        *,
        first: int = 1,
        is_enough: Callable[[tuple[Post, ...]], bool] = lambda _: False,
    ) -> ThreadRead:
        """Read a thread from a page on. `kept` has the posts of pages that did not change.

        `is_enough` ends the reading after a page: where the newest posts come first, what follows is known.
        """
        by_number = {page.number: page for page in known}
        next_: str | None = by_number[first].url if first in by_number and first > 1 else url
        pages: list[PageRead] = []
        visited: set[str] = set()
        number = first
        while next_ and next_ not in visited and len(pages) < MAX_PAGES:
            visited.add(next_)
            found = self.get(next_, by_number.get(number) if kept(number) else None)
            if found.reason not in (None, NOT_MODIFIED):
                return ThreadRead(tuple(pages), False, found.reason, found.retry_after, found.fetched_at)
            page = self._page(found, by_number.get(number), number, kept)
            pages.append(page)
            if is_enough(page.posts):
                return ThreadRead(tuple(pages), False, None, None, found.fetched_at)
            next_, number = page.page.next_url, number + 1
        return ThreadRead(tuple(pages), first == 1 and not next_, None, None, found.fetched_at)

    def _page(
        self, found: Fetched, known: KnownPage | None, number: int, kept: Callable[[int], tuple[Post, ...]]
    ) -> PageRead:
        if known and found.reason == NOT_MODIFIED:
            return PageRead(known, kept(number), is_as_it_was=True)
        digest = shown_digest(page_of(found))
        if known and digest == known.digest and kept(number):
            page = replace(known, etag=found.etag, last_modified=found.last_modified)
            return PageRead(page, kept(number), is_as_it_was=True)
        thread, rest = self.thread_of(found)
        page = KnownPage(number, found.url, thread.next_url, found.etag, found.last_modified, digest, rest)
        return PageRead(page, thread.posts, thread.title)


def _rest(outline: Outline, posts: Sequence[Post]) -> str:
    """Digests of the lines of a page that are of no post."""
    lines = line_digests("\n".join(outline.blocks.texts))
    lines.subtract(line_digests("\n".join(post.text for post in posts)))
    return " ".join(sorted(+lines))


def _with_own_names(post: Post, title: str | None, url: str) -> Post:
    """A post without names that are not its own: its number, the title of its thread or a time counted from now as
    its author, the address of its page or of a page before it as its address, "yesterday" in its text as its date,
    that it is 3 hours old as its number.
    """
    author, link, number = post.author, post.permalink, post.number
    if number and not stated_date(post) and re.match(rf"{number}(?!\d)", post.date_raw or ""):
        number = None
    if post.date_raw and post.date_raw in post.text and not stated_date(post):
        post = replace(post, date=None, date_raw=None)
    if letters(without_ago(author or "")) in ("", *map(letters, (title or "", post.number or ""))):
        author = None
    if link and url.startswith(link):
        link = None
    if (author, link, number) == (post.author, post.permalink, post.number):
        return post
    key = key_of(link, number, author, post.text, (stated_date(post) or "")[:10])
    return replace(post, author=author, permalink=link, number=number, key=key)


def article_of(document: Document, url: str) -> Thread:
    """An article as a thread of one post, whose place is that of the longest block; without text it has none."""
    text = document.text or document.title or ""
    blocks = sorted(document.content, key=lambda block: -len(block.text))
    post = Post(
        text=text,
        author=document.author,
        date=document.date,
        date_raw=document.date,
        permalink=url,
        key=digest_of(url),
        title=document.title,
        xpath=blocks[0].xpath.rpartition("/")[0] if blocks else "",
    )
    return Thread((post,) if text else (), url, document.title)


def shown_digest(page: Page) -> str:
    """What a page shows, as a digest: its elements and its text, without times that are counted from now.

    Tokens, counters in scripts and the like differ from one fetch to the next and say nothing. Where it goes on
    is of it: a new page of a thread need not be named in the text.
    """
    shown = blake2b(page.tag.tobytes(), digest_size=_DIGEST_BYTES)
    shown.update(page.parent.tobytes())
    text = "\n".join(without_ago(line) for line in page.text.split("\n"))
    shown.update(f"{text}\0{next_url(page)}".encode("utf-8", "replace"))
    return shown.hexdigest()


def place_of(post: Post) -> str:
    """Where a post stands in its page: the path of its element without numbers."""
    return _NUMBERS.sub("", post.xpath)


def ends(body: bytes) -> bool:
    """Whether a page is closed as a document."""
    return b"</html" in body[-2000:].lower()


def page_of(found: Fetched) -> Page:
    """The page of what was fetched."""
    return read(found.body, found.final_url, found.content_type).page


def learn(pages: Sequence[Fetched]) -> Site:
    """What these pages teach of the threads of their site."""
    site = Site()
    for found in pages:
        site.add_page(RawPage(found.body, found.final_url, found.content_type), Section.THREADS)
    return site


def settle(pages: Sequence[Fetched]) -> Site:
    """What these pages teach of the threads of their board, if all are cut into posts in one way."""
    return Site.of_board(RawPage(found.body, found.final_url, found.content_type) for found in pages)


def site_of(profile: str | None) -> Site:
    """The site of a stored profile."""
    return Site(loads(profile)) if profile else Site()


def profile_of(site: Site) -> str:
    """What a site knows, as it is stored."""
    return dumps(site.profile)
