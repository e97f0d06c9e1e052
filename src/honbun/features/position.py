"""Where a block stands: on the page, beside its neighbours, under the title."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features.outline import Columns, Outline, running
from honbun.page import tags

_FAR = 1000
_SIDE = 2  # blocks before and after that are looked at one by one
_WIDTHS = (2, 5, 15)  # blocks on either side that are looked at together
_PRESSABLE = tags.table(["a", "button", "label", "summary"])


def link_features(outline: Outline) -> Columns:
    """Links, pictures and dates in the block."""
    page, blocks = outline.page, outline.blocks
    links = running(page.tag == tags.CODE["a"])
    images = running(page.tag == tags.CODE["img"])
    owner = blocks.owner
    inside = page.within(tags.is_in(_PRESSABLE, page.tag))[page.node_owner]
    length = running(np.where(inside, page.node_length, 0))
    pressed = length[blocks.first_node[1:]] - length[blocks.first_node[:-1]]
    return {
        "link_share": outline.link_share,
        "links": links[page.end[owner]] - links[owner],
        "images": images[page.end[owner]] - images[owner],
        "dated": outline.is_dated,
        "node_length": blocks.length / np.maximum(np.diff(blocks.first_node), 1),
        "press_share": np.clip(pressed / np.maximum(blocks.length, 1), 0, 1),
        "owner_blocks": outline.last[owner] - outline.first[owner],
    }


def position_features(outline: Outline, title: int) -> Columns:
    """How far down the page, from the title, from headings."""
    n = len(outline.blocks)
    index = np.arange(n)
    total = max(float(outline.length_sum[-1]), 1.0)
    before = outline.length_sum[:-1]
    prose = running(np.where(outline.is_prose, outline.blocks.length, 0))
    tag = outline.page.tag[outline.blocks.owner]
    columns: Columns = {
        "position": index / max(n, 1),
        "length_before": before / total,
        "prose_before": prose[:-1] / max(float(prose[-1]), 1.0),
        "blocks_after": n - index,
        "from_title": np.full(n, -_FAR) if title < 0 else index - title,
        "length_from_title": np.full(n, -1e4) if title < 0 else before - before[title],
        "since_heading": _since(outline.is_heading & outline.is_visible),
        "since_h1": _since(tag == tags.CODE["h1"]),
        "until_h1": _since((tag == tags.CODE["h1"])[::-1])[::-1],
        "heading_level": _heading_level(outline),
    }
    return columns


def _since(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Blocks since the last one with the mask set, at most `_FAR`."""
    index = np.arange(len(mask))
    last = np.maximum.accumulate(np.where(mask, index, -_FAR)) if len(mask) else index
    return np.minimum(index - last, _FAR)


def _heading_level(outline: Outline) -> npt.NDArray[np.int64]:
    """The level of the heading that a block is or stands under, 0 before the first."""
    tag = outline.page.tag[outline.blocks.owner]
    first = tags.CODE["h1"]
    level = np.where(outline.is_heading, tag - first + 1, 0)
    index = np.arange(len(level))
    last = np.maximum.accumulate(np.where(level > 0, index, 0)) if len(level) else index
    return level[last]


def neighbour_features(outline: Outline, prices: npt.NDArray[np.int32]) -> Columns:
    """The blocks before and after, and means over windows."""
    tag, parent = outline.page.tag[outline.blocks.owner], outline.page.parent[outline.blocks.owner]
    length, share = _framed(np.log1p(outline.blocks.length)), _framed(outline.link_share, 1.0)
    names, parents, heading = _framed(tag, -1), _framed(parent, -1), _framed(outline.is_heading)
    columns: Columns = {}
    for name, step in (("before", -1), ("after", 1)):
        columns[f"length_{name}1"] = _beside(length, step)
        columns[f"length_{name}2"] = _beside(length, 2 * step)
        columns[f"link_{name}1"] = _beside(share, step)
        columns[f"link_{name}2"] = _beside(share, 2 * step)
        columns[f"same_tag_{name}"] = _beside(names, step) == tag
        columns[f"same_parent_{name}"] = _beside(parents, step) == parent
        columns[f"heading_{name}"] = _beside(heading, step)
    return columns | _windows(outline, prices)


def _framed(values: npt.NDArray[Any], fill: float = 0) -> npt.NDArray[Any]:
    """The values with so many others before and after them as features look to either side."""
    framed = np.full(len(values) + 2 * _SIDE, fill, dtype=values.dtype)
    framed[_SIDE:-_SIDE] = values
    return framed


def _beside(framed: npt.NDArray[Any], step: int) -> npt.NDArray[Any]:
    """The values of the blocks so many places further, or before if negative."""
    return framed[_SIDE + step : len(framed) - _SIDE + step]


def _windows(outline: Outline, prices: npt.NDArray[np.int32]) -> Columns:
    """Means over the blocks around each block."""
    blocks, n = outline.blocks, len(outline.blocks)
    prose = running(np.where(outline.is_prose, blocks.length, 0))
    linked, money = running(blocks.link_length), running(prices)
    index = np.arange(n)
    width = np.array(_WIDTHS)[:, None]
    low, high = np.maximum(index - width, 0), np.minimum(index + width + 1, n)
    around = np.maximum(outline.length_sum[high] - outline.length_sum[low], 1)
    length = np.log1p(around / np.maximum(high - low, 1))
    link, prose = (linked[high] - linked[low]) / around, (prose[high] - prose[low]) / around
    columns: Columns = {"window_money": money[np.minimum(index + 6, n)] - money[np.maximum(index - 5, 0)]}
    for i, width_of in enumerate(_WIDTHS):
        columns[f"window_length{width_of}"] = length[i]
        columns[f"window_link{width_of}"] = link[i]
        columns[f"window_prose{width_of}"] = prose[i]
    return columns
