"""The walks of the design notes: which files a command visits, in what order, and how many.

They are those of the readable form, in which there is something to see on the way, and of one process.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner

import honbun
from honbun.cli import main
from honbun.extraction import batch

ROOT = Path(__file__).parents[2]
SITES = ROOT / "examples" / "sites"
SOURCE = str(Path(honbun.__file__).parent)
NOTES = (ROOT / "docs" / "design-notes.md").read_text("utf-8")
MAX_VISITED = 49
WALKS = {
    "page": [str(SITES / "news-en" / "night-ferry-returns.html")],
    "thread": ["posts", str(SITES / "board" / "1319976903.html")],
    "series": ["fields", str(SITES / "syllabus")],
}


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What pages are put through in other processes is done here, where it can be followed."""

    def each(work: Callable[[Any], Any], things: Iterable[Any], *_: object) -> Iterator[tuple[Any, Any]]:
        for thing in things:
            yield thing, work(thing)

    monkeypatch.setattr(batch, "each", each)


def visited(words: list[str]) -> list[str]:
    """The files of ours whose functions are called, in the order of their first call, once all are loaded."""
    files: dict[str, None] = {}

    def call(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(SOURCE):
            files.setdefault(file[len(SOURCE) + 1 :])

    CliRunner().invoke(main, words)
    before = sys.getprofile()
    sys.setprofile(call)
    try:
        assert CliRunner().invoke(main, words).exit_code == 0
    finally:
        sys.setprofile(before)
    return list(files)


def written() -> Iterator[list[str]]:
    """The walks as the design notes name them."""
    for block in re.findall(r"^```text walk\n(.*?)^```$", NOTES, re.MULTILINE | re.DOTALL):
        yield re.split(r"\s*→\s*", " ".join(block.split()))


@pytest.mark.usefixtures("readable_form")
@pytest.mark.parametrize("number", range(len(WALKS)), ids=list(WALKS))
def test_the_walk_is_the_one_that_is_written(number: int) -> None:
    assert list(written())[number] == visited(list(WALKS.values())[number])


@pytest.mark.usefixtures("readable_form")
def test_one_page_visits_few_files() -> None:
    assert len(visited(WALKS["page"])) <= MAX_VISITED


def test_the_places_for_changes_exist() -> None:
    table = NOTES[NOTES.index("## Where a change goes") :].split("\n\n")[1]
    paths = re.findall(r"`(src/honbun/[\w/.]+)`", table)
    assert len(paths) >= 5
    assert all((ROOT / path).exists() for path in paths)
