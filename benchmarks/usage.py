"""What a command and all that it starts take of the machine, by the kind of process, looked up in /proc (Linux).

The kernel's own sums leave out processes that nobody waits for: Spark's daemon of Python workers waits for none.
So every process below this one is looked at again and again, and what was last seen of each is added up; of one
that ends, up to a tenth of a second is missed.

What a command takes also depends on what else the machine does, by half and more: two that are to be compared are
run in turns of a second or so, one stopped while the other goes on.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

_LOOK_SECONDS = 0.1
_PR_SET_CHILD_SUBREAPER = 36
_TICKS, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")

Process = tuple[int, int]
"""The number of a process and when it was started, for numbers come again."""


@dataclass(frozen=True)
class Usage:
    """Seconds on the clock; by the kind of process the seconds of CPU, and the megabytes of the largest one."""

    seconds: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)

    @property
    def cpu_seconds(self) -> float:
        """Of all processes together."""
        return sum(self.cpu.values())

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {self.cpu[kind]:.1f} s {self.memory[kind]:.0f} MB" for kind in sorted(self.cpu))
        return f"{self.seconds:.1f} s, {self.cpu_seconds:.1f} s of CPU ({kinds}), load {os.getloadavg()[0]:.1f}"


def measured(command: Sequence[str]) -> Usage:
    """What a command took, with all processes that it left behind, which are waited for."""
    # Java and its processes outlive the command that started them: whoever is left becomes our child.
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    seen: dict[Process, Seen] = {}
    over = Event()

    def watch() -> None:
        while not over.wait(_LOOK_SECONDS):
            _look(os.getpid(), seen)

    watcher, begun = Thread(target=watch), time.monotonic()
    watcher.start()
    try:
        subprocess.run(command, check=True)
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
    finally:
        over.set()
        watcher.join()
    return _usage(time.monotonic() - begun, seen)


def _usage(seconds: float, seen: dict[Process, Seen]) -> Usage:
    cpu: dict[str, float] = defaultdict(float)
    memory: dict[str, float] = defaultdict(float)
    for process in seen.values():
        cpu[process.kind] += process.cpu
        memory[process.kind] = max(memory[process.kind], process.memory)
    return Usage(seconds, dict(cpu), dict(memory))


def measured_in_turns(commands: Sequence[Sequence[str]], turns: Sequence[float]) -> list[Usage]:
    """What each command took, while each went on for so many seconds at a time, the others being stopped."""
    running = []
    for command in commands:
        running.append(_Turns(command))
        running[-1].send(signal.SIGSTOP)
    while any(not command.is_over for command in running):
        for command, seconds in zip(running, turns, strict=True):
            command.go_on(seconds)
    return [_usage(command.seconds, command.seen) for command in running]


class _Turns:
    """A command that is stopped and goes on, with all processes of its session."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(command, start_new_session=True)
        self.seen: dict[Process, Seen] = {}
        self.seconds = 0.0
        self.is_over = False

    def go_on(self, seconds: float) -> None:
        """Let it go on for a while."""
        if self.is_over:
            return
        begun = time.monotonic()
        self.send(signal.SIGCONT)
        while not self.is_over and time.monotonic() - begun < seconds:
            time.sleep(_LOOK_SECONDS)
            self._living()
        self.seconds += time.monotonic() - begun
        self.send(signal.SIGSTOP)

    def send(self, what: signal.Signals) -> None:
        """Tell all processes, twice: one may have started another meanwhile."""
        for number in [*self._living(), *self._living()]:
            with suppress(OSError):
                os.kill(number, what)

    def _living(self) -> list[int]:
        """Look at its processes, and note what they have taken."""
        code, stats = self._process.poll(), _stats()
        own = {number: fields for number, fields in stats.items() if int(fields[3]) == self._process.pid}
        _note(own, self.seen)
        living = [number for number, fields in own.items() if fields[0] != "Z"]
        self.is_over = code is not None and not living
        return living


@dataclass
class Seen:
    """What is known of a process so far."""

    kind: str
    cpu: float
    memory: float


def _look(ancestor: int, seen: dict[Process, Seen]) -> None:
    """Note what the processes below one have taken by now."""
    stats = _stats()
    _note({number: fields for number, fields in stats.items() if ancestor in _ancestors(number, stats)}, seen)


def _stats() -> dict[int, list[str]]:
    """What the kernel tells of each process."""
    stats: dict[int, list[str]] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stats[int(place.name)] = (place / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    return stats


def _note(stats: dict[int, list[str]], seen: dict[Process, Seen]) -> None:
    for number, fields in stats.items():
        cpu, memory = (int(fields[11]) + int(fields[12])) / _TICKS, int(fields[21]) * _PAGE / 2**20
        before = seen.get((number, int(fields[19])))
        # One that has ended but was not waited for has no command any more.
        kind = _kind(number) or (before.kind if before else "other")
        seen[number, int(fields[19])] = Seen(kind, cpu, max(memory, before.memory if before else 0.0))


def _ancestors(number: int, stats: dict[int, list[str]]) -> Iterator[int]:
    while number in stats:
        number = int(stats[number][1])
        yield number


def _kind(number: int) -> str:
    """Java, a Python process of Spark's, or another; nothing if it has no command."""
    with suppress(OSError):
        words = Path(f"/proc/{number}/cmdline").read_bytes()
        if b"java\0" in words:
            return "Java"
        return "Spark's Python" if b"spark.daemon" in words else "other" * bool(words)
    return ""
