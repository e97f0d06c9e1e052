"""`honbun extract`: data on standard output, the rest on standard error, exit codes that tell."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun.cli import main

SITES = Path(__file__).parents[2] / "examples" / "sites"
BLOG = str(SITES / "blog")


def run(*words: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=stdin, catch_exceptions=False)


def page(title: str, text: str) -> str:
    return f"<title>{title}</title><nav><a href=/>Home</a></nav><h1>{title}</h1><p>{text}</p><footer>© Us</footer>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for n in range(3):
        text = f"Paragraph number {n} tells a story of its own, and nobody else on the site tells it."
        (tmp_path / f"{n}.html").write_text(page(f"Story {'abc'[n]}", text))
    return tmp_path


def test_bare_path_is_extract() -> None:
    file = str(SITES / "news-ja" / "swans.html")
    assert run(file).stdout == run("extract", file).stdout != ""
    assert run("-q", file).stdout == run(file).stdout


def test_data_and_summary_are_apart(folder: Path) -> None:
    result = run(str(folder))
    assert result.exit_code == 0
    assert "tells a story" in result.stdout
    assert "Home" not in result.stdout
    assert result.stderr == "honbun: 3 pages, 6 of 12 blocks kept, 1 site learned\n"
    assert run("-q", str(folder)).stderr == ""


def test_jobs_change_nothing() -> None:
    assert run(BLOG, "-f", "jsonl", "--jobs", "2").stdout_bytes == run(BLOG, "-f", "jsonl").stdout_bytes


@pytest.mark.parametrize("format_", ["csv", "html", "json", "jsonl", "markdown", "tei", "text"])
def test_formats(format_: str) -> None:
    result = run(BLOG, "-f", format_)
    assert result.exit_code == 0
    assert "kettle" in result.stdout
    assert result.stdout.endswith("\n")


def test_json_of_one_page_is_an_object_and_of_several_an_array(folder: Path) -> None:
    assert json.loads(run(str(folder / "0.html"), "-f", "json").stdout)["title"] == "Story a"
    rows = json.loads(run(str(folder), "-f", "json").stdout)
    assert [row["title"] for row in rows] == ["Story a", "Story b", "Story c"]
    assert rows[0]["blocks"][0].keys() == {"text", "xpath", "score", "evidence"}


def test_csv_has_a_row_a_page(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run(str(folder), "-f", "csv").stdout)))
    assert [row["title"] for row in rows] == ["Story a", "Story b", "Story c"]


def test_format_follows_the_name_of_the_output(folder: Path, tmp_path: Path) -> None:
    for name in ("out.md", "out.csv", "out.txt", "out.jsonl"):
        run(str(folder), "-o", str(tmp_path / name))
    assert (tmp_path / "out.md").read_text().count("# Story") == 3
    assert (tmp_path / "out.csv").read_text().startswith("source,url,")
    assert "# Story" not in (tmp_path / "out.txt").read_text()
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 3


@pytest.mark.parametrize("name", ["out.xml", "out.tei.xml", "out.tei"])
def test_tei_follows_the_name_of_the_output(folder: Path, tmp_path: Path, name: str) -> None:
    run(str(folder / "0.html"), "-o", str(tmp_path / name))
    assert "<TEI " in (tmp_path / name).read_text()


def test_parquet_has_a_row_a_page(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "pages.parquet"
    run(f"{folder}/*.html", "-o", str(file))
    assert parquet.read_table(file)["title"].to_pylist() == ["Story a", "Story b", "Story c"]


def test_folder_gets_a_file_a_page(folder: Path, tmp_path: Path) -> None:
    result = run(str(folder), "-o", f"{tmp_path}/clean/")
    assert result.stdout == ""
    files = sorted((tmp_path / "clean").iterdir())
    assert len(files) == 3
    assert files[0].read_text().startswith("Story a\n\nParagraph number 0")


def test_saved_site_cleans_one_page(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "site.json"
    assert run("learn", str(folder), "-o", str(file)).exit_code == 0
    result = run(str(folder / "1.html"), "--site", str(file))
    assert "© Us" not in result.stdout
    assert "saved site used" in result.stderr


def test_min_pages_and_alone(folder: Path) -> None:
    assert "1 site learned" in run(str(folder), "--min-pages", "3").stderr
    assert "learned" not in run(str(folder), "--min-pages", "4").stderr
    assert run(str(folder), "--alone").stdout == run(str(folder), "--min-pages", "4").stdout


def test_rejected_pages_are_counted_and_the_others_come_out(folder: Path) -> None:
    (folder / "broken.html.gz").write_bytes(gzip.compress(b"<p>x</p>" * 100)[:-10])
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    result = run(str(folder), str(folder / "nothing.html"), "-f", "jsonl")
    assert result.exit_code == 1
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(rows) == 6
    assert sum(bool(row["text"]) for row in rows) == 3
    assert "1 rejected (broken)" in result.stderr
    assert "1 rejected (not html)" in result.stderr
    assert "nothing.html: no such path" in result.stderr


def test_standard_input_is_one_page_or_many(folder: Path) -> None:
    html = (folder / "0.html").read_bytes()
    assert "Paragraph number 0" in run("-", stdin=html).stdout
    lines = "".join(json.dumps({"html": file.read_text()}) + "\n" for file in sorted(folder.glob("*.html")))
    result = run("-", "-f", "jsonl", stdin=lines.encode())
    assert len(result.stdout.splitlines()) == 3
    assert "1 site learned" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing.html"], "nothing.html: no such path"),
        (
            [BLOG, "-f", "docx"],
            "docx: unknown output format (known: csv, html, json, jsonl, markdown, parquet, tei, text)",
        ),
        ([BLOG, "--site", "nothing.json"], "nothing.json: cannot be read"),
        ([BLOG, "-o", "/nowhere/at/all.txt"], "/nowhere/at/all.txt: cannot be written"),
        ([BLOG, "--jobs", "0"], "--jobs"),
        ([BLOG, "--colour"], "--colour"),
        ([], "honbun"),
    ],
)
def test_what_cannot_be_done_is_named(words: list[str], said: str) -> None:
    result = run(*words)
    assert said in result.stderr + result.stdout
    assert result.exit_code == (0 if not words and not result.exit_code else 2)


def test_empty_folder_is_named(tmp_path: Path) -> None:
    result = run(str(tmp_path))
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr
    assert result.stdout == ""


def test_profile_of_another_version_is_refused(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    file.write_text('{"format": "honbun site profile", "version": 99}')
    result = run(str(folder), "--site", str(file))
    assert result.exit_code == 2
    assert "old.json" in result.stderr
    assert "version 99" in result.stderr
    assert "honbun learn" in result.stderr


def test_closed_pipe_is_no_failure() -> None:
    code = "import sys; sys.argv = ['honbun', *sys.argv[1:]]; from honbun.cli import main; main()"
    command = [sys.executable, "-c", code, *[BLOG] * 40, "-q"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
