"""The same work on many things, in several processes, results in the order of the things."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, TypeVar

from honbun.errors import HonbunError

Thing = TypeVar("Thing")
Result = TypeVar("Result")

# So many things are under way for each process: enough to keep it busy, few enough that memory stays flat.
_AHEAD = 8

# The work of this process, if it was started to do some: set once when it starts, so that what the work carries
# (sites, writers) is sent once and not with every page.
_work: list[Callable[[Any], Any]] = []


@dataclass(frozen=True)
class Defect:
    """An error of ours that a page brought to light."""

    error: str


def guarded(work: Callable[[Thing], Result], thing: Thing) -> Result | Defect:
    """What the work makes of a thing. The one place where every error is caught: a page must not end a batch."""
    try:
        return work(thing)
    except Exception as error:
        return Defect(f"{type(error).__name__}: {error}")


def in_order(work: Callable[[Thing], Result], things: Iterable[Thing], jobs: int) -> Generator[Result, None, None]:
    """The result for each thing, in order, as soon as it is there. With one job, no process is started."""
    if jobs == 1:
        yield from map(work, things)
        return
    start: Callable[..., None] = _start
    with ProcessPoolExecutor(jobs, initializer=start, initargs=(work,)) as pool:
        under_way: deque[Future[Result]] = deque()
        try:
            for thing in things:
                under_way.append(pool.submit(_do, thing))
                if len(under_way) >= _AHEAD * jobs:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except BrokenProcessPool:
            what = "a process died, perhaps for want of memory"
            raise HonbunError(what, advice="use fewer jobs, or one to see which page it is") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _start(work: Callable[[Any], Any]) -> None:
    _work.append(work)


def _do(thing: Any) -> Any:
    return _work[0](thing)
