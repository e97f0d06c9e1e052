"""Where an element stands, as one number: equal for elements that a template made in the same place."""

from __future__ import annotations

import re
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.page import Page

Hashes = npt.NDArray[np.uint64]

# Items of lists and tables are alike whatever their classes say ("odd", "last", "depth-3").
_PLAIN = frozenset({"article", "dd", "dt", "li", "td", "th", "tr"})
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
    plain = np.isin(page.tag, [tags.CODE[name] for name in _PLAIN]).tolist()
    known: dict[str, int] = {"": 0}
    rows: list[int] = []
    words: list[int] = []
    for row, value in page.attributes.get("class", {}).items():
        if plain[row]:
            continue
        word = known.get(value)
        if word is None:
            first = value.split(maxsplit=1)
            word = known[value] = crc32(_DIGITS.sub("", first[0]).encode()) << 20 if first else 0
        rows.append(row)
        words.append(word)
    hashes[rows] ^= np.array(words, dtype=np.uint64)
    return hashes


def paths(page: Page, signature: Hashes) -> Hashes:
    """For each row a hash of the signatures from the root down to it."""
    path = signature.copy()
    order = np.argsort(page.depth, kind="stable")
    starts = np.flatnonzero(np.diff(page.depth[order], prepend=-1))
    for rows in np.split(order, starts[1:])[1:]:
        path[rows] = mix(path[page.parent[rows]]) ^ signature[rows]
    return path


def mix(values: Hashes) -> Hashes:
    """Each value as another one, so that combining it with a second tells the two apart."""
    mixed = values * _MULTIPLIER
    return mixed ^ (mixed >> np.uint64(29))
