"""Generated pages are the same everywhere and as large as asked."""

import hashlib
import os
import statistics
import subprocess
import sys

import pytest

from examples.build import HERE
from examples.generate import generate_site
from honbun.page import parse
from honbun.page.blocks import segment

DIGEST = """
import hashlib
from examples.generate import generate_site
print(hashlib.sha256(repr(list(generate_site(12, sites=6))).encode()).hexdigest())
"""


def run_with_hash_seed(hash_seed):
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", DIGEST],
        cwd=HERE.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_every_process_makes_the_same_pages():
    here = hashlib.sha256(repr(list(generate_site(12, sites=6))).encode()).hexdigest()
    assert run_with_hash_seed("1") == run_with_hash_seed("2") == here


def test_a_longer_series_begins_with_the_shorter_one():
    assert list(generate_site(30, sites=3))[:12] == list(generate_site(12, sites=3))


def test_the_seed_changes_the_words():
    assert next(generate_site(1, seed=1))[1] != next(generate_site(1, seed=2))[1]


@pytest.mark.parametrize("sites", [1, 6])
@pytest.mark.parametrize("blocks", [20, 150, 1000])
def test_a_page_has_about_as_many_blocks_as_asked(blocks, sites):
    counts = [len(segment(parse(html))) for _, html in generate_site(60, blocks=blocks, sites=sites)]
    assert statistics.mean(counts) == pytest.approx(blocks, rel=0.1)
    assert min(counts) > 0.75 * blocks
    assert max(counts) < 1.25 * blocks


def test_addresses_differ_and_are_dealt_to_the_sites_in_turn():
    urls = [url for url, _ in generate_site(40, sites=4)]
    assert len(set(urls)) == 40
    assert [url.split("/")[2] for url in urls[:5]] == [f"site-{n}.example" for n in (0, 1, 2, 3, 0)]


def test_main_parts_are_unique_and_the_rest_is_not():
    pages = [segment(parse(html)).texts for _, html in generate_site(20)]
    first = set(pages[0])
    elsewhere = set().union(*pages[1:])
    shared = first & elsewhere
    assert 0.4 < len(shared) / len(first) < 0.8


def test_no_pages_are_no_pages():
    assert list(generate_site(0)) == []
