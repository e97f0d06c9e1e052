"""One evaluation from the names that a person gives: which pages, which systems, what was left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from honbun.errors import CorpusError, FormatError
from honbun.evaluate.cases import TASKS
from honbun.evaluate.corpus import Corpus, for_task, read_corpus, sample
from honbun.evaluate.results import PageResult, in_order
from honbun.evaluate.run import DEFAULT, RunOptions, evaluate, names
from honbun.evaluate.score import SITE_TASKS
from honbun.evaluate.systems.protocol import SiteSystem, System
from honbun.evaluate.systems.registry import choose, known
from honbun.evaluate.units import TASKS_OF_SITES

# Pages that were left out are named up to this number, then only counted.
_NAMED = 5


@dataclass(frozen=True)
class Session:
    """What will be run."""

    corpus: Corpus
    task: str
    systems: tuple[System | SiteSystem, ...]
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
        sample_size: int | None = None,
    ) -> Session:
        """The pages and systems of these names; FormatError or CorpusError if nothing can be run."""
        if task not in TASKS:
            raise FormatError("no such task", task, f"known: {', '.join(TASKS)}")
        chosen = choose(systems, task)
        if not chosen.systems:
            reasons = "; ".join(chosen.skipped) or f"known: {', '.join(known())}"
            raise FormatError(f"no system to run for the task {task}", advice=reasons)
        corpus = for_task(read_corpus(path), task)
        if sample_size is not None:
            corpus = sample(corpus, sample_size, whole_sites=task in TASKS_OF_SITES)
        if not corpus.cases:
            raise CorpusError(
                f"no page whose gold is of use for {task}", str(path), "; ".join(corpus.skipped[:_NAMED])
            )
        return cls(corpus, task, chosen.systems, options, (*chosen.skipped, *_left_out(corpus.skipped)))

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


def _left_out(skipped: Sequence[str]) -> list[str]:
    hidden = len(skipped) - _NAMED
    return [f"left out: {page}" for page in skipped[:_NAMED]] + [f"… and {hidden} more pages left out"] * (
        hidden > 0
    )
