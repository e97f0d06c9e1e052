"""`honbun fields`: a folder becomes a table in any format, a template is saved and used, and errors are said."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun.cli import main

ROWS = {"chair": ("Acme", "12 €"), "desk": ("Bolt", "15 €"), "lamp": ("Cork", None), "stool": ("Dale", "9 €")}
NAMES = ["title", "Maker", "Price"]


def run(*words: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["fields", *map(str, words)], input=stdin, catch_exceptions=False)


def page(title: str, maker: str, price: str | None) -> str:
    row = f"<tr><th>Price</th><td>{price}</td></tr>" if price else ""
    return f"<h1>{title}</h1><table><tr><th>Maker</th><td>{maker}</td></tr>{row}</table>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    pages.mkdir()
    for title, (maker, price) in ROWS.items():
        (pages / f"{title}.html").write_text(page(title, maker, price), "utf-8")
    return pages


def test_csv_is_the_default_elsewhere_than_on_a_terminal(folder: Path) -> None:
    result = run(folder)
    assert result.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert list(rows[0]) == ["source", *NAMES]
    assert [Path(row["source"]).stem for row in rows] == sorted(ROWS)
    assert [(row["Maker"], row["Price"] or None) for row in rows] == [ROWS[name] for name in sorted(ROWS)]
    assert result.stderr == "honbun: 4 rows, 3 columns\n"
    assert run(folder, "-q").stderr == ""


def test_formats(folder: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in run(folder, "-f", "jsonl").stdout.splitlines()]
    assert [line["Maker"] for line in lines] == ["Acme", "Bolt", "Cork", "Dale"]
    whole = json.loads(run(folder, "-f", "json").stdout)
    assert [column["name"] for column in whole["columns"]] == NAMES
    assert whole["xpaths"][0]["Maker"] == ["/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]"]
    for name, beginning in {
        "x.csv": b"source,",
        "x.json": b"{\n",
        "x.jsonl": b'{"source"',
        "x": b"source,",
    }.items():
        assert run(folder, "-o", tmp_path / name).exit_code == 0
        assert (tmp_path / name).read_bytes().startswith(beginning)


@pytest.mark.parametrize("name", ["x.sqlite", "x.db"])
def test_sqlite(folder: Path, tmp_path: Path, name: str) -> None:
    assert run(folder, "-o", tmp_path / name).stdout == ""
    with closing(sqlite3.connect(tmp_path / name)) as base:
        assert base.execute('SELECT "Maker" FROM rows WHERE "Price" IS NULL').fetchall() == [("Cork",)]


def test_parquet(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run(folder, "-o", tmp_path / "x.parquet")
    assert parquet.read_table(tmp_path / "x.parquet")["Price"].to_pylist() == ["12 €", "15 €", None, "9 €"]


def test_view_shows_rows_of_a_narrow_table_and_columns_of_a_wide_one(folder: Path) -> None:
    shown = run(folder, "-f", "view").stdout
    assert shown.splitlines()[0].split() == NAMES
    assert "Acme" in shown
    for title in ROWS:
        more = "".join(f"<p><b>Part {part}:</b> [b]{title} {part}</p>" for part in "UVWXYZ")
        path = folder / f"{title}.html"
        path.write_text(path.read_text("utf-8") + more, "utf-8")
    wide = run(folder, "-f", "view").stdout
    assert wide.splitlines()[0].split() == ["column", "kind", "rows", "values"]
    assert "[b]chair U" in wide


def test_a_template_is_saved_and_used_on_one_new_page(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "shop.json"
    assert run(folder, "--save", file).exit_code == 0
    new = run("-", "--template", file, "-f", "jsonl", stdin=page("bench", "Echo", "7 €").encode())
    assert [json.loads(line) for line in new.stdout.splitlines()] == [
        {"source": "-", "title": "bench", "Maker": "Echo", "Price": "7 €"}
    ]
    again = run(folder, "--template", file)
    assert again.stdout == run(folder).stdout


def test_a_template_that_cannot_be_used(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}", "utf-8")
    for words, said in (
        (["--template", tmp_path / "x.json"], "not a template of fields"),
        (["--template", tmp_path / "no.json"], "cannot be read"),
        (["--save", tmp_path / "no" / "x.json"], "cannot be written"),
        (["--save", "a", "--template", "b"], "exclude each other"),
        (["-o", tmp_path / "no" / "x.csv"], "cannot be written"),
        (["-f", "docx"], "unknown format"),
        (["--columns", "0"], "--columns"),
    ):
        result = run(folder, *words)
        assert result.exit_code == 2, words
        assert said in result.stderr


def test_fewer_columns(folder: Path) -> None:
    assert len(run(folder, "--columns", "2").stdout.splitlines()[0].split(",")) == 3


def test_one_page_says_why_it_has_no_columns(folder: Path) -> None:
    result = run(folder / "chair.html")
    assert result.exit_code == 0
    assert "one page alone shows no template" in result.stderr
    assert len(result.stdout.splitlines()) == 2


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.exit_code == 2
    assert "no pages, there is no page in it" in result.stderr


def test_rejected_pages_are_named_and_the_others_done(folder: Path) -> None:
    result = run(folder, folder / "missing.html")
    assert result.exit_code == 1
    assert "missing.html: no such path" in result.stderr
    assert len(result.stdout.splitlines()) == 5


def test_columns_are_chosen_and_renamed(folder: Path) -> None:
    names = run(str(folder), "-f", "csv").stdout.splitlines()[0].split(",")
    first, second = names[1:3]
    chosen = run(str(folder), "-f", "csv", "--select", second, "--select", first, "--rename", f"{second}=other")
    assert chosen.stdout.splitlines()[0] == f"source,other,{first}"
    assert run(str(folder), "-f", "csv", "--select", f"{second},{first}").stdout.splitlines()[0] == (
        f"source,{second},{first}"
    )
    dropped = run(str(folder), "-f", "csv", "--drop", first).stdout.splitlines()[0].split(",")
    assert dropped == [name for name in names if name != first]
    labelled = run(str(folder), "-f", "csv", "--labelled").stdout.splitlines()[0].split(",")
    assert set(labelled) < set(names)
    unknown = run(str(folder), "--select", "no such")
    assert unknown.exit_code == 2
    assert "there are: " in unknown.stderr
    assert run(str(folder), "--rename", "x").exit_code == 2


def test_a_table_is_not_written_to_a_folder(folder: Path, tmp_path: Path) -> None:
    for name in (f"{tmp_path}/new/", str(folder)):
        result = run(str(folder), "-o", name)
        assert (result.exit_code, "a table is a file" in result.stderr) == (2, True)
    assert not (tmp_path / "new").exists()
