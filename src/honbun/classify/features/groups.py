"""What a run belongs to: the elements that hold it, and the runs that a template made in the same place."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from honbun.classify.features.columns import Columns
from honbun.page import tags
from honbun.page.outline import Outline

_LEVELS = (1, 2, 3, 4, 6)
_COUNTED = (2, 4)
_PRIMES = np.array([3, 5, 7], dtype=np.uint64)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def container_features(outline: Outline) -> Columns:
    """What the ancestors of a run hold: prose, links, runs, as shares of the page's and of their own."""
    page, blocks = outline.page, outline.blocks
    ink = np.maximum(outline.totals(blocks.ink), 1)
    prose = outline.totals(np.where(outline.is_prose, blocks.ink, 0))
    para = outline.totals(np.where(page.tag[blocks.owner] == tags.CODE["p"], blocks.ink * outline.is_prose, 0))
    linked = outline.totals(blocks.link_ink)
    runs = outline.last - outline.first
    stamps = outline.totals(outline.is_stamped)
    headings = outline.totals(outline.is_heading)
    images = page.subtree_sum((page.tag == tags.CODE["img"]).astype(np.int32))
    columns: Columns = {}
    all_prose, all_para = max(float(prose[0]), 1.0), max(float(para[0]), 1.0)
    row = blocks.owner
    level = 0
    for wanted in _LEVELS:
        while level < wanted:
            row = np.where(page.parent[row] >= 0, page.parent[row], row)
            level += 1
        columns[f"prose_share{wanted}"] = prose[row] / all_prose
        columns[f"para_share{wanted}"] = para[row] / all_para
        columns[f"link_share{wanted}"] = linked[row] / ink[row]
        columns[f"runs{wanted}"] = runs[row]
        columns[f"ink_per_run{wanted}"] = ink[row] / np.maximum(runs[row], 1)
        if wanted in _COUNTED:
            columns[f"stamps{wanted}"] = stamps[row]
            columns[f"headings{wanted}"] = headings[row]
            columns[f"images{wanted}"] = images[row]
    return columns


def nearness_features(outline: Outline, container: int) -> Columns:
    """Whether a run lies in the container of the prose, and how far up the first common ancestor is."""
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
    """Runs of the same place in the template: how many, how much they say, how regular they are."""
    page, blocks = outline.page, outline.blocks
    signature = np.append(outline.signature, np.uint64(0))
    parent = page.parent[blocks.owner]
    grand = np.where(parent >= 0, page.parent[parent], -1)
    near = signature[blocks.owner] * _PRIMES[0] ^ signature[parent] * _PRIMES[1] ^ signature[grand] * _PRIMES[2]
    copies = Counter(blocks.texts)
    return {
        **_group(outline, near, "alike"),
        **_group(outline, outline.path[blocks.owner], "path"),
        "copies": np.array([copies[text] for text in blocks.texts], dtype=np.int32),
    }


def _group(outline: Outline, key: npt.NDArray[np.uint64], name: str) -> Columns:
    """Measures of the runs with the same key."""
    blocks = outline.blocks
    n = len(key)
    _, first, which, count = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    runs = np.arange(n)
    last = np.zeros(len(count), dtype=np.int64)
    last[which] = runs  # of several, the last one stays
    ink = np.bincount(which, blocks.ink, len(count))
    link = np.bincount(which, blocks.link_ink, len(count))
    squares = np.bincount(which, blocks.ink.astype(np.float64) ** 2, len(count))
    mean = ink / count
    spread = np.sqrt(np.maximum(squares / count - mean**2, 0)) / np.maximum(mean, 1)
    prose = np.where(outline.is_prose, blocks.ink, 0)
    share = np.bincount(which, prose, len(count)) / max(float(prose.sum()), 1.0)
    return {
        f"{name}_count": count[which],
        f"{name}_ink": mean[which],
        f"{name}_link": (link / np.maximum(ink, 1))[which],
        f"{name}_spread": spread[which],
        f"{name}_prose": share[which],
        f"{name}_span": ((last - first + 1) / max(n, 1))[which],
        f"{name}_density": (count / (last - first + 1))[which],
        f"{name}_rank": (runs - first[which]),
        f"{name}_start": first[which] / max(n, 1),
    }


def sibling_features(outline: Outline, prices: npt.NDArray[np.int32]) -> Columns:
    """The nearest ancestor that has like siblings: the item of a list that a run is part of."""
    page, owner = outline.page, outline.blocks.owner
    has_text = outline.last > outline.first
    key = outline.signature * np.uint64(11) ^ page.parent.astype(np.uint64) * _MULTIPLIER
    key = np.where(has_text, key, np.uint64(0))
    _, which, count = np.unique(key, return_inverse=True, return_counts=True)
    alike = np.where(has_text & (page.parent >= 0), count[which], 0)
    ink = outline.totals(outline.blocks.ink)
    total = np.bincount(which, ink, len(count))
    runs = outline.last - outline.first
    all_runs = np.bincount(which, runs, len(count))
    linked = outline.totals(outline.blocks.link_ink)
    all_linked = np.bincount(which, linked, len(count))
    images = page.subtree_sum((page.tag == tags.CODE["img"]).astype(np.int32))
    all_images = np.bincount(which, images, len(count))
    stamps = np.bincount(which, outline.totals(outline.is_stamped), len(count))
    money = np.bincount(which, outline.totals(prices), len(count))
    columns: Columns = {}
    for name, least in (("item", 3), ("many", 8)):
        item = page.nearest(alike >= least)[owner]
        is_in = item >= 0
        group = which[item]
        size = np.maximum(count[group], 1)
        columns[f"{name}_size"] = np.where(is_in, size, 0)
        columns[f"{name}_up"] = np.where(is_in, page.depth[owner] - page.depth[item], -1)
        columns[f"{name}_runs"] = np.where(is_in, all_runs[group] / size, 0)
        columns[f"{name}_ink"] = np.where(is_in, total[group] / size, 0)
        columns[f"{name}_share"] = np.where(is_in, total[group] / max(float(ink[0]) if len(ink) else 1, 1.0), 0)
        columns[f"{name}_link"] = np.where(is_in, all_linked[group] / np.maximum(total[group], 1), 0)
        columns[f"{name}_images"] = np.where(is_in, all_images[group] / size, 0)
        columns[f"{name}_money"] = np.where(is_in, money[group] / size, 0)
        columns[f"{name}_stamps"] = np.where(is_in, stamps[group] / size, 0)
    return columns


def page_features(outline: Outline, title: int) -> Columns:
    """The page as a whole, the same for each of its runs."""
    page, blocks = outline.page, outline.blocks
    n = len(blocks)
    ink = max(float(blocks.ink.sum()), 1.0)
    prose = float(blocks.ink[outline.is_prose].sum())
    para = outline.is_prose & (page.tag[blocks.owner] == tags.CODE["p"])
    whole = {
        "page_runs": n,
        "page_ink": np.log1p(ink),
        "page_prose": prose / ink,
        "page_paragraphs": np.log1p(float(blocks.ink[para].sum())),
        "page_link": float(blocks.link_ink.sum()) / ink,
        "page_stamps": int(outline.is_stamped.sum()),
        "page_images": int((page.tag == tags.CODE["img"]).sum()),
        "page_headings": int(outline.is_heading.sum()),
        "page_items": int((page.tag == tags.CODE["li"]).sum()),
        "page_tables": int((page.tag == tags.CODE["tr"]).sum()),
        "page_hidden": float(blocks.ink[blocks.is_hidden].sum()) / ink,
        "page_title": title / max(n, 1),
    }
    return {name: np.full(n, value, dtype=np.float32) for name, value in whole.items()}
