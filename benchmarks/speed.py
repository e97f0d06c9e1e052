"""Speed of each stage in both forms, and of peers, on one sample in one run: the least of rotating repeats."""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from statistics import median

import honbun
from honbun import core
from honbun.article import DEFAULT, decide, look
from honbun.document import Document
from honbun.evaluate.systems import PageSystem, choose
from honbun.extraction import compose, read
from honbun.features import Outline
from honbun.page import decode, parse_body, parse_readable, segment

PAGES = 100
PEERS = ("trafilatura", "resiliparse", "readability-lxml", "justext", "boilerpy3", "turbohtml", "newspaper4k")
REPEATS = 5
# Each stage after the one before it.
STAGES = ("", "parse", "+ blocks", "+ look", "+ decide", "honbun.extract")
READABLE = " (readable form)"
THREADS = (1, 2)
THREAD_TURNS = 12
MEGABYTE = 2**20
HTML = b"<div class=x><p>Some text of a large page, again and again.</p></div>"
Way = Callable[[bytes], object]


def ways() -> dict[str, Way]:
    """What is timed: the stages of honbun, each with all before it, in both forms, and the peers at hand."""
    known: dict[str, Way] = {}
    for suffix, outline_of in (("", partial(read, url=None)), (READABLE, _readable)):
        if not suffix and core.load() is None:
            continue
        known["parse" + suffix] = parse_body if not suffix else lambda html: parse_readable(decode(html).text)
        known["+ blocks" + suffix] = partial(_blocks, outline_of)
        known["+ look" + suffix] = partial(_look, outline_of)
        known["+ decide" + suffix] = partial(_decide, outline_of)
        known["honbun.extract" + suffix] = partial(_extract, outline_of)
    for system in choose(PEERS, "content").systems:
        known[system.name] = partial(ask, system)
    return known


def _readable(html: bytes) -> Outline:
    return Outline(segment(parse_readable(decode(html).text)))


def _blocks(outline_of: Callable[[bytes], Outline], html: bytes) -> object:
    return outline_of(html).blocks.owner


def _look(outline_of: Callable[[bytes], Outline], html: bytes) -> object:
    outline = outline_of(html)
    return look(outline, None, DEFAULT) if len(outline.blocks) else None


def _decide(outline_of: Callable[[bytes], Outline], html: bytes) -> object:
    outline = outline_of(html)
    return decide(outline, look(outline, None, DEFAULT), DEFAULT) if len(outline.blocks) else None


def _extract(outline_of: Callable[[bytes], Outline], html: bytes) -> object:
    document: Document = compose(outline_of(html), html).document
    return document.text


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


def thread_seconds(pages: list[bytes]) -> dict[int, list[float]]:
    """Number of threads -> seconds on the clock for all pages, in each of a few turns."""
    clock: dict[int, list[float]] = {threads: [] for threads in THREADS}
    for threads in THREADS * THREAD_TURNS:
        start = time.perf_counter()
        for _ in honbun.extract_many(((None, html) for html in pages), threads=threads):
            pass
        clock[threads].append(time.perf_counter() - start)
    return clock


def large_page(megabytes: int) -> tuple[float, float]:
    """Seconds, and bytes of memory per byte of markup, for a page of so many megabytes in a process of its own."""
    code = (
        "import honbun, pathlib, re, time\n"
        "status = pathlib.Path('/proc/self/status')\n"
        "def peak(): return int(re.search(r'VmHWM:\\s+(\\d+)', status.read_text())[1])\n"
        f"html = {HTML!r} * {megabytes * MEGABYTE // len(HTML)}\n"
        "honbun.extract(b'<p>a').text\n"
        "before, start = peak(), time.perf_counter()\n"
        "honbun.extract(html).text\n"
        "print(time.perf_counter() - start, (peak() - before) * 1024 / len(html))"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    return float(said[0]), float(said[1])


def report_times(times: dict[str, float]) -> None:
    """Each way as a line, the stage that takes longest, and what is asked for."""
    whole = "honbun.extract" if "honbun.extract" in times else "honbun.extract" + READABLE
    for name, milliseconds in times.items():
        print(f"{name:32} {milliseconds:8.2f} ms   {milliseconds / times[whole]:6.2f} × {whole}")
    suffix = whole.removeprefix("honbun.extract")
    slowest = max(pairwise(STAGES), key=lambda pair: times[pair[1] + suffix] - times.get(pair[0] + suffix, 0.0))
    print(f"slowest stage of honbun: {slowest[1]}")
    for peer in ("trafilatura", "resiliparse"):
        if peer in times:
            print(f"{peer} takes {times[peer] / times[whole]:.2f} times as long as {whole}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    path = parser.parse_args().corpus
    if not path.exists():
        parser.error(f"{path} is not there: give the path of a corpus, see docs/evaluate.md")
    pages = sample(path)
    load = os.getloadavg()[0]
    size = sum(map(len, pages)) / len(pages) / 1000
    print(f"{core.form()}; {len(pages)} pages, {size:.0f} kB a page; least of {REPEATS} repeats; load {load:.1f}")
    report_times(best_times(ways(), pages))
    clock = thread_seconds(pages)
    for threads, seconds in clock.items():
        gain = median(one / own for one, own in zip(clock[THREADS[0]], seconds, strict=True))
        each = 1000 * min(seconds) / len(pages)
        print(f"extract_many, {threads} threads: {each:6.2f} ms a page, {gain:.2f} × one thread (median of turns)")
    print(f"peak of memory of a process that extracts {PAGES} pages: {peak_megabytes():.0f} MB")
    seconds, memory = large_page(50)
    print(f"a page of 50 MB: {seconds:.1f} s, {memory:.1f} bytes of memory per byte")
    for module in ("honbun", "numpy", "trafilatura"):
        if find_spec(module):
            print(f"import {module:11} {1000 * import_seconds(module):8.0f} ms")


if __name__ == "__main__":
    main()
