"""What the page of a board lists: links to threads, and what the row of each says. Nothing is fetched here."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

import numpy as np

from honbun.memory import without_ago
from honbun.page import Page
from honbun.paging import absolute_url, base_url, is_same_thread
from honbun.thread import Post

# What a board is.
LIST, THREAD, FEED, NEWS = "list", "thread", "feed", "news"
# A row is no longer, in characters: what is longer is the page itself.
_MAX_ROW_LENGTH = 1500
# Links of fewer letters lead to pages of a thread, or to its last post; they do not name it.
MIN_TITLE_LENGTH = 3
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w")
# A place of rows is idle, such as a count of views, if it changed alone so often without anything new in its
# thread, and so many times as often as with.
_MIN_IDLE = 3
_IDLE_RATIO = 10
# Posts are rows of a list if so much of what they say is links.
_MIN_LINK_SHARE = 0.5
# Of what a page that asks for a person is made.
_CAPTCHA = re.compile(
    r"captcha|cf-chl|challenge-platform|turnstile|ロボットではありません|画像認証|are you (?:a )?(?:human|robot)",
    re.IGNORECASE,
)
_MAX_CAPTCHA_TEXT = 2000


@dataclass(frozen=True)
class Row:
    """A thread as a list names it."""

    url: str
    title: str
    said: Mapping[str, str]
    """Place in the row -> what stands there, each number apart."""
    is_behind: bool = False
    """It follows all that is known of a list of news: it may have moved up from the next page."""


def shape_of(address: str) -> str:
    """What the addresses of a board's threads have in common: names stay, numbers and words in the path do not."""
    parts = urlsplit(address)
    segments = [segment for segment in parts.path.split("/") if segment]
    path = [_segment(segment, i, len(segments)) for i, segment in enumerate(segments)]
    query = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    return f"{parts.netloc.removeprefix('www.').lower()}/{'/'.join(path)}{'?' if query else ''}{'&'.join(query)}"


def _segment(segment: str, i: int, count: int) -> str:
    if _DIGITS.search(segment):
        return "#"
    is_file = i == count - 1 and "." in segment
    return segment.lower() if is_file or (i == 0 and count > 1) else "*"


def listed(page: Page, board_url: str) -> dict[str, list[Row]]:
    """The pages of the same host that a page links to, by the shape of their addresses, each once.

    Other pages of the list itself are left out, and so are links without words.
    """
    links: dict[str, dict[str, list[int]]] = defaultdict(dict)
    for row, url in links_of(page, board_url):
        if is_same_thread(board_url, url):
            continue
        same = links[shape_of(url)]
        name = url if url in same else next((other for other in same if is_same_thread(other, url)), url)
        same.setdefault(name, []).append(row)
    found = {}
    for shape, threads in _joined(links).items():
        rows = [_row(page, url, elements, threads) for url, elements in threads.items()]
        found[shape] = [row for row in rows if len(row.title) >= MIN_TITLE_LENGTH]
    return {shape: rows for shape, rows in found.items() if rows}


def links_of(page: Page, board_url: str) -> Iterator[tuple[int, str]]:
    """The links of a page that stay on the host of a board: their rows and where they lead, in full."""
    base = base_url(page) or board_url
    host = urlsplit(board_url).netloc.removeprefix("www.").lower()
    for row in page.rows_of("a").tolist():
        href = (page.attribute(row, "href") or "").partition("#")[0].strip()
        url = absolute_url(base, href) if href else ""
        if url.startswith(("http://", "https://")) and urlsplit(url).netloc.removeprefix("www.").lower() == host:
            yield row, url


def _joined(links: dict[str, dict[str, list[int]]]) -> dict[str, dict[str, list[int]]]:
    """Pages of a thread with a shape of their own, ?page=2, counted with the thread."""
    joined: dict[str, dict[str, list[int]]] = {}
    for shape in sorted(links, key=len):
        plain = next((short for short in joined if _is_part(short, shape)), None)
        for url, rows in links[shape].items():
            own = next((each for each in joined.get(plain or "", {}) if is_same_thread(each, url)), None)
            if plain is not None and own is not None:
                joined[plain][own] += rows
            else:
                joined.setdefault(shape, {})[url] = rows
    return joined


def _is_part(short: str, long: str) -> bool:
    return long.startswith(short) or short.partition("?")[0] == long.partition("?")[0]


def _row(page: Page, url: str, elements: list[int], threads: Mapping[str, list[int]]) -> Row:
    titles = [page.text[page.text_start[row] : page.text_end[row]] for row in elements]
    title = title_of(titles)
    others = sorted(row for other, rows in threads.items() if other != url for row in rows)
    row = elements[int(np.argmax([len(each) for each in titles]))]
    while (above := int(page.parent[row])) >= 0 and _is_free(page, above, others):
        row = above
    end = int(page.text_end[row])
    if row in elements:  # nothing holds the row: it goes on to the next link
        after = others[bisect_right(others, row)] if bisect_right(others, row) < len(others) else None
        end = int(page.text_start[after]) if after is not None else int(page.text_end[int(page.parent[row])])
    return Row(url, title, _said(page, row, end))


def title_of(texts: Iterable[str]) -> str:
    """What the links that lead to one page call it: the longest of their texts."""
    return " ".join(max(texts, key=len, default="").split())


def _is_free(page: Page, row: int, others: list[int]) -> bool:
    """Whether no link to another thread is inside an element, and it is no longer than a row."""
    at = bisect_left(others, row)
    is_short = page.text_end[row] - page.text_start[row] <= _MAX_ROW_LENGTH
    return bool(is_short) and (at == len(others) or others[at] >= page.end[row])


def _said(page: Page, row: int, end: int) -> dict[str, str]:
    """What stands where in a row, up to an offset of the text: numbers each in a place of their own."""
    said: dict[str, str] = {}
    first = int(np.searchsorted(page.node_start, page.text_start[row], "left"))
    last = int(np.searchsorted(page.node_start, end, "left"))
    start = page.xpath(row)
    for node in range(first, last):
        text = " ".join(page.text[page.node_start[node] : page.node_end[node]].split())
        text = without_ago(text)
        if not _WORD.search(text):
            continue
        place = page.xpath(int(page.node_owner[node])).removeprefix(start)
        while place in said:
            place += "'"
        said[place] = _DIGITS.sub("#", text)
        said |= {f"{place}#{i}": number for i, number in enumerate(_DIGITS.findall(text))}
    return said


def changed_places(before: Mapping[str, str], after: Mapping[str, str]) -> frozenset[str]:
    """Where two readings of a row differ."""
    return frozenset(place for place in {*before, *after} if before.get(place) != after.get(place))


def is_moved(before: Mapping[str, str], after: Mapping[str, str], idle: Mapping[str, tuple[int, int]]) -> bool:
    """Whether a row says that its thread has moved: something changed that is not idle on this board."""
    return any(not _is_idle(idle.get(place, (0, 0))) for place in changed_places(before, after))


def learn_idle(
    idle: Mapping[str, tuple[int, int]], changes: Iterable[tuple[frozenset[str], bool]]
) -> dict[str, tuple[int, int]]:
    """What is known of places, with the changes of some rows: which places, and whether the thread had news."""
    learned = dict(idle)
    for places, has_news in changes:
        telling = [place for place in places if not _is_idle(learned.get(place, (0, 0)))]
        # Of several places that changed nobody knows which one told of it.
        for place in telling if len(telling) == 1 else places if has_news and not telling else ():
            news, none = learned.get(place, (0, 0))
            learned[place] = (news + has_news, none + (not has_news))
    return learned


def _is_idle(counts: tuple[int, int]) -> bool:
    return counts[1] >= max(_MIN_IDLE, counts[0] * _IDLE_RATIO)


def is_list(page: Page, posts: Iterable[Post]) -> bool:
    """Whether what was found as posts are rows of a list: most of what they say is links."""
    said = {post.xpath: len(post.text) for post in posts}
    shares = [_link_share(page, row, said[xpath]) for xpath, row in page.rows_at(said).items()]
    return bool(shares) and float(np.median(shares)) >= _MIN_LINK_SHARE


def lists_threads(page: Page, posts: Iterable[Post], rows: Iterable[Row], board_url: str) -> bool:
    """Whether most of what was found as posts on a board's page are rows that lead to its threads."""
    urls = {row.url for row in rows}
    links = sorted(row for row, url in links_of(page, board_url) if url in urls)
    elements = list(page.rows_at(post.xpath for post in posts).values())
    holding = sum(bisect_left(links, int(page.end[row])) > bisect_left(links, row) for row in elements)
    return 2 * holding >= len(elements)


def _link_share(page: Page, row: int, said: int) -> float:
    """The share of links in what an element says, or a post that it begins."""
    length = page.length_before
    own = max(length[page.text_end[row]] - length[page.text_start[row]], said)
    links = [link for link in page.rows_of("a").tolist() if row <= link < page.end[row]]
    inside = sum(int(length[page.text_end[link]] - length[page.text_start[link]]) for link in links)
    return inside / own if own else 0.0


def is_captcha(page: Page, body: bytes) -> bool:
    """Whether a page asks for proof of a person instead of showing anything."""
    return len(page.text) <= _MAX_CAPTCHA_TEXT and bool(_CAPTCHA.search(body.decode("utf-8", "replace")))
