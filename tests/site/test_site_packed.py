"""Profiles whole, as bytes; and what a compact one still knows of the pages it was learned from."""

from __future__ import annotations

import numpy as np
import pytest
from profile_samples import NAMES, page, sketched

from honbun.errors import ProfileError
from honbun.site import Fingerprint, Profile, dumps, loads, pack, unpack

PAGES = [sketched(page(name), {7: 1}) for name in NAMES]
# One article under two addresses, and one that is new.
COPY = sketched((*page(NAMES[3]), "A line below the copy"))
NEW = sketched(page("Max"))


def test_what_is_packed_answers_the_same() -> None:
    whole = Profile().add([*PAGES, COPY])
    again = unpack(pack(whole.fingerprints), with_samples=True)
    assert dumps(again) == dumps(whole)
    for asked in (*PAGES, COPY, NEW):
        assert again.document_frequency(asked).tolist() == whole.document_frequency(asked).tolist()
    assert pack(again.fingerprints) == pack(whole.fingerprints)


def test_packed_parts_join_to_the_whole() -> None:
    parts = [unpack(pack([each]), with_samples=True).fingerprints[0] for each in PAGES]
    assert pack(parts) == pack(PAGES)


@pytest.mark.parametrize("data", [b"", b"no profile", pack(PAGES)[:-20]])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ProfileError):
        unpack(data)


def test_a_saved_profile_knows_the_pages_it_was_learned_from() -> None:
    whole = Profile().add([*PAGES, COPY])
    saved = loads(dumps(whole))
    for asked in (*PAGES, COPY):
        assert saved.document_frequency(asked).tolist() == whole.document_frequency(asked).tolist()
    assert len(saved.add(PAGES)) == len(saved)
    assert saved.threads == whole.threads


def test_a_profile_saved_without_digests_is_read() -> None:
    text = dumps(Profile().add(PAGES))
    before = text[: text.index(',\n"learned"')] + "}"
    assert len(loads(before)) == len(PAGES)
    assert not len(loads(before).history.learned)


def test_votes_of_threads_do_not_depend_on_the_order_of_pages() -> None:
    votes = [{"body": (0.1 * n, 0.7)} for n in range(1, 9)]
    pages = [Fingerprint(np.array([n], dtype=np.uint64), threads=vote) for n, vote in enumerate(votes)]
    assert Profile().add(pages).threads == Profile().add(pages[::-1]).threads
