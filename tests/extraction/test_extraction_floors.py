"""Quality on real pages may not fall: run where the development corpus lies beside the repository."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

import pytest
from extraction_samples import mean, word_f1

import honbun
from benchmarks.replies import judge
from honbun.evaluate import read_corpus

CORPUS = Path(__file__).parents[3] / "shared" / "data" / "sites-dev.parquet"
SITES, PAGES = 8, 10
# With this one the sample scores as all pages do.
SALT = 1
# Measured on this sample (.966 and .940), less .01. Raise them with the quality; lowering needs a reason.
FLOOR_WITH_SITE = 0.955
FLOOR_ALONE = 0.929
THREADS = CORPUS.with_name("posts-more-dev.parquet")
# Measured .95 of 151 answers.
FLOOR_PARENTS = 0.9

Page = tuple[str | None, bytes, str]


def by_hash(name: str) -> bytes:
    return blake2b(name.encode()).digest()


@pytest.fixture(scope="module")
def sample() -> list[list[Page]]:
    """A few pages of a few sites, always the same ones."""
    if not CORPUS.exists():
        pytest.skip("the development corpus is not here")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(CORPUS, columns=["id", "set", "site"]).to_pylist()
    names = {f"{row['set']}/{row['site']}" for row in rows}
    chosen: list[list[int]] = []
    for name in sorted(names, key=lambda name: by_hash(f"{SALT}/{name}"))[:SITES]:
        own = [i for i, row in enumerate(rows) if f"{row['set']}/{row['site']}" == name]
        chosen.append(sorted(sorted(own, key=lambda i: by_hash(str(rows[i]["id"])))[:PAGES]))
    table = parquet.read_table(CORPUS, columns=["url", "html", "gold"])
    return [
        [(row["url"], row["html"], json.loads(row["gold"])["text"]) for row in table.take(own).to_pylist()]
        for own in chosen
    ]


def test_with_what_the_site_teaches(sample: list[list[Page]]) -> None:
    scores = []
    for pages in sample:
        site = honbun.Site.learn((url, html) for url, html, _ in pages)
        scores += [word_f1(site.extract(html, url).text, gold) for url, html, gold in pages]
    assert mean(scores) >= FLOOR_WITH_SITE


def test_alone(sample: list[list[Page]]) -> None:
    scores = [word_f1(honbun.extract(html, url).text, gold) for pages in sample for url, html, gold in pages]
    assert mean(scores) >= FLOOR_ALONE


def test_answers_have_the_parents_that_the_markup_of_their_boards_states() -> None:
    if not THREADS.exists():
        pytest.skip("the development corpus is not here")
    pages = ((case.html, case.url) for case in read_corpus(THREADS).cases)
    right = [is_right for html, url in pages for *_, is_right in judge(html, url, honbun.posts)]
    assert mean(right) >= FLOOR_PARENTS
