"""What needs no Spark: pages sorted by site cut into parts, files put together into batches, options of Java."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")

from honbun.input import Split  # noqa: E402
from honbun.spark.daemon import load  # noqa: E402
from honbun.spark.job import batches_of  # noqa: E402
from honbun.spark.learning import RecentSites  # noqa: E402
from honbun.spark.pages import PageBatch, page_schema, pages_in  # noqa: E402
from honbun.spark.session import _java_options  # noqa: E402
from honbun.spark.source import PART_BYTES  # noqa: E402
from honbun.spark.verbs import _asked, _parts  # noqa: E402


def batch(*rows: tuple[str, str]) -> PageBatch:
    """Rows as (site, source), those of a profile without a source."""
    schema = page_schema().append(pa.field("profile", pa.binary()))
    made = [
        {"site": site, "source": source, "html": b"x"} if source else {"site": site, "profile": site.encode()}
        for site, source in rows
    ]
    [found] = pages_in([pa.RecordBatch.from_pylist(made, schema=schema)])
    return found


ROWS = [("a", ""), ("a", "1"), ("a", "2"), ("b", ""), ("b", "3"), ("c", ""), ("d", ""), ("d", "4"), ("d", "5")]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6, 9])
def test_every_page_comes_after_the_profile_of_its_site(size: int) -> None:
    batches = [batch(*ROWS[start : start + size]) for start in range(0, len(ROWS), size)]
    recent, under_way = RecentSites(), deque[PageBatch]()
    known, seen = set(), []
    for found, news in _asked(_parts(batches, recent), under_way):
        if news:
            assert news == (news[0], news[0].encode())
            known.add(news[0])
        seen.append(found.source)
        assert next(site for site, source in ROWS if source == found.source) in known
    assert seen == ["1", "2", "3", "4", "5"]
    assert [page.source for part in under_way for _, page in part.pages] == seen
    assert [row for part in under_way for row in part.own.column("source").to_pylist()] == seen
    assert set(recent) == {"a", "b", "c", "d"}


def test_without_profiles_batches_stay_as_they_are() -> None:
    batches = [batch(("a", "1"), ("b", "2")), batch(), batch(("c", "3"))]
    under_way = deque[PageBatch]()
    assert [(found.source, news) for found, news in _asked(_parts(batches, None), under_way)] == [
        ("1", None),
        ("2", None),
        ("3", None),
    ]
    assert [len(part.pages) for part in under_way] == [2, 1]


@pytest.mark.parametrize(
    ("size", "wanted", "counts"),
    [(1000, None, [30]), (PART_BYTES, None, [8, 8, 8, 6]), (0, None, [8, 8, 8, 6]), (1000, 20, [20, 10])],
)
def test_small_files_are_put_together(size: int, wanted: int | None, counts: list[int]) -> None:
    files = [(Split(f"a/{n}.warc", f"a/{n}.warc", file=n, size=size),) for n in range(30)]
    other = (Split("b/1.warc", "b/1.warc", file=30, size=size),)
    found = list(batches_of([*files, other], 2, wanted))
    assert [len(batch) for batch in found] == [*counts, 1]  # a batch is of one crawl
    assert [file for batch in found for file in batch] == [*files, other]


def test_java_makes_an_archive_that_is_not_there_and_uses_one_that_is(tmp_path: Path) -> None:
    archive = tmp_path / "java classes.jsa"
    assert f'-XX:ArchiveClassesAtExit="{archive}"' in _java_options(str(archive))
    archive.touch()
    assert f'-XX:SharedArchiveFile="{archive}"' in _java_options(str(archive))
    assert "Archive" not in _java_options(None)


def test_what_workers_are_forked_from_loads() -> None:
    load()
