"""Small drawn landscapes in the place of photographs."""

from __future__ import annotations

import random

_WIDTH, _HEIGHT = 640, 400


def scene(name: str) -> str:
    """An SVG of sky, sun, hills and water; the name decides the hour and the weather."""
    rng = random.Random(name)
    hue = rng.choice([24, 36, 188, 200, 210, 222])
    ground = rng.choice([80, 105, 140, 165, 200])
    horizon = rng.randint(230, 280)
    sun = (rng.randint(80, 560), rng.randint(60, 170), rng.randint(22, 46))
    hills = "".join(
        f'<path d="{_ridge(rng, horizon - 60 + 28 * k)}" fill="hsl({ground},{22 + 5 * k}%,{62 - 11 * k}%)"/>'
        for k in range(3)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f'<linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl({hue},55%,72%)"/>'
        f'<stop offset="1" stop-color="hsl({hue + 12},60%,92%)"/></linearGradient>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="url(#sky)"/>'
        f'<circle cx="{sun[0]}" cy="{sun[1]}" r="{sun[2]}" fill="#fff" fill-opacity=".8"/>{hills}'
        f'<rect y="{horizon + 50}" width="{_WIDTH}" height="{_HEIGHT}" fill="hsl(204,30%,48%)"/></svg>\n'
    )


def _ridge(rng: random.Random, height: int) -> str:
    """The outline of a row of hills from the left edge to the right, closed along the bottom."""
    step = _WIDTH // 4
    y = height + rng.randint(-25, 25)
    path = [f"M0 {_HEIGHT}V{y}"]
    for x in range(step, _WIDTH + 1, step):
        before, y = y, height + rng.randint(-40, 30)
        path.append(f"C{x - step // 2} {before} {x - step // 2} {y} {x} {y}")
    return "".join([*path, f"V{_HEIGHT}Z"])
