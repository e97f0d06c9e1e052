"""Page results to the table that every form of the report shows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from honbun.evaluate import Estimate, Figure, PageResult, figures_of_task, summarise, summarise_by

# The name of a group, a system or a site that has none.
_UNKNOWN = "not stated"


@dataclass(frozen=True)
class Row:
    """One system: its figures in the order of the table's, what it cost, and where it failed."""

    system: str
    version: str
    estimates: tuple[Estimate, ...]
    pages: int
    milliseconds: float | None
    """Mean of the pages that gave an answer."""
    failures: Mapping[str, int]

    @property
    def headline(self) -> Estimate:
        """The figure that the task is judged by."""
        return self.estimates[0]

    @property
    def known(self) -> float:
        """How many pages of each site it knew: of `honbun@5`, 5; infinite if all."""
        number = self.system.partition("@")[2]
        return int(number) if number.isdigit() else math.inf


@dataclass(frozen=True)
class Group:
    """The headline figure on one part of the pages, by system, of those that have results there."""

    name: str
    pages: int
    estimates: Mapping[str, Estimate]


@dataclass(frozen=True)
class Table:
    """One task on one corpus: systems in the order they were asked for, the first is the one that is looked at."""

    task: str
    corpus: str
    digest: str
    figures: tuple[Figure, ...]
    rows: tuple[Row, ...]
    by: str
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()

    @property
    def ranked(self) -> list[Row]:
        """The rows, best first; those without a figure last."""
        rows = sorted(self.rows, key=lambda row: row.system)
        return sorted(rows, key=lambda row: -np.nan_to_num(row.headline.value, nan=-1))

    @property
    def compared(self) -> list[Row]:
        """One row a system: of `honbun@1`, `honbun@5` and `honbun`, the one that knew the most."""
        most: dict[str, Row] = {}
        for row in self.rows:
            name = base_name(row.system)
            if name not in most or row.known > most[name].known:
                most[name] = row
        return list(most.values())

    @property
    def unit(self) -> str:
        """What one result is of."""
        return "sites" if self.task == "fields" else "pages"


def tabulate(
    results: Sequence[PageResult],
    *,
    by: str = "page_type",
    systems: Sequence[str] | None = None,
    notes: Sequence[str] = (),
) -> Table:
    """The table of page results of one task. Without `systems`, they stand in the order of their first result.

    `notes` are sentences to show with it: what was skipped, and why.
    """
    tasks = _distinct(results, "task")
    if len(tasks) != 1:
        raise ValueError(f"a table is of one task, not of {len(tasks)}: {', '.join(tasks) or 'no results'}")
    of_system: dict[str, list[PageResult]] = {}
    for result in results:
        of_system.setdefault(str(result.get("system") or _UNKNOWN), []).append(result)
    if systems is not None:
        of_system = {name: of_system[name] for name in systems if name in of_system}
    figures = _stated(figures_of_task(tasks[0]), results)
    rows = tuple(_row(name, part, figures) for name, part in of_system.items())
    return Table(
        task=tasks[0],
        corpus=", ".join(_distinct(results, "corpus")),
        digest=", ".join(_distinct(results, "digest")),
        figures=figures,
        rows=rows,
        by=by,
        groups=_groups(of_system, by, figures[0]),
        notes=(*notes, *_doubts(rows, of_system)),
    )


def base_name(system: str) -> str:
    """A system's own name: of `honbun@5`, honbun."""
    return system.partition("@")[0]


def _distinct(results: Sequence[PageResult], key: str) -> list[str]:
    return list(dict.fromkeys(str(result.get(key, "")) for result in results))


def _stated(figures: Sequence[Figure], results: Sequence[PageResult]) -> tuple[Figure, ...]:
    """The headline, and the other figures that some page states: not every gold has snippets or comments apart."""
    keys = {key for result in results for key, value in (result.get("scores") or {}).items() if value is not None}
    return (figures[0], *(figure for figure in figures[1:] if keys.issuperset(figure.keys)))


def _row(system: str, results: Sequence[PageResult], figures: Sequence[Figure]) -> Row:
    times = [result["milliseconds"] for result in results if result["status"] == "ok" and result["milliseconds"]]
    failures = Counter(str(result["status"]) for result in results if result["status"] != "ok")
    return Row(
        system=system,
        version=", ".join(_distinct(results, "version")),
        estimates=tuple(summarise(results, figure) for figure in figures),
        pages=len(results),
        milliseconds=math.fsum(times) / len(times) if times else None,
        failures=dict(sorted(failures.items())),
    )


def _groups(of_system: Mapping[str, Sequence[PageResult]], by: str, figure: Figure) -> tuple[Group, ...]:
    """The groups, the largest first."""
    found: dict[str, dict[str, Estimate]] = {}
    for system, results in of_system.items():
        for name, estimate in summarise_by(results, figure, by).items():
            found.setdefault(name or _UNKNOWN, {})[system] = estimate
    groups = [Group(name, max(each.pages for each in own.values()), own) for name, own in found.items()]
    return tuple(sorted(groups, key=lambda group: (-group.pages, group.name)))


def _doubts(rows: Sequence[Row], of_system: Mapping[str, Sequence[PageResult]]) -> list[str]:
    """What a reader must know before comparing the rows."""
    doubts = []
    if len({frozenset(result["key"] for result in part) for part in of_system.values()}) > 1:
        counts = ", ".join(f"{row.system} {row.pages:,}" for row in rows)
        doubts.append(f"The systems were not run on the same pages ({counts}): their figures do not compare.")
    if any("," in row.version for row in rows):
        doubts.append("Results of several versions of a system are mixed.")
    return doubts
