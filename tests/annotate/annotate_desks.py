"""Desks for the tests of annotating: small sites whose pages are made here."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from honbun.annotate import Desk, GuessOptions, add_pages, open_desk
from honbun.input.types import RawPage

COMMAND = (sys.executable, "-c", "from honbun.cli import main; main()", "annotate")
PARTS = [f"{place} {what}" for place in ("Harbour", "Hill", "Market", "Mill", "Quarry") for what in "abcdef"]
STORIES = {
    "wall": [
        "The wall of the old harbour was repaired over the winter, said the harbour master on Monday.",
        "The boats are back at their moorings, and the fish market opens again at the end of the month.",
    ],
    "ferry": [
        "The night ferry to Skellan sails again after six years, three times a week from May on.",
        "Tickets are sold at the pier only, and cars must be there an hour before the ferry leaves.",
        "The crossing takes nine hours, and a band plays until midnight on the upper deck of the ship.",
    ],
    "mill": [
        "Mill Lane stays closed for a fortnight while the water main below it is replaced, the council says.",
        "Drivers should use Quarry Road, and the number eight bus stops at the Bell instead of the church.",
    ],
    "bread": [
        "Two bakers have taken over the old bank in Tanner Street and bake bread where the money was kept.",
        "The vault door is still there, and behind it the dough rests at nine degrees for a day.",
    ],
}


def story(name: str) -> bytes:
    """A page of a small paper: menu, title, byline, text, an advert, a footer."""
    text = "".join(f"<p>{line}</p>" for line in STORIES[name])
    parts = "".join(f"<li><a href=/{part}>{part}</a>" for part in PARTS)
    return (
        f"<!doctype html><html><head><title>The {name} - The Courier</title><meta name=viewport></head>"
        "<body><header><nav><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a><li><a href=/people>People</a>"
        f"</ul></nav></header><main><article><h1>The {name}</h1><p class=byline>By Courier staff</p>"
        f"<div class=text>{text}</div><p class=advert>Tuesday is pie night at the Lamplight Cinema, book now.</p>"
        f"</article></main><footer><ul>{parts}</ul>"
        "<p>The Courier, printed in Averley since 1871. All rights reserved.</p></footer>"
        "</body></html>"
    ).encode()


def pages() -> list[RawPage]:
    return [RawPage(story(name), f"https://courier.example/{name}", source=f"{name}.html") for name in STORIES]


def desk_of(folder: Path, raws: list[RawPage] | None = None) -> Desk:
    """A desk with some pages, looked at."""
    desk = open_desk(folder / "corpus.jsonl")
    add_pages(desk, pages() if raws is None else raws)
    desk.guess(GuessOptions())
    return desk


def block_with(desk: Desk, page: int, words: str) -> int:
    """The number of the block that holds these words."""
    texts = desk.outline(page).blocks.texts
    return next(block for block, text in enumerate(texts) if words in text)


class Server:
    """The command, by default on a free port, for the pages of a folder."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        files = sorted(path.name for path in folder.glob("*.html"))
        command = [*COMMAND, "--port", str(port), "--corpus", "c.jsonl", *files]
        self.process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        lines = iter(self.process.stderr.readline, "")
        line = next(line for line in lines if "label at" in line)
        self.address = line.split()[3].rstrip(",")

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        assert self.process.stderr is not None
        self.process.stderr.read()
        self.process.stderr.close()
        return self.process.wait(timeout=30)
