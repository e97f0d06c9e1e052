"""Of an archive every response is accounted for: a page, a rejection, or skipped by what it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from input_samples import PAGE, record, response

from honbun.cli import main
from honbun.input import ReadOptions, Rejected, Rejection, read

pytest.importorskip("fastwarc")

RECORDS = [
    record(response()),
    record(response(status=b"404 Not Found")),
    record(response(status=b"301 Moved Permanently")),
    record(response(b"%PDF-1.4", b"Content-Type: application/pdf\r\n")),
    record(response(b"\x89PNG\r\n", b"Content-Type: image/png\r\n")),
    record(response(b"words", b"")),
    record(response(PAGE)),
]
SKIPPED = ["status 404", "status 301", "application/pdf", "image/png", "no media type"]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(RECORDS))
    return path


def test_what_is_no_page_is_told_if_asked_for(archive: Path) -> None:
    found = list(read([archive], options=ReadOptions(skipped=True)))
    skipped = [each for each in found if isinstance(each, Rejected)]
    assert len(found) == len(RECORDS)
    assert {each.reason for each in skipped} == {Rejection.SKIPPED}
    assert [each.detail for each in skipped] == SKIPPED
    assert skipped[0].source.endswith("#record 2")
    assert len(list(read([archive]))) == len(RECORDS) - len(SKIPPED)


def test_the_summary_counts_what_was_skipped(archive: Path) -> None:
    result = CliRunner().invoke(main, [str(archive), "-f", "jsonl"])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2
    assert "1 skipped (application/pdf), 1 skipped (image/png), 1 skipped (no media type)" in result.stderr
    assert "1 skipped (status 301), 1 skipped (status 404)" in result.stderr


@pytest.mark.parametrize("verb", ["learn", "drift", "fields", "records"])
def test_every_command_counts_what_was_skipped(verb: str, archive: Path, tmp_path: Path) -> None:
    site = str(tmp_path / "site.json")
    learned = CliRunner().invoke(main, ["learn", str(archive), "-o", site])
    words = [site, str(archive)] if verb == "drift" else [str(archive)]
    result = learned if verb == "learn" else CliRunner().invoke(main, [verb, *words])
    assert result.exit_code == 0
    assert "1 skipped (application/pdf), 1 skipped (image/png), 1 skipped (no media type)" in result.stderr


def test_the_time_of_an_archive_is_a_column(archive: Path) -> None:
    result = CliRunner().invoke(main, [str(archive), "-f", "csv", "--fields", "title,fetched_at"])
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[2].endswith("Z")
