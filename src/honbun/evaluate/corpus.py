"""Corpora: pages with their gold, the pages of a site together, under a digest that says which pages they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from honbun.errors import CorpusError, FormatError
from honbun.evaluate.cases import TASKS, Case
from honbun.evaluate.forms import Read, read_jsonl, read_pairs, read_parquet, read_wcxb, wcxb_folder

# The part of the gold that a task is measured against.
GOLD_OF_TASK = {
    "content": "text",
    "site": "text",
    "comments": "comments",
    "posts": "posts",
    "fields": "fields",
    "records": "records",
}
_LINES = (".jsonl", ".ndjson")
_DIGEST_BYTES = 6
T = TypeVar("T")


@dataclass(frozen=True)
class Corpus:
    """Cases with the pages of a site adjacent, and what was left out, each with its reason."""

    name: str
    digest: str
    """Of names, pages and gold, whatever their order: 12 hexadecimal digits."""
    cases: Sequence[Case]
    skipped: list[str] = field(default_factory=list)

    def sites(self) -> dict[tuple[str, str], list[Case]]:
        """The cases of each site, in order."""
        return _by_place(self.cases)


def read_corpus(path: Path | str) -> Corpus:
    """The corpus in a Parquet file, in JSON lines, in a folder as WCXB has it, or in one of `x.html` and `x.json`.

    CorpusError says what cannot be read, and which columns or files are missing. A page whose gold cannot
    be used is skipped, and stands in `skipped` with the reason.
    """
    path = Path(path)
    if not path.exists():
        raise CorpusError(
            "no such corpus", str(path), "a Parquet file, JSON lines or a folder of pages with their gold"
        )
    if path.is_file():
        return _corpus(path.stem, (read_jsonl if path.suffix in _LINES else read_parquet)(path))
    folder = wcxb_folder(path)
    if folder is not None:
        return _corpus(f"wcxb-{folder.name}", read_wcxb(folder))
    return _corpus(path.resolve().name, read_pairs(path))


def for_task(corpus: Corpus, task: str) -> Corpus:
    """The pages whose gold states what the task asks for; the others are skipped with that reason."""
    if task not in TASKS:
        raise FormatError(f"unknown task {task!r}", advice=f"known: {', '.join(TASKS)}")
    name = GOLD_OF_TASK[task]
    kept = [case for case in corpus.cases if getattr(case.gold, name) is not None]
    if len(kept) == len(corpus.cases):
        return corpus
    kept_keys = {case.key for case in kept}
    lost = [f"{case.key}: gold has no {name}" for case in corpus.cases if case.key not in kept_keys]
    return Corpus(corpus.name, _digest(kept), kept, [*corpus.skipped, *lost])


def sample(corpus: Corpus, number: int, *, whole_sites: bool = False) -> Corpus:
    """So many pages, chosen by a hash of their names; with `whole_sites`, whole sites until there are so many.

    The same corpus gives the same sample, and a larger sample holds a smaller one.
    """
    if number >= len(corpus.cases):
        return corpus
    if whole_sites:
        places = _shuffled(corpus.sites().items(), "sample", lambda item: "/".join(item[0]))
        chosen: set[str] = set()
        for _, cases in places:
            if len(chosen) >= number:
                break
            chosen |= {case.key for case in cases}
    else:
        chosen = {case.key for case in _shuffled(corpus.cases, "sample", lambda case: case.key)[:number]}
    return part(corpus, chosen, f"{corpus.name}-sample-{number}")


def split(corpus: Corpus, share: float, seed: int = 0) -> tuple[Corpus, Corpus]:
    """Two corpora without a site in common; the first has about this share of the pages, in whole sites."""
    places = _shuffled(corpus.sites().items(), f"split {seed}", lambda item: "/".join(item[0]))
    wanted = share * len(corpus.cases)
    first: set[str] = set()
    for _, cases in places:
        if len(first) + len(cases) / 2 > wanted:
            break
        first |= {case.key for case in cases}
    second = {case.key for case in corpus.cases} - first
    return part(corpus, first, f"{corpus.name}-first"), part(corpus, second, f"{corpus.name}-second")


def _corpus(name: str, read: Iterable[Read]) -> Corpus:
    cases: dict[str, Case] = {}
    skipped = []
    for found in read:
        if isinstance(found, str):
            skipped.append(found)
        elif found.key in cases:
            skipped.append(f"{found.key}: a page of that name came before")
        else:
            cases[found.key] = found if found.site else replace(found, site=f"?{found.id}")
    together = [case for site in _by_place(cases.values()).values() for case in site]
    return Corpus(name, _digest(together), together, skipped)


def part(corpus: Corpus, keys: set[str], name: str) -> Corpus:
    """The pages with these keys, under their own digest."""
    cases = [case for case in corpus.cases if case.key in keys]
    return Corpus(name, _digest(cases), cases, list(corpus.skipped))


def _by_place(cases: Iterable[Case]) -> dict[tuple[str, str], list[Case]]:
    sites: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        sites.setdefault(case.place, []).append(case)
    return sites


def _shuffled(items: Iterable[T], salt: str, name: Callable[[T], str]) -> list[T]:
    return sorted(items, key=lambda item: _hash(f"{salt}\0{name(item)}".encode("utf-8", "replace")))


def _digest(cases: Iterable[Case]) -> str:
    return _hash(b"".join(sorted(_digest_of_case(case) for case in cases))).hex()


def _digest_of_case(case: Case) -> bytes:
    gold = json.dumps(asdict(case.gold), sort_keys=True)
    return _hash(f"{case.key}\0{gold}\0".encode("utf-8", "replace") + case.html)


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()
