"""`honbun extract` for corpora: which pages are written, under which names, with which columns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun.cli import main

WORDS = "The kettle was carried down to the harbour before the rain came, and nobody asked who had ordered it."
GERMAN = "Der Kessel wurde zum Hafen getragen, bevor der Regen kam, und niemand fragte, wer ihn bestellt hatte."
JAPANESE = "やかんは雨が降る前に港まで運ばれた。誰が頼んだのか、誰も尋ねなかった。"


def page(text: str, head: str = "") -> str:
    return (
        f"<html><head>{head}<title>Kettles</title></head><body><h1>Kettles</h1><p>{text} {text}</p><p>{text}</p>"
    )


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


def lines(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Rows as crawlers write them, with names of their own."""
    dated = '<meta property="article:published_time" content="{}">'
    made = [
        {
            "body": page(WORDS, dated.format("2020-05-01")),
            "uri": "https://a.example/en/1",
            "n": 1,
            "title": "mine",
        },
        {"body": page(GERMAN, dated.format("2021-05-01")), "uri": "https://a.example/de/2", "n": 2},
        {"body": page(JAPANESE), "uri": "https://b.example/ja/3", "n": 3, "tags": ["x"]},
        {"body": page(WORDS + "!"), "uri": "https://c.example/en/4", "n": 4, "own": {"a": 1}},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in made), "utf-8")
    return path


FIELDS = ("--html-field", "body", "--url-field", "uri", "--alone")


def test_rows_may_have_names_of_their_own(rows: Path) -> None:
    found = lines(run(rows, *FIELDS, "-f", "jsonl"))
    assert [row["n"] for row in found] == [1, 2, 3, 4]
    assert found[0]["url"] == "https://a.example/en/1"
    assert (found[0]["title"], found[0]["input_title"], found[2]["tags"]) == ("Kettles", "mine", ["x"])
    assert run(rows, "-f", "jsonl").exit_code == 2


@pytest.mark.parametrize(
    ("options", "kept", "reason"),
    [
        (("--language", "ja,en"), [1, 3, 4], "1 left out (another language)"),
        (("--language", "ja, de"), [2, 3], "2 left out (another language)"),
        (("--include", "/en/", "--exclude", "c[.]example"), [1], "1 left out (address excluded)"),
        (
            (
                "--since",
                "2020-06-01",
            ),
            [2],
            "2 left out (no date)",
        ),
        (
            (
                "--until",
                "2020-06-01",
            ),
            [1],
            "1 left out (another date)",
        ),
        (("--min-words", "80"), [3], "3 left out (too few words)"),
        (("--deduplicate",), [1, 2, 3], "1 left out (duplicate)"),
    ],
)
def test_pages_are_selected(rows: Path, options: tuple[str, ...], kept: list[int], reason: str) -> None:
    result = run(rows, *FIELDS, "-f", "jsonl", *options)
    assert [row["n"] for row in lines(result)] == kept
    assert reason in result.stderr
    several = run(rows, *FIELDS, "-f", "jsonl", *options, "--jobs", "2")
    assert several.stdout == result.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--include", "("), "not a regular expression"),
        (("--since", "yesterday"), "write it as 2026-11-17"),
        (("--deduplicate", "--resume", "-o", "x.jsonl"), "exclude each other"),
        (("-o", "x.xlsx"), "no format has this ending"),
        (("-f", "docx"), "known: csv"),
        ((*FIELDS, "--fields", "n,titel", "-o", "x.csv"), "titel: no such column (there are: source, url, title"),
    ],
)
def test_wrong_options_do_nothing(rows: Path, options: tuple[str, ...], said: str) -> None:
    result = run(rows, *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not any(map(Path.exists, map(Path, ("x.xlsx", "x.csv"))))


def test_a_page_that_states_no_language_has_that_of_its_text(rows: Path) -> None:
    pytest.importorskip("py3langid")
    found = lines(run(rows, *FIELDS, "-f", "jsonl", "--language", "de,en"))
    assert [row["language"] for row in found] == ["en", "de", "en"]
    assert found[0]["sources"]["language"] == "letters of the text"  # type: ignore[index]


def test_columns_are_chosen(rows: Path, tmp_path: Path) -> None:
    chosen = ("--fields", "n,title,tags")  # only the third row has tags
    assert lines(run(rows, *FIELDS, "-f", "jsonl", *chosen))[2] == {"n": 3, "title": "Kettles", "tags": ["x"]}
    assert run(rows, *FIELDS, "-f", "csv", *chosen).stdout.splitlines()[:2] == ["n,title,tags", "1,Kettles,"]
    assert run(rows, *FIELDS, "-f", "csv", "--fields", "own").stdout.splitlines()[4] == '"{""a"": 1}"'
    whole, short = (lines(run(rows, *FIELDS, "-f", "jsonl", *more))[0] for more in ((), ("--no-blocks",)))
    assert whole.keys() - short.keys() == {"blocks"}
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run(rows, *FIELDS, "-o", tmp_path / "x.parquet").exit_code == 0
    table = parquet.read_table(tmp_path / "x.parquet")
    assert table["n"].to_pylist() == ["1", "2", "3", "4"]
    assert table["tags"].to_pylist() == [None, None, '["x"]', None]


def test_files_are_called_by_address_or_id(rows: Path, tmp_path: Path) -> None:
    assert run(rows, *FIELDS, "-f", "md", "-o", f"{tmp_path}/a/", "--exclude", "/de/").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == [
        "a.example-en-1.md",
        "b.example-ja-3.md",
        "c.example-en-4.md",
    ]
    assert run(rows, *FIELDS, "--id-field", "n", "-f", "txt", "-o", f"{tmp_path}/b/").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == ["1.txt", "2.txt", "3.txt", "4.txt"]


def test_markdown_begins_with_its_facts(rows: Path) -> None:
    result = run(rows, *FIELDS, "-f", "md", "--front-matter", "--include", "/en/1")
    head, _, body = result.stdout.removeprefix("---\n").partition("\n---\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    assert json.loads(facts["title"]) == "Kettles"
    assert json.loads(facts["date"]) == "2020-05-01"
    assert "kettle" in body
    assert "<!--" not in result.stdout


def test_parquet_rows_keep_their_columns(tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"html": [page(WORDS)], "weight": [1.5], "when": [None], "raw": [b"\xff"]})
    parquet.write_table(table, tmp_path / "in.parquet")
    [row] = lines(run(tmp_path / "in.parquet", "-f", "jsonl"))
    assert (row["weight"], row["when"], row["raw"]) == (1.5, None, "\ufffd")
