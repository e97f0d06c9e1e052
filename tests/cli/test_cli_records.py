"""`honbun records`: a record is a row, pages of one site are compared, and what has no list says so."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun.cli import main

SEARCH = Path(__file__).parents[2] / "examples" / "sites" / "search"
ARTICLE = Path(__file__).parents[2] / "examples" / "sites" / "news-en" / "mill-lane-closed.html"


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["records", *map(str, args)])


def rows_of(result: Result) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(result.stdout)))


def test_a_record_is_a_row_with_its_page() -> None:
    result = run(SEARCH / "page-1.html")
    rows = rows_of(result)
    assert result.exit_code == 0
    assert len(rows) == 10
    assert rows[0]["source"].endswith("page-1.html")
    assert rows[1]["title"] == "How to wash a wool blanket without ruining it"
    assert "10 rows" in result.stderr


def test_pages_of_one_site_are_one_table() -> None:
    rows = rows_of(run(SEARCH))
    assert len(rows) == 37
    assert len({row["source"] for row in rows}) == 4
    assert all(row["title"] for row in rows)


def test_several_processes_give_the_same() -> None:
    assert run(SEARCH, "--jobs", "2").stdout == run(SEARCH).stdout


def test_json_says_where_each_value_stands() -> None:
    value = json.loads(run(SEARCH / "page-2.html", "-f", "json").stdout)
    assert len(value["rows"]) == len(value["xpaths"]) == 10
    assert value["xpaths"][0]["title"][0].startswith("/html[1]/body[1]/")


def test_a_page_without_a_list_says_so() -> None:
    result = run(ARTICLE)
    assert result.exit_code == 0
    assert rows_of(result) == []
    assert "no list of records on the page" in result.stderr


def test_among_several_pages_those_without_a_list_are_named() -> None:
    result = run(SEARCH / "page-1.html", ARTICLE)
    assert len(rows_of(result)) == 10
    assert "mill-lane-closed.html: no list of records on the page" in result.stderr


def test_siblings_are_compared_with() -> None:
    result = run(
        SEARCH / "page-1.html", "--siblings", SEARCH / "page-2.html", "--siblings", SEARCH / "page-3.html"
    )
    assert len(rows_of(result)) == 10


def test_second_list() -> None:
    first, second = (run(SEARCH / "page-1.html", "--rank", rank).stdout for rank in ("1", "2"))
    assert first != second


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--siblings", str(SEARCH), "--alone"], "exclude each other"),
        (["-f", "tsv"], "tsv: unknown format, known are csv, json, jsonl, parquet, sqlite, view"),
        (["--rank", "0"], "0 is not in the range"),
        (["--siblings", "no-such-file.html"], "no-such-file.html"),
    ],
)
def test_mistakes_are_named(args: list[str], message: str) -> None:
    result = run(SEARCH / "page-1.html", *args)
    assert result.exit_code == 2
    assert message in result.stderr


def test_view_is_for_people() -> None:
    shown = run(SEARCH / "page-1.html", "-f", "view").stdout
    assert "title" in shown
    assert "Wool blankets woven in the valley" in shown
