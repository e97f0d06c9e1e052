"""What a crawl costs by honbun and by datatrove: CPU on the same WARC archives, made of the pages of a corpus.

python -m benchmarks.cost ../shared/data/sites-dev.parquet      needs datatrove[io] and trafilatura
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.usage import measured
from examples.warcs import write_warcs

HONBUN = [sys.executable, "-c", "from honbun.cli import main; main()", "extract", "-q", "--jobs", "2"]
PIPELINE = """
import sys
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers import ParquetWriter
from honbun.integrations.datatrove import HonbunExtractor

if __name__ == "__main__":
    crawl, output, extractor = sys.argv[1:]
    step = Trafilatura(timeout=5) if extractor == "Trafilatura" else HonbunExtractor()
    steps = [WarcReader(crawl, glob_pattern="*.warc.gz"), step, ParquetWriter(output)]
    LocalPipelineExecutor(steps, tasks=2, workers=2, logging_dir=output + "-logs").run()
"""


def pages_of(corpus: Path, number: int) -> Iterator[tuple[str, bytes]]:
    """So many pages of a corpus as (url, html); if it has fewer, they come again as those of other hosts."""
    rows = pq.read_table(corpus, columns=["id", "site", "url", "html"]).slice(0, number).to_pylist()
    for place in range(number):
        again, row = place // len(rows), rows[place % len(rows)]
        url = row["url"] or f"http://{row['site']}/{row['id']}"
        yield (url.replace("//", f"//copy{again}-", 1) if again else url), row["html"]


def main() -> None:
    """Print the CPU of each way."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", type=Path, help="Parquet with the columns id, site, url and html")
    parser.add_argument("--pages", type=int, default=300)
    options = parser.parse_args()
    pages = list(pages_of(options.corpus, options.pages))
    with tempfile.TemporaryDirectory() as folder:
        crawl, program = Path(folder) / "crawl", Path(folder) / "pipeline.py"
        program.write_text(PIPELINE, "utf-8")
        paths = [str(path) for path in write_warcs(crawl, pages, 2)]
        ways = {
            "honbun extract --alone": [*HONBUN, "--alone", *paths, "-o", f"{folder}/alone.parquet"],
            "honbun extract": [*HONBUN, *paths, "-o", f"{folder}/sites.parquet"],
        }
        for name in ("Trafilatura", "HonbunExtractor"):
            ways[f"datatrove, {name}"] = [sys.executable, str(program), str(crawl), f"{folder}/{name}", name]
        size = sum(len(html) for _, html in pages) / len(pages) / 1000
        print(f"{len(pages):,} pages of {size:.0f} KB in the mean")
        for name, command in ways.items():
            usage = measured(command)
            print(f"{name}: {usage.cpu_seconds / len(pages) * 1000:.1f} ms of CPU a page; {usage}", flush=True)


if __name__ == "__main__":
    main()
