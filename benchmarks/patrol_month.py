"""A month of patrol, played: `python -m benchmarks.patrol_month [--boards 50] [--posts 10000] [--days 30]`.

Boards live by a clock that this program sets; nothing is fetched from a network. It prints, for each third of the
time, posts found against posts written, requests, size of the database and memory, then what was missed or told
twice. Each tenth board changes its layout in the middle of the month.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import tempfile
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from examples.living_board import LivingBoard, etag_of, filled
from honbun.memory import Outbox
from honbun.patrol import Watch, WatchOptions
from honbun.robot import Fetched

LAYOUTS = ("divisions", "cells", "articles", "pairs", "side by side", "unordered", "flat divisions", "ordered")
NUMBER = re.compile(r"\((\d+)\)")
THIRDS = 3


class Month:
    """Boards, the clock, and what was written and told."""

    def __init__(self, boards: int, every: float, folder: Path) -> None:
        self.now = datetime(2026, 3, 1, tzinfo=UTC)
        self.rng = random.Random("month")
        self.boards = [self._board(number) for number in range(boards)]
        self.by_host = {board.host: board for board in self.boards}
        self.outbox = Outbox(folder / "month.db", is_new=True)
        self.every = every
        for number, board in enumerate(self.boards):
            self.outbox.add_board(f"b{number}", board.host + "/", every, self.now)
        self.written: Counter[tuple[str, int]] = Counter()
        self.told: Counter[tuple[str, int]] = Counter()
        self.requests = 0
        self.looks: Counter[str] = Counter()
        self.changed: dict[str, int] = {}
        """Of boards whose layout has changed, which was not noticed yet, how many looks got a page of a thread."""
        self.got: set[str] = set()
        """Boards of which such a page was got since the last look."""
        self.noticed_after: list[int] = []
        self.lock = threading.Lock()

    def _board(self, number: int) -> LivingBoard:
        layout, lang = LAYOUTS[number % len(LAYOUTS)], ("ja", "en")[number % 2]
        host = f"http://b{number}.example"
        board = LivingBoard(number, layout, lang, host=host, now=self.now.replace(tzinfo=None))
        return filled(board, threads=4, posts=5)

    def fetch(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """A page of a board."""
        del last_modified
        with self.lock:
            self.requests += 1
        host = "/".join(url.split("/")[:3])
        html = self.by_host[host].page(url)
        if html is None:
            return Fetched(url, url, 404, b"", None, None, None, self.now, None, "HTTP 404")
        tag = etag_of(html)
        if tag == etag:
            return Fetched(url, url, 304, b"", None, tag, None, self.now, None, "not modified")
        if host in self.changed and "/talk/" in url:
            self.got.add(host)
        return Fetched(url, url, 200, html.encode(), "text/html; charset=utf-8", tag, None, self.now, None, None)

    def write(self) -> None:
        """Somebody writes on some board: half of all posts go to a fifth of the boards."""
        few = self.boards[: max(1, len(self.boards) // 5)]
        board = self.rng.choice(few if self.rng.random() < 0.5 else self.boards)
        is_new = self.rng.random() < 0.1
        thread = board.start() if is_new else self.rng.choice(board.threads[-8:])
        self.written[board.host, board.post(thread).index] += 1

    def change_layout(self) -> None:
        """Each tenth board is built otherwise from now on."""
        for board in self.boards[5::10]:
            other = LivingBoard(f"{board.seed}/new", "table each", board.lang, host=board.host)
            board.layout, board.style, board.frame = other.layout, other.style, other.frame
            self.changed[board.host] = 0

    def look(self) -> None:
        """Look at what is due."""
        for look in Watch(self.outbox, WatchOptions(), fetch=self.fetch, clock=lambda: self.now).run():
            host = look.board.url.rstrip("/")
            self.looks[host] += 1
            if host in self.got:
                self.changed[host] += 1
                self.got.remove(host)
            if host in self.changed and "layout changed" in f"{look.board.note} {look.board.state}":
                self.noticed_after.append(self.changed.pop(host))
            for event in look.events:
                found = NUMBER.findall(event.post.text)
                if event.kind == "new":
                    self.told[host, int(found[-1]) if found else -1] += 1


def main() -> None:
    """Play the month."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--posts", type=int, default=10_000)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--every", type=float, default=7200.0, help="seconds")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        play(Month(asked.boards, asked.every, Path(folder)), asked.posts, asked.days)


def play(month: Month, posts: int, days: int) -> None:
    """Let the days pass, and say what came of it."""
    step = timedelta(minutes=30)
    steps = days * 48
    begun = time.monotonic()
    month.look()
    print("day\twritten\ttold\trequests\tlooks due at most\tMB of database\tMB of memory\tseconds\tCPU seconds")
    for number in range(1, steps + 1):
        month.now += step
        for board in month.boards:
            board.now = month.now.replace(tzinfo=None)
        for _ in range(posts * number // steps - posts * (number - 1) // steps):
            month.write()
        if number == steps // 2:
            month.change_layout()
        month.look()
        if number % max(1, steps // THIRDS) == 0:
            _say(month, number // 48, begun)
    month.now += timedelta(days=8)
    month.look()
    live = {f"{board.host}": board for board in month.boards}
    missed = [name for name in month.written if name not in month.told and name[0] in live]
    twice = [name for name, count in month.told.items() if count > 1]
    false = [name for name in month.told if name not in month.written]
    print(f"missed {len(missed)}, told twice {len(twice)}, told and never written {len(false)}")
    changed = len(month.boards[5::10])
    print(f"layouts changed {changed}, noticed at this look that got pages of the new one: {month.noticed_after}")
    print(f"looks at a board at most {max(month.looks.values())}, promised {days * 86_400 / month.every:g}")
    print("states", Counter(board.state for board in month.outbox.boards()))
    for name in (*missed, *twice, *false)[:10]:
        print("  ", *name, month.boards[int(name[0].split("//b")[1].split(".")[0])].layout)
    month.outbox.close()


def _say(month: Month, day: int, begun: float) -> None:
    size = sum(path.stat().st_size for path in month.outbox.path.parent.iterdir()) / 1e6
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    due = len(month.boards) * day * 86_400 / month.every
    counts = (sum(month.written.values()), sum(month.told.values()), month.requests, round(due))
    spent = (f"{seconds:.0f}" for seconds in (time.monotonic() - begun, time.process_time()))
    print(day, *counts, f"{size:.1f}", f"{memory:.0f}", *spent, sep="\t", flush=True)


if __name__ == "__main__":
    main()
