"""Speed of each stage and of peers on one sample in one run: the minimum of rotating repeats, as ratios."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import honbun
from honbun.article.decision import ExtractOptions, decide
from honbun.article.structure import alone, find_article
from honbun.evaluate.systems import PageSystem, choose
from honbun.extraction import read
from honbun.page import decode
from honbun.page.blocks import segment
from honbun.page.parse import parse_decoded

PAGES = 100
PEERS = ("trafilatura", "resiliparse", "readability-lxml", "justext", "boilerpy3", "turbohtml", "newspaper4k")
REPEATS = 5
# Each stage after the one before it.
STAGES = (("", "decode"), ("decode", "+ parse"), ("+ parse", "+ blocks"), ("+ blocks", "+ structure"))
STAGES += (("+ structure", "+ model"), ("+ model", "honbun.extract"))
Way = Callable[[bytes], object]


def ways() -> dict[str, Way]:
    """What is timed: the stages of honbun, each with all before it, and the peers that are installed."""
    known: dict[str, Way] = {
        "decode": decode,
        "+ parse": lambda html: parse_decoded(decode(html).text),
        "+ blocks": lambda html: segment(parse_decoded(decode(html).text)).texts,
        "+ structure": _structure,
        "+ model": lambda html: decide(read(html, None), None, ExtractOptions()),
        "honbun.extract": lambda html: honbun.extract(html).text,
    }
    for system in choose(PEERS, "content").systems:
        known[system.name] = partial(ask, system)
    return known


def _structure(html: bytes) -> object:
    outline = read(html, None)
    return find_article(outline, alone(outline))


def ask(system: PageSystem, html: bytes) -> object:
    """What a system makes of a page that comes alone."""
    return system.extract(html, None)


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


def peak_megabytes() -> float:
    """The peak of memory of a process that extracts generated pages, one by one."""
    loop = f"for _, html in generate_site({PAGES}):\n    honbun.extract(html).text\n"
    head = "import honbun, pathlib, re\nfrom examples.generate import generate_site\n"
    # Not getrusage: its peak is also that of the process that started this one.
    said = "print(int(re.search(r'VmHWM:\\s+(\\d+)', pathlib.Path('/proc/self/status').read_text())[1]) / 1024)"
    command = [sys.executable, "-c", head + loop + said]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _process(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def sample(path: Path, number: int = PAGES) -> list[bytes]:
    """Pages from all over the corpus."""
    import pyarrow.parquet as pq

    html = pq.read_table(path, columns=["html"])["html"]
    step = max(1, len(html) // number)
    return [html[i].as_py() for i in range(0, len(html), step)][:number]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    path = parser.parse_args().corpus
    if not path.exists():
        parser.error(f"{path} is not there: give the path of a corpus, see docs/evaluate.md")
    pages = sample(path)
    times = best_times(ways(), pages)
    print(
        f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1000:.0f} kB a page; least of {REPEATS} repeats"
    )
    for name, milliseconds in times.items():
        print(f"{name:18} {milliseconds:8.2f} ms   {milliseconds / times['honbun.extract']:6.2f} × honbun.extract")
    slowest = max(STAGES, key=lambda stage: times[stage[1]] - times.get(stage[0], 0.0))
    print(f"slowest stage of honbun: {slowest[1]}")
    print(f"peak of memory of a process that extracts {PAGES} pages: {peak_megabytes():.0f} MB")
    for module in ("honbun", "numpy", "trafilatura"):
        if find_spec(module):
            print(f"import {module:11} {1000 * import_seconds(module):8.0f} ms")


if __name__ == "__main__":
    main()
