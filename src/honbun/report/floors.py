"""Floors: figures that must not fall, kept in a TOML file of `[[floor]]` tables and checked against each run.

A table has the five parts of `Gated` and `floor`. A floor holds for the corpus of its digest only. Raising one is
silent; lowering one needs a named flag.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

from honbun.errors import FormatError, InputError
from honbun.files import write_whole
from honbun.report.table import Table, base_name

# Floors are rounded down to so many digits: less is noise between machines.
_DIGITS = 3
_HEAD = (
    "# Floors of the quality gate. Written by `honbun evaluate --write-floors`; lowering needs --lower-floors.\n"
)


@dataclass(frozen=True, order=True)
class Gated:
    """What has a floor: a figure of a system on a task and the very corpus of this digest."""

    corpus: str
    digest: str
    task: str
    system: str
    figure: str

    def __str__(self) -> str:
        return f"{self.figure} of {self.system}, {self.task} on {self.corpus} ({self.digest})"

    def is_same_but_digest(self, other: Gated) -> bool:
        """Whether the other is of a corpus of the same name and alike in all else."""
        return replace(self, digest=other.digest) == other


Floors = Mapping[Gated, float]


def figures_of(table: Table) -> dict[Gated, float]:
    """The F1 figures of a table's first system; precision and recall trade against each other: no floors."""
    return {
        Gated(table.corpus, table.digest, table.task, row.system, figure.name): estimate.value
        for row in table.rows
        if base_name(row.system) == base_name(table.rows[0].system)
        for figure, estimate in zip(table.figures, row.estimates, strict=True)
        if "f1" in figure.name and not math.isnan(estimate.value)
    }


def check(figures: Mapping[Gated, float], floors: Floors) -> list[str]:
    """What fell, and what has a floor for another corpus of the same name only: it has changed."""
    failures = []
    for gated, value in sorted(figures.items()):
        floor = floors.get(gated)
        other = next((other.digest for other in sorted(floors) if gated.is_same_but_digest(other)), "")
        if floor is not None and not value >= floor:
            failures.append(f"{gated}: {value:.4f} is below the floor {floor:.4f}")
        elif floor is None and other:
            failures.append(f"{gated}: its floor is for another corpus of this name, {other}")
    return failures


def raised(figures: Mapping[Gated, float], floors: Floors, *, may_lower: bool = False) -> dict[Gated, float]:
    """The floors with these figures; FormatError if one would be lower and that was not asked for.

    Floors of a corpus of the same name and another digest are replaced; that too is lowering if they were higher.
    """
    new = dict(floors)
    lowered = []
    for gated, value in sorted(figures.items()):
        if math.isnan(value):
            continue
        old = [other for other in new if gated.is_same_but_digest(other)]
        highest = max((new.pop(other) for other in old), default=-math.inf)
        new[gated] = math.floor(value * 10**_DIGITS + 1e-9) / 10**_DIGITS
        if new[gated] < highest:
            lowered.append(f"{gated}: {highest:.{_DIGITS}f} to {new[gated]:.{_DIGITS}f}")
    if lowered and not may_lower:
        raise FormatError("floors would be lowered", "; ".join(lowered), "give --lower-floors if that is meant")
    return new


def read_floors(path: Path | str) -> dict[Gated, float]:
    """The floors in a file; InputError if it is not there or not such a file."""
    try:
        rows = tomllib.loads(Path(path).read_text("utf-8")).get("floor", [])
        return {Gated(*(str(row[part.name]) for part in fields(Gated))): float(row["floor"]) for row in rows}
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(path)) from None
    except KeyError as error:
        raise InputError(f"a floor has no {error}", str(path)) from None
    except (ValueError, TypeError, AttributeError) as error:
        raise InputError(f"is not a file of floors: {error}", str(path)) from None


def write_floors(path: Path | str, floors: Floors) -> None:
    """Write the floors, in order."""
    parts = [_HEAD]
    names = [part.name for part in fields(Gated)]
    for gated, floor in sorted(floors.items()):
        # A JSON string is a TOML string.
        rows = [f"{name} = {json.dumps(value)}" for name, value in zip(names, astuple(gated), strict=True)]
        parts.append("\n".join(["[[floor]]", *rows, f"floor = {floor:.{_DIGITS}f}", ""]))
    try:
        write_whole(path, "\n".join(parts).encode("utf-8"))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(path)) from None
