"""What a command and all that it starts take of the machine, by the kind of process, looked up in /proc (Linux).

The kernel's own sums leave out processes that nobody waits for: Spark's daemon of Python workers waits for none.
So every process below this one is looked at again and again, and what was last seen of each is added up; of one
that ends, up to a tenth of a second is missed.
"""

from __future__ import annotations

import ctypes
import os
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
    cpu: dict[str, float] = defaultdict(float)
    memory: dict[str, float] = defaultdict(float)
    for process in seen.values():
        cpu[process.kind] += process.cpu
        memory[process.kind] = max(memory[process.kind], process.memory)
    return Usage(time.monotonic() - begun, dict(cpu), dict(memory))


@dataclass
class Seen:
    """What is known of a process so far."""

    kind: str
    cpu: float
    memory: float


def _look(ancestor: int, seen: dict[Process, Seen]) -> None:
    """Note what the processes below one have taken by now."""
    stats: dict[int, list[str]] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stats[int(place.name)] = (place / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    for number, fields in stats.items():
        if ancestor in _ancestors(number, stats):
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
        return "Spark's Python" if b"pyspark.daemon" in words else "other" * bool(words)
    return ""
