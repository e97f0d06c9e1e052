"""`honbun posts`: a post is a row, pages teach each other, and what has no posts says so."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from honbun import Post, Thread
from honbun.cli import main
from honbun.features.outline import Outline


class Votes:
    """What the fake learns of a page: its title."""

    def __init__(self, outlines: list[Outline], model: object) -> None:  # noqa: ARG002
        self.title = outlines[0].page.title

    def votes(self) -> dict[str, tuple[float, float]]:
        return {"pages": (1.0, 1.0), f"group {self.title}": (1.0, 1.0)}


def find_posts(outline: Outline, template: Any, fetched: object, *_: object) -> Thread:
    """A post for each block `name, date: text`; the pages that were learned are the title of the thread."""
    found = [re.match(r"(\w+), ([\w ]+): (.*)", text) for text in outline.blocks.texts]
    date = str(fetched) if fetched else None
    posts = [Post(match[3], match[1], date, match[2]) for match in found if match]
    return Thread(tuple(posts), outline.page.url, " ".join(template.groups) if template else None)


@pytest.fixture(autouse=True)
def fake_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("honbun.extraction.threads._find_posts", find_posts)
    monkeypatch.setattr("honbun.extraction.site.learn_template", Votes)


def run(*words: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["posts", *words], input=stdin, catch_exceptions=False)


def rows(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    pages.mkdir()
    for n, name in enumerate("abc"):
        posts = "".join(f"<p>user{i}, yesterday: Opinion {n}.{i}</p>" for i in range(n))
        (pages / f"{name}.html").write_text(f"<title>{name}</title><h1>Board {name}</h1>{posts}")
    return pages


def test_a_post_is_a_line_and_a_page_without_posts_is_one_too(folder: Path) -> None:
    result = run(str(folder))
    assert [(Path(str(row["source"])).stem, row["index"], row["text"]) for row in rows(result)] == [
        ("a", None, ""),
        ("b", 0, "Opinion 1.0"),
        ("c", 0, "Opinion 2.0"),
        ("c", 1, "Opinion 2.1"),
    ]
    assert result.exit_code == 0
    assert result.stderr == ("honbun: 3 pages, 3 posts, 1 site learned, 1 without posts (no thread on the page)\n")
    assert run("-q", str(folder)).stderr == ""


def test_pages_of_a_site_teach_each_other(folder: Path) -> None:
    assert {row["thread_title"] for row in rows(run(str(folder)))} == {"a b c"}
    alone = run(str(folder), "--alone")
    assert {row["thread_title"] for row in rows(alone)} == {None}
    assert "learned" not in alone.stderr
    assert {row["thread_title"] for row in rows(run(str(folder / "b.html")))} == {None}


def test_siblings_are_compared_with_and_not_written(folder: Path) -> None:
    words = [str(folder / "c.html"), "--siblings", str(folder / "a.html"), "--siblings", str(folder / "b.html")]
    result = run(*words)
    assert [(row["thread_title"], row["text"]) for row in rows(result)] == [
        ("a b", "Opinion 2.0"),
        ("a b", "Opinion 2.1"),
    ]
    assert result.stderr == "honbun: 1 page, 2 posts, siblings used\n"


def test_siblings_that_cannot_be_read_are_named(folder: Path) -> None:
    page, nothing = str(folder / "c.html"), str(folder / "nothing.html")
    some = run(page, "--siblings", nothing, "--siblings", str(folder / "a.html"))
    assert (some.exit_code, len(rows(some))) == (0, 2)
    assert "nothing.html: no such path" in some.stderr
    none = run(page, "--siblings", nothing)
    assert none.exit_code == 2
    assert "no page to compare with" in none.stderr


def test_saved_site_is_used(folder: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "site.json")
    assert CliRunner().invoke(main, ["learn", str(folder), "-o", file]).exit_code == 0
    result = run(str(folder / "c.html"), "--site", file)
    assert [row["text"] for row in rows(result)] == ["Opinion 2.0", "Opinion 2.1"]
    assert "saved site used" in result.stderr
    assert run(str(folder), "--site", "nothing.json").exit_code == 2


def test_only_one_way_to_know_the_site(folder: Path) -> None:
    result = run(str(folder), "--alone", "--site", "x.json")
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr


def test_formats(folder: Path, tmp_path: Path) -> None:
    assert [len(thread["posts"]) for thread in json.loads(run(str(folder), "-f", "json").stdout)] == [0, 1, 2]
    table = list(csv.DictReader(io.StringIO(run(str(folder), "-f", "csv").stdout)))
    assert [row["author"] for row in table] == ["", "user0", "user0", "user1"]
    assert "#2 user1 · yesterday\nOpinion 2.1\n" in run(str(folder), "-f", "text").stdout
    assert run(str(folder), "-f", "html").stdout.count("<article") == 3
    for name, beginning in {
        "x.csv": b"source,",
        "x.txt": b"==> ",
        "x.html": b"<!DOCTYPE",
        "x": b'{"source"',
    }.items():
        assert run(str(folder), "-o", str(tmp_path / "out" / name)).exit_code == 2  # no such folder
        assert run(str(folder), "-o", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_bytes().startswith(beginning)


def test_parquet(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run(str(folder), "-o", str(tmp_path / "posts.parquet")).exit_code == 0
    assert parquet.read_table(tmp_path / "posts.parquet")["index"].to_pylist() == [None, 0, 0, 1]


def test_folder_gets_a_file_a_page(folder: Path, tmp_path: Path) -> None:
    assert run(str(folder), "-f", "json", "-o", f"{tmp_path}/out/").stdout == ""
    files = sorted((tmp_path / "out").iterdir())
    assert [len(json.loads(file.read_text())["posts"]) for file in files] == [0, 1, 2]


def test_standard_input(folder: Path) -> None:
    html = (folder / "c.html").read_bytes()
    assert [row["source"] for row in rows(run("-", stdin=html))] == ["-", "-"]


def test_dates_are_counted_from_when_the_page_was_fetched(tmp_path: Path) -> None:
    line = {"html": "<p>Rin, 3 hours ago: Well</p>", "fetched_at": "2011-11-22T12:00:00+00:00"}
    (tmp_path / "pages.jsonl").write_text(json.dumps(line) + "\n")
    (row,) = rows(run(str(tmp_path / "pages.jsonl")))
    assert row["date"] == "2011-11-22 12:00:00+00:00"
    assert row["date_raw"] == "3 hours ago"


def test_rejected_pages_are_rows_with_a_reason(folder: Path) -> None:
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    result = run(str(folder), str(folder / "nothing.html"))
    assert result.exit_code == 1
    reasons = [str(row["reason"]).partition(":")[0] for row in rows(result)]
    assert reasons[-2:] == ["not html", "no such path"]
    assert "1 rejected (not html)" in result.stderr


def test_a_defect_is_the_failure_of_one_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(outline: Outline, template: object, fetched: object, *_: object) -> Thread:
        if outline.page.title == "b":
            raise ZeroDivisionError("oh")
        return find_posts(outline, template, fetched)

    monkeypatch.setattr("honbun.extraction.threads._find_posts", fail)
    result = run(str(folder))
    assert result.exit_code == 1
    assert [row["reason"] for row in rows(result)] == [
        "no thread on the page",
        "defect in honbun: ZeroDivisionError: oh",
        None,
        None,
    ]


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_jobs_change_nothing(folder: Path) -> None:
    assert run(str(folder), "--jobs", "2").stdout_bytes == run(str(folder)).stdout_bytes


def test_unknown_formats_name_the_known_ones(folder: Path) -> None:
    result = run(str(folder), "-f", "docx")
    assert result.exit_code == 2
    assert "docx: unknown output format (known: csv, html, json, jsonl, parquet, text)" in result.stderr


@pytest.fixture
def pages_of_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two threads of two pages each, mixed, whose second pages show the first post again, and a page without."""

    def find(outline: Outline, *_: object) -> Thread:
        number = int((outline.page.url or "").rpartition("/")[2])
        posts = tuple(Post(text, key=text) for text in outline.blocks.texts if text != "none")
        return Thread(
            posts, outline.page.url, next_url=f"https://b.example/{number + 10}" if number < 10 else None
        )

    monkeypatch.setattr("honbun.extraction.threads._find_posts", find)
    said = {11: "one three", 1: "one two", 2: "four", 12: "four five", 3: "none"}
    rows = [
        {"url": f"https://b.example/{n}", "html": "".join(f"<p>{word}</p>" for word in words.split())}
        for n, words in said.items()
    ]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path / "pages.jsonl"


def test_pages_that_lead_on_are_joined(pages_of_threads: Path, tmp_path: Path) -> None:
    result = run(str(pages_of_threads), "--join", "-f", "json")
    threads = json.loads(result.stdout)
    assert [[post["text"] for post in thread["posts"]] for thread in threads] == [
        ["one", "two", "three"],
        ["four", "five"],
        [],
    ]
    assert (result.exit_code, result.stderr.startswith("honbun: 5 pages, ")) == (0, True)
    run(str(pages_of_threads), "--join", "-o", f"{tmp_path}/out/")
    assert sorted(each.stem for each in (tmp_path / "out").iterdir()) == [f"b.example-{n}" for n in (1, 2, 3)]
    both = run(str(pages_of_threads), "--join", "--resume", "-o", f"{tmp_path}/out.jsonl")
    assert (both.exit_code, "--join needs all pages" in both.stderr) == (2, True)
