"""A board that lives: threads that grow, are edited and lose posts, shown as pages in one of the layouts.

`python -m examples.living_board` serves one on this machine, to try `honbun patrol` on: a new post every few
seconds.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from examples.threads.dates import FORMATS, NOW
from examples.threads.entries import Entry, Person, Wanted, make_people
from examples.threads.frames import FRAMES, Parts
from examples.threads.layouts import LAYOUTS
from examples.threads.words import BANKS
from examples.threads.writer import CLASS_NAMES, Style, Writer, take_marks


@dataclass
class LivingThread:
    """A thread: posts in the order they were written, and how often it was looked at."""

    number: int
    title: str
    entries: list[Entry] = field(default_factory=list)
    views: int = 0
    moved: datetime = datetime(2000, 1, 1)


@dataclass
class LivingBoard:
    """A board of one layout; everything about it comes from its seed and what is done to it."""

    seed: int | str
    layout: str = "divisions"
    lang: str = "ja"
    per_page: int = 20
    is_listed: bool = True
    """Its first page lists threads; else it is its only thread, with the newest post first."""
    date_format: str = "iso"
    has_numbers: bool = True
    host: str = "http://board.example"
    posts_made: int = 0
    now: datetime = datetime(2026, 3, 1, 12)
    threads: list[LivingThread] = field(default_factory=list)
    frame: str = ""

    def __post_init__(self) -> None:
        self.rng = random.Random(f"living/{self.seed}/{self.layout}")
        self.bank = BANKS[self.lang]
        self.people = make_people(self.rng, self.bank, Wanted())
        layout = LAYOUTS[self.layout]
        self.frame = self.frame or self.rng.choice(layout.frames)
        shown = [part for part in ("avatar", "buttons", "colours", "profile") if self.rng.random() < 0.4]
        has_breaks = layout.has_breaks if layout.has_breaks is not None else self.rng.random() < 0.5
        self.style = Style(
            lang=self.lang,
            date_format=self.date_format,
            has_breaks=has_breaks,
            classes={part: self.rng.choice(names) for part, names in CLASS_NAMES.items()},
            separator=self.rng.choice([" ", " : ", "：", " / "]),
            has_numbers=self.has_numbers if layout.has_numbers is None else layout.has_numbers,
            parts=frozenset(shown),
        )
        self.links = [(f"/{name}/", self.bank.title(self.rng)) for name in ("about", "rules", "shop", "help")]
        if not self.is_listed:
            self.start()

    # What happens

    def start(self) -> LivingThread:
        """A new thread, without posts."""
        thread = LivingThread(101 + 13 * len(self.threads), self.bank.title(self.rng))
        self.threads.append(thread)
        return thread

    def post(self, thread: LivingThread, text: str | None = None) -> Entry:
        """Somebody writes something."""
        self.posts_made += 1
        quoted = self.rng.choice(thread.entries) if thread.entries and self.rng.random() < 0.2 else None
        words = text or self.bank.paragraph(self.rng, self.rng.randint(1, 4))
        entry = Entry(
            index=self.posts_made,
            number=max((each.number for each in thread.entries), default=0) + 1,
            person=self.rng.choice(self.people),
            moment=self.now,
            code="x",
            title=None,
            paragraphs=(words if text else f"{words} ({self.posts_made})",),
            quote=(quoted.person.name, quoted.paragraphs[0]) if quoted else None,
            edited=None,
            parent=None,
            depth=0,
        )
        thread.entries.append(entry)
        thread.moved = self.now
        return entry

    def edit(self, thread: LivingThread, entry: Entry) -> Entry:
        """Somebody adds a sentence to what they wrote."""
        more = self.bank.paragraph(self.rng, 1)
        edited = replace(entry, paragraphs=(f"{entry.paragraphs[0]} {more}", *entry.paragraphs[1:]))
        thread.entries[thread.entries.index(entry)] = edited
        return edited

    def delete(self, thread: LivingThread, entry: Entry) -> None:
        """Somebody removes a post."""
        thread.entries.remove(entry)

    # What is shown

    def page(self, url: str) -> str | None:
        """The page at an address; None if there is none."""
        parts = urlsplit(url)
        number = int(parse_qs(parts.query).get("page", ["1"])[0])
        if not self.is_listed and parts.path == "/":
            return self._thread(self.threads[0], number)
        if parts.path == "/":
            return self._list(number)
        found = next((each for each in self.threads if parts.path == f"/talk/{each.number}"), None)
        if found is None or (number > 1 and (number - 1) * self.per_page >= len(found.entries)):
            return None
        found.views += 1
        return self._thread(found, number)

    def _thread(self, thread: LivingThread, number: int) -> str:
        order = thread.entries if self.is_listed else thread.entries[::-1]
        entries = [self._dated(each) for each in order[(number - 1) * self.per_page : number * self.per_page]]
        path = f"/talk/{thread.number}" if self.is_listed else "/"
        pages = max(1, -(-len(order) // self.per_page))
        writer = Writer(self.style)
        back = f'<a href="/">{self.bank.labels["back"]}</a>' if self.is_listed else ""
        main = LAYOUTS[self.layout].render(entries, writer)
        html = self._framed(thread.title, back, main, _pager(path, number, pages, self.bank.labels["next"]))
        return take_marks(html).html

    def _list(self, number: int) -> str:
        threads = sorted(
            (each for each in self.threads if each.entries), key=lambda each: each.moved, reverse=True
        )
        shown = threads[(number - 1) * self.per_page : number * self.per_page]
        rows = "".join(
            f'<tr><td><a href="/talk/{each.number}">{escape(each.title)}</a></td><td>{len(each.entries) - 1}</td>'
            f"<td>{each.views}</td><td>{self._date(each.moved)} {escape(each.entries[-1].person.name)}</td></tr>\n"
            for each in shown
        )
        pages = max(1, -(-len(threads) // self.per_page))
        table = f"<table class='all'>{rows}</table>"
        return self._framed(
            self.bank.labels["back"], "", table, _pager("/", number, pages, self.bank.labels["next"])
        )

    def _framed(self, title: str, before: str, main: str, after: str) -> str:
        parts = Parts(
            lang=self.lang,
            site=self.bank.gaps["place"][0],
            title=title,
            menu=self.links[:2],
            sidebar=[],
            sidebar_title="",
            footer=self.links[2:],
            rules=self.bank.labels["rules"],
            before=before,
            main=main,
            after=after,
        )
        return FRAMES[self.frame](parts)

    def _dated(self, entry: Entry) -> Entry:
        """The entry as of now: what is written as "3 hours ago" is counted from a fixed present."""
        is_relative = self.date_format == "relative"
        return replace(entry, moment=NOW - (self.now - entry.moment)) if is_relative else entry

    def _date(self, moment: datetime) -> str:
        shown = NOW - (self.now - moment) if self.date_format == "relative" else moment
        return FORMATS[self.lang][self.date_format](shown)


def _pager(path: str, number: int, pages: int, next_: str) -> str:
    if pages < 2:
        return ""
    links = [
        str(other) if other == number else f'<a href="{path}{f"?page={other}" if other > 1 else ""}">{other}</a>'
        for other in range(1, pages + 1)
    ]
    more = f' <a href="{path}?page={number + 1}" rel="next">{next_}</a>' if number < pages else ""
    return " ".join(links) + more


def etag_of(html: str) -> str:
    """By what a server knows whether a page has changed."""
    return f'"{blake2b(html.encode(), digest_size=8).hexdigest()}"'


def filled(board: LivingBoard, threads: int, posts: int) -> LivingBoard:
    """The board with so many threads of so many posts, written over the days before."""
    now = board.now
    board.now -= timedelta(hours=threads * posts)
    for _ in range(threads):
        thread = board.start() if board.is_listed else board.threads[0]
        for _ in range(posts):
            board.now += timedelta(minutes=board.rng.randint(1, 59))
            board.post(thread)
    board.now = now
    return board


def serve(
    board: LivingBoard, port: int = 0, fault: Callable[[str], tuple[int, bytes] | None] = lambda _: None
) -> ThreadingHTTPServer:
    """A server of the board on this machine; `fault` may answer in its place."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with lock:
                status, body, tag = _answer(board, self.path, self.headers.get("If-None-Match"), fault)
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            if tag:
                self.send_header("ETag", tag)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def _answer(
    board: LivingBoard, path: str, known: str | None, fault: Callable[[str], tuple[int, bytes] | None]
) -> tuple[int, bytes, str]:
    wrong = fault(path)
    if wrong is not None:
        return *wrong, ""
    html = board.page(path)
    if html is None:
        return 404, b"not found", ""
    tag = etag_of(html)
    return (304, b"", tag) if known == tag else (200, html.encode(), tag)


def main() -> None:
    """Serve a board until it is stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8700)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two posts")
    parser.add_argument("--lang", choices=sorted(FORMATS), default="ja")
    parser.add_argument("--layout", choices=sorted(LAYOUTS), default="divisions")
    asked = parser.parse_args()
    board = LivingBoard("demo", asked.layout, asked.lang, now=datetime.now(UTC).replace(tzinfo=None))
    filled(board, threads=6, posts=8)
    server = serve(board, asked.port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"a board at http://127.0.0.1:{server.server_port}/, a post every {asked.every:g} s, Ctrl-C ends it")
    try:
        while True:
            time.sleep(asked.every)
            board.now = datetime.now(UTC).replace(tzinfo=None)
            board.post(board.rng.choice(board.threads))
    except KeyboardInterrupt:
        server.shutdown()


if __name__ == "__main__":
    main()


__all__ = ["LivingBoard", "LivingThread", "Person", "etag_of", "filled", "serve"]
