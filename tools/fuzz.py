"""Mutated pages through every public function and every format, each in a process that is watched.

    python -m tools.fuzz --cases 1000 [--data ../shared/data]

A case is three mutated pages of one site, the k-th always the same. How far the run came is kept in a file, so
that the next one goes on there. What broke is kept with its pages: the shape of it becomes a test.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from honbun.errors import HonbunError
from honbun.files import write_whole
from honbun.optional import needed
from honbun.workers import Limits, Loss, each
from tools.fuzz_checks import OPERATIONS, Pair
from tools.fuzz_core import MAX_BYTES, ROOT, mutated

# A mutated page has some hundred kilobytes at most; three never take so long, whatever else the machine does.
_LIMITS = Limits(seconds=600.0, memory=1_000_000_000)
_PAGES = 3
# Most pages are small parts of pages: what breaks is a shape, and ten small pages have more than a large one.
_PART_SHARE = 0.9
_MAX_PART_BYTES = 2000
_MAX_CORPUS_PAGES = 500
# Pages are bytes in one case of so many, else text: guessing the encoding of small pages took a tenth of the time.
_BYTES_EVERY = 4
# Where there are files that wait for no disk.
_MEMORY_FOLDER = Path("/dev/shm")


@dataclass(frozen=True)
class Case:
    """Pages that belong together, and what is done with them: all in one go, so that handing over costs little."""

    number: int
    operations: tuple[str, ...]
    pages: tuple[Pair, ...]


def sites(data: Path | None) -> list[list[bytes]]:
    """The pages that are mutated, those of a site together."""
    folders: dict[str, list[bytes]] = {}
    for path in sorted([*(ROOT / "examples").rglob("*.html"), *(ROOT / "tests").rglob("*.html")]):
        folders.setdefault(str(path.parent), []).append(path.read_bytes()[:MAX_BYTES])
    for corpus in sorted(data.glob("*-dev.parquet")) if data else ():
        file = needed("pyarrow.parquet").ParquetFile(corpus)
        rows = (row for part in file.iter_batches(100, columns=["site", "html"]) for row in part.to_pylist())
        for _, row in zip(range(_MAX_CORPUS_PAGES), rows, strict=False):
            page = row["html"] if isinstance(row["html"], bytes) else row["html"].encode("utf-8", "replace")
            folders.setdefault(f"{corpus.stem} {row['site']}", []).append(page[: 4 * MAX_BYTES])
    return list(folders.values())


def cases(pages: Sequence[list[bytes]], start: int, count: int, only: str | None = None) -> Iterator[Case]:
    """The cases of these numbers."""
    names = (only,) if only else tuple(sorted(OPERATIONS))
    for number in range(start, start + count):
        dice = random.Random(number)
        site = dice.choice(pages)
        if dice.random() < _PART_SHARE:
            site = [part(page, dice) for page in dice.sample(site, min(len(site), _PAGES))]
        made: list[Pair] = []
        for i in range(_PAGES):
            html = mutated(site, number * _PAGES + i)
            text = html.decode("utf-8", "replace") if number % _BYTES_EVERY else html
            made.append((f"https://site.example/{number}/{i}", text))
        yield Case(number, names, tuple(made))


def part(page: bytes, dice: random.Random) -> bytes:
    """Some of a page, from the beginning of a tag on; every fourth time from the very beginning."""
    at = 0 if dice.random() < 0.25 else max(0, page.find(b"<", dice.randrange(len(page) + 1)))
    return page[at : at + dice.randrange(100, _MAX_PART_BYTES)]


def tried(case: Case) -> list[str]:
    """What is wrong with a case, operation by operation."""
    found = [(name, _wrong(case, name)) for name in case.operations]
    return [f"{name}: {wrong}" for name, wrong in found if wrong]


def _wrong(case: Case, operation: str) -> str:
    """What is wrong with an operation; empty if nothing is. Errors that honbun documents are none."""
    try:
        OPERATIONS[operation](case.pages, case.number)
    except HonbunError:
        return ""
    except Exception as error:
        last = error.__traceback__
        while last and last.tb_next:
            last = last.tb_next
        where = f"{Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}" if last else ""
        return f"{type(error).__name__}: {error} ({where})"
    return ""


def keep(folder: Path, case: Case, wrong: str) -> None:
    """Write down what broke, and the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, (_, html) in enumerate(case.pages):
        write_whole(folder / f"{case.number}-{i}.html", html if isinstance(html, bytes) else html.encode())
    with (folder / "findings.jsonl").open("a", encoding="utf-8") as file:
        row = {"case": case.number, "wrong": wrong}
        file.write(json.dumps(row) + "\n")


def main() -> None:
    """Go on with the campaign, and say what broke."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=500, help="how many")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--start", type=int, help="number of the first; default: where the last run stopped")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", choices=sorted(OPERATIONS), help="this operation only")
    parser.add_argument("--data", type=Path, help="a folder of corpora whose pages are mutated too")
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"), help="where the state and findings go")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    tempfile.tempdir = str(_MEMORY_FOLDER) if _MEMORY_FOLDER.is_dir() else None
    state = options.folder / "next"
    start = options.start if options.start is not None else int(state.read_text()) if state.exists() else 0
    begun, found, number, slowest = time.monotonic(), Counter[str](), start, (0.0, start)
    with_cases = cases(sites(options.data), start, options.cases, options.only)
    last = begun
    for case, result in each(tried, with_cases, options.jobs, _LIMITS):
        now = time.monotonic()
        slowest, last = max(slowest, (now - last, case.number)), now
        for wrong in [f"{result.reason}: {result.detail}"] if isinstance(result, Loss) else result:
            found[wrong[:200]] += 1
            keep(options.folder, case, wrong)
        number = case.number + 1
        state.write_text(str(number))
        if now - begun > options.seconds:
            break
    for what, times in found.most_common():
        sys.stdout.write(f"{times} x {what}\n")
    sys.stdout.write(
        f"{number - start} cases of {_PAGES} pages through {len(OPERATIONS)} operations, {found.total()} broken; "
        f"slowest {slowest[0]:.1f} s (case {slowest[1]}); the next is {number}\n"
    )
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
