"""Small pieces of SVG: a plot is strings joined. Colours are in the style sheet and follow light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

WIDTH = 440
FONT = 11
# The width of a letter at that size, measured roughly: enough to keep labels inside the picture.
LETTER = 5.8
# Systems are told apart by shape first, by colour second.
SHAPES = ("circle", "square", "triangle", "diamond", "cross", "ring", "wedge", "plus", "box", "star")
_OUTLINES = {
    "square": "M-4-4H4V4H-4Z",
    "triangle": "M0-5L5 4H-5Z",
    "diamond": "M0-5.5L5.5 0L0 5.5L-5.5 0Z",
    "cross": "M-4-4L4 4M-4 4L4-4",
    "wedge": "M0 5L5-4H-5Z",
    "plus": "M-5 0H5M0-5V5",
    "box": "M-4-4H4V4H-4Z",
    "star": "M0-5V5M-4.5-2.5L4.5 2.5M-4.5 2.5L4.5-2.5",
}
_HOLLOW = {"cross", "plus", "star", "ring", "box"}


def number(value: float) -> str:
    """A coordinate, short and the same on every machine."""
    return f"{round(value, 1) + 0.0:g}"


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """A line of text, escaped."""
    extra = f' class="{kind}"' if kind else ""
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    """A straight line."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} class="{kind}"/>'


def path(points: Iterable[tuple[float, float]], kind: str) -> str:
    """A line through points."""
    steps = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f'<path d="M{steps}" class="path {kind}"/>'


def bar(x: float, y: float, width: float, height: float, kind: str) -> str:
    """A filled rectangle."""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} class="{kind}"/>'


def marker(x: float, y: float, index: int, words: str = "") -> str:
    """The mark of the system with this index, with words that show when a pointer rests on it."""
    shape = SHAPES[index % len(SHAPES)]
    kind = f"mark {colour(index)}" + (" hollow" if shape in _HOLLOW else "")
    outline = f'<path d="{_OUTLINES[shape]}"/>' if shape in _OUTLINES else '<circle r="4.5"/>'
    title = f"<title>{escape(words)}</title>" if words else ""
    return f'<g class="{kind}" transform="translate({number(x)} {number(y)})">{title}{outline}</g>'


def colour(index: int) -> str:
    """The class that carries the colour of the system with this index."""
    return f"c{index % 8}"


def picture(height: float, title: str, parts: Iterable[str]) -> str:
    """An inline SVG that fills the width it is given."""
    head = f'<svg viewBox="0 0 {WIDTH} {number(height)}" role="img" aria-label="{escape(title)}">'
    return head + "".join(parts) + "</svg>"


def legend(names: Sequence[str]) -> str:
    """Names with their marks, as a list that wraps."""
    items = (
        f'<li><svg class="key" viewBox="-7 -7 14 14">{marker(0, 0, index)}</svg>{escape(name)}</li>'
        for index, name in enumerate(names)
    )
    return f'<ul class="legend">{"".join(items)}</ul>'


def ticks(low: float, high: float) -> list[float]:
    """Three to seven round values within a range."""
    span = high - low
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0) if span / step <= 6 or step == 1.0)
    first, last = math.ceil(round(low / step, 6)), math.floor(round(high / step, 6))
    return [round(n * step, 2) for n in range(first, last + 1)]


def labels(marks: Sequence[tuple[float, float, str]], bottom: float) -> list[str]:
    """Names beside their marks: each on the first side where it hides neither a mark nor another name."""
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y, _ in marks]
    parts = []
    for x, y, name in marks:
        boxes = [(_box(*place, name), place) for place in _sides(x, y)]
        inside = [pair for pair in boxes if pair[0][0] >= 0 and pair[0][2] <= WIDTH and pair[0][3] <= bottom]
        free = [pair for pair in inside if not any(_overlap(pair[0], other) for other in taken)]
        box, (left, base, anchor) = (free or inside or boxes)[0]
        taken.append(box)
        parts.append(text(left, base, name, anchor))
    return parts


Box = tuple[float, float, float, float]


def _sides(x: float, y: float) -> list[tuple[float, float, str]]:
    level = [(x + 9, y + 4, "start"), (x - 9, y + 4, "end")]
    return [*level, (x, y - 10, "middle"), (x, y + 18, "middle"), (x + 9, y + 16, "start"), (x - 9, y + 16, "end")]


def _box(x: float, y: float, anchor: str, name: str) -> Box:
    width = len(name) * LETTER
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return left, y - FONT + 2, left + width, y + 2


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
