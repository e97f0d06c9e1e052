"""How many pages there will be, where names tell it: what progress is measured by."""

from __future__ import annotations

from pathlib import Path

import pytest

from honbun.extraction import Batch
from honbun.input import count_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.html", "b.htm", "sub/c.php", "style.css", ".hidden.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<p>Words")
    return tmp_path


def test_files_are_counted_by_their_names(folder: Path) -> None:
    assert count_files([str(folder)]) == 3
    assert count_files([str(folder / "*.htm*"), str(folder / "missing.html")]) == 3
    assert count_files([]) == 0


@pytest.mark.parametrize("given", ["rows.jsonl", "pages.warc.gz", "nameless", "-", "https://a.example/x.html"])
def test_nothing_is_said_of_what_may_hold_several(folder: Path, given: str) -> None:
    if given not in ("-", "https://a.example/x.html"):
        (folder / given).write_text("{}")
        given = str(folder / given)
    assert count_files([str(folder / "a.html"), given]) is None


def test_pages_are_counted_to_learn_their_sites(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"url": "https://a.example/", "html": "<p>One"}\n' * 2 + "{broken\n")
    batch = Batch([str(rows)])
    assert batch.total is None
    assert batch.sizes == {"a.example": 2, "": 1}
    assert batch.total == 3
