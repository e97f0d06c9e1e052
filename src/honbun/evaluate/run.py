"""Ask systems for the pages of a corpus and measure what they answer, whatever they do."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from honbun.errors import FormatError
from honbun.evaluate import fingerprint
from honbun.evaluate.corpus import Corpus
from honbun.evaluate.results import PageResult, append_results, identity, read_results
from honbun.evaluate.systems.protocol import SiteSystem, System
from honbun.evaluate.units import Unit, curve, named, units
from honbun.evaluate.workers import run_units

# A result of these is not asked for again; a hang or a crash may have had to do with the machine.
_FINAL = frozenset({"ok", "error"})


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """How to run."""

    jobs: int = 1
    """Number of processes."""
    time_limit: float = 30.0
    """Seconds a page, by the clock; a system that takes a site at once has that times its number of pages."""
    results: Path | None = None
    """A file of results to go on from and to add to."""
    pages_known: tuple[int | None, ...] = ()
    """For the task site: run systems that learn with so many known pages; None is all of the site."""

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise FormatError("must be at least 1", f"jobs {self.jobs}")
        if not self.time_limit > 0:
            raise FormatError("must be more than 0", f"time limit {self.time_limit}")
        if any(number is not None and number < 1 for number in self.pages_known):
            raise FormatError("must be at least 1", f"pages known {self.pages_known}")


DEFAULT = RunOptions()


def evaluate(
    corpus: Corpus, task: str, systems: Sequence[System | SiteSystem], options: RunOptions = DEFAULT
) -> Iterator[PageResult]:
    """The result of each page and system: first those that `options.results` has, then new ones as they come.

    A page on which a system raises, hangs or dies counts as one on which it found nothing, with a status that
    says so. `milliseconds` is processor time a page, without loading the system; of a hang, the time waited.
    """
    _check(systems)
    before = {identity(result): result for result in read_results(options.results)} if options.results else {}
    wanted: list[Unit] = []
    for unit in _all_units(corpus, task, systems, options):
        known = [before.get(_identity(unit, key)) for key in unit.keys]
        finished = [result for result in known if result is not None and result["status"] in _FINAL]
        if len(finished) == len(known):
            yield from finished
        else:
            wanted.append(unit)
    for results in run_units(wanted, options.jobs, options.time_limit):
        if options.results:
            append_results(options.results, results)
        yield from results


def names(task: str, systems: Sequence[System | SiteSystem], options: RunOptions = DEFAULT) -> list[str]:
    """The names under which results will come, in order: `honbun@5` is honbun that knew five pages a site."""
    return [named(system, known) for system in systems for known in curve(system, task, options.pages_known)]


def _all_units(
    corpus: Corpus, task: str, systems: Sequence[System | SiteSystem], options: RunOptions
) -> Iterator[Unit]:
    metrics = fingerprint.of_measuring()
    for system in systems:
        for known in curve(system, task, options.pages_known):
            yield from units(corpus, task, system, known, metrics)


def _identity(unit: Unit, key: str) -> tuple[str, ...]:
    return (unit.task, unit.digest, unit.metrics, unit.name, unit.version, key)


def _check(systems: Sequence[System | SiteSystem]) -> None:
    seen: set[str] = set()
    for system in systems:
        if system.name in seen:
            raise FormatError("two systems of this name", system.name, "give each its own")
        seen.add(system.name)
        try:
            pickle.dumps(system)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            advice = "define its class in a module and keep open things out of it"
            raise FormatError(f"cannot be sent to a process: {error}", system.name, advice) from None
