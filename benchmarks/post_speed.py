"""Posts: the time of honbun and of harvest-webforum on the same pages in one run, as a ratio.

python -m benchmarks.post_speed posts-dev.parquet
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from benchmarks import speed
from honbun.evaluate.systems import choose

SYSTEMS = ("honbun-alone", "harvest-webforum")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--pages", type=int, default=40)
    words = parser.parse_args()
    pages = speed.sample(words.corpus, words.pages)
    ways = {system.name: partial(speed.ask, system) for system in choose(SYSTEMS, "posts").systems}
    times = speed.best_times(ways, pages)
    for name, milliseconds in times.items():
        print(f"{name:18} {milliseconds:8.1f} ms   {milliseconds / times[SYSTEMS[0]]:6.1f} × honbun")


if __name__ == "__main__":
    main()
