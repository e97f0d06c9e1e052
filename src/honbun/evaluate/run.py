"""One evaluation: which pages, which systems, what was left out; a run goes on whatever the systems do."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from honbun.errors import CorpusError, FormatError
from honbun.evaluate.cases import TASKS
from honbun.evaluate.corpus import Corpus, for_task, read_corpus, sample
from honbun.evaluate.metrics import SITE_TASKS
from honbun.evaluate.ours import with_model
from honbun.evaluate.results import PageResult, append_results, identity, in_order, read_results
from honbun.evaluate.systems import System, choose, known
from honbun.evaluate.units import TASKS_OF_SITES, Unit, name_of, numbers_known, units
from honbun.evaluate.workers import run_units

# A result of these is not asked for again; a hang or a crash may have had to do with the machine.
_FINAL = frozenset({"ok", "error"})
# Pages that were left out are named up to this number, then only counted.
_MAX_NAMED = 5


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


@dataclass(frozen=True)
class Session:
    """What will be run."""

    corpus: Corpus
    task: str
    systems: tuple[System, ...]
    options: RunOptions
    notes: tuple[str, ...]
    """What was left out, and why."""

    @classmethod
    def prepare(
        cls,
        path: Path | str,
        task: str,
        systems: Sequence[str] = (),
        options: RunOptions = DEFAULT,
        *,
        models: Sequence[str] = (),
        sample_size: int | None = None,
    ) -> Session:
        """The pages and systems of these names; FormatError or CorpusError if nothing can be run.

        `models` are files of `honbun train`: honbun with each comes last, after honbun alone if nothing is named.
        """
        if task not in TASKS:
            raise FormatError("no such task", task, f"known: {', '.join(TASKS)}")
        chosen = choose(systems or ["honbun"] * bool(models), task)
        own = tuple(with_model(file, task) for file in models)
        if not chosen.systems:
            reasons = "; ".join(chosen.skipped) or f"known: {', '.join(known())}"
            raise FormatError(f"no system to run for the task {task}", advice=reasons)
        corpus = for_task(read_corpus(path), task)
        if sample_size is not None:
            corpus = sample(corpus, sample_size, whole_sites=task in TASKS_OF_SITES)
        if not corpus.cases:
            reasons = "; ".join(corpus.skipped[:_MAX_NAMED])
            raise CorpusError(f"no page whose gold is of use for {task}", str(path), reasons)
        left_out = [f"left out: {page}" for page in corpus.skipped[:_MAX_NAMED]]
        if (hidden := len(corpus.skipped) - _MAX_NAMED) > 0:
            left_out.append(f"… and {hidden} more pages left out")
        return cls(corpus, task, (*chosen.systems, *own), options, (*chosen.skipped, *left_out))

    @property
    def names(self) -> list[str]:
        """The systems by the names of their results, in order."""
        return names(self.task, self.systems, self.options)

    @property
    def total(self) -> int:
        """How many results there will be."""
        of_system = len(self.corpus.sites()) if self.task in SITE_TASKS else len(self.corpus.cases)
        return of_system * len(self.names)

    def run(self, step: Callable[[str], None] = lambda _: None) -> list[PageResult]:
        """The results by system and page, in order; `step` is called with the key of each as it comes."""
        found = []
        for result in evaluate(self.corpus, self.task, self.systems, self.options):
            found.append(result)
            step(result["key"])
        return in_order(found, self.names, self.corpus.cases)


def names(task: str, systems: Sequence[System], options: RunOptions = DEFAULT) -> list[str]:
    """The names under which results will come, in order: `honbun@5` is honbun that knew five pages a site."""
    return [
        name_of(system, number)
        for system in systems
        for number in numbers_known(system, task, options.pages_known)
    ]


def evaluate(
    corpus: Corpus, task: str, systems: Sequence[System], options: RunOptions = DEFAULT
) -> Iterator[PageResult]:
    """The result of each page and system: first those that `options.results` has, then new ones as they come.

    A page on which a system raises, hangs or dies counts as one on which it found nothing, with a status that
    says so. `milliseconds` is processor time a page, without loading the system; of a hang, the time waited.
    """
    _check(systems)
    before = {identity(result): result for result in read_results(options.results)} if options.results else {}
    wanted: list[Unit] = []
    for system in systems:
        for unit in units(corpus, task, system, options.pages_known):
            done = [before.get(key) for key in unit.identities]
            finished = [result for result in done if result is not None and result["status"] in _FINAL]
            if len(finished) == len(done):
                yield from finished
            else:
                wanted.append(unit)
    for results in run_units(wanted, options.jobs, options.time_limit):
        if options.results:
            append_results(options.results, results)
        yield from results


def _check(systems: Sequence[System]) -> None:
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
