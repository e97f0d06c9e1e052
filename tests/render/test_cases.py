"""Each `cases/x.html` gives `x.expected.txt`, `x.expected.md`, `x.expected.out.html` and `x.expected.tei.xml`.

Runs inside an element of class `drop` are not kept.
"""

from pathlib import Path

import numpy as np
import pytest

from honbun import render
from honbun.page import parse
from honbun.page.blocks import Blocks, segment
from honbun.page.page import Mask

CASES = sorted(
    path for path in (Path(__file__).parent / "cases").glob("*.html") if not path.name.endswith(".out.html")
)
URL = "https://example.org/dir/page.html"


def load(path: Path) -> tuple[Blocks, Mask]:
    blocks = segment(parse(path.read_text(encoding="utf-8"), URL))
    page = blocks.page
    dropped = np.zeros(len(page), dtype=np.bool_)
    dropped[[row for row, value in page.attributes.get("class", {}).items() if value == "drop"]] = True
    return blocks, ~page.within(dropped)[page.node_owner[blocks.first_node[:-1]]]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
@pytest.mark.parametrize("suffix", ["txt", "md", "out.html", "tei.xml"])
def test_case(path: Path, suffix: str) -> None:
    writers = {"txt": render.text, "md": render.markdown, "out.html": render.html, "tei.xml": render.tei}
    expected = path.with_name(f"{path.stem}.expected.{suffix}").read_bytes().decode()
    assert writers[suffix](*load(path)) + "\n" == expected
