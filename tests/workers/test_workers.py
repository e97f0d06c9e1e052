"""Work in processes: in order, a little ahead, never far; a thing that kills or hangs one costs itself."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count, islice
from pathlib import Path
from pickle import PicklingError

import pytest

from honbun.errors import FormatError, HonbunError
from honbun.workers import AHEAD, MAX_CHUNK, Limits, Loss, LossReason, Workers, alone, each, guarded, in_order


def square(number: int) -> int:
    time.sleep(0.002 * (number % 3))
    return number * number


def stumble(number: int) -> int:
    if number == 5:
        raise ValueError(f"no {number}")
    return number


def stumble_late(number: int) -> int:
    return stumble(5 if number == 250 else -number) * -1


def die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


class Taken:
    """Numbers without end, and how many of them were taken."""

    def __init__(self) -> None:
        self.count = 0

    def __iter__(self) -> Iterator[int]:
        for number in count():
            self.count += 1
            yield number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_things(jobs: int) -> None:
    assert list(in_order(square, range(50), jobs)) == [n * n for n in range(50)]
    assert list(in_order(square, [], jobs)) == []


@pytest.mark.parametrize(("jobs", "most"), [(1, 1), (2, 2 * AHEAD * MAX_CHUNK)])
def test_few_things_are_taken_before_they_are_needed(jobs: int, most: int) -> None:
    taken = Taken()
    results = in_order(square, taken, jobs)
    assert taken.count == 0
    for asked in range(1, 40):
        assert next(results) == (asked - 1) ** 2
        assert asked <= taken.count < asked + most
    results.close()
    assert taken.count < 39 + most


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_the_work_comes_out_in_its_place(jobs: int) -> None:
    results = in_order(stumble, range(20), jobs)
    assert list(islice(results, 5)) == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="no 5"):
        next(results)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_the_things_comes_out(jobs: int) -> None:
    def things() -> Iterator[int]:
        yield 1
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(in_order(square, things(), jobs))


def test_a_process_that_dies_is_an_error_with_advice() -> None:
    with pytest.raises(HonbunError, match=r"a process was lost, crashed: .*exit code 1.*use fewer jobs"):
        list(in_order(die, range(20), 2))


def test_one_job_needs_no_process() -> None:
    assert list(in_order(lambda _: os.getpid(), range(2), 1)) == [os.getpid()] * 2
    assert os.getpid() not in set(in_order(_process, range(8), 2))


def _process(_: int) -> int:
    return os.getpid()


def misbehave(what: str) -> str:
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "hang":
        time.sleep(3600)
    if what == "eat":
        eaten = []
        while True:
            eaten.append(b"x" * 20_000_000)
    if what == "raise":
        raise ValueError("of the page")
    if what == "no memory":
        raise MemoryError
    return what.upper()


LIMITS = Limits(seconds=1.0)
EATEN = Limits(memory=400_000_000)
REASONS = {
    "die": LossReason.CRASHED,
    "hang": LossReason.TOO_SLOW,
    "raise": LossReason.DEFECT,
    "no memory": LossReason.TOO_MUCH_MEMORY,
}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_thing_costs_itself_only(jobs: int) -> None:
    things = ["a", "die", "b", "hang", "c", "raise", "d", "no memory", "die", "e"]
    found = list(each(partial(guarded, misbehave), things, jobs, LIMITS))
    assert [thing for thing, _ in found] == things
    for thing, result in found:
        if thing in REASONS:
            assert isinstance(result, Loss)
            assert result.reason is REASONS[thing]
            assert result.detail
        else:
            assert result == thing.upper()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_thing_costs_itself_among_many_that_take_little(jobs: int) -> None:
    things = [f"word {i}" for i in range(400)]
    for place, what in {150: "die", 152: "raise", 200: "hang", 201: "no memory", 399: "die"}.items():
        things[place] = what
    found = list(each(partial(guarded, misbehave), things, jobs, LIMITS))
    assert [thing for thing, _ in found] == things
    assert [result for thing, result in found if thing not in REASONS] == [
        thing.upper() for thing in things if thing not in REASONS
    ]
    for thing, result in found:
        if thing in REASONS:
            assert isinstance(result, Loss)
            assert result.reason is REASONS[thing]


def test_an_error_among_many_that_take_little_comes_out_in_its_place() -> None:
    results = in_order(stumble_late, range(400), 2)
    assert list(islice(results, 250)) == list(range(250))
    with pytest.raises(ValueError, match="no 5"):
        next(results)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is watched on Linux only")
def test_a_thing_that_eats_memory_costs_itself_only() -> None:
    results = [result for _, result in each(misbehave, ["a", "eat", "b"], 1, EATEN)]
    assert results == ["A", Loss(LossReason.TOO_MUCH_MEMORY, "took more than 400 MB"), "B"]


def test_a_process_that_somebody_else_killed_is_not_noticed() -> None:
    with Workers(misbehave, 1) as workers:
        for _ in range(3):
            os.kill(workers._all[0]._process.pid, signal.SIGKILL)  # type: ignore[union-attr]
            assert workers.do("a") == "A"


def test_threads_share_processes() -> None:
    with Workers(misbehave, 2, LIMITS) as workers, ThreadPoolExecutor(8) as threads:
        words = [f"word {i}" for i in range(100)]
        assert list(threads.map(workers.do, words)) == [word.upper() for word in words]


def test_from_a_thread_nothing_is_forked() -> None:
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(lambda: Workers(misbehave, 1)._all[0]._method).result() == "spawn"


def test_one_piece_of_work_within_limits() -> None:
    assert alone(partial(misbehave, "a"), LIMITS) == "A"
    assert alone(partial(misbehave, "hang"), LIMITS) == Loss(LossReason.TOO_SLOW, "took more than 1 s")
    with pytest.raises(ValueError, match="of the page"):
        alone(partial(misbehave, "raise"), LIMITS)


def test_what_does_not_pickle_is_told() -> None:
    with pytest.raises((AttributeError, PicklingError), match="lambda"):
        list(in_order(_lambda, range(3), 2))
    with pytest.raises(HonbunError, match="StubbornError: no"):
        list(in_order(_stubborn, range(3), 2))


def _lambda(_: int) -> object:
    return lambda: None


class StubbornError(Exception):
    def __reduce__(self) -> str:
        raise TypeError("does not pickle")


def _stubborn(_: int) -> object:
    raise StubbornError("no")


def test_processes_end_with_the_results() -> None:
    results = each(misbehave, ["a", "hang", *("b" * 2 * AHEAD)], 2)
    assert next(results) == ("a", "A")
    results.close()
    assert not multiprocessing.active_children()


def test_processes_end_with_who_started_them() -> None:
    program = (
        "import time, honbun.workers\n"
        "with honbun.workers.Workers(print, 1) as workers:\n"
        "    print(workers._all[0]._process.pid, flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout
        pid = int(started.stdout.readline())
        started.kill()
        started.wait()
    for _ in range(100):
        try:
            if "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]:
                return
        except OSError:
            return
        time.sleep(0.1)
    raise AssertionError("the process lives on")


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": float("nan")}, {"memory": 0}])
def test_limits_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(FormatError, match="more than 0"):
        Limits(**wrong)  # type: ignore[arg-type]
