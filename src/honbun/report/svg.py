"""The pictures as SVG: figures with their intervals, figures over pages known, the spectrum of a template."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from honbun.evaluate import Estimate
from honbun.report.table import Table, base_name
from honbun.report.text import interval, share

_WIDTH = 440
_COLOURS = 8
# Groups in the picture of intervals; the table lists more.
_MAX_GROUPS = 6
_MAX_NAME_LENGTH = 24
# The edges of a plot, and its left edge beside names.
_LEFT, _RIGHT, _TOP, _BOTTOM, _NAMES_LEFT = 48.0, _WIDTH - 20.0, 16.0, 250.0, 150.0
_HEIGHT = _BOTTOM + 40
_ROW_HEIGHT = 15
_SPECTRUM_STYLE = (
    "text{font:11px sans-serif;fill:#222}.grid{stroke:#ddd}.dot{fill:#0b6e4f}.peak{fill:none;stroke:#b3261e;"
    "stroke-width:2}.pages{stroke:#c98a2b;stroke-dasharray:4 3}.strong{font-weight:bold}"
)


def intervals(table: Table) -> str:
    """The headline figure of each system with its interval, on all pages and in the largest groups."""
    sections: dict[str, Mapping[str, Estimate]] = {f"all {table.unit}": {r.system: r.headline for r in table.rows}}
    if len(table.groups) > 1:
        sections |= {f"{each.name} ({each.pages:,})": each.estimates for each in table.groups[:_MAX_GROUPS]}
    low, ticks = _range(each.low for own in sections.values() for each in own.values())
    across = _scale(low, 1, _NAMES_LEFT, _RIGHT)
    y, parts = _TOP, list[str]()
    for title, own in sections.items():
        parts += [_text(12, y, title, kind="strong")]
        for name in (row.system for row in table.compared if row.system in own):
            estimate = own[name]
            if math.isfinite(estimate.value):
                y += _ROW_HEIGHT
                short = name if len(name) <= _MAX_NAME_LENGTH else f"{name[: _MAX_NAME_LENGTH - 1]}…"
                words = f"{name}: {share(estimate.value)} ({interval(estimate)})"
                parts += [
                    _text(_NAMES_LEFT - 10, y, short, "end"),
                    _dot(across(estimate.value), y - 4, "c0", words),
                ]
                parts += [_line(across(estimate.low), y - 4, across(estimate.high), y - 4, "interval c0")]
        y += 1.6 * _ROW_HEIGHT
    grid = [
        _line(across(at), _TOP, across(at), y) + _text(across(at), y + 14, f"{at:g}", "middle") for at in ticks
    ]
    return _picture(y + 24, "the figure with its interval by system", [*grid, *parts])


def curve(table: Table) -> str:
    """The headline figure over the number of pages known of a site; who learns nothing has a level line."""
    steps = sorted({row.known for row in table.rows} | {math.inf})
    if len(steps) < 2:
        return ""
    rows = [row for row in table.rows if math.isfinite(row.headline.value)]
    low, ticks = _range(row.headline.value for row in rows)
    up = _scale(low, 1, _BOTTOM, _TOP)
    across = {step: 60 + i / (len(steps) - 1) * (_WIDTH - 100) for i, step in enumerate(steps)}
    parts = [_line(_LEFT, up(at), _RIGHT, up(at)) + _text(_LEFT - 6, up(at) + 4, f"{at:g}", "end") for at in ticks]
    parts += [_text(x, _BOTTOM + 16, "all" if at == math.inf else f"{at:g}", "middle") for at, x in across.items()]
    parts += [_text(_RIGHT, _BOTTOM + 32, "pages known of a site", "end")]
    for index, name in enumerate(base_name(row.system) for row in table.compared):
        colour, y = f"c{index % _COLOURS}", _HEIGHT + index * _ROW_HEIGHT
        own = sorted((row for row in rows if base_name(row.system) == name), key=lambda row: row.known)
        points = [(across[row.known], up(row.headline.value)) for row in own]
        level = [(across[steps[0]], points[0][1])] if [row.known for row in own] == [math.inf] else []
        path = "L".join(f"{_number(x)} {_number(y)}" for x, y in (*level, *points))
        parts += [f'<path d="M{path}" class="curve {colour}{" level" if level else ""}"/>'] if own else []
        words = [f"{row.system}: {share(row.headline.value)}" for row in own]
        parts += [_dot(*point, colour, said) for point, said in zip(points, words, strict=True)]
        parts += [_dot(20, y - 4, colour), _text(30, y, name)]
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
    across, up = _scale(0, powers_x, _LEFT, _RIGHT), _scale(0, powers_y, _BOTTOM, _TOP)
    for power in range(powers_x + 1):
        x = across(power)
        yield _line(x, _TOP, x, _BOTTOM) + _text(x, _BOTTOM + 16, _power(power), "middle")
    for power in range(powers_y + 1):
        y = up(power)
        yield _line(_LEFT, y, _RIGHT, y) + _text(_LEFT - 6, y + 4, _power(power), "end")
    yield _text(_RIGHT, _BOTTOM + 32, "frequency f of a string", "end")
    yield _text(_LEFT, _TOP - 5, "F(f), all strings of that frequency")
    if pages:
        x = across(math.log10(pages))
        yield _line(x, _TOP, x, _BOTTOM, "pages") + _text(x + 5, _BOTTOM - 6, f"{pages:,} pages")
    points = {
        f: (across(math.log10(f)), up(math.log10(t))) for f, t in zip(frequency, total, strict=True) if f and t
    }
    # One dot a position, so that a file of many frequencies stays small.
    dots = {(_number(x), _number(y)) for x, y in points.values()}
    yield from (f'<circle cx="{x}" cy="{y}" r="1.6" class="dot"/>' for x, y in sorted(dots))
    if peak is not None:
        x, y = points[peak]
        is_right = x > _WIDTH / 2
        yield f'<circle cx="{_number(x)}" cy="{_number(y)}" r="6" class="peak"/>'
        yield _text(
            x + (-10 if is_right else 10), y + 4, f"peak at {peak:,}", "end" if is_right else "start", "strong"
        )


def _power(power: int) -> str:
    return f"{10**power:,}" if power < 4 else f"1e{power}"


def _range(values: Iterable[float]) -> tuple[float, list[float]]:
    """A round value below all of them, so that the scale has no empty half, and round ones from there to 1."""
    lowest = min((value for value in values if math.isfinite(value)), default=0.0)
    low = max(0.0, min(0.8, math.floor(lowest * 5) / 5))
    step = 0.2 if low < 0.5 else 0.1 if low < 0.8 else 0.05
    return low, [round(low + i * step, 2) for i in range(round((1 - low) / step) + 1)]


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """From a value to its place between two edges."""
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _number(value: float) -> str:
    """A coordinate, short and the same on every machine."""
    return f"{round(value, 1) + 0.0:g}"


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    extra = f' class="{kind}"' if kind else ""
    return f'<text x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    ends = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
    return f'<line {ends} class="{kind}"/>'


def _dot(x: float, y: float, kind: str, words: str = "") -> str:
    """A circle, with words that show when a pointer rests on it."""
    title = f"<title>{escape(words)}</title>" if words else ""
    return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="4" class="{kind}">{title}</circle>'


def _picture(height: float, title: str, parts: Iterable[str]) -> str:
    """An inline SVG that fills the width it is given."""
    head = f'<svg viewBox="0 0 {_WIDTH} {_number(height)}" role="img" aria-label="{escape(title)}">'
    return head + "".join(parts) + "</svg>"
