"""What a site remembers of one page."""

from __future__ import annotations

import numpy as np
import pytest
from profile_samples import CHROME, page, sketched, story

from honbun.page import parse
from honbun.page.blocks import segment
from honbun.site.fingerprint import Fingerprint, line_keys, observe, recognise


def test_each_line_once_in_order_with_its_beginning() -> None:
    known = sketched(["Home", "News", "Home", *story("Anna")])
    assert len(known.keys) == 6
    assert np.all(np.diff(known.keys.astype(np.int64)) > 0)
    assert sorted(known.samples) == sorted(["Home", "News", *(line[:20] for line in story("Anna"))])


def test_telling_lines_are_long_visible_and_no_links() -> None:
    long = story("Anna", 3)
    html = f"<p>Home</p><p>{long[0]}</p><p hidden>{long[1]}</p><p><a href=x>{long[2]}</a></p>"
    blocks = segment(parse(html))
    is_link = np.array([False, False, False, True])
    keys = line_keys(blocks, is_link)
    known = observe(blocks, is_link, keys, {})
    assert known.telling.tolist() == [keys.plain[1]]
    without_samples = recognise(blocks, is_link, keys)
    assert (without_samples.digest, without_samples.telling.tolist()) == (known.digest, [keys.plain[1]])


def test_the_keys_of_the_runs_come_in_the_order_of_the_page() -> None:
    blocks = segment(parse("<p>Home</p><p>News</p><p>Home</p>"))
    none = np.zeros(3, dtype=np.bool_)
    keys = line_keys(blocks, none)
    known = observe(blocks, none, keys, {})
    for own in keys:
        assert own[0] == own[2] != own[1]
        assert known.keys[np.searchsorted(known.keys, own)].tolist() == own.tolist()


def test_the_digest_tells_pages_by_their_lines_not_by_their_order() -> None:
    assert sketched(["Home", "News"]).digest == sketched(["News", "Home", "News"]).digest
    assert sketched(["Home", "News"]).digest != sketched(["Home"]).digest


def test_the_votes_are_a_copy() -> None:
    votes = {1: 1}
    known = sketched(CHROME, votes)
    votes[2] = 1
    assert known.record_votes == {1: 1}


def test_a_page_without_text_has_an_empty_sketch() -> None:
    known = sketched([])
    assert len(known.keys) == len(known.telling) == len(known.samples) == 0
    assert known.digest == Fingerprint().check().digest


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        (Fingerprint(keys=np.array([2, 1], dtype=np.uint64)), "keys"),
        (Fingerprint(keys=np.array([1, 1], dtype=np.uint64)), "keys"),
        (Fingerprint(keys=np.array([1], dtype=np.uint64), telling=np.array([2], dtype=np.uint64)), "telling"),
        (
            Fingerprint(keys=np.array([1, 2], dtype=np.uint64), telling=np.array([2, 1], dtype=np.uint64)),
            "telling",
        ),
        (Fingerprint(keys=np.array([1], dtype=np.uint64), samples=("a", "b")), "samples"),
    ],
)
def test_check_names_what_is_wrong(broken: Fingerprint, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        broken.check()


def test_check_gives_the_sketch() -> None:
    known = sketched(page("Anna"))
    assert known.check() is known
