"""What is given to a system at once: a page, or the pages of a site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from honbun.evaluate.cases import Case
from honbun.evaluate.corpus import Corpus
from honbun.evaluate.score import SITE_TASKS
from honbun.evaluate.systems.protocol import SiteSystem, System

# Tasks whose pages are answered together by a system that can.
TASKS_OF_SITES = frozenset({"site", "comments", "posts", "fields", "records"})


@dataclass(frozen=True)
class Unit:
    """Pages for a system, and the names under which the results are kept."""

    system: System | SiteSystem
    task: str
    cases: tuple[Case, ...]
    corpus: str
    digest: str
    metrics: str
    """A digest of the code that measures."""
    known: int | None = None
    """So many pages of the site are known for each page, itself among them; None: all."""

    @property
    def name(self) -> str:
        """The system's name; `name@5` if only five pages were known."""
        return named(self.system, self.known)

    @property
    def version(self) -> str:
        """The system's version."""
        return self.system.version

    @property
    def keys(self) -> list[str]:
        """The keys of the results that it will give."""
        return list(dict.fromkeys(self.key_of(case) for case in self.cases))

    def key_of(self, case: Case) -> str:
        """The key of a page, or of its site where a site has one result."""
        return "/".join(case.place) if self.task in SITE_TASKS else case.key


def named(system: System | SiteSystem, known: int | None) -> str:
    """The name under which results are kept."""
    return system.name if known is None else f"{system.name}@{known}"


def curve(system: System | SiteSystem, task: str, pages_known: Sequence[int | None]) -> tuple[int | None, ...]:
    """The numbers of known pages to run a system with: only one that learns sites can know fewer than all."""
    is_learning = task == "site" and isinstance(system, SiteSystem)
    return tuple(dict.fromkeys(pages_known)) if is_learning and pages_known else (None,)


def units(
    corpus: Corpus, task: str, system: System | SiteSystem, known: int | None, metrics: str
) -> Iterator[Unit]:
    """The pages of a corpus as a system takes them: a site at once if it can and the task is of sites."""
    is_by_site = task in SITE_TASKS or (task in TASKS_OF_SITES and isinstance(system, SiteSystem))
    groups = [tuple(cases) for cases in corpus.sites().values()]
    if not is_by_site:
        groups = [(case,) for cases in groups for case in cases]
    for cases in groups:
        yield Unit(system, task, cases, corpus.name, corpus.digest, metrics, known)
