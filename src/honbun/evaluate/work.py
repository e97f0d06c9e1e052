"""What a worker process does: load a system, ask it, measure what it answered, and say at which of these it is."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from honbun.evaluate.cases import Answer
from honbun.evaluate.results import PageResult, page_result
from honbun.evaluate.score import SITE_TASKS, score, score_site
from honbun.evaluate.systems.protocol import Page, SiteSystem
from honbun.evaluate.units import TASKS_OF_SITES, Unit

# The stages of a unit. Each is told when it begins, for each has its own time limit.
LOADING, ASKING, MEASURING, DONE = "loading", "asking", "measuring", "done"


def work(connection: Connection) -> None:
    """Take units and send back their results until there are no more, or nobody asks any longer."""
    _silence()
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        while (unit := connection.recv()) is not None:
            connection.send((LOADING, None))
            load = getattr(unit.system, "load", None)
            failure = _attempt(load) if load else ""
            connection.send((ASKING, None))
            start = time.process_time()
            answers, failure = ([], failure) if failure else _ask(unit)
            milliseconds = 1000 * (time.process_time() - start)
            connection.send((MEASURING, None))
            said = {"status": "error" if failure else "ok", "detail": failure, "milliseconds": milliseconds}
            connection.send((DONE, measured(unit, answers, said)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, in the middle of a long page too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def measured(unit: Unit, answers: Sequence[Answer], said: dict[str, Any]) -> list[PageResult]:
    """The results of a unit. Without answers, the pages are measured as if nothing had been found on them."""
    said = {**said, "milliseconds": round(said["milliseconds"] / len(unit.cases), 3)}
    answers = answers or [Answer()] * len(unit.cases)
    if unit.task in SITE_TASKS:
        scores, fault = _measure(score_site, unit.task, answers, [case.gold for case in unit.cases])
        shown = Answer(fields=answers[0].fields)
        return [page_result(unit, unit.cases[0], shown, scores, **said | fault)]
    results = []
    for case, answer in zip(unit.cases, answers, strict=True):
        scores, fault = _measure(score, unit.task, answer, case.gold)
        results.append(page_result(unit, case, answer, scores, **said | fault))
    return results


def _measure(metric: Any, *arguments: Any) -> tuple[dict[str, float], dict[str, str]]:
    """The scores; if measuring fails, none, and what to say of it."""
    try:
        return dict(metric(*arguments)), {}
    except Exception as error:  # a fault in a metric is a fault of one page
        return {}, {"status": "error", "detail": f"measuring failed: {_named(error)}"}


def _ask(unit: Unit) -> tuple[list[Answer], str]:
    """An answer for each page, or none and what went wrong."""
    try:
        answers = list(_answers(unit))
    except (Exception, SystemExit) as error:  # whatever a system raises is its failure, not ours
        return [], _named(error)
    if len(answers) != len(unit.cases):
        return [], f"gave {len(answers)} answers for {len(unit.cases)} pages"
    if wrong := [answer for answer in answers if not isinstance(answer, Answer)]:
        return [], f"gave {type(wrong[0]).__name__} and not Answer"
    return answers, ""


def _answers(unit: Unit) -> list[Answer]:
    pages: list[Page] = [(case.url, case.html) for case in unit.cases]
    system = unit.system
    if unit.task in TASKS_OF_SITES and isinstance(system, SiteSystem):
        if unit.known is None:
            return system.extract_site(pages)
        return [system.extract_site(_window(pages, i, unit.known))[0] for i in range(len(pages))]
    if isinstance(system, SiteSystem):
        return [system.extract_site([page])[0] for page in pages]
    return [system.extract(html, url) for url, html in pages]


def _window(pages: list[Page], start: int, number: int) -> list[Page]:
    """A page and the next ones of its site, so many in all."""
    return [pages[(start + step) % len(pages)] for step in range(min(number, len(pages)))]


def _attempt(load: Any) -> str:
    try:
        load()
    except (Exception, SystemExit) as error:  # as when asking
        return f"cannot be loaded: {_named(error)}"
    return ""


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _silence() -> None:
    """Nothing that a system prints, logs or warns of reaches our streams, and it reads nothing from them."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
