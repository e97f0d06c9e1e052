"""Writes docs/papers.md: `python -m benchmarks.papers ../shared/data`.

The frame, papers.md beside this file, holds the words; `{{posts/main}}` is where a table goes, or a figure.
Sections that are not measured again (--only) come from where they were kept.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.papers import blog, nodes, posts, series, unique
from benchmarks.papers.markdown import Tables

PAGE = Path(__file__).parents[2] / "docs" / "papers.md"
FRAME = Path(__file__).with_name("papers.md")
SECTIONS: dict[str, Callable[[Path, int], Tables]] = {
    "unique-blocks": unique.tables,
    "nodes": nodes.tables,
    "element-identifiers": blog.tables,
    "posts": posts.tables,
    "templates": series.tables,
}


def main() -> None:
    """Measure, keep, and fill the frame."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", choices=SECTIONS, action="append", default=[])
    parser.add_argument("--every", type=int, default=1, help="only every so manyth site (default: all)")
    parser.add_argument("--fill", action="store_true", help="measure nothing, only fill the frame")
    parser.add_argument("--kept", type=Path, default=Path("build/papers"))
    options = parser.parse_args()
    options.kept.mkdir(parents=True, exist_ok=True)
    for name in () if options.fill else options.only or SECTIONS:
        started = time.monotonic()
        found = {key: "\n".join(lines).strip() for key, lines in SECTIONS[name](options.data, options.every)}
        if options.every > 1:
            found["sample"] = f" A sample: one site in {options.every}."
        (options.kept / f"{name}.json").write_text(json.dumps(found, ensure_ascii=False), "utf-8")
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    PAGE.write_text(filled(options.kept), "utf-8")


def filled(kept: Path) -> str:
    """The frame with what was measured; what was not stays as it is."""
    known = {
        f"{name}/{key}": text
        for name in SECTIONS
        if (file := kept / f"{name}.json").exists()
        for key, text in json.loads(file.read_text("utf-8")).items()
    }

    def text(match: re.Match[str]) -> str:
        """What was measured; a section that is whole says nothing of a sample."""
        return known.get(match[1], "" if match[1].endswith("/sample") else match[0])

    return re.sub(r"\{\{(.+?)\}\}", text, FRAME.read_text("utf-8"))


if __name__ == "__main__":
    main()
