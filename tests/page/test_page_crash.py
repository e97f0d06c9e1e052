"""Every page of the corpus of content is read without a flaw. Skipped where the corpus is not at hand."""

from pathlib import Path

import pytest

from honbun.page import decode, parse
from honbun.page.blocks import cut

CORPUS = Path(__file__).parents[3] / "shared" / "data" / "content-dev.parquet"
# A page read in a wrong encoding is full of replacement characters; a damaged one has a few.
DAMAGE = 0.005


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not at hand")
def test_real_pages():
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(CORPUS, columns=["id", "html"]).to_pylist()
    flooded = []
    for row in table:
        text = decode(row["html"]).text
        page = parse(text).check()
        blocks = cut(page).check()
        assert len(blocks.texts) == len(blocks)
        if text.count("\ufffd") > DAMAGE * len(text):
            flooded.append(row["id"])
    assert table
    assert flooded == []
