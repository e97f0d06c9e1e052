"""The quality gate on small samples of the corpora, where they are: the figures of honbun do not fall."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from honbun.cli import main

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
FLOORS = ROOT / "benchmarks" / "floors.toml"


@pytest.mark.parametrize(
    ("corpus", "task", "pages"),
    [
        ("content-dev", "content", 60),
        ("sites-dev", "site", 60),
        ("fields-dev", "fields", 240),
        ("records-dev", "records", 60),
    ],
)
def test_no_figure_is_below_its_floor(corpus: str, task: str, pages: int) -> None:
    file = DATA / f"{corpus}.parquet"
    if not file.exists():
        pytest.skip("the corpora are not here")
    words = [
        "evaluate",
        str(file),
        "--task",
        task,
        "--system",
        "honbun",
        "--sample",
        str(pages),
        "--floors",
        str(FLOORS),
    ]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output + result.stderr
