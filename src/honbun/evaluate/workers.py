"""Worker processes that may hang or die: each is watched, ended when its time is over, and replaced."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread

from honbun.evaluate.results import PageResult
from honbun.evaluate.systems import System
from honbun.evaluate.units import Outcome, Unit, described
from honbun.processes import end_with_parent, how_ended

# The stages of a unit. The worker says when each begins, for each has its own time limit.
LOADING, ASKING, MEASURING, DONE = "loading", "asking", "measuring", "done"
# Importing what a system needs, and measuring an answer, may take so many seconds; no peer needs a tenth of it.
_MAX_SECONDS = {LOADING: 120.0, MEASURING: 120.0}
_MAX_ENDING_SECONDS = 5.0


def run_units(units: Iterable[Unit], jobs: int, time_limit: float) -> Iterator[list[PageResult]]:
    """The results of each unit as they come. A system has `time_limit` seconds for each page of a unit."""
    workers = [_Worker(time_limit) for _ in range(jobs)]
    waiting = iter(units)
    try:
        while True:
            for worker in workers:
                if worker.unit is None and (unit := next(waiting, None)) is not None:
                    worker.give(unit)
            busy = [worker for worker in workers if worker.unit is not None]
            if not busy:
                return
            watched = [thing for worker in busy for thing in worker.watched()]
            wait(watched, timeout=max(0.0, min(worker.deadline for worker in busy) - time.monotonic()))
            for worker in busy:
                if (results := worker.look()) is not None:
                    yield results
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process with at most one unit under way; started when there is one, and again if it had to be ended."""

    def __init__(self, time_limit: float) -> None:
        self.unit: Unit | None = None
        self.deadline = 0.0
        self._time_limit = time_limit
        self._stage = LOADING
        self._begun = 0.0
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def give(self, unit: Unit) -> None:
        """Begin a unit."""
        if self._process is None or not self._process.is_alive():
            self.end()
            self._start()
        self.unit = unit
        self._begin(LOADING)
        with suppress(OSError):  # it died meanwhile: `look` will see that
            self._ends()[1].send(unit)

    def watched(self) -> list[Connection | int]:
        """What becomes ready when there is something to look at."""
        process, connection = self._ends()
        return [connection, process.sentinel]

    def look(self) -> list[PageResult] | None:
        """The results of the unit, if it is done or has failed by now."""
        process, connection = self._ends()
        try:
            while connection.poll():
                stage, results = connection.recv()
                if stage == DONE:
                    self.unit = None
                    return list(results)
                self._begin(stage)
        except (EOFError, OSError):
            process.join(1)
            return self._fail("crash", f"the process ended: {how_ended(process.exitcode)}")
        if not process.is_alive() and not connection.poll():
            return self._fail("crash", f"the process ended: {how_ended(process.exitcode)}")
        if time.monotonic() > self.deadline:
            return self._fail("timeout", f"took more than {self._limit():g} s {self._stage}")
        return None

    def end(self) -> None:
        """End the process: in peace if it is idle, so that it cleans up behind itself; else at once."""
        if self._process is not None:
            if self.unit is None and self._process.is_alive():
                with suppress(OSError):
                    self._ends()[1].send(None)
                    self._process.join(_MAX_ENDING_SECONDS)
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def _start(self) -> None:
        # Not forked: a fork would share our threads' locks, and a peer's state with the next one.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def _ends(self) -> tuple[SpawnProcess, Connection]:
        assert self._process is not None
        assert self._connection is not None
        return self._process, self._connection

    def _begin(self, stage: str) -> None:
        self._stage = stage
        self._begun = time.monotonic()
        self.deadline = self._begun + self._limit()

    def _limit(self) -> float:
        assert self.unit is not None
        return _MAX_SECONDS.get(self._stage) or self._time_limit * len(self.unit.cases)

    def _fail(self, status: str, detail: str) -> list[PageResult]:
        """Results for a unit that was not finished: nothing found, and why. A fault of a metric is no crash."""
        assert self.unit is not None
        spent = 1000 * (time.monotonic() - self._begun) if self._stage == ASKING else 0.0
        outcome = Outcome("error" if self._stage == MEASURING else status, detail, spent)
        results = self.unit.measure([], outcome)
        self.end()
        self.unit = None
        return results


def _work(connection: Connection) -> None:
    """In the process: take units and send back their results until there are no more, or the parent is gone."""
    _silence()
    Thread(target=end_with_parent, daemon=True).start()
    try:
        while (unit := connection.recv()) is not None:
            connection.send((LOADING, None))
            failure = _load(unit.system)
            connection.send((ASKING, None))
            start = time.process_time()
            answers, failure = ([], failure) if failure else unit.ask()
            milliseconds = 1000 * (time.process_time() - start)
            connection.send((MEASURING, None))
            outcome = Outcome("error" if failure else "ok", failure, milliseconds)
            connection.send((DONE, unit.measure(answers, outcome)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return


def _load(system: System) -> str:
    """What went wrong when the system was loaded; empty if nothing did."""
    try:
        getattr(system, "load", lambda: None)()
    except (Exception, SystemExit) as error:  # as when asking
        return f"cannot be loaded: {described(error)}"
    return ""


def _silence() -> None:
    """Nothing that a system prints, logs or warns of reaches our streams, and it reads nothing from them."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
