"""Worker processes that may hang or die: each is watched, ended when its time is over, and replaced."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from honbun.evaluate.results import PageResult
from honbun.evaluate.units import Unit
from honbun.evaluate.work import ASKING, DONE, LOADING, MEASURING, measured, work

# Importing what a system needs, and measuring an answer, may take so many seconds; no peer needs a tenth of it.
_LOADING_SECONDS = 120.0
_MEASURING_SECONDS = 120.0
_ENDING_SECONDS = 5.0


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
                results = worker.look()
                if results is not None:
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
        try:
            self._ends()[1].send(unit)
        except OSError:  # it died meanwhile: `look` will see that
            return

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
            return self._fail("crash", f"the process ended: {_ending(process.exitcode)}")
        if not process.is_alive() and not connection.poll():
            return self._fail("crash", f"the process ended: {_ending(process.exitcode)}")
        if time.monotonic() > self.deadline:
            return self._fail("timeout", f"took more than {self._limit():g} s {self._stage}")
        return None

    def end(self) -> None:
        """End the process: in peace if it is idle, so that it cleans up behind itself; else at once."""
        if self._process is not None:
            if self.unit is None and self._process.is_alive():
                self._dismiss()
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def _dismiss(self) -> None:
        process, connection = self._ends()
        with suppress(OSError):
            connection.send(None)
            process.join(_ENDING_SECONDS)

    def _start(self) -> None:
        # Not forked: a fork would share our threads' locks, and a peer's state with the next one.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
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
        of_stage = {LOADING: _LOADING_SECONDS, MEASURING: _MEASURING_SECONDS}
        return of_stage.get(self._stage) or self._time_limit * len(self.unit.cases)

    def _fail(self, status: str, detail: str) -> list[PageResult]:
        """Results for a unit that was not finished: nothing found, and why. A fault of a metric is no crash."""
        assert self.unit is not None
        spent = 1000 * (time.monotonic() - self._begun)
        said = {
            "status": "error" if self._stage == MEASURING else status,
            "detail": detail,
            "milliseconds": spent if self._stage == ASKING else 0.0,
        }
        results = measured(self.unit, [], said)
        self.end()
        self.unit = None
        return results


def _ending(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"
