"""Where an element stands, as one number: equal for elements that a template made in the same place."""

from __future__ import annotations

import re
from itertools import pairwise
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.page import Page

Hashes = npt.NDArray[np.uint64]

# Items of lists and tables are alike whatever their classes say ("odd", "last", "depth-3").
_PLAIN = tags.table("article dd dt li td th tr".split())
_NAME_HASH = np.array([crc32(name.encode()) for name in tags.NAMES], dtype=np.uint64)
_DIGITS = re.compile(r"\d+")
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing


def signatures(page: Page) -> Hashes:
    """For each row a hash of the element's name and the first word of its class, digits left out.

    Later words of a class and numbers in it vary within one template (`comment even depth-2`, `row1`).
    """
    custom = np.array([crc32(name.encode()) for name in page.custom_tags], dtype=np.uint64)
    hashes = np.append(_NAME_HASH, custom)[page.tag]
    rows, which, classes = page.values_of("class")
    words = np.where(tags.is_in(_PLAIN, page.tag[rows]), np.uint64(0), _hashed_words(classes)[which])
    hashes[rows] ^= words
    return hashes


def _hashed_words(classes: list[str]) -> Hashes:
    """For each of these classes a hash of its first word without digits, 0 for one without a word."""
    words = [value.split(maxsplit=1) for value in classes]
    joined = "\n".join([word[0] if word else "" for word in words])  # there are no line breaks in words
    if not joined.isascii():
        joined = _DIGITS.sub("", joined)
    named = joined.encode().translate(None, b"0123456789").split(b"\n")
    return np.array([crc32(name) << 20 for name in named], dtype=np.uint64)


def paths(page: Page, signature: Hashes) -> Hashes:
    """For each row a hash of the signatures from the root down to it."""
    order = np.argsort(page.depth, kind="stable")
    place = np.empty_like(order)  # of each row in this order, by which a level is one slice
    place[order] = np.arange(len(order))
    above = place[page.parent[order]]
    levelled = signature[order]
    ends = np.cumsum(np.bincount(page.depth)).tolist()
    for start, end in pairwise(ends):
        levelled[start:end] ^= mix(levelled[above[start:end]])
    return levelled[place]


def mix(values: Hashes) -> Hashes:
    """Each value as another one, so that combining it with a second tells the two apart."""
    mixed = values * _MULTIPLIER
    return mixed ^ (mixed >> np.uint64(29))
