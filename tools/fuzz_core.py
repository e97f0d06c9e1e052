"""Mutated pages through the compiled core: no panic, and every page keeps its contract.

    cargo build --profile checked --offline --manifest-path core/Cargo.toml
    python -m tools.fuzz_core --library core/target/checked/libhonbun_core.so --pages 1000000

Pages are made from the examples and the cases of the tests, the k-th always the same, so that a run can be
stopped and goes on with `--start`. Pages that failed are kept. With a library that checks for overflow an overflow
is a panic, too.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from datetime import datetime
from pathlib import Path

import numpy as np

from honbun import core
from honbun.article import DEFAULT, decide, look
from honbun.core import library
from honbun.features import Outline, cut_lines
from honbun.model import shipped_threads
from honbun.page import parse_compiled, segment
from honbun.threads import ThreadTemplate, segment_each

ROOT = Path(__file__).parents[1]
PIECES = [
    *(
        b"<table> <tr> <td> </table> <svg> </svg> <math> <template> </template> <select> <option> <b> </b> <i> "
        b"<a> </a> <p> </p> <pre> <br> <li> <dd> <form> <button> <frameset> <noscript> <title> <script> "
        b"</script> <style> <textarea> <plaintext> <!-- --> ]]> <![CDATA[ &amp &#x &#128; &notin; </ < > ' \" = "
        b"hidden class=x style=display:none href=x"
    ).split(),
    *(b"\0", b"\r", b"\n", b"2011-11-22 12:30", b"3 hours ago"),
    *(text.encode() for text in ("\u672c\u6587", "\u3000")),
]
MAX_BYTES = 60_000
MAX_FAILURES = 5
NOW = datetime(2024, 2, 29, 12)


def seeds() -> list[bytes]:
    """Pages that are mutated."""
    paths = sorted([*(ROOT / "examples").rglob("*.html"), *(ROOT / "tests").rglob("*.html")])
    return [path.read_bytes()[:MAX_BYTES] for path in paths]


def mutated(pages: list[bytes], number: int) -> bytes:
    """The page of this number: one with pieces cut out, doubled and put in, or nothing but pieces."""
    dice = random.Random(number)
    if dice.random() < 0.2:
        return b"".join(dice.choice(PIECES) + b"x" * dice.randrange(3) for _ in range(dice.randrange(1, 400)))
    page = bytearray(dice.choice(pages))
    for _ in range(dice.choice((1, 3, 10, 50, 200))):
        at, kind = dice.randrange(len(page) + 1), dice.random()
        if kind < 0.35:
            page[at:at] = dice.choice(PIECES)
        elif kind < 0.5:
            del page[at : at + dice.randrange(1, 60)]
        elif kind < 0.65:
            page[at : at + 1] = bytes([dice.randrange(256)])
        elif kind < 0.85:
            other = dice.randrange(len(page) + 1)
            page[at:at] = page[other : other + dice.randrange(1, 300)]
        elif kind < 0.9:
            del page[at:]
        else:
            page[at:at] = dice.choice(PIECES) * dice.randrange(1, 200)
    return bytes(page)


def check(html: bytes) -> None:
    """Everything that the core does with a page, and what must be true of it; raises if it is not."""
    page = parse_compiled(html.decode("utf-8", "replace"))
    if page is None:
        raise AssertionError("no page")
    outline = Outline(segment(page.check()))
    if not len(outline.blocks):
        return
    outline.blocks.check()
    view = look(outline, None, DEFAULT)
    decision = decide(outline, view, DEFAULT)
    if view.seen is None:
        raise AssertionError("not by the core")
    decision.labels.check()
    view.prediction.features.check()
    parsed = page.parsed  # type: ignore[attr-defined]
    parsed.rendered(decision.labels.is_content)
    found = core.find_possible_comments(parsed, view.article.named, view.prediction.logit, ("div.post",))
    if not np.isfinite(found.features).all() or found.rows.max(initial=0) >= len(page):
        raise AssertionError("not valid groups")
    lines = np.arange(len(parsed.column("line_owner"))) % 2 == 0
    lists = core.find_possible_lists(parsed, lines, ~lines)
    if not np.isfinite(lists.counts).all() or lists.rows.max(initial=0) >= len(page):
        raise AssertionError("not valid lists")
    for posts in segment_each(cut_lines(outline), shipped_threads(), ThreadTemplate(), NOW):
        rows = [value.row for field in (posts.authors, posts.dates) for value in field.values()]
        if not np.isfinite(posts.features).all() or max(rows, default=0) >= len(page):
            raise AssertionError("not valid posts")


def main() -> None:
    """Go through the pages, and say how many failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000, help="how many")
    parser.add_argument("--start", type=int, default=0, help="number of the first")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--library", type=Path, help="another library than the installed one")
    parser.add_argument("--failures", type=Path, default=Path("build/fuzz"), help="where pages go that failed")
    options = parser.parse_args()
    if options.library:
        library._PATH = options.library.resolve()
    if core.load() is None:
        parser.error(core.form())
    pages, failed, start = seeds(), 0, time.monotonic()
    number = options.start
    for number in range(options.start, options.start + options.pages):
        try:
            check(mutated(pages, number))
        except Exception as error:
            failed += 1
            options.failures.mkdir(parents=True, exist_ok=True)
            (options.failures / f"{number}.html").write_bytes(mutated(pages, number))
            sys.stderr.write(f"page {number}: {type(error).__name__}: {error}\n")
        if failed >= MAX_FAILURES or time.monotonic() - start > options.seconds:
            break
    done = number + 1 - options.start
    sys.stdout.write(f"{done} pages, {failed} failed; go on with --start {number + 1}\n")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
