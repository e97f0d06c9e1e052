"""The result of each page and system: one JSON object a line, so that a run can go on where it ended.

Digests of code are part of a result: results of other code are not used again, though its version is the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import honbun
from honbun.errors import InputError
from honbun.evaluate.cases import Case

PageResult = dict[str, Any]
"""task, corpus, digest, metrics, system, version, key, set, site, page_type, language, status (ok, error, timeout,
crash), detail, milliseconds, scores, text. One a page; of fields, one a site."""

# What makes two results interchangeable: the same question to the same system, measured by the same code.
_IDENTITY = ("task", "digest", "metrics", "system", "version", "key")
_PACKAGE = Path(honbun.__file__).parent
_EXTRACTION_CODE = "input page dates features model site article threads tables metadata render extraction".split()
_METRICS_CODE = ("evaluate/metrics", "evaluate/cases.py", "dates/same_day.py")


@cache
def extraction_digest() -> str:
    """The digest of all code that decides what honbun answers."""
    return code_digest(_EXTRACTION_CODE)


@cache
def metrics_digest() -> str:
    """The digest of all code that decides what an answer scores."""
    return code_digest(_METRICS_CODE)


def code_digest(names: Iterable[str]) -> str:
    """A digest of the code in these folders and files of the package."""
    digest = blake2b(digest_size=4)
    for name in names:
        path = _PACKAGE / name
        for file in [path] if path.is_file() else sorted((*path.rglob("*.py"), *path.rglob("*.npz"))):
            digest.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def identity(result: Mapping[str, Any]) -> tuple[Any, ...]:
    """What another result must agree in to be the same."""
    return tuple(result.get(name) for name in _IDENTITY)


def read_results(path: Path | str) -> list[PageResult]:
    """The results in a file, the last of those that are the same; none if it is not there.

    A line that is no result, such as one cut short when a run was ended, is ignored.
    """
    path = Path(path)
    if not path.exists():
        return []
    found: dict[tuple[Any, ...], PageResult] = {}
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if (result := _parsed(line)) is not None:
                    found[identity(result)] = result
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(path)) from None
    return list(found.values())


def _parsed(line: str) -> PageResult | None:
    try:
        result = json.loads(line)
    except ValueError:
        return None
    is_result = isinstance(result, dict) and all(name in result for name in (*_IDENTITY, "status", "scores"))
    return result if is_result else None


def append_results(path: Path | str, results: Iterable[PageResult]) -> None:
    """Write results behind those in a file; a last line that was cut short is ended first."""
    lines = "".join(json.dumps(result, ensure_ascii=False) + "\n" for result in results)
    try:
        with Path(path).open("ab+") as out:
            if out.tell():
                out.seek(-1, 2)
                if out.read(1) != b"\n":
                    lines = "\n" + lines
            out.write(lines.encode("utf-8"))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(path)) from None


def in_order(results: Iterable[PageResult], names: Sequence[str], cases: Sequence[Case]) -> list[PageResult]:
    """The results by system and page in the order of these, whatever the order they came in."""
    system = {name: i for i, name in enumerate(names)}
    row: dict[str, int] = {}
    for i, case in enumerate(cases):
        row.setdefault(case.key, i)
        row.setdefault("/".join(case.site_key), i)
    return sorted(results, key=lambda r: (system.get(r["system"], len(system)), row.get(r["key"], len(cases))))
