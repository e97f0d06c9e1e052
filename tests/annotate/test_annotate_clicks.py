"""How many clicks a page takes, counted; on real pages where the development corpus lies beside the repository."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median

import pytest

from benchmarks.clicks import clicks_of, gestures
from honbun.article.decision import ExtractOptions

CORPUS = Path(__file__).parents[3] / "shared" / "data" / "wcxb-dev.parquet"
PAGES = 60
# The shipped model has seen these pages; docs/annotate.md has the figures of models that have not.
MOST = 3


@pytest.mark.parametrize(
    ("marked", "wanted", "clicks"),
    [
        ("", "", 0),
        ("ccc", "ccc", 0),
        ("---", "ccc", 1),
        ("-c-", "ccc", 1),
        ("c-c", "-c-", 3),
        ("cc--", "--cc", 2),
        ("c--c", "c-cc", 1),
    ],
)
def test_a_drag_may_pass_over_what_is_right_already(marked: str, wanted: str, clicks: int) -> None:
    assert gestures([each == "c" for each in marked], [each == "c" for each in wanted]) == clicks


def test_a_typical_page_takes_a_few_clicks() -> None:
    if not CORPUS.exists():
        pytest.skip("the development corpus is not here")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(CORPUS, columns=["url", "html", "gold"])
    rows = table.take(list(range(0, len(table), len(table) // PAGES))).to_pylist()
    clicks = [
        clicks_of(row["html"], row["url"], json.loads(row["gold"])["text"], ExtractOptions()) for row in rows
    ]
    print(f"median number of clicks on {len(clicks)} pages of wcxb-dev: {median(clicks):g}")  # noqa: T201
    assert median(clicks) <= MOST
