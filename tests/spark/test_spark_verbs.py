"""What comes out on Spark is what the command line gives, row by row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from spark_samples import by_source, command, crawl_pages

from examples.warcs import write_warcs
from honbun import spark as hs
from honbun.cli import main
from honbun.extraction import Section

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")


def written(tmp_path: Path, verb: str, paths: list[str]) -> list[dict[str, Any]]:
    """The rows of the Parquet file of a command with two processes."""
    file = tmp_path / "rows.parquet"
    result = CliRunner().invoke(main, [verb, "-q", "--jobs", "2", *paths, "-o", str(file)])
    assert result.exit_code == 0, result.stderr
    rows: list[dict[str, Any]] = pq.read_table(file).to_pylist()
    return rows


def collected(frame: Any, names: list[str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = frame.select(*names).toArrow().to_pylist()
    return rows


@pytest.mark.usefixtures("small_chunks")
def test_documents_are_those_of_the_command(spark: Any, crawl: list[str], tmp_path: Path) -> None:
    want = written(tmp_path, "extract", crawl)
    names = list(want[0])
    pages = hs.read_warc(spark, crawl)
    profiles = hs.learn(pages).cache()
    learned = {row.site: (row.pages, row.chunks) for row in profiles.select("site", "pages", "chunks").collect()}
    assert learned["large.example"] == (8, 3)
    assert "single.example" not in learned
    # In whatever order and partitions the pages come, the profiles are the same, byte for byte; what is rejected
    # teaches nothing.
    mixed = hs.read_warc(spark, [*crawl, "none.warc.gz"]).repartition(5, "url")
    again = hs.learn(mixed).select("site", "profile").collect()
    assert {row.site: bytes(row.profile) for row in again} == {
        row.site: bytes(row.profile) for row in profiles.select("site", "profile").collect()
    }
    for limit in (10**9, 0):  # the profiles go to all workers, or the pages to their profiles
        got = collected(hs.extract(pages, profiles, broadcast_bytes=limit), names)
        assert by_source(got) == by_source(want)


def test_pages_alone_and_user_columns(spark: Any) -> None:
    rows = [
        ("https://a.example/1", "<p>The courier came to the old harbour at noon and told everyone.</p>", 7, "x"),
        ("https://a.example/2", None, 8, "y"),
    ]
    frame = spark.createDataFrame(rows, "url string, html string, crawl int, title string")
    got = {row.url or row.source: row for row in hs.extract(frame).collect()}
    one = got["https://a.example/1"]
    assert (one.crawl, one.input_title, one.site, one.surt) == (7, "x", "a.example", "example,a)/1")
    assert one.text == "The courier came to the old harbour at noon and told everyone."
    assert len(one.minhash) == 112
    assert got["https://a.example/2"].reason == "empty: html is null"


def test_posts_are_those_of_the_command(spark: Any, crawl: list[str], tmp_path: Path) -> None:
    want = written(tmp_path, "posts", crawl)
    pages = hs.read_warc(spark, crawl)
    got = collected(hs.posts(pages, hs.learn(pages, sections=Section.THREADS)), list(want[0]))
    assert by_source(got) == by_source(want)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("verb", ["records", "fields"])
def test_tables_are_those_of_the_command(spark: Any, tmp_path: Path, verb: str) -> None:
    pages = [page for page in crawl_pages() if "large." in page[0] or "search." in page[0]]
    if verb == "fields":  # which the command takes for one series
        pages = [page for page in pages if "search." in page[0]]
    paths = [str(path) for path in write_warcs(tmp_path, pages, 2)]
    frame = hs.read_warc(spark, paths)
    urls = {row.source: row.url for row in frame.select("source", "url").collect()}
    rows = [row for row in getattr(hs, verb)(frame).collect() if row.reason is None]
    got = [(urls[row.source], row.number, {name: list(cell) for name, cell in row.cells.items()}) for row in rows]
    want = [
        (source, number if verb == "records" else 0, _cells(row))
        for source, own in by_source(command(verb, *paths)).items()
        for number, row in enumerate(own)
    ]
    assert len(want) > 3
    assert sorted(got, key=str) == sorted(want, key=str)


def _cells(row: dict[str, Any]) -> dict[str, list[str]]:
    """The cells that a row has, each as a list."""
    there = {name: value for name, value in row.items() if value is not None and name != "source"}
    return {name: value if isinstance(value, list) else [value] for name, value in there.items()}
