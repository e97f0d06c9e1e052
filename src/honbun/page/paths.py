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
    names = np.append(_NAME_HASH, np.uint64(0))[np.minimum(page.tag, tags.FIRST_CUSTOM)]
    hashes = names.astype(np.uint64)
    for row in np.flatnonzero(page.tag >= tags.FIRST_CUSTOM).tolist():
        hashes[row] = crc32(page.tag_name(row).encode())
    column = page.attributes.get("class", {})
    hashed = _hashed_words(list(dict.fromkeys(column.values())))
    rows = np.fromiter(column, dtype=np.intp, count=len(column))
    words = np.array([hashed[value] for value in column.values()], dtype=np.uint64)
    hashes[rows] ^= np.where(tags.is_in(_PLAIN, page.tag[rows]), np.uint64(0), words)
    return hashes


def _hashed_words(classes: list[str]) -> dict[str, int]:
    """For each of these classes a hash of its first word without digits, 0 for one without a word."""
    words = (value.split(maxsplit=1) for value in classes)
    joined = "\n".join([word[0] if word else "" for word in words])
    named = _DIGITS.sub("", joined).split("\n")  # there are no line breaks in words
    return {value: crc32(name.encode()) << 20 for value, name in zip(classes, named, strict=False)}


def paths(page: Page, signature: Hashes) -> Hashes:
    """For each row a hash of the signatures from the root down to it."""
    order = np.argsort(page.depth, kind="stable")
    place = np.empty_like(order)  # of each row in this order, by which a level is one slice
    place[order] = np.arange(len(order))
    above = place[page.parent[order]]
    levelled = signature[order]
    ends = np.cumsum(np.bincount(page.depth)).tolist()
    for start, end in pairwise(ends):
        levelled[start:end] ^= _mix(levelled[above[start:end]])
    return levelled[place]


def _mix(values: Hashes) -> Hashes:
    mixed = values * _MULTIPLIER
    return mixed ^ (mixed >> np.uint64(29))
