"""Labels from gold text: which blocks of a page the reference holds, found by aligning the two in order."""

from __future__ import annotations

from itertools import chain

import numpy as np
import numpy.typing as npt

from honbun.evaluate.metrics.words import tokens

Coverage = npt.NDArray[np.float64]

# A block is content if so much of it is aligned; what the reference has in another order must be nearly whole, and
# long.
MIN_COVERED = 0.5
_MIN_COVERED_MOVED = 0.8
_MIN_TOKENS_MOVED = 3
# How often the rest of the page is aligned with the rest of the reference: columns and lists may change places.
_MAX_ROUNDS = 3
# Longer references are cut: aligning costs the product of the two lengths, in bits.
_MAX_TOKENS = 60_000


def label(texts: list[str], gold: str) -> Coverage:
    """For each block the share of its tokens that the reference holds, 0 if it is not content.

    The longest common subsequence decides: a word of a menu that the article uses, too, is not content, and
    of two copies one is. What is left of both is then aligned again, for text that stands in another order.
    """
    parts = [tokens(text) for text in texts]
    owner = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    size = np.array([max(len(part), 1) for part in parts], dtype=np.float64)
    page = list(chain.from_iterable(parts))
    wanted = tokens(gold)[:_MAX_TOKENS]
    covered = np.zeros(len(parts))
    for number in range(_MAX_ROUNDS):
        pairs = align(page, wanted)
        if not len(pairs):
            break
        found = np.bincount(owner[pairs[:, 0]], minlength=len(parts)).astype(np.float64)
        new = (covered == 0) & (found >= (_MIN_COVERED_MOVED if number else MIN_COVERED) * size)
        if number:
            new &= found >= _MIN_TOKENS_MOVED
        if not new.any():
            break
        covered[new] = (found / size)[new]
        used = set(pairs[new[owner[pairs[:, 0]]], 1].tolist())
        wanted = [token for place, token in enumerate(wanted) if place not in used]
        rest = covered[owner] == 0
        page, owner = [token for token, left in zip(page, rest.tolist(), strict=True) if left], owner[rest]
    return covered


def align(page: list[str], wanted: list[str]) -> npt.NDArray[np.int64]:
    """Pairs of places that a longest common subsequence of the two lists joins, last pair first.

    Bit-parallel after Hyyrö (2004): bit j of a row says that the subsequence does not grow at place j of `wanted`,
    so a row costs a few operations on one long integer.
    """
    places: dict[str, int] = {}
    for place, token in enumerate(wanted):
        places[token] = places.get(token, 0) | 1 << place
    known = [i for i, token in enumerate(page) if token in places]
    full = (1 << len(wanted)) - 1
    row = full
    rows = [full]
    for i in known:
        grown = row & places[page[i]]
        row = (row + grown | row - grown) & full
        rows.append(row)
    pairs = []
    k, place = len(known), len(wanted) - 1
    while k and place >= 0:
        if rows[k] >> place & 1:
            place -= 1
        elif not rows[k - 1] >> place & 1:
            k -= 1
        else:
            k -= 1
            pairs.append((known[k], place))
            place -= 1
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
