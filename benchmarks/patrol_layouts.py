"""Patrol on generated boards: `python -m benchmarks.patrol_layouts [--seeds 1] [--first 1] [--lang ja] [--plain]`.

A board of each layout, in five variants (numbers and dates, dates counted from now, no numbers, neither, one
thread with the newest first), of six posts a page, is looked at while posts are written, edited and deleted and
threads begun with a single post. It prints what was missed, told twice, told though nobody wrote it, and the same
of edits and deletions. Without a language seeds that are odd are in Japanese. `--plain` leaves the layouts of old
Japanese boards: flat markup with rules, tables, lists of terms.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from examples.living_board import LivingBoard, LivingThread, etag_of, filled
from examples.threads.layouts import HR, LAYOUTS
from honbun.memory import Memory
from honbun.patrol import Patrol
from honbun.robot import Fetched

VARIANTS: dict[str, dict[str, Any]] = {
    "numbers": {},
    "relative": {"date_format": "relative"},
    "no numbers": {"has_numbers": False, "date_format": "slashes"},
    "neither": {"has_numbers": False, "date_format": "relative"},
    "newest first": {"is_listed": False},
}
# Layouts of which each post stands by itself; the others are trees.
FLAT = tuple(LAYOUTS)[:28]
TABLES = ("cells", "pairs", "triples", "rows of one cell", "table each", "table in cell", "name, text, date")
OLD = (*HR, *TABLES, "terms")
LOOKS = 10
NUMBER = re.compile(r"\((\d+)\)")
KINDS = ("new", "changed", "gone")


@dataclass
class Run:
    """A board, what was done to it, and what was told."""

    board: LivingBoard
    chance: random.Random
    now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)
    done: dict[str, set[int]] = field(default_factory=lambda: {kind: set() for kind in KINDS})
    told: Counter[tuple[str, int]] = field(default_factory=Counter)
    texts: dict[tuple[str, int], str] = field(default_factory=dict)

    def fetch(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """A page of the board."""
        del last_modified
        html = self.board.page(url)
        if html is None:
            return Fetched(url, url, 404, b"", None, None, None, self.now, None, "HTTP 404")
        tag = etag_of(html)
        if tag == etag:
            return Fetched(url, url, 304, b"", None, tag, None, self.now, None, "not modified")
        return Fetched(url, url, 200, html.encode(), "text/html; charset=utf-8", tag, None, self.now, None, None)

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.now += timedelta(**time)
        self.board.now = self.now.replace(tzinfo=None)

    def live(self) -> None:
        """Two posts, perhaps a thread, an edit, perhaps a deletion."""
        board, chance = self.board, self.chance
        if board.is_listed and chance.random() < 0.3:
            self._write(board.start())
        self._write(self._thread())
        self._write(self._thread())
        thread = self._thread()
        self.done["changed"].add(board.edit(thread, chance.choice(thread.entries)).index)
        if chance.random() < 0.5 and len(thread.entries) > 2:
            entry = chance.choice(thread.entries[1:])
            board.delete(thread, entry)
            self.done["gone"].add(entry.index)

    def _thread(self) -> LivingThread:
        return self.chance.choice(self.board.threads)

    def _write(self, thread: LivingThread) -> None:
        self.done["new"].add(self.board.post(thread).index)

    def look(self, patrol: Patrol, memory: Memory) -> str:
        """Look once; the state of the board."""
        look = patrol.look(memory.board("b"))
        for event in look.events:
            found = NUMBER.findall(event.post.text)
            name = event.kind, int(found[-1]) if found else -event.post.id
            self.told[name] += 1
            self.texts[name] = event.post.text
        return look.board.state


def play(seed: int, layout: str, variant: str, lang: str | None = None, looks: int = LOOKS) -> tuple[Run, str]:
    """Let a board live under patrol."""
    lang = lang or ("ja" if seed % 2 else "en")
    board = LivingBoard(seed, layout, lang, per_page=6, **VARIANTS[variant])
    filled(board, threads=3 if board.is_listed else 1, posts=8)
    run = Run(board, random.Random(f"{seed}/{layout}/{variant}"))
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder) / "patrol.db", is_new=True)
        memory.add_board("b", f"{board.host}/", 1800.0, run.now)
        patrol = Patrol(memory, run.fetch, lambda: run.now)
        states = [run.look(patrol, memory)]
        for _ in range(looks):
            run.wait(minutes=30)
            run.live()
            states.append(run.look(patrol, memory))
        for _ in range(3):
            run.wait(days=8)
            states.append(run.look(patrol, memory))
        memory.close()
    return run, states[0] if states[0] != "ok" else states[-1]


def faults(run: Run) -> Iterator[tuple[str, int]]:
    """What was wrong, and the post it was wrong of."""
    done, told = run.done, {kind: {number for each, number in run.told if each == kind} for kind in KINDS}
    # What was deleted before anybody looked cannot be told.
    yield from (("missed", number) for number in done["new"] - told["new"] - done["gone"])
    yield from (("twice", number) for (kind, number), n in run.told.items() if kind == "new" and n > 1)
    yield from (("false", number) for number in told["new"] - done["new"])
    yield from (
        ("edit missed", number) for number in done["changed"] - told["changed"] - done["gone"] - done["new"]
    )
    yield from (("edit false", number) for number in told["changed"] - done["changed"])
    yield from (("gone missed", number) for number in done["gone"] - told["gone"] - done["new"])
    yield from (("gone false", number) for number in told["gone"] - done["gone"])


def main() -> None:
    """Play all boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--layout", action="append")
    parser.add_argument("--variant", action="append")
    parser.add_argument("--lang", choices=("ja", "en"))
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--looks", type=int, default=LOOKS)
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    for seed in range(asked.first, asked.first + asked.seeds):
        for layout in asked.layout or (OLD if asked.plain else FLAT):
            for variant in asked.variant or VARIANTS:
                run, state = play(seed, layout, variant, asked.lang, asked.looks)
                wrong = list(faults(run))
                total.update(kind for kind, _ in wrong)
                total.update({"runs": 1, "written": len(run.done["new"]), "not ok": int(state != "ok")})
                if wrong or state != "ok":
                    print(seed, layout, variant, state, sorted(wrong), sep="\t", flush=True)
    print(*(f"{name} {count}" for name, count in total.items()), sep=", ")


if __name__ == "__main__":
    main()
