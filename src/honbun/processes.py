"""A process that may crash, hang or eat memory, watched from outside; its limits, and why there is no result."""

from __future__ import annotations

import io
import multiprocessing
import os
import pickle
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess, SpawnProcess
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import Lock, Thread, current_thread, main_thread
from typing import Any, TypeVar

from honbun.errors import FormatError, HonbunError

Thing = TypeVar("Thing")
Result = TypeVar("Result")

# What goes together may take so long; then each thing is done by itself, for as long as it may take.
_MAX_CHUNK_SECONDS = 5.0
# Loading honbun may take so many seconds on a busy machine; usually one.
_MAX_LOADING_SECONDS = 60.0
# A process that works longer than this is looked at, again and again.
_LOOK_SECONDS = 0.05
# A process keeps what a large page took. Above this share of the limit it makes room for a new one.
_MAX_KEPT_SHARE = 0.5


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the work on one thing may take."""

    seconds: float = 60.0
    memory: int = 2_000_000_000
    """Bytes that the process may take beyond those it was started with. Watched on Linux only."""

    def __post_init__(self) -> None:
        if not (self.seconds > 0 and self.memory > 0):
            raise FormatError("limits of time and memory must be more than 0")


NO_LIMITS = Limits(seconds=float("inf"), memory=sys.maxsize)


class LossReason(StrEnum):
    """Why there is no result."""

    CRASHED = "crashed"
    """The process died of it, twice."""
    TOO_SLOW = "too slow"
    TOO_MUCH_MEMORY = "too much memory"
    DEFECT = "defect in honbun"
    """An error of ours that the thing brought to light."""


@dataclass(frozen=True)
class Loss:
    """A thing without a result: the reason to count, and the detail to read."""

    reason: LossReason
    detail: str


def guarded(work: Callable[[Thing], Result], thing: Thing) -> Result | Loss:
    """What the work makes of a thing. The one place where every error is caught: a page must not end a batch."""
    try:
        return work(thing)
    except MemoryError:
        return Loss(LossReason.TOO_MUCH_MEMORY, "there was no more")
    except Exception as error:
        return Loss(LossReason.DEFECT, f"{type(error).__name__}: {error}")


class Process:
    """Does `work`, a function that pickles; used by one thread at a time."""

    def __init__(self, work: Callable[[Any], Any], limits: Limits, method: str, starting: Lock) -> None:
        self._work = work
        self._limits = limits
        self._method = method
        self._starting = starting  # of all that may be forked at once: a copy of a pipe's end would keep it open
        self._busy = Lock()
        self._process: ForkProcess | SpawnProcess | None = None
        self._connection: Connection | None = None
        self.is_ready = False
        self.cpu_seconds = 0.0  # that what was asked last took
        self._inherited = 0
        self._is_closed = False

    def start(self) -> None:
        """Start the process; it loads while others work. EOFError if all is over."""
        with self._starting, warnings.catch_warnings():
            if self._is_closed:
                raise EOFError
            # That we fork beside threads: they are ours, and hold no lock that the work needs.
            warnings.simplefilter("ignore", DeprecationWarning)
            context: Any = multiprocessing.get_context(self._method)
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
            self._process.start()
            theirs.close()
            self.is_ready = False

    def do(self, things: Sequence[bytes]) -> list[Any]:
        """The result, the loss or the error of each thing."""
        with self._busy:
            if len(things) > 1 and not isinstance(results := self._tried(things), Loss):
                return results
            return [self._done_alone(thing) for thing in things]

    def _done_alone(self, thing: bytes) -> Any:
        """If the process died, another is asked: it may not have been for the thing."""
        found = self._tried([thing])
        if isinstance(found, Loss) and found.reason is LossReason.CRASHED and not self._is_closed:
            found = self._tried([thing])
        return found if isinstance(found, Loss) else found[0]

    def _tried(self, things: Sequence[bytes]) -> list[Any] | Loss:
        try:
            return self._asked(things)
        except _PassedLimit as passed:
            self._replace()
            return passed.loss
        except (EOFError, OSError):
            if self._process is not None:
                self._process.join(_LOOK_SECONDS)  # its pipe may end before it does, and its own end tells more
            return Loss(LossReason.CRASHED, f"the process ended: {self._replace()}")

    def _asked(self, things: Sequence[bytes]) -> list[Any]:
        connection = self._connection
        if connection is None:
            raise EOFError
        self.wait()
        connection.send_bytes(b"".join(things))
        begun = time.monotonic()
        most_seconds = self._limits.seconds if len(things) == 1 else min(self._limits.seconds, _MAX_CHUNK_SECONDS)
        while not connection.poll(_LOOK_SECONDS):
            self._look(time.monotonic() - begun, most_seconds)
        *results, self.cpu_seconds = _unpickled(connection.recv_bytes())
        is_slow = time.monotonic() - begun > _LOOK_SECONDS
        if is_slow and self._memory() > _MAX_KEPT_SHARE * self._limits.memory:
            self._replace()
        if any(isinstance(result, _Raised) and isinstance(result.error, MemoryError) for result in results):
            raise _PassedLimit(LossReason.TOO_MUCH_MEMORY, "there was no more")
        return results

    def wait(self) -> None:
        """Come back when the process has loaded; EOFError if it died of that."""
        if not self.is_ready and self._connection is not None:
            if not self._connection.poll(_MAX_LOADING_SECONDS):
                raise HonbunError("a process does not start", advice="try again with fewer jobs")
            self._connection.recv_bytes()
            self.is_ready, self._inherited = True, 0
            self._inherited = self._memory()  # what a fork has of its parent's is not of its page

    def _look(self, seconds: float, most_seconds: float) -> None:
        """Raise what is wrong with a process that is at work."""
        assert self._process is not None
        if seconds > most_seconds:
            raise _PassedLimit(LossReason.TOO_SLOW, f"took more than {most_seconds:g} s")
        if self._memory() > self._limits.memory:
            raise _PassedLimit(LossReason.TOO_MUCH_MEMORY, f"took more than {self._limits.memory / 1e6:,.0f} MB")
        if not self._process.is_alive():
            assert self._connection is not None
            if not self._connection.poll(0):
                raise EOFError

    def _memory(self) -> int:
        """Bytes that the process has taken; 0 where that cannot be known."""
        process = self._process
        if process is None or self._limits is NO_LIMITS:
            return 0
        try:
            pages = Path(f"/proc/{process.pid}/statm").read_text("ascii").split()[1]
        except (OSError, IndexError):
            return 0
        return max(0, int(pages) * os.sysconf("SC_PAGE_SIZE") - self._inherited)

    def _replace(self) -> str:
        """End the process, tell in words how it ended, and start another."""
        ending = self._end()
        with suppress(EOFError):
            self.start()
        return ending

    def _end(self) -> str:
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        ending = "it did not start"
        if process is not None:
            process.kill()
            process.join()
            ending = how_ended(process.exitcode)
            process.close()
        if connection is not None:
            connection.close()
        return ending

    def kill_for_good(self) -> None:
        """Kill the process: who waits for it is free then. No other is started."""
        with self._starting:
            self._is_closed = True
            process = self._process
            if process is not None:
                with suppress(ValueError):  # it was closed meanwhile
                    process.kill()

    def close(self) -> None:
        """Tidy up after a process that was killed."""
        with self._busy:
            self._end()


@dataclass(frozen=True)
class _Raised:
    error: Exception


def or_raised(result: Any) -> Any:
    """The result, unless it is what the work raised."""
    if isinstance(result, _Raised):
        raise result.error
    return result


class _PassedLimit(Exception):  # noqa: N818
    def __init__(self, reason: LossReason, detail: str) -> None:
        super().__init__(reason, detail)
        self.loss = Loss(reason, detail)


def usual_method() -> str:
    """How processes are started. Forking costs a hundredth of loading honbun again.

    Elsewhere than on Linux it is unsafe or unknown; and who is not the main thread is one of a server's, whose
    other threads may hold anything.
    """
    return "fork" if sys.platform == "linux" and current_thread() is main_thread() else "spawn"


def how_ended(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """The life of a process."""
    # Ctrl-C reaches the whole group; who started us decides when we end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        connection.send_bytes(b"")  # ready
        while True:
            things, before = connection.recv_bytes(), time.process_time()
            results = [_answer(work, thing) for thing in _unpickled(things)]
            connection.send_bytes(b"".join([*results, pickled(time.process_time() - before)]))


def _answer(work: Callable[[Any], Any], thing: Any) -> bytes:
    try:
        return pickled(work(thing))
    except Exception as error:
        with suppress(Exception):  # some errors do not pickle
            return pickled(_Raised(error))
        return pickled(_Raised(HonbunError(f"{type(error).__name__}: {error}")))


def pickled(thing: Any) -> bytes:
    """As a thing is sent."""
    return bytes(ForkingPickler.dumps(thing))


def _unpickled(things: bytes) -> Iterator[Any]:
    stream = io.BytesIO(things)
    while stream.tell() < len(things):
        yield pickle.load(stream)


def end_with_parent() -> None:
    """End this process when the one that started it is gone, in the middle of a long page too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
