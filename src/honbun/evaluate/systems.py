"""What a system must offer to be compared, and which systems there are, by name."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from honbun.errors import FormatError
from honbun.evaluate.cases import Answer, SitePage
from honbun.evaluate.ours import ANSWERED_BY, OURS
from honbun.evaluate.peers import PEERS

# The published methods stand on this room, so they are named here and loaded when they are asked for.
_PUBLISHED = "honbun.papers"


class _Named(Protocol):
    @property
    def name(self) -> str:
        """What the tables call it."""

    @property
    def version(self) -> str:
        """Results of another version are not used again."""

    @property
    def tasks(self) -> frozenset[str]:
        """What it can be asked for: names of `honbun.evaluate.TASKS`."""


@runtime_checkable
class PageSystem(_Named, Protocol):
    """Answers for each page alone. It must survive pickling, for it runs in a process of its own.

    Any exception is counted as an empty answer; so is a page that takes too long or ends the process. A system
    may have a method `load()` that imports what it needs: that is not counted as time spent on a page.
    """

    def extract(self, html: bytes, url: str | None) -> Answer:
        """What is on the page."""


@runtime_checkable
class SiteSystem(_Named, Protocol):
    """Answers for the pages of one site together."""

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """What is on each of the pages, in their order."""


System = PageSystem | SiteSystem


@dataclass(frozen=True)
class Chosen:
    """The systems to run, and those that cannot be, each with the reason."""

    systems: tuple[System, ...]
    skipped: tuple[str, ...] = ()


def systems() -> tuple[System, ...]:
    """All systems that come with honbun: itself, its peers, the published methods.

    Several may share a name if they share no task.
    """
    return (*OURS, *PEERS, *importlib.import_module(_PUBLISHED).SYSTEMS)


def known(task: str | None = None) -> tuple[str, ...]:
    """The names of the systems that do this task, or of all."""
    return tuple(dict.fromkeys(system.name for system in systems() if task is None or does(system, task)))


def does(system: System, task: str) -> bool:
    """Whether a system can be asked for a task."""
    return bool(system.tasks & ANSWERED_BY.get(task, {task}))


def choose(names: Sequence[str], task: str) -> Chosen:
    """The systems of these names for a task; without names, all that do it.

    A name may also be `module:attribute`, a system of your own. FormatError if a name is unknown; a system that
    is not installed or does not do the task is skipped with the reason.
    """
    chosen: list[System] = []
    skipped: list[str] = []
    for name in dict.fromkeys(names or known(task)):
        system = _own(name) if ":" in name else _find(name, task)
        if not does(system, task):
            skipped.append(f"{name} does not do {task}, only {', '.join(sorted(system.tasks))}")
        elif line := getattr(system, "missing", ""):
            skipped.append(f"{name} is not installed ({line})")
        else:
            chosen.append(system)
    return Chosen(tuple(chosen), tuple(skipped))


def _find(name: str, task: str) -> System:
    """The system of this name, the one for the task if there are several."""
    named = [system for system in systems() if system.name == name]
    if not named:
        raise FormatError("no such system", name, f"known: {', '.join(known())}, or module:attribute")
    return next((system for system in named if does(system, task)), named[0])


def _own(name: str) -> System:
    """A system that somebody else wrote: `module:attribute`, an object or a class without arguments."""
    module, _, attribute = name.partition(":")
    try:
        found: Any = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise FormatError(f"no such system: {error}", name, "write module:attribute") from error
    system = found() if isinstance(found, type) else found
    if not isinstance(system, PageSystem | SiteSystem):
        needs = "name, version, tasks, and extract or extract_site"
        raise FormatError(f"is not a system: it needs {needs}", name, "see docs/evaluate.md")
    return system
