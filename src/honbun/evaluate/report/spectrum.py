"""How often strings occur, as a picture: F(f) over f, both by powers of ten, with the peak of a template."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from honbun.evaluate.report import svg

LEFT, RIGHT, TOP, BOTTOM = 48.0, svg.WIDTH - 20.0, 16.0, 250.0
HEIGHT = BOTTOM + 40
_STYLE = (
    "text{font:11px sans-serif;fill:#222}.grid{stroke:#ddd}.dot{fill:#0b6e4f}.peak{fill:none;stroke:#b3261e;"
    "stroke-width:2}.pages{stroke:#c98a2b;stroke-dasharray:4 3}.strong{font-weight:bold}"
)


def spectrum_picture(
    frequency: Sequence[int], total: Sequence[int], peak: int | None, pages: int | None, title: str
) -> str:
    """An SVG file: a dot for each frequency, a ring around the peak, a line at the number of pages."""
    style = f"<title>{escape(title)}</title><style>{_STYLE}</style>"
    drawn = svg.picture(HEIGHT, title, [style, *spectrum_parts(frequency, total, peak, pages)])
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


def spectrum_parts(
    frequency: Sequence[int], total: Sequence[int], peak: int | None, pages: int | None
) -> list[str]:
    """What is drawn, `svg.WIDTH` by `HEIGHT`, for a style sheet to colour."""
    last_x, last_y = (max(1, math.ceil(math.log10(max([*values, 10])))) for values in (frequency, total))

    def across(value: float) -> float:
        return LEFT + math.log10(value) / last_x * (RIGHT - LEFT)

    def up(value: float) -> float:
        return BOTTOM - math.log10(value) / last_y * (BOTTOM - TOP)

    parts = _scale(last_x, last_y)
    if pages:
        parts += [svg.line(across(pages), TOP, across(pages), BOTTOM, "pages")]
        parts += [svg.text(across(pages) + 5, BOTTOM - 6, f"{pages:,} pages")]
    # One dot a place, so that a file of many frequencies stays small.
    dots = {(svg.number(across(f)), svg.number(up(t))) for f, t in zip(frequency, total, strict=True) if f and t}
    parts += [f'<circle cx="{x}" cy="{y}" r="1.6" class="dot"/>' for x, y in sorted(dots)]
    if peak is not None:
        height = up(dict(zip(frequency, total, strict=True))[peak])
        parts += [f'<circle cx="{svg.number(across(peak))}" cy="{svg.number(height)}" r="6" class="peak"/>']
        is_right = across(peak) > svg.WIDTH / 2
        place = across(peak) + (-10 if is_right else 10)
        parts += [svg.text(place, height + 4, f"peak at {peak:,}", "end" if is_right else "start", "strong")]
    return parts


def _scale(last_x: int, last_y: int) -> list[str]:
    parts = []
    for power in range(last_x + 1):
        x = LEFT + power / last_x * (RIGHT - LEFT)
        parts += [svg.line(x, TOP, x, BOTTOM), svg.text(x, BOTTOM + 16, _power(power), "middle")]
    for power in range(last_y + 1):
        y = BOTTOM - power / last_y * (BOTTOM - TOP)
        parts += [svg.line(LEFT, y, RIGHT, y), svg.text(LEFT - 6, y + 4, _power(power), "end")]
    parts += [svg.text(RIGHT, BOTTOM + 32, "frequency f of a string", "end")]
    return [*parts, svg.text(LEFT, TOP - 5, "F(f), all strings of that frequency")]


def _power(power: int) -> str:
    return f"{10**power:,}" if power < 4 else f"1e{power}"
