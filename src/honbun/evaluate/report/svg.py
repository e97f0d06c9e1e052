"""The pictures as SVG: figures with their intervals, figures over pages known, the spectrum of a template."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from honbun.evaluate.figures import Estimate
from honbun.evaluate.report.table import Table, base_name
from honbun.evaluate.report.text import interval, share

WIDTH = 440
COLOURS = 8
# Groups in the picture of intervals; the table lists more.
_MAX_GROUPS = 6
_MAX_NAME_LENGTH = 24
# The edges of a plot, and of one with names on the left.
_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, WIDTH - 20.0, 16.0, 250.0
_NAMES_RIGHT = 150.0
_ROW_HEIGHT = 15
_HEIGHT = _BOTTOM + 40
_SPECTRUM_STYLE = (
    "text{font:11px sans-serif;fill:#222}.grid{stroke:#ddd}.dot{fill:#0b6e4f}.peak{fill:none;stroke:#b3261e;"
    "stroke-width:2}.pages{stroke:#c98a2b;stroke-dasharray:4 3}.strong{font-weight:bold}"
)


def intervals(table: Table) -> str:
    """The headline figure of each system with its interval, on all pages and in the largest groups."""
    parts_of_pages: list[tuple[str, Mapping[str, Estimate]]] = [
        (f"all {table.unit}", {row.system: row.headline for row in table.rows})
    ]
    if len(table.groups) > 1:
        parts_of_pages += [
            (f"{each.name} ({each.pages:,})", each.estimates) for each in table.groups[:_MAX_GROUPS]
        ]
    drawn = [
        (title, [(row.system, own[row.system]) for row in table.compared if _is_number(own.get(row.system))])
        for title, own in parts_of_pages
    ]
    low = _floor(estimate.low for _, rows in drawn for _, estimate in rows)
    y, parts = _TOP, list[str]()
    for title, rows in drawn:
        parts += [_text(12, y, title, kind="strong")]
        for name, estimate in rows:
            y += _ROW_HEIGHT
            parts += _interval(name, estimate, y, low)
        y += 1.6 * _ROW_HEIGHT
    scale = [(f"{tick:g}", _x(tick, low)) for tick in _ticks(low)]
    grid = [_line(x, _TOP, x, y) + _text(x, y + 14, words, "middle") for words, x in scale]
    return _picture(y + 24, "the figure with its interval by system", [*grid, *parts])


def _interval(name: str, estimate: Estimate, y: float, low: float) -> list[str]:
    short = name if len(name) <= _MAX_NAME_LENGTH else f"{name[: _MAX_NAME_LENGTH - 1]}…"
    words = f"{name}: {share(estimate.value)} ({interval(estimate)})"
    left, right = (_x(max(low, value), low) for value in (estimate.low, estimate.high))
    dot = _dot(_x(estimate.value, low), y - 4, 4, "c0", words)
    return [_text(_NAMES_RIGHT - 10, y, short, "end"), _line(left, y - 4, right, y - 4, "interval c0"), dot]


def curve(table: Table) -> str:
    """The headline figure over the number of pages known of a site; who learns nothing has a level line."""
    steps = sorted({row.known for row in table.rows} | {math.inf})
    if len(steps) < 2:
        return ""
    rows = [row for row in table.rows if _is_number(row.headline)]
    low = _floor(row.headline.value for row in rows)
    across = {step: 60 + i / (len(steps) - 1) * (WIDTH - 100) for i, step in enumerate(steps)}
    up = {tick: _up(tick, low) for tick in _ticks(low)}
    parts = [_line(_LEFT, y, _RIGHT, y) + _text(_LEFT - 6, y + 4, f"{tick:g}", "end") for tick, y in up.items()]
    parts += [
        _text(x, _BOTTOM + 16, "all" if step == math.inf else f"{step:g}", "middle") for step, x in across.items()
    ]
    parts += [_text(_RIGHT, _BOTTOM + 32, "pages known of a site", "end")]
    for index, system in enumerate(table.compared):
        own = [row for row in rows if base_name(row.system) == base_name(system.system)]
        colour, y = f"c{index % COLOURS}", _HEIGHT + index * _ROW_HEIGHT
        parts += [_dot(20, y - 4, 4, colour), _text(30, y, base_name(system.system))]
        points = sorted(
            (across[row.known], _up(row.headline.value, low), row.system, row.headline.value) for row in own
        )
        is_level = [row.known for row in own] == [math.inf]
        line = [(across[steps[0]], points[0][1])] * is_level + [(x, y) for x, y, *_ in points]
        parts += [_path(line, f"curve {colour}{' level' * is_level}")] if line else []
        parts += [_dot(x, y, 4, colour, f"{name}: {share(value)}") for x, y, name, value in points]
    return _picture(_HEIGHT + len(table.compared) * _ROW_HEIGHT, "the figure over pages known", parts)


def spectrum_picture(
    frequency: Sequence[int],
    total: Sequence[int],
    peak: int | None,
    pages: int | None,
    title: str,
    *,
    is_inline: bool = False,
) -> str:
    """How often strings occur, F(f) over f by powers of ten: dots for frequencies, a ring around the peak.

    An SVG file; with `is_inline` an element for a page whose style sheet has the colours.
    """
    style = "" if is_inline else f"<style>{_SPECTRUM_STYLE}</style>"
    parts = [f"<title>{escape(title)}</title>{style}", *_spectrum_parts(frequency, total, peak, pages)]
    drawn = _picture(_HEIGHT, title, parts)
    return drawn if is_inline else drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


def _spectrum_parts(
    frequency: Sequence[int], total: Sequence[int], peak: int | None, pages: int | None
) -> Iterable[str]:
    powers_x, powers_y = (max(1, math.ceil(math.log10(max([*values, 10])))) for values in (frequency, total))

    def across(value: float) -> float:
        return _LEFT + math.log10(value) / powers_x * (_RIGHT - _LEFT)

    def up(value: float) -> float:
        return _BOTTOM - math.log10(value) / powers_y * (_BOTTOM - _TOP)

    for power in range(powers_x + 1):
        x = _LEFT + power / powers_x * (_RIGHT - _LEFT)
        yield _line(x, _TOP, x, _BOTTOM) + _text(x, _BOTTOM + 16, _power(power), "middle")
    for power in range(powers_y + 1):
        y = _BOTTOM - power / powers_y * (_BOTTOM - _TOP)
        yield _line(_LEFT, y, _RIGHT, y) + _text(_LEFT - 6, y + 4, _power(power), "end")
    yield _text(_RIGHT, _BOTTOM + 32, "frequency f of a string", "end")
    yield _text(_LEFT, _TOP - 5, "F(f), all strings of that frequency")
    if pages:
        yield _line(across(pages), _TOP, across(pages), _BOTTOM, "pages")
        yield _text(across(pages) + 5, _BOTTOM - 6, f"{pages:,} pages")
    # One dot a position, so that a file of many frequencies stays small.
    dots = {(_number(across(f)), _number(up(t))) for f, t in zip(frequency, total, strict=True) if f and t}
    yield from (f'<circle cx="{x}" cy="{y}" r="1.6" class="dot"/>' for x, y in sorted(dots))
    if peak is not None:
        x, y = across(peak), up(dict(zip(frequency, total, strict=True))[peak])
        is_right = x > WIDTH / 2
        yield _dot(x, y, 6, "peak")
        yield _text(
            x + (-10 if is_right else 10), y + 4, f"peak at {peak:,}", "end" if is_right else "start", "strong"
        )


def _power(power: int) -> str:
    return f"{10**power:,}" if power < 4 else f"1e{power}"


def _is_number(estimate: Estimate | None) -> bool:
    return estimate is not None and math.isfinite(estimate.value)


def _floor(values: Iterable[float]) -> float:
    """A round value below all of them, so that the scale has no empty half."""
    lowest = min((value for value in values if math.isfinite(value)), default=0.0)
    return max(0.0, min(0.8, math.floor(lowest * 5) / 5))


def _ticks(low: float) -> list[float]:
    """Round values from a low one to 1."""
    step = 0.2 if low < 0.5 else 0.1 if low < 0.8 else 0.05
    return [round(low + i * step, 2) for i in range(round((1 - low) / step) + 1)]


def _x(value: float, low: float) -> float:
    return _NAMES_RIGHT + (value - low) / (1 - low) * (_RIGHT - _NAMES_RIGHT)


def _up(value: float, low: float) -> float:
    return _BOTTOM - (value - low) / (1 - low) * (_BOTTOM - _TOP)


def _number(value: float) -> str:
    """A coordinate, short and the same on every machine."""
    return f"{round(value, 1) + 0.0:g}"


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    extra = f' class="{kind}"' if kind else ""
    return f'<text x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    ends = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
    return f'<line {ends} class="{kind}"/>'


def _path(points: Iterable[tuple[float, float]], kind: str) -> str:
    return f'<path d="M{"L".join(f"{_number(x)} {_number(y)}" for x, y in points)}" class="{kind}"/>'


def _dot(x: float, y: float, radius: float, kind: str, words: str = "") -> str:
    """A circle, with words that show when a pointer rests on it."""
    circle = f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{radius:g}" class="{kind}"'
    return f"{circle}><title>{escape(words)}</title></circle>" if words else f"{circle}/>"


def _picture(height: float, title: str, parts: Iterable[str]) -> str:
    """An inline SVG that fills the width it is given."""
    head = f'<svg viewBox="0 0 {WIDTH} {_number(height)}" role="img" aria-label="{escape(title)}">'
    return head + "".join(parts) + "</svg>"
