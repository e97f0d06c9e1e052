"""Where a run stands: on the page, beside its neighbours, under the title."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.classify.features.columns import Columns
from honbun.page import tags
from honbun.page.outline import Outline, running

_FAR = 1000
_PRESSABLE = tags.table(["a", "button", "label", "summary"])


def link_features(outline: Outline) -> Columns:
    """Links, pictures and dates in the run."""
    page, blocks = outline.page, outline.blocks
    links = running(page.tag == tags.CODE["a"])
    images = running(page.tag == tags.CODE["img"])
    owner = blocks.owner
    inside = page.within(tags.is_in(_PRESSABLE, page.tag))[page.node_owner]
    ink = running(np.where(inside, page.node_ink, 0))
    pressed = ink[blocks.first_node[1:]] - ink[blocks.first_node[:-1]]
    return {
        "link_share": outline.link_share,
        "links": links[page.end[owner]] - links[owner],
        "images": images[page.end[owner]] - images[owner],
        "stamped": outline.is_stamped,
        "node_ink": blocks.ink / np.maximum(np.diff(blocks.first_node), 1),
        "press_share": np.clip(pressed / np.maximum(blocks.ink, 1), 0, 1),
        "owner_runs": outline.last[owner] - outline.first[owner],
    }


def position_features(outline: Outline, title: int) -> Columns:
    """How far down the page, from the title, from headings."""
    n = len(outline.blocks)
    runs = np.arange(n)
    total = max(float(outline.ink_sum[-1]), 1.0)
    before = outline.ink_sum[:-1]
    prose = running(np.where(outline.is_prose, outline.blocks.ink, 0))
    tag = outline.page.tag[outline.blocks.owner]
    columns: Columns = {
        "position": runs / max(n, 1),
        "ink_before": before / total,
        "prose_before": prose[:-1] / max(float(prose[-1]), 1.0),
        "runs_after": n - runs,
        "from_title": np.full(n, -_FAR) if title < 0 else runs - title,
        "ink_from_title": np.full(n, -1e4) if title < 0 else before - before[title],
        "since_heading": _since(outline.is_heading & outline.is_visible),
        "since_h1": _since(tag == tags.CODE["h1"]),
        "until_h1": _since((tag == tags.CODE["h1"])[::-1])[::-1],
        "heading_level": _heading_level(outline),
    }
    return columns


def _since(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Runs since the last one with the mask set, at most `_FAR`."""
    runs = np.arange(len(mask))
    last = np.maximum.accumulate(np.where(mask, runs, -_FAR)) if len(mask) else runs
    return np.minimum(runs - last, _FAR)


def _heading_level(outline: Outline) -> npt.NDArray[np.int64]:
    """The level of the heading that a run is or stands under, 0 before the first."""
    tag = outline.page.tag[outline.blocks.owner]
    first = tags.CODE["h1"]
    level = np.where(outline.is_heading, tag - first + 1, 0)
    runs = np.arange(len(level))
    last = np.maximum.accumulate(np.where(level > 0, runs, 0)) if len(level) else runs
    return level[last]


def neighbour_features(outline: Outline, prices: npt.NDArray[np.int32]) -> Columns:
    """The runs before and after, and means over windows."""
    ink = np.log1p(outline.blocks.ink)
    share, tag = outline.link_share, outline.page.tag[outline.blocks.owner]
    parent = outline.page.parent[outline.blocks.owner]
    columns: Columns = {}
    for name, step in (("before", 1), ("after", -1)):
        columns[f"ink_{name}1"] = _shifted(ink, step)
        columns[f"ink_{name}2"] = _shifted(ink, 2 * step)
        columns[f"link_{name}1"] = _shifted(share, step, 1.0)
        columns[f"link_{name}2"] = _shifted(share, 2 * step, 1.0)
        columns[f"same_tag_{name}"] = _shifted(tag, step, -1) == tag
        columns[f"same_parent_{name}"] = _shifted(parent, step, -1) == parent
        columns[f"heading_{name}"] = _shifted(outline.is_heading, step, False)
    sums, linked = running(outline.blocks.ink), running(outline.blocks.link_ink)
    stops = running(np.where(outline.is_prose, outline.blocks.ink, 0))
    money = running(prices)
    runs = np.arange(len(ink))
    columns["window_money"] = money[np.minimum(runs + 6, len(runs))] - money[np.maximum(runs - 5, 0)]
    for width in (2, 5, 15):
        low, high = np.maximum(runs - width, 0), np.minimum(runs + width + 1, len(runs))
        around = np.maximum(sums[high] - sums[low], 1)
        columns[f"window_ink{width}"] = np.log1p(around / np.maximum(high - low, 1))
        columns[f"window_link{width}"] = (linked[high] - linked[low]) / around
        columns[f"window_prose{width}"] = (stops[high] - stops[low]) / around
    return columns


def _shifted(values: npt.NDArray[np.generic], step: int, fill: float = 0) -> npt.NDArray[np.generic]:
    """The values of the run so many places before (or after, if negative)."""
    moved = np.full_like(values, fill)
    if abs(step) < len(values):
        if step > 0:
            moved[step:] = values[:-step]
        else:
            moved[:step] = values[-step:]
    return moved
