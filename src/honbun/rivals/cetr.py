"""CETR, content extraction via tag ratios (Weninger, Hsu and Han 2010): lines with much text for their tags.

For each line of the source the ratio of text to tags, smoothed; beside it how the ratio changes over the next
lines. Lines are clustered in these two dimensions, and all but the cluster at the origin are content.
"""

from __future__ import annotations

import re
from html import unescape

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_REMOVED = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
# The paper's: a kernel of radius 1, changes over three lines, three clusters of which one is kept at the origin.
_RADIUS = 1
_AHEAD = 3
_CLUSTERS = 3
_MAX_ROUNDS = 100
# Pages in one line have no ratios: as the authors do, a line is broken after so many characters at the next tag.
_MAX_LINE = 65


def content_lines(html: str) -> list[str]:
    """The text of the lines of a page's source that are content, in order."""
    lines = [line for line in _wrapped(_REMOVED.sub("", html)).splitlines() if line.strip()]
    texts = [" ".join(unescape(_TAG.sub(" ", line)).split()) for line in lines]
    if not lines:
        return []
    counts = np.array([max(len(_TAG.findall(line)), 1) for line in lines], dtype=np.float64)
    ratio = smooth(np.array([len(text) for text in texts]) / counts)
    padded = np.concatenate([ratio, np.repeat(ratio[-1:], _AHEAD)])
    change = np.abs(np.mean([padded[step : len(ratio) + step] for step in range(1, _AHEAD + 1)], axis=0) - ratio)
    is_content = cluster(np.column_stack([ratio, smooth(change)])) > 0
    return [text for text, kept in zip(texts, is_content, strict=True) if kept and text]


def _wrapped(html: str) -> str:
    """The source with line breaks in front of tags where lines are long."""
    return re.sub(rf"([^\n]{{{_MAX_LINE},}}?)(?=<)", r"\1\n", html)


def smooth(values: Floats) -> Floats:
    """The values under a Gaussian kernel whose radius is their standard deviation, at most a few lines."""
    radius = int(min(max(round(float(values.std())), _RADIUS), _AHEAD))
    reach = np.arange(-radius, radius + 1)
    kernel = np.exp(-(reach**2) / (2 * radius**2))
    padded = np.pad(values, radius, mode="edge")
    return np.convolve(padded, kernel / kernel.sum(), mode="valid")


def cluster(points: Floats) -> npt.NDArray[np.intp]:
    """For each point its cluster by k-means; cluster 0 is held at the origin, the others start far from it."""
    distance = np.linalg.norm(points, axis=1)
    order = np.argsort(distance, kind="stable")
    starts = [order[len(order) * number // _CLUSTERS] for number in range(1, _CLUSTERS)]
    centres = np.vstack([np.zeros(2), points[starts]])
    which = np.zeros(len(points), dtype=np.intp)
    for _ in range(_MAX_ROUNDS):
        new = np.linalg.norm(points[:, None] - centres, axis=2).argmin(axis=1)
        if np.array_equal(new, which):
            break
        which = new
        for number in range(1, _CLUSTERS):
            if (which == number).any():
                centres[number] = points[which == number].mean(axis=0)
    return which
