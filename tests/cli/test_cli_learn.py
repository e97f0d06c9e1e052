"""`honbun learn`."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

import honbun
from honbun.cli import main

SITE = Path(__file__).parents[2] / "examples" / "sites" / "news-en"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def test_learns_and_says_what(tmp_path: Path) -> None:
    file = tmp_path / "site.json"
    result = run("learn", str(SITE), "-o", str(file))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.startswith("honbun: 13 pages learned, ")
    assert len(honbun.Site.load(file)) == 13
    assert json.loads(file.read_text("utf-8"))["pages"] == 13


def test_same_pages_same_file(tmp_path: Path) -> None:
    run("learn", str(SITE), "-o", str(tmp_path / "a.json"))
    run("learn", str(SITE), "-o", str(tmp_path / "b.json"), "--jobs", "2")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_adds_to_a_saved_site(tmp_path: Path) -> None:
    file = tmp_path / "site.json"
    pages = sorted(map(str, SITE.glob("*.html")))
    run("learn", *pages[:9], "-o", str(file))
    run("learn", *pages[9:], "--site", str(file), "-o", str(file))
    assert len(honbun.Site.load(file)) == 13


def test_nothing_to_learn_from_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run("learn", str(tmp_path / "empty"), "-o", str(tmp_path / "site.json"))
    assert result.exit_code == 2
    assert "no page to learn from" in result.stderr
    assert not (tmp_path / "site.json").exists()


def test_rejected_pages_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>Something to read.</p>")
    result = run("learn", str(tmp_path / "a.html"), str(tmp_path / "b.html"), "-o", str(tmp_path / "site.json"))
    assert result.exit_code == 1
    assert "b.html: no such path" in result.stderr
    assert "1 page learned" in result.stderr


def test_unwritable_output_is_named(tmp_path: Path) -> None:
    result = run("learn", str(SITE), "-o", str(tmp_path / "no" / "such" / "site.json"))
    assert result.exit_code == 2
    assert "site.json: cannot be written" in result.stderr
