"""Work in processes: in order, a little ahead, never far."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import count, islice

import pytest

from honbun.errors import HonbunError
from honbun.extraction.pool import _AHEAD, in_order

# Python 3.12 and 3.13 warn of every fork beside threads, numpy's own included.
pytestmark = pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")


def square(number: int) -> int:
    time.sleep(0.002 * (number % 3))
    return number * number


def stumble(number: int) -> int:
    if number == 5:
        raise ValueError(f"no {number}")
    return number


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


@pytest.mark.parametrize(("jobs", "most"), [(1, 1), (2, 2 * _AHEAD)])
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
    with pytest.raises(HonbunError, match=r"a process died.*use fewer jobs"):
        list(in_order(die, range(20), 2))


def test_one_job_needs_no_process() -> None:
    assert list(in_order(lambda _: os.getpid(), range(2), 1)) == [os.getpid()] * 2
    assert os.getpid() not in set(in_order(_process, range(8), 2))


def _process(_: int) -> int:
    return os.getpid()
