"""What is written for each page and system: one JSON object a line, so that a run can go on where it ended."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from honbun.errors import InputError
from honbun.evaluate.cases import Answer, Case
from honbun.evaluate.units import Unit

PageResult = dict[str, Any]
"""task, corpus, digest, metrics, system, version, key, set, site, page_type, language, status (ok, error, timeout,
crash), detail, milliseconds, scores, text. One a page; of fields, one a site."""

# What makes two results interchangeable: the same question to the same system, measured by the same code.
_IDENTITY = ("task", "digest", "metrics", "system", "version", "key")
_MOST_TEXT = 20_000
_MOST_DETAIL = 300


def page_result(unit: Unit, case: Case, answer: Answer, scores: Mapping[str, float], **said: object) -> PageResult:
    """The line of one page; `said` are status, detail and milliseconds."""
    return {
        "task": unit.task,
        "corpus": unit.corpus,
        "digest": unit.digest,
        "metrics": unit.metrics,
        "system": unit.name,
        "version": unit.version,
        "key": unit.key_of(case),
        "set": case.set,
        "site": case.site,
        "page_type": case.page_type,
        "language": case.language,
        **said,
        "detail": _clean(str(said.get("detail", "")))[:_MOST_DETAIL],
        "scores": dict(scores),
        "text": _clean(_shown(answer)[:_MOST_TEXT]),
    }


def identity(result: Mapping[str, Any]) -> tuple[Any, ...]:
    """What another result must agree in to be the same."""
    return tuple(result.get(name) for name in _IDENTITY)


def read_results(path: Path | str) -> list[PageResult]:
    """The results in a file, the last of those that are the same; none if it is not there.

    A line that is no result, such as one cut short when a run was ended, is passed over.
    """
    path = Path(path)
    if not path.exists():
        return []
    found: dict[tuple[Any, ...], PageResult] = {}
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                result = _parsed(line)
                if result is not None:
                    found[identity(result)] = result
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(path)) from None
    return list(found.values())


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
    place: dict[str, int] = {}
    for i, case in enumerate(cases):
        place.setdefault(case.key, i)
        place.setdefault("/".join(case.place), i)
    last = len(cases)
    return sorted(results, key=lambda r: (system.get(r["system"], len(system)), place.get(r["key"], last)))


def _parsed(line: str) -> PageResult | None:
    try:
        result = json.loads(line)
    except ValueError:
        return None
    is_result = isinstance(result, dict) and all(name in result for name in (*_IDENTITY, "status", "scores"))
    return result if is_result else None


def _shown(answer: Answer) -> str:
    """What a reader of the report sees of an answer."""
    parts = [answer.text, *answer.comments, *(post.text for post in answer.posts)]
    parts += [f"{name}: {value}" for name, values in answer.fields.items() for value in values]
    parts += ["\t".join(cells) for cells in answer.records]
    return "\n\n".join(filter(None, parts))


def _clean(text: str) -> str:
    """Text that can be written: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
