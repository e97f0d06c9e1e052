"""A board learned from its own pages: whether its page lists threads or is one, and how its threads are built."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from honbun.extraction import Site, extract
from honbun.features import letters
from honbun.page import Page
from honbun.patrol.framing import Frame
from honbun.patrol.headlines import frame_of, headlines
from honbun.patrol.listing import FEED, LIST, NEWS, THREAD, Row, is_list, listed, lists_threads, shape_of
from honbun.patrol.reading import Reader, learn, page_of, place_of, settle
from honbun.robot import Fetched, feeds_of, read_feed

# So many pages of a kind of link are looked at to see whether they are threads, of so many kinds.
_PROBES = 3
_KINDS = 4
# So many threads teach how threads are built: with four siblings posts are found as well as with more.
_LEARNED = 5
ARTICLE = "article"
# Longer names do not look more like those of threads.
_MAX_TITLE = 60
# So many kinds of links of a page of news are tried. The names of articles have at least so much of the length of
# the longest kind: authors and subjects have shorter ones.
_NEWS_KINDS = 12
_MIN_NAME_SHARE = 0.5
# A page that lists fewer articles is no page of news.
_MIN_ARTICLES = 3


@dataclass(frozen=True)
class Learned:
    """What a board is, and what its pages teach."""

    kind: str
    """list, thread, feed or news."""
    shapes: tuple[str, ...]
    """Of the addresses of its threads or articles; of a feed its address."""
    site: Site
    frame: Frame = field(default_factory=Frame)
    places: frozenset[str] = frozenset()
    """Where posts stand; of news, where the links stand that frame the pages of the site."""


@dataclass(frozen=True)
class _Kind:
    """A kind of link of a page, as far as it leads to threads."""

    shape: str
    rows: tuple[Row, ...]
    pages: tuple[Fetched, ...]
    posts: int
    places: frozenset[str]
    """Where the posts of these threads stand."""


def learn_board(reader: Reader, found: Fetched) -> Learned | None:
    """What a board is by its page and a few of those that it links to; None if there is nothing to follow.

    It may be a feed; a page without threads and posts that names its feed stands for that one, and one that names
    none may list articles. Kinds of links are told by the shape of their addresses. Those with most links are
    tried, and the one whose pages show posts is that of the threads.
    """
    if read_feed(found.body, found.final_url) is not None:
        return Learned(FEED, (found.url,), Site())
    page = page_of(found)
    groups = sorted(listed(page, found.final_url).items(), key=lambda item: -_weight(item[1]))
    kinds = [kind for shape, rows in groups[:_KINDS] if (kind := _tried(reader, shape, rows))]
    best = max(kinds, key=lambda kind: (kind.posts > 0, len(kind.rows)), default=None)
    alone = learn([found])
    posts = alone.posts(found.body, found.final_url, fetched=found.fetched_at).posts
    # What is no row of the list, and made like no post of the threads, is what the board says of itself.
    is_other = best is not None and best.places.isdisjoint(map(place_of, posts))
    if best is not None and (is_other or lists_threads(page, posts, best.rows, found.final_url)):
        more = [reader.get(row.url) for row in best.rows[_PROBES:_LEARNED]]
        pages = (*best.pages, *(each for each in more if each.reason is None))
        site = settle(pages)
        threads = (site.posts(each.body, each.final_url, fetched=each.fetched_at) for each in pages)
        places = frozenset(place_of(post) for thread in threads for post in thread.posts)
        return Learned(LIST, (best.shape,), site, Frame.learn(pages, site), places)
    if posts and not is_list(page, posts):
        return Learned(THREAD, (), settle([found]))
    return _feed_of(reader, page) or _news_of(reader, page, found.final_url)


def _feed_of(reader: Reader, page: Page) -> Learned | None:
    """The first feed that a page names and that is one; None if there is none."""
    for url in feeds_of(page):
        found = reader.get(url)
        if found.reason is None and read_feed(found.body, found.final_url) is not None:
            return Learned(FEED, (url,), Site())
    return None


def _news_of(reader: Reader, page: Page, url: str) -> Learned | None:
    """The articles that a page lists, by the shapes of their addresses; None if it does not list any.

    The pages with the longest names tell what frames the pages of the site.
    """
    named = sorted(headlines(page, url, ()), key=lambda row: -len(row.title))[:_PROBES]
    places = frame_of(page, url, ((page_of(each), each.final_url) for each in _got(reader, named)))
    kinds: dict[str, list[Row]] = defaultdict(list)
    for row in headlines(page, url, places):
        kinds[shape_of(row.url)].append(row)
    shapes = sorted(kinds, key=lambda shape: -_weight(kinds[shape]))[:_NEWS_KINDS]
    articles = {
        shape: pages for shape in shapes if (pages := _articles(_got(reader, kinds[shape][:_PROBES]), Site()))
    }
    lengths = {shape: median(len(row.title) for row in kinds[shape]) for shape in articles}
    chosen = [shape for shape in articles if lengths[shape] >= _MIN_NAME_SHARE * max(lengths.values())]
    if sum(len(kinds[shape]) for shape in chosen) < _MIN_ARTICLES:
        return None
    pages = [each for shape in chosen for each in articles[shape]]
    return Learned(NEWS, tuple(chosen), learn(pages), places=frozenset(places))


def _got(reader: Reader, rows: Sequence[Row]) -> list[Fetched]:
    return [page for row in rows if (page := reader.get(row.url)).reason is None]


def _articles(pages: Sequence[Fetched], site: Site) -> list[Fetched]:
    """The pages that are articles, if most of them are."""
    found = [each for each in pages if _is_article(each, site)]
    return found if 2 * len(found) > len(pages) else []


def _is_article(found: Fetched, site: Site) -> bool:
    """Whether a page is an article: by its kind, and because most of its text is not that of several posts."""
    document = extract(found.body, found.final_url)
    posts = site.posts(found.body, found.final_url, fetched=found.fetched_at).posts
    text = letters(document.text)  # which has a line only once, though others quote it
    said = {own for post in posts for line in post.text.split("\n") if (own := letters(line)) in text}
    return document.kind == ARTICLE and (len(posts) < 2 or 2 * len("".join(said)) < len(text))


def _weight(rows: list[Row]) -> float:
    """How much a kind of link looks like the list of a page: many links with long names."""
    return float(sum(min(len(row.title), _MAX_TITLE) for row in rows) * len(rows))


def _tried(reader: Reader, shape: str, rows: list[Row]) -> _Kind | None:
    """A kind of link whose pages are threads; None if they are not."""
    pages = _got(reader, rows[:_PROBES])
    site = learn(pages)
    threads = [(page, site.posts(page.body, page.final_url, fetched=page.fetched_at).posts) for page in pages]
    good = [page for page, posts in threads if posts and not is_list(page_of(page), posts)]
    if not good or 2 * len(good) < len(pages) or _articles(good, site):
        return None
    places = frozenset(place_of(post) for _, posts in threads for post in posts)
    return _Kind(shape, tuple(rows), tuple(good), sum(len(posts) for _, posts in threads), places)
