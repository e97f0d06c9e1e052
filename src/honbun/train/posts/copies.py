"""Copies of a page with some of its elements left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import compress

import numpy as np
import numpy.typing as npt

from honbun.page import Mask, Page


def prune(page: Page, rows: Iterable[int]) -> Page:
    """The page without these elements, what lies in them, and their text."""
    gone = np.array(sorted(set(rows)), dtype=np.int64)
    keep = _outside(gone, page.end[gone], len(page))
    keep_text = _outside(page.text_start[gone], page.text_end[gone], len(page.text))
    row = np.append(0, np.cumsum(keep)).astype(np.int32)
    place = np.append(0, np.cumsum(keep_text)).astype(np.int32)
    nodes = keep[page.node_owner]
    parent = page.parent[keep]
    return replace(
        page,
        text="".join(compress(page.text, keep_text.tolist())),
        tag=page.tag[keep],
        parent=np.where(parent < 0, np.int32(-1), row[np.maximum(parent, 0)]),
        end=row[page.end[keep]],
        text_start=place[page.text_start[keep]],
        text_end=place[page.text_end[keep]],
        is_hidden=page.is_hidden[keep],
        node_owner=row[page.node_owner[nodes]],
        node_start=place[page.node_start[nodes]],
        node_end=place[page.node_end[nodes]],
        attributes={
            name: {int(row[i]): value for i, value in values.items() if keep[i]}
            for name, values in page.attributes.items()
        },
        data={int(row[i]): value for i, value in page.data.items() if keep[i]},
    )


def _outside(starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer], length: int) -> Mask:
    """What lies in none of these ranges, which may lie in each other."""
    edges = np.bincount(starts, minlength=length + 1) - np.bincount(ends, minlength=length + 1)
    return np.asarray(np.cumsum(edges)[:length] == 0)
