"""Speed of each stage and of peers on one sample in one run: the minimum of rotating repeats, as ratios."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import honbun
from honbun.extraction.page import read
from honbun.page import cut, decode, parse

PAGES = 100
REPEATS = 5
Way = Callable[[bytes], object]


def ways() -> dict[str, Way]:
    """What is timed: the stages of honbun, each with all before it, and the peers that are installed."""
    known: dict[str, Way] = {
        "decode": decode,
        "+ parse": lambda html: parse(decode(html).text),
        "+ blocks": lambda html: cut(parse(decode(html).text)).texts,
        "+ structure": lambda html: read(html, None).path,
        "honbun.extract": lambda html: honbun.extract(html).text,
    }
    if find_spec("trafilatura"):
        from trafilatura import extract

        known["trafilatura"] = lambda html: extract(html)
    if find_spec("resiliparse"):
        from resiliparse.extract.html2text import extract_plain_text

        known["resiliparse"] = lambda html: extract_plain_text(html.decode("utf-8", "replace"), main_content=True)
    return known


def best_times(known: dict[str, Way], pages: list[bytes]) -> dict[str, float]:
    """CPU milliseconds a page: each way over all pages, several times in changing order, the least of them."""
    best = dict.fromkeys(known, float("inf"))
    order = random.Random(0)
    for _ in range(REPEATS):
        for name in order.sample(list(known), len(known)):
            start = time.process_time()
            for html in pages:
                known[name](html)
            best[name] = min(best[name], 1000 * (time.process_time() - start) / len(pages))
    return best


def import_seconds(module: str) -> float:
    """The least of a few processes that only import it, above those that import nothing."""
    return min(_process(f"import {module}") for _ in range(REPEATS)) - min(
        _process("pass") for _ in range(REPEATS)
    )


def _process(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    path = parser.parse_args().corpus
    if not path.exists():
        parser.error(f"{path} is not there: give the path of a corpus, see docs/how-to.md")
    import pyarrow.parquet as pq

    html = pq.read_table(path, columns=["html"])["html"].to_pylist()
    pages = html[:: max(1, len(html) // PAGES)][:PAGES]
    times = best_times(ways(), pages)
    print(f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1000:.0f} kB a page")
    for name, milliseconds in times.items():
        print(f"{name:18} {milliseconds:8.2f} ms   {milliseconds / times['honbun.extract']:6.2f} × honbun.extract")
    for module in ("honbun", "numpy", "trafilatura"):
        if find_spec(module):
            print(f"import {module:11} {1000 * import_seconds(module):8.0f} ms")


if __name__ == "__main__":
    main()
