"""A whole run: restartable, with a manifest, and no page takes others down."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from spark_samples import by_source, command, crawl_pages, story

from examples.warcs import warc_record, write_warcs
from honbun import spark as hs
from honbun.cli import main
from honbun.errors import InputError
from honbun.input import ReadOptions
from honbun.workers import Limits

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")


class StoppedError(Exception):
    """The driver was killed."""


def rows_of(output: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(output / "rows", partitioning=None).to_pylist()
    return rows


def test_a_run_goes_on_where_it_was_stopped(spark: Any, tmp_path: Path) -> None:
    pages = [page for page in crawl_pages() if "large." in page[0] or "board." in page[0]]
    paths = [str(path) for path in write_warcs(tmp_path / "crawl", pages, 2)]
    want = command("extract", *paths)
    output, options = tmp_path / "out", hs.JobOptions(batch_files=1)

    def stop(line: str) -> None:
        if line.startswith("rows: 1 of 2"):
            raise StoppedError

    with pytest.raises(StoppedError):
        hs.run(spark, paths, str(output), options, stop)
    manifest = json.loads((output / "manifest.json").read_text("utf-8"))
    assert (len(manifest["fingerprints"]), len(manifest["rows"]), manifest["is_finished"]) == (2, 1, False)
    # What is done is not read again: it may be gone, and nobody notices.
    Path(paths[0]).write_bytes(b"")
    # And files stay in the batches that they were in, whatever would be put together now.
    manifest = hs.run(spark, paths, str(output), hs.JobOptions())
    assert manifest["is_finished"]
    assert manifest["total"] == {"rows": len(pages), "reasons": {}}
    got = by_source(rows_of(output))
    assert {source: [row["text"] for row in rows] for source, rows in got.items()} == {
        row["source"]: [row["text"]] for row in want
    }
    assert not (output / "learning").exists()
    assert hs.run(spark, paths, str(output), options) == manifest
    with pytest.raises(InputError, match="another list of inputs"):
        hs.run(spark, paths[:1], str(output), options)


def test_what_is_broken_is_counted_with_its_reason(spark: Any, tmp_path: Path) -> None:
    good = warc_record("https://good.example/", story("Good", 1))
    cut = warc_record("https://cut.example/", story("Cut", 2) * 50)[:200]
    large = warc_record("https://huge.example/", b"<p>" + b"x" * 3_000_000)
    endless = b"<table><tr>" + b"<td>cell with text" * 200_000
    (tmp_path / "a.warc.gz").write_bytes(good + cut)
    (tmp_path / "b.warc.gz").write_bytes(b"no archive at all" * 100)
    (tmp_path / "c.warc.gz").write_bytes(large + warc_record("https://slow.example/", endless[:2_900_000]) + good)
    (tmp_path / "d.warc").write_bytes(gzip.decompress(good))
    output = tmp_path / "out"
    options = hs.JobOptions(
        alone=True, read=ReadOptions(max_bytes=2_950_000), limits=Limits(seconds=1.5), buckets=2, batch_files=9
    )
    names = ["a.warc.gz", "b.warc.gz", "c.warc.gz", "d.warc", "none.warc.gz"]
    total = hs.run(spark, [str(tmp_path / name) for name in names], str(output), options)["total"]
    rows = rows_of(output)
    reasons = {row["source"].rpartition("/")[2]: (row["reason"] or "").partition(":")[0] for row in rows}
    assert reasons == {
        "a.warc.gz#record 1": "",
        "a.warc.gz#record 2": "broken",
        "b.warc.gz#record 1": "broken",
        "c.warc.gz#record 1": "too large",
        "c.warc.gz#record 2": "too slow",
        "c.warc.gz#record 3": "",
        "d.warc#record 1": "",
        "none.warc.gz": "no such path",
    }
    assert total["rows"] == len(reasons)
    assert total["reasons"] == {"broken": 2, "no such path": 1, "too large": 1, "too slow": 1}
    assert all(path.name.startswith("bucket=") for path in (output / "rows").glob("*/*/*") if path.is_dir())


def test_parts_of_archives_and_file_systems_of_spark(spark: Any, crawl: list[str]) -> None:
    whole = hs.read_warc(spark, crawl).select("source", "url", "record").collect()
    parts = hs.read_warc(spark, crawl, split_bytes=3000)
    assert parts.rdd.getNumPartitions() > len(crawl)
    assert {(row.source, row.url) for row in parts.collect()} == {(row.source, row.url) for row in whole}
    together = hs.read_warc(spark, crawl * 5)
    assert together.rdd.getNumPartitions() == 4 * 2  # for two cores, not one for each small file
    assert together.count() == len(whole) * 5
    remote = hs.read_warc(spark, [f"file://{path}" for path in crawl])
    assert sorted(row.url for row in remote.collect()) == sorted(row.url for row in whole)
    hs.register(spark)
    source = spark.read.format("warc").load(str(Path(crawl[0]).parent / "*.warc.gz"))
    assert sorted(row.source for row in source.collect()) == sorted(row.source for row in whole)
    stated = parts.select("stated").head().stated
    assert stated["WARC-Record-ID"].startswith("<urn:uuid:")


def test_functions_of_sql(spark: Any) -> None:
    assert "honbun_text" in hs.register(spark)
    page = "<title>Noon</title><p>The courier came to the old harbour at noon and told everyone about it.</p>"
    pages = [(page, "https://www.a.example/b"), (None, None)]
    spark.createDataFrame(pages, "html string, url string").createOrReplaceTempView("pages")
    rows = spark.sql(
        "SELECT honbun_text(html, url) AS text, honbun_title(html, url) AS title, honbun_surt(url) AS surt, "
        "honbun_site(html, url) AS site, honbun_digest(html) AS digest FROM pages ORDER BY url NULLS LAST"
    ).collect()
    assert tuple(rows[0])[:4] == (
        "The courier came to the old harbour at noon and told everyone about it.",
        "Noon",
        "example,a)/b",
        "a.example",
    )
    assert tuple(rows[1]) == (None,) * 5


def test_missing_java_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    result = CliRunner().invoke(main, ["spark", "a.warc.gz", "-o", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert result.stderr == (
        "honbun: java: Spark runs on Java, which is not installed "
        "(install version 17 or newer: apt-get install default-jre-headless)\n"
    )


def test_missing_pyspark_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyspark.sql", None)
    result = CliRunner().invoke(main, ["spark", "a.warc.gz", "-o", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert result.stderr == "honbun: pyspark: running on Spark needs it (pip install 'honbun[spark]')\n"
