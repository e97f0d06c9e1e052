"""The demo on Spark: the example sites packed as WARC archives, learned in one pass, extracted in the next."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

from rich.console import Console
from rich.table import Table

from examples.warcs import example_pages, write_warcs
from honbun import spark as hs

SHOWN = ("site", "kind", "title", "date", "text")


def main() -> None:
    console = Console()
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    with tempfile.TemporaryDirectory() as folder:
        crawl, output = Path(folder) / "crawl", Path(folder) / "out"
        paths = [str(path) for path in write_warcs(crawl, example_pages(), 4)]
        spark = hs.open_session("local[2]", {"spark.ui.showConsoleProgress": "false"})
        manifest = hs.run(
            spark, paths, str(output), hs.JobOptions(), lambda line: console.print(line, style="dim")
        )
        rows = spark.read.parquet(f"{output}/rows").select(*SHOWN).sort("site", "title").collect()
        spark.stop()
    table = Table(title=f"{manifest['total']['rows']} pages of {manifest['profiles']['sites']} sites")
    for name in SHOWN:
        table.add_column(name, no_wrap=True, overflow="ellipsis")
    for row in rows:
        table.add_row(*(_short(value) for value in row))
    console.print(table)


def _short(value: str | None) -> str:
    text = " ".join((value or "").split())
    return text if len(text) <= 40 else text[:39] + "…"


if __name__ == "__main__":
    main()
