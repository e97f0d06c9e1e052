"""The pictures of the report, each a function from the table or the page results to inline SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from honbun.evaluate.report import svg
from honbun.evaluate.report.plain import point, share
from honbun.evaluate.report.table import Row, Table, base, is_missing, known
from honbun.evaluate.summary import Estimate

LEFT, RIGHT, TOP, FOOT = 12, 14, 12, 30
# Of the pictures whose scale stands upright: its width and its lower end.
SIDE, BOTTOM = 40, 250.0
# Groups in the picture by group; the table lists more.
MOST_GROUPS = 12
BINS = 20


def by_group(table: Table) -> str:
    """The headline figure of every group, a mark with its interval for each system, on one scale."""
    groups = [group for group in table.groups[:MOST_GROUPS] if not all(map(is_missing, group.estimates))]
    values = [estimate for group in groups for estimate in group.estimates if not is_missing(estimate)]
    low = _floor(estimate.low for estimate in values if estimate)
    step, y, parts = 9.0, float(TOP), []
    for group in groups:
        parts += [svg.text(LEFT, y + 12, f"{group.name} ({group.pages:,})", kind="strong")]
        y += 22
        for mark, column in enumerate(table.columns):
            parts += _dot(group.estimates[column], y, low, mark, table.rows[column].system)
            y += step
        y += 6
        parts += [svg.line(LEFT, y, svg.WIDTH - RIGHT, y)]
    return svg.picture(y + FOOT, "the figure by group", [*_across(low, TOP, y), *parts])


def _dot(estimate: Estimate | None, y: float, low: float, mark: int, name: str) -> list[str]:
    if estimate is None or is_missing(estimate):
        return []
    left, right = (_x(max(low, value), low) for value in (estimate.low, estimate.high))
    words = f"{name}: {share(estimate.value)} ({share(estimate.low)} to {share(estimate.high)})"
    return [
        svg.line(left, y, right, y, f"whisker {svg.colour(mark)}"),
        svg.marker(_x(estimate.value, low), y, mark, words),
    ]


def _x(value: float, low: float) -> float:
    return LEFT + (value - low) / (1 - low) * (svg.WIDTH - LEFT - RIGHT)


def _across(low: float, top: float, bottom: float) -> list[str]:
    """A scale from low to 1, left to right."""
    parts = []
    for tick in svg.ticks(low, 1):
        anchor = "end" if tick == 1 else "start" if tick == low else "middle"
        parts += [svg.line(_x(tick, low), top, _x(tick, low), bottom)]
        parts += [svg.text(_x(tick, low), bottom + 16, f"{tick:g}", anchor)]
    return parts


def _floor(values: Iterable[float]) -> float:
    """A round value below all of them, so that the scale has no empty half."""
    lowest = min((value for value in values if math.isfinite(value)), default=0.0)
    return max(0.0, min(0.8, math.floor(lowest * 5) / 5))


def by_speed(table: Table) -> str:
    """The headline figure against the time a page takes; to the right is slower, by powers of ten."""
    rows = [
        (mark, row) for mark, row in enumerate(table.compared) if row.milliseconds and not is_missing(row.headline)
    ]
    if len(rows) < 2:
        return ""
    times = [math.log10(row.milliseconds or 1) for _, row in rows]
    first, last = math.floor(min(times)), max(math.ceil(max(times)), math.floor(min(times)) + 1)
    low = _floor(row.headline.value for _, row in rows)
    across = [SIDE + (time - first) / (last - first) * (svg.WIDTH - SIDE - 20) for time in times]
    heights = [_up(row.headline.value, low) for _, row in rows]
    parts = _upward(low)
    for power in range(first, last + 1):
        x = SIDE + (power - first) / (last - first) * (svg.WIDTH - SIDE - 20)
        parts += [svg.line(x, TOP, x, BOTTOM), svg.text(x, BOTTOM + 16, f"{10.0**power:,g}", "middle")]
    parts += [svg.text(svg.WIDTH - 20, BOTTOM + 32, "milliseconds a page", "end")]
    names = [row.system for _, row in rows]
    parts += svg.labels(list(zip(across, heights, names, strict=True)), BOTTOM)
    for x, y, (mark, row) in zip(across, heights, rows, strict=True):
        parts += [svg.marker(x, y, mark, f"{row.system}: {point(row.headline)}, {row.milliseconds:.1f} ms")]
    return svg.picture(BOTTOM + 40, "the figure against speed", parts)


def _up(value: float, low: float) -> float:
    return BOTTOM - (value - low) / (1 - low) * (BOTTOM - TOP)


def _upward(low: float) -> list[str]:
    """A scale from low to 1, bottom to top."""
    parts = []
    for tick in svg.ticks(low, 1):
        y = _up(tick, low)
        parts += [svg.line(SIDE, y, svg.WIDTH - 20, y), svg.text(SIDE - 6, y + 4, f"{tick:g}", "end")]
    return parts


def over_pages(table: Table) -> str:
    """The headline figure over the number of pages known of a site; who learns nothing has a level line."""
    numbers = sorted({int(known(row.system)) for row in table.rows if known(row.system).isdigit()})
    if not numbers:
        return ""
    steps = [*map(str, numbers), "all"]
    low = _floor(row.headline.value for row in table.rows)
    across = {step: 60 + i / (len(steps) - 1) * (svg.WIDTH - 100) for i, step in enumerate(steps)}
    parts = _upward(low)
    parts += [svg.text(x, BOTTOM + 16, step, "middle") for step, x in across.items()]
    parts += [svg.text(svg.WIDTH - 20, BOTTOM + 32, "pages known of a site", "end")]
    for mark, most in enumerate(table.compared):
        rows = [
            row for row in table.rows if base(row.system) == base(most.system) and not is_missing(row.headline)
        ]
        parts += _curve({known(row.system) or "all": row for row in rows}, mark, across, low)
    return svg.picture(BOTTOM + 40, "the figure over pages known", parts)


def _curve(rows: Mapping[str, Row], mark: int, across: Mapping[str, float], low: float) -> list[str]:
    places = [(x, _up(rows[step].headline.value, low), rows[step]) for step, x in across.items() if step in rows]
    is_level = list(rows) == ["all"]
    if is_level:
        places = [(x, places[0][1], places[0][2]) for x in (min(across.values()), max(across.values()))]
    line = svg.path([(x, y) for x, y, _ in places], svg.colour(mark) + " level" * is_level) if places else ""
    return [line, *(svg.marker(x, y, mark, f"{row.system}: {point(row.headline)}") for x, y, row in places)]


def distribution(scores: Mapping[str, Sequence[float]], unit: str = "pages") -> str:
    """How many pages of each system score how well: one small histogram a system, all on one scale."""
    counts = {name: _histogram(values) for name, values in scores.items()}
    most = max((max(bins) for bins in counts.values()), default=0)
    if not most:
        return ""
    y, height, parts = float(TOP), 44.0, []
    for mark, (name, bins) in enumerate(counts.items()):
        parts += [svg.marker(LEFT + 5, y + 7, mark), svg.text(LEFT + 16, y + 11, name, kind="strong")]
        base_line = y + height + 14
        for i, count in enumerate(bins):
            left, right, tall = _x(i / BINS, 0), _x((i + 1) / BINS, 0), count / most * height
            parts += [svg.bar(left + 0.5, base_line - tall, right - left - 1, tall, f"bar {svg.colour(mark)}")]
        parts += [svg.line(LEFT, base_line, svg.WIDTH - RIGHT, base_line, "axis")]
        y = base_line + 8
    return svg.picture(y + FOOT, f"{unit} by score", [*_across(0, TOP, y), *parts])


def _histogram(values: Sequence[float]) -> list[int]:
    bins = [0] * BINS
    for value in values:
        if math.isfinite(value):
            bins[min(BINS - 1, max(0, int(value * BINS)))] += 1
    return bins
