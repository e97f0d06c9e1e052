"""What cross-validation measured of posts, as figures and for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.threads import MIN_THREAD_CONFIDENCE
from honbun.train.posts.items import Origin

# Confidences at which the figures are given. At 0 every page is a thread.
_LEVELS = (0.0, 0.3, 0.6, 0.8)
# So many posts make a false alarm of a page that is no thread.
_ALARM = 2


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a model that has not seen a page makes of it."""

    key: str
    set: str
    site: str
    page_type: str
    origin: Origin | None
    """None of a page that is no thread."""
    fold: int
    evidence: npt.NDArray[np.float32] | None
    """What tells whether it is a thread; None if nothing on it repeats."""
    scores: Mapping[str, float]
    """Counts of posts, of right authors and so on, if the page is taken for a thread."""
    confidence: float = 0.0

    def counts(self, least: float) -> Mapping[str, float]:
        """The counts if only pages of this confidence are threads."""
        if self.confidence >= least:
            return self.scores
        return {"gold": self.scores.get("gold", 0)}


@dataclass(frozen=True)
class Figures:
    """Of some pages with posts."""

    pages: int
    f1: float
    """Micro F1 of posts."""
    strict: float
    author: float
    """Share of right authors among the posts that were found."""
    date: float
    sites: float
    """Mean F1 of sites."""


@dataclass(frozen=True, eq=False)
class ThreadReport:
    """The outcomes of all pages."""

    outcomes: Sequence[Outcome]

    @property
    def real(self) -> list[Outcome]:
        """Threads that were found, not made; where there are none, those that were made."""
        real = [outcome for outcome in self.outcomes if outcome.origin is Origin.REAL]
        return real or self.generated

    @property
    def generated(self) -> list[Outcome]:
        """Threads that were made by rule."""
        return [outcome for outcome in self.outcomes if outcome.origin is Origin.GENERATED]

    @property
    def others(self) -> list[Outcome]:
        """Pages that are no threads."""
        return [outcome for outcome in self.outcomes if outcome.origin is None]

    def scores(self) -> dict[str, float]:
        """The figures that a model carries. `at_0.6`: only pages of this confidence are threads."""
        all_, default = figures(self.real), figures(self.real, MIN_THREAD_CONFIDENCE)
        named = {
            "f1": all_.f1,
            "strict": all_.strict,
            "author": all_.author,
            "date": all_.date,
            "sites": all_.sites,
            f"f1_at_{MIN_THREAD_CONFIDENCE}": default.f1,
            f"false_alarms_at_{MIN_THREAD_CONFIDENCE}": false_alarms(self.others, MIN_THREAD_CONFIDENCE),
        }
        return {name: round(value, 4) for name, value in named.items()}


def figures(outcomes: Iterable[Outcome], least: float = 0.0) -> Figures:
    """Sums over these pages; pages of less confidence give no posts."""
    total: Counter[str] = Counter()
    sites: dict[tuple[str, str], Counter[str]] = {}
    pages = 0
    for outcome in outcomes:
        counts = {name: int(value) for name, value in outcome.counts(least).items() if name != "f1"}
        total.update(counts)
        sites.setdefault((outcome.set, outcome.site), Counter()).update(counts)
        pages += 1
    return Figures(
        pages=pages,
        f1=_f1(total, "correct"),
        strict=_f1(total, "correct_strict"),
        author=total["authors_right"] / max(total["authors"], 1),
        date=total["dates_right"] / max(total["dates"], 1),
        sites=float(np.mean([_f1(site, "correct") for site in sites.values()])) if sites else 0.0,
    )


def false_alarms(others: Sequence[Outcome], least: float) -> float:
    """The share of pages that are no threads and give two or more posts."""
    alarms = [outcome.counts(least).get("predicted", 0) >= _ALARM for outcome in others]
    return float(np.mean(alarms)) if alarms else 0.0


def thread_lines(report: ThreadReport) -> Iterator[str]:
    """The figures as Markdown tables."""
    yield "| confidence | posts F1 | strict | author | date | mean of sites | false alarms |"
    yield "|--:|--:|--:|--:|--:|--:|--:|"
    for least in _LEVELS:
        alarms = f"{false_alarms(report.others, least):.3f}"
        yield f"| {least} | {_cells(figures(report.real, least))} | {alarms} |"
    yield ""
    yield "| set | pages | posts F1 | strict | author | date | mean of sites |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    threads = [outcome for outcome in report.outcomes if outcome.origin in (Origin.REAL, Origin.GENERATED)]
    for name in sorted({outcome.set for outcome in threads}):
        found = figures(outcome for outcome in threads if outcome.set == name)
        yield f"| {name} | {found.pages} | {_cells(found)} |"
    yield ""
    yield f"| page type | pages | {' | '.join(f'false alarms at {least}' for least in _LEVELS[1:])} |"
    yield "|---|--:|" + "--:|" * len(_LEVELS[1:])
    for kind in sorted({outcome.page_type for outcome in report.others}):
        others = [outcome for outcome in report.others if outcome.page_type == kind]
        alarms = " | ".join(f"{false_alarms(others, least):.3f}" for least in _LEVELS[1:])
        yield f"| {kind} | {len(others)} | {alarms} |"


def _cells(found: Figures) -> str:
    return " | ".join(f"{value:.3f}" for value in (found.f1, found.strict, found.author, found.date, found.sites))


def _f1(counts: Counter[str], right: str) -> float:
    return 2 * counts[right] / max(counts["predicted"] + counts["gold"], 1)
