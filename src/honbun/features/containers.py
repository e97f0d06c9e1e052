"""What a block belongs to: the elements that hold it, and the blocks that a template made in the same place."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from honbun.features.outline import Columns, Outline, running
from honbun.page import tags

LEVELS = (1, 2, 3, 4, 6)
_COUNTED = (2, 4)
# So many like siblings make an element the item of a list.
_ITEMS = {"item": 3, "many": 8}
_PRIMES = np.array([3, 5, 7], dtype=np.uint64)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def container_features(outline: Outline) -> Columns:
    """What the ancestors of a block hold: prose, links, blocks, as shares of the page's and of their own."""
    page, blocks = outline.page, outline.blocks
    all_prose = np.where(outline.is_prose, blocks.length, 0)
    all_para = np.where(page.tag[blocks.owner] == tags.CODE["p"], all_prose, 0)
    counted = (blocks.length, all_prose, all_para, blocks.link_length, outline.is_dated, outline.is_heading)
    sums = np.zeros((len(counted), len(blocks) + 1))
    np.cumsum(np.stack(counted), axis=1, out=sums[:, 1:])
    images = _images(outline)
    whole = np.maximum(sums[:, -1], 1.0)
    rows = ancestors(outline)
    first, last = outline.first[rows], outline.last[rows]
    length, prose, para, linked, dates, headings = sums.take(last, axis=1) - sums.take(first, axis=1)
    held, length = last - first, np.maximum(length, 1)
    measured = {
        "prose_share": prose / whole[1],
        "para_share": para / whole[2],
        "link_share": linked / length,
        "blocks": held,
        "length_per_block": length / np.maximum(held, 1),
    }
    counted_too = {"dates": dates, "headings": headings, "images": images[rows]}
    columns: Columns = {}
    for i, level in enumerate(LEVELS):
        wanted = measured | counted_too if level in _COUNTED else measured
        columns |= {f"{name}{level}": values[i] for name, values in wanted.items()}
    return columns


def ancestors(outline: Outline) -> npt.NDArray[np.intp]:
    """For each level and block, the element so many levels above its owner; the root is above itself."""
    page = outline.page
    up = page.above.copy()
    up[up == len(page)] = 0
    found = [outline.blocks.owner.astype(np.intp)]
    for _ in range(max(LEVELS)):
        found.append(up.take(found[-1]))
    return np.stack([found[level] for level in LEVELS])


def _images(outline: Outline) -> npt.NDArray[np.int64]:
    """For each element, how many pictures are in it."""
    page = outline.page
    images = np.zeros(len(page) + 1, dtype=np.int64)
    np.cumsum(page.tag == tags.CODE["img"], out=images[1:])
    return np.asarray(images[page.end] - images[:-1])


def nearness_features(outline: Outline, container: int) -> Columns:
    """Whether a block lies in the container of the prose, and how far up the first common ancestor is."""
    page, owner = outline.page, outline.blocks.owner
    n = len(owner)
    if container < 0:
        nothing = {"in_container": 0, "to_container": 99, "under_container": -9}
        return {name: np.full(n, value) for name, value in nothing.items()}
    inside = (owner >= container) & (owner < page.end[container])
    holds = (np.arange(len(page)) <= container) & (page.end > container)
    shared = page.nearest(holds)[owner]
    return {
        "in_container": inside,
        "to_container": page.depth[container] - page.depth[shared],
        "under_container": page.depth[owner] - page.depth[shared],
    }


def group_features(outline: Outline) -> Columns:
    """Blocks of the same place in the template: how many, how much they say, how regular they are."""
    page, blocks = outline.page, outline.blocks
    signature = np.append(outline.signature, np.uint64(0))
    parent = page.parent[blocks.owner]
    grand = np.where(parent >= 0, page.parent[parent], -1)
    near = signature[blocks.owner] * _PRIMES[0] ^ signature[parent] * _PRIMES[1] ^ signature[grand] * _PRIMES[2]
    copies = Counter(blocks.texts)
    return {
        **_group(outline, near, "like"),
        **_group(outline, outline.path[blocks.owner], "path"),
        "copies": np.fromiter(map(copies.__getitem__, blocks.texts), dtype=np.int32, count=len(blocks)),
    }


def _group(outline: Outline, key: npt.NDArray[np.uint64], name: str) -> Columns:
    """Features of the blocks with the same key."""
    blocks = outline.blocks
    n = len(key)
    _, first, which, count = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    index = np.arange(n)
    last = np.zeros(len(count), dtype=np.int64)
    last[which] = index  # of several, the last one stays
    length = np.bincount(which, blocks.length, len(count))
    link = np.bincount(which, blocks.link_length, len(count))
    squares = np.bincount(which, blocks.length.astype(np.float64) ** 2, len(count))
    mean = length / count
    spread = np.sqrt(np.maximum(squares / count - mean**2, 0)) / np.maximum(mean, 1)
    prose = np.where(outline.is_prose, blocks.length, 0)
    share = np.bincount(which, prose, len(count)) / max(float(prose.sum()), 1.0)
    return {
        f"{name}_count": count[which],
        f"{name}_length": mean[which],
        f"{name}_link": (link / np.maximum(length, 1))[which],
        f"{name}_spread": spread[which],
        f"{name}_prose": share[which],
        f"{name}_span": ((last - first + 1) / max(n, 1))[which],
        f"{name}_density": (count / (last - first + 1))[which],
        f"{name}_rank": (index - first[which]),
        f"{name}_start": first[which] / max(n, 1),
    }


def sibling_features(outline: Outline, prices: npt.NDArray[np.int32]) -> Columns:
    """The nearest ancestor that has like siblings: the item of a list that a block is part of."""
    page, owner = outline.page, outline.blocks.owner
    rows = np.flatnonzero(outline.last > outline.first)
    first, last = outline.first[rows], outline.last[rows]
    key = outline.signature[rows] * np.uint64(11) ^ page.parent[rows].astype(np.uint64) * _MULTIPLIER
    _, which, count = np.unique(key, return_inverse=True, return_counts=True)
    groups = np.zeros(len(page), dtype=np.intp)
    groups[rows] = which
    like = np.zeros(len(page), dtype=np.intp)
    like[rows] = np.where(page.parent[rows] >= 0, count[which], 0)
    blocks = outline.blocks
    summed = (outline.length_sum, *map(running, (blocks.link_length, outline.is_dated, prices)))
    each = (*(sums[last] - sums[first] for sums in summed), last - first, _images(outline)[rows])
    total, all_linked, dates, money, all_blocks, all_images = (np.bincount(which, one, len(count)) for one in each)
    item = np.stack([page.nearest(like >= least)[owner] for least in _ITEMS.values()])
    is_in = item >= 0
    group = groups[item]
    size, length = np.maximum(count[group], 1), total[group]
    measured = {
        "size": np.where(is_in, size, 0),
        "up": np.where(is_in, page.depth[owner] - page.depth[item], -1),
        "blocks": np.where(is_in, all_blocks[group] / size, 0),
        "length": np.where(is_in, length / size, 0),
        "share": np.where(is_in, length / max(float(outline.length_sum[-1]), 1.0), 0),
        "link": np.where(is_in, all_linked[group] / np.maximum(length, 1), 0),
        "images": np.where(is_in, all_images[group] / size, 0),
        "money": np.where(is_in, money[group] / size, 0),
        "dates": np.where(is_in, dates[group] / size, 0),
    }
    return {f"{name}_{what}": each[i] for i, name in enumerate(_ITEMS) for what, each in measured.items()}


def page_features(outline: Outline, title: int) -> Columns:
    """The page as a whole, the same for each of its blocks."""
    page, blocks = outline.page, outline.blocks
    n = len(blocks)
    length = max(float(blocks.length.sum()), 1.0)
    prose = float(blocks.length[outline.is_prose].sum())
    para = outline.is_prose & (page.tag[blocks.owner] == tags.CODE["p"])
    whole = {
        "page_blocks": n,
        "page_length": np.log1p(length),
        "page_prose": prose / length,
        "page_paragraphs": np.log1p(float(blocks.length[para].sum())),
        "page_link": float(blocks.link_length.sum()) / length,
        "page_dates": int(outline.is_dated.sum()),
        "page_images": int((page.tag == tags.CODE["img"]).sum()),
        "page_headings": int(outline.is_heading.sum()),
        "page_items": int((page.tag == tags.CODE["li"]).sum()),
        "page_tables": int((page.tag == tags.CODE["tr"]).sum()),
        "page_hidden": float(blocks.length[blocks.is_hidden].sum()) / length,
        "page_title": title / max(n, 1),
    }
    return {name: np.full(n, value, dtype=np.float32) for name, value in whole.items()}
