"""Tables in Markdown, and whether two orders agree."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

Row = Sequence[object]
Tables = Iterator[tuple[str, Iterable[str]]]
"""Lines of Markdown by name."""


def figure(value: float | None) -> str:
    """A share with three digits."""
    if value is None or math.isnan(value):
        return ""
    return f"{value:.3f}".removeprefix("0") if 0 <= value < 1 else f"{value:.3f}"


def table(heads: Sequence[str], rows: Iterable[Row], left: int = 1) -> Iterator[str]:
    """A table; numbers with a fraction are shares."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * left + "--:|" * (len(heads) - left)
    for row in rows:
        cells = [figure(cell) if isinstance(cell, float) else "" if cell is None else str(cell) for cell in row]
        yield f"| {' | '.join(cells)} |"
    yield ""


def order(published: Mapping[str, float], here: Mapping[str, float]) -> str:
    """The two orders, best first, and in how many pairs they agree."""
    both = [name for name in published if name in here]
    pairs = list(combinations(both, 2))
    same = sum((published[a] - published[b]) * (here[a] - here[b]) > 0 for a, b in pairs)
    texts = (" > ".join(sorted(both, key=lambda name: -of[name])) for of in (published, here))
    return f"Order in the paper: {next(texts)}. Here: {next(texts)}. {same} of {len(pairs)} pairs agree."


class Counts:
    """Right, found and wanted, added up."""

    def __init__(self) -> None:
        self.correct = self.found = self.wanted = 0

    def add(self, correct: float, found: float, wanted: float) -> None:
        """Count one page."""
        self.correct += int(correct)
        self.found += int(found)
        self.wanted += int(wanted)

    @property
    def figures(self) -> tuple[float, float, float]:
        """Precision, recall and F."""
        total = self.found + self.wanted
        return (
            self.correct / self.found if self.found else math.nan,
            self.correct / self.wanted if self.wanted else math.nan,
            2 * self.correct / total if total else math.nan,
        )
