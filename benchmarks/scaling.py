"""How learning grows: time and memory from 1,000 to 8,000 pages, and 10,000 pages of 150 blocks."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator

import honbun
from examples.generate import generate_site
from honbun.methods.unique_blocks import unique_blocks
from honbun.page import parse

PAGES = (1000, 2000, 4000, 8000, 10_000)


def measure(pages: int, method: str) -> tuple[float, float]:
    """CPU seconds spent on learning, parsing included but not making the pages, and the peak of memory in MB."""
    making = Making(pages)
    start = time.process_time()
    if method == "published":
        unique_blocks(parse(html, url) for url, html in making)
    else:
        honbun.Site.learn(making).profile.prepare()
    seconds = time.process_time() - start - making.seconds
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Making:
    """Generated pages, and the time that went into making them."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.seconds = 0.0

    def __iter__(self) -> Iterator[tuple[str, str]]:
        made = generate_site(self.pages, blocks=150)
        while True:
            start = time.process_time()
            page = next(made, None)
            self.seconds += time.process_time() - start
            if page is None:
                return
            yield page


def main() -> None:
    """Measure each size in a process of its own, for the peak of memory never falls."""
    if len(sys.argv) == 3:
        print(*measure(int(sys.argv[1]), sys.argv[2]))
        return
    for method in ("site profile", "published"):
        print(f"\n{method}\n  pages  seconds  ms a page  times the size before  peak MB")
        before = (0, 0.0)
        for pages in PAGES:
            command = [sys.executable, "-m", "benchmarks.scaling", str(pages), method]
            seconds, peak = map(float, subprocess.run(command, capture_output=True, check=True).stdout.split())
            ratio = f"{seconds / before[1]:.2f}" if before[0] * 2 == pages else ""
            print(f"{pages:7,} {seconds:8.1f} {1000 * seconds / pages:10.2f} {ratio:>22} {peak:8.0f}")
            before = (pages, seconds)


if __name__ == "__main__":
    main()
