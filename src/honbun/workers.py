"""The same work on many things, in processes that may crash, hang or eat memory: a thing costs itself only.

Each process works on one thing, or on a few that take little, and is watched from outside. One that dies or
passes a limit is replaced, and what it had is done again, each thing by itself: the one that it was for becomes a
`Loss`, all the others come out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from operator import call
from queue import Empty, PriorityQueue
from threading import Lock
from typing import Any

from honbun.errors import HonbunError
from honbun.processes import NO_LIMITS as NO_LIMITS
from honbun.processes import Limits as Limits
from honbun.processes import Loss as Loss
from honbun.processes import LossReason as LossReason
from honbun.processes import Process, Result, Thing, or_raised, pickled, usual_method
from honbun.processes import guarded as guarded

# So many chunks are under way for each process: enough to keep it busy, few enough that memory stays flat.
AHEAD = 8
# Handing over a thing costs .4 ms of CPU: those that take little go together, so many, or so many bytes, at most.
MAX_CHUNK = 16
_CHUNK_SECONDS, _CHUNK_BYTES = 0.03, 2**18


def in_order(work: Callable[[Thing], Result], things: Iterable[Thing], jobs: int) -> Generator[Result, None, None]:
    """The result for each thing, in order, as soon as it is there. With one job, no process is started."""
    if jobs == 1:
        yield from map(work, things)
        return
    with closing(each(work, things, jobs)) as results:
        for _, result in results:
            if isinstance(result, Loss):
                what = f"a process was lost, {result.reason}: {result.detail}"
                raise HonbunError(what, advice="use fewer jobs, or one to see which page it is")
            yield result


def each(
    work: Callable[[Thing], Result], things: Iterable[Thing], jobs: int, limits: Limits = NO_LIMITS
) -> Generator[tuple[Thing, Result | Loss], None, None]:
    """Each thing with its result, or why there is none, in order, as soon as it is there; always in processes.

    What the work raises comes out in its place and ends the rest; `guarded` work raises nothing.
    """
    with (
        Workers(work, jobs, limits) as workers,
        closing(in_threads(workers.do_chunk, _chunks(things, workers), jobs, AHEAD)) as chunks,
    ):
        try:
            for chunk, results in chunks:
                for (thing, _), result in zip(chunk, results, strict=True):
                    yield thing, or_raised(result)
        finally:
            workers.close()  # first, for the threads wait for the processes


def in_threads(
    work: Callable[[Thing], Result], things: Iterable[Thing], threads: int, ahead: int
) -> Generator[tuple[Thing, Result], None, None]:
    """Each thing with its result, in order, while for each thread so many are under way."""
    pool = ThreadPoolExecutor(threads)
    under_way: deque[tuple[Thing, Future[Result]]] = deque()
    try:
        for thing in things:
            under_way.append((thing, pool.submit(work, thing)))
            if len(under_way) >= ahead * threads:
                yield _taken(under_way)
        while under_way:
            yield _taken(under_way)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _taken(under_way: deque[tuple[Thing, Future[Result]]]) -> tuple[Thing, Result]:
    thing, future = under_way.popleft()
    return thing, future.result()


Chunk = list[tuple[Any, bytes]]
"""Things that go to a process together, each as it is and as it is sent."""


def _chunks(things: Iterable[Any], workers: Workers) -> Iterator[Chunk]:
    chunk: Chunk = []
    for thing in things:
        chunk.append((thing, pickled(thing)))
        if len(chunk) >= workers.fitting or sum(len(sent) for _, sent in chunk) >= _CHUNK_BYTES:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def alone(work: Callable[[], Result], limits: Limits) -> Result | Loss:
    """The result of one piece of work, done in a process of its own."""
    [(_, result)] = each(call, [work], 1, limits)
    return result


class Workers:
    """Processes that do `work`, a function that pickles. Threads may share them; a thing goes to an idle one."""

    def __init__(
        self, work: Callable[[Any], Any], jobs: int, limits: Limits = NO_LIMITS, method: str | None = None
    ) -> None:
        starting, method = Lock(), method or usual_method()
        self._all = [Process(work, limits, method, starting) for _ in range(jobs)]
        self._idle: PriorityQueue[tuple[bool, int]] = PriorityQueue()
        self.fitting = 1
        """So many things like the last ones may go together."""
        for number in range(jobs):
            self._idle.put((False, number))

    def __enter__(self) -> Workers:
        for worker in self._all:
            worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(self) -> None:
        """Come back when every process has loaded."""
        for worker in self._all:
            worker.wait()

    def close(self) -> None:
        """End all processes, whatever they do."""
        for worker in self._all:
            worker.kill_for_good()
        for worker in self._all:
            worker.close()

    def do(self, thing: Any, patience: float | None = None) -> Any:
        """What the work gives, or a `Loss`; what it raises is raised. TimeoutError if all are busy for so long."""
        [result] = self.do_chunk([(thing, pickled(thing))], patience)
        return or_raised(result)

    def do_chunk(self, chunk: Chunk, patience: float | None = None) -> list[Any]:
        """The same for things that go to one process together; what the work raises is among the results."""
        try:
            _, number = self._idle.get(timeout=patience)
        except Empty:
            raise TimeoutError("all processes are busy") from None
        worker = self._all[number]
        try:
            results = worker.do([sent for _, sent in chunk])
            fitting = int(_CHUNK_SECONDS * len(chunk) / max(worker.cpu_seconds, 1e-9))
            self.fitting = max(1, min(fitting, 2 * len(chunk), MAX_CHUNK))
            return results
        finally:
            self._idle.put((not worker.is_ready, number))  # one that still loads is the last to be asked
