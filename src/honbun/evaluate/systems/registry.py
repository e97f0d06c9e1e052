"""Which systems there are, by name."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from honbun.errors import FormatError
from honbun.evaluate.systems import baselines, ours
from honbun.evaluate.systems.boilerpy3 import Boilerpy3
from honbun.evaluate.systems.deboiler import Deboiler
from honbun.evaluate.systems.harvest_webforum import HarvestWebforum
from honbun.evaluate.systems.html_text import HtmlText
from honbun.evaluate.systems.justext import Justext
from honbun.evaluate.systems.newspaper4k import Newspaper4k
from honbun.evaluate.systems.protocol import SiteSystem, System
from honbun.evaluate.systems.readability_lxml import ReadabilityLxml
from honbun.evaluate.systems.resiliparse import Resiliparse
from honbun.evaluate.systems.trafilatura import Trafilatura
from honbun.evaluate.systems.turbohtml import Turbohtml

# Several may share a name if they share no task.
_SYSTEMS: tuple[System | SiteSystem, ...] = (
    ours.Honbun(),
    ours.HonbunSite(),
    ours.HonbunPosts(),
    ours.HonbunFields(),
    ours.HonbunRecords(),
    ours.HonbunAlone(),
    ours.HonbunPostsAlone(),
    ours.HonbunRecordsAlone(),
    Trafilatura(),
    Resiliparse(),
    ReadabilityLxml(),
    Justext(),
    Newspaper4k(),
    Boilerpy3(),
    Turbohtml(),
    HtmlText(),
    Deboiler(),
    HarvestWebforum(),
    baselines.AllText(),
    baselines.OnePost(),
)


# They stand on this room, so they are named here and loaded when they are asked for.
_PUBLISHED = "honbun.papers"


def systems() -> tuple[System | SiteSystem, ...]:
    """All systems that come with honbun: itself, its peers, the published methods."""
    return (*_SYSTEMS, *importlib.import_module(_PUBLISHED).SYSTEMS)


@dataclass(frozen=True)
class Chosen:
    """The systems to run, and those that cannot be, each with the reason."""

    systems: tuple[System | SiteSystem, ...]
    skipped: tuple[str, ...] = ()


def known(task: str | None = None) -> tuple[str, ...]:
    """The names of the systems that do this task, or of all."""
    return tuple(dict.fromkeys(system.name for system in systems() if task is None or task in system.tasks))


def choose(names: Sequence[str], task: str) -> Chosen:
    """The systems of these names for a task; without names, all that do it.

    A name may also be `module:attribute`, a system of your own. FormatError if a name is unknown; a system that
    is not installed or does not do the task is skipped with the reason.
    """
    chosen: list[System | SiteSystem] = []
    skipped: list[str] = []
    for name in dict.fromkeys(names or known(task)):
        system = _own(name) if ":" in name else _find(name, task)
        if task not in system.tasks:
            skipped.append(f"{name} does not do {task}, only {', '.join(sorted(system.tasks))}")
        elif line := getattr(system, "missing", ""):
            skipped.append(f"{name} is not installed ({line})")
        else:
            chosen.append(system)
    return Chosen(tuple(chosen), tuple(skipped))


def _find(name: str, task: str) -> System | SiteSystem:
    """The system of this name, the one for the task if there are several."""
    named = [system for system in systems() if system.name == name]
    if not named:
        raise FormatError("no such system", name, f"known: {', '.join(known())}, or module:attribute")
    return next((system for system in named if task in system.tasks), named[0])


def _own(name: str) -> System | SiteSystem:
    """A system that somebody else wrote: `module:attribute`, an object or a class without arguments."""
    module, _, attribute = name.partition(":")
    try:
        found: Any = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise FormatError(f"no such system: {error}", name, "write module:attribute") from error
    system = found() if isinstance(found, type) else found
    if not isinstance(system, System | SiteSystem):
        needs = "name, version, tasks, and extract or extract_site"
        raise FormatError(f"is not a system: it needs {needs}", name, "see docs/evaluate.md")
    return system
