"""Corpora: pages with their gold, the pages of a site together, under a digest that says which pages they are.

A reader of one of the forms on disk gives a case, or the reason why a page is left out.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from honbun.errors import CorpusError, FormatError
from honbun.evaluate.cases import TASKS, Case, UnusableGold, gold_of, object_of_json
from honbun.input import host_name
from honbun.optional import needed

# The part of the gold that a task is measured against, where it is not of the task's name.
_GOLD_OF_TASK = {"content": "text", "site": "text", "blocks": "text"}
_NEEDED = ("id", "set", "site", "html", "gold")
_OPTIONAL = ("url", "lang", "page_type")
_BATCH_ROWS = 64
_JSON_LINES_SUFFIXES = (".jsonl", ".ndjson")
_PAGE_SUFFIXES = (".html.gz", ".htm", ".html")
_DIGEST_BYTES = 6
T = TypeVar("T")
Read = Case | str


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
        return _by_site(self.cases)


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
        return _corpus(path.stem, (_read_jsonl if path.suffix in _JSON_LINES_SUFFIXES else _read_parquet)(path))
    for folder in (path.resolve(), (path / "dev").resolve()):
        if (folder / "html").is_dir() and (folder / "ground-truth").is_dir():
            return _corpus(f"wcxb-{folder.name}", _read_wcxb(folder))
    return _corpus(path.resolve().name, _read_pairs(path))


def for_task(corpus: Corpus, task: str) -> Corpus:
    """The pages whose gold states what the task asks for; the others are skipped with that reason."""
    if task not in TASKS:
        raise FormatError(f"unknown task {task!r}", advice=f"known: {', '.join(TASKS)}")
    name = _GOLD_OF_TASK.get(task, task)
    kept = {case.key for case in corpus.cases if getattr(case.gold, name) is not None}
    if len(kept) == len(corpus.cases):
        return corpus
    lost = [f"{case.key}: gold has no {name}" for case in corpus.cases if case.key not in kept]
    return replace(part(corpus, kept, corpus.name), skipped=[*corpus.skipped, *lost])


def sample(corpus: Corpus, number: int, *, whole_sites: bool = False) -> Corpus:
    """So many pages, chosen by a hash of their names; with `whole_sites`, whole sites until there are so many.

    The same corpus gives the same sample, and a larger sample holds a smaller one.
    """
    if number >= len(corpus.cases):
        return corpus
    chosen: set[str] = set()
    if whole_sites:
        for _, cases in _shuffled(corpus.sites().items(), lambda item: "/".join(item[0])):
            if len(chosen) >= number:
                break
            chosen |= {case.key for case in cases}
    else:
        chosen = {case.key for case in _shuffled(corpus.cases, lambda case: case.key)[:number]}
    return part(corpus, chosen, f"{corpus.name}-sample-{number}")


def part(corpus: Corpus, keys: set[str], name: str) -> Corpus:
    """The pages with these keys, under their own digest."""
    cases = [case for case in corpus.cases if case.key in keys]
    return Corpus(name, _digest(cases), cases, list(corpus.skipped))


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
    together = [case for site in _by_site(cases.values()).values() for case in site]
    return Corpus(name, _digest(together), together, skipped)


def _by_site(cases: Iterable[Case]) -> dict[tuple[str, str], list[Case]]:
    sites: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        sites.setdefault(case.site_key, []).append(case)
    return sites


def _shuffled(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    return sorted(items, key=lambda item: _hash(f"sample\0{name(item)}".encode("utf-8", "replace")))


def _digest(cases: Iterable[Case]) -> str:
    return _hash(b"".join(sorted(_digest_of_case(case) for case in cases))).hex()


def _digest_of_case(case: Case) -> bytes:
    stated = asdict(case.gold)
    if stated["comment_posts"] is None:
        # So that corpora whose comments are texts keep the digest that results are filed under.
        del stated["comment_posts"]
    if not stated["labels"]:
        del stated["labels"]
    gold = json.dumps(stated, sort_keys=True)
    return _hash(f"{case.key}\0{gold}\0".encode("utf-8", "replace") + case.html)


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()


def _read_parquet(path: Path) -> Iterator[Read]:
    """The page of each row; CorpusError if it is no Parquet file or a column is missing."""
    pa, pq = needed("pyarrow"), needed("pyarrow.parquet")
    try:
        with pq.ParquetFile(path) as table:
            names = table.schema_arrow.names
            missing = [name for name in _NEEDED if name not in names]
            if missing:
                advice = f"it has {', '.join(names)}; needed are {', '.join(_NEEDED)}"
                raise CorpusError(f"no column {', '.join(missing)}", str(path), advice)
            columns = [name for name in (*_NEEDED, *_OPTIONAL) if name in names]
            for batch in table.iter_batches(batch_size=_BATCH_ROWS, columns=columns):
                yield from map(_case_of_row, batch.to_pylist())
    except (pa.ArrowException, OSError) as error:
        what = f"not a readable Parquet file: {str(error).splitlines()[0]}"
        raise CorpusError(what, str(path), "corpora are Parquet files or folders") from error


def _read_jsonl(path: Path) -> Iterator[Read]:
    """The page of each line, an object with the columns of a Parquet file; blank lines are ignored."""
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _case_of_line(line, path, f"{path.name}:{number}")
    except OSError as error:
        raise CorpusError(f"cannot be read: {error.strerror}", str(path)) from error


def _case_of_line(line: bytes, path: Path, where: str) -> Read:
    try:
        row = object_of_json(line)
    except UnusableGold:
        return f"{where}: the line is no JSON object"
    if isinstance(row.get("page"), str) and "html" not in row:
        return _case_of_file(row, path, where)
    missing = [name for name in _NEEDED if name not in row]
    if missing:
        return f"{where}: no {', '.join(missing)}"
    if not isinstance(row["html"], str | None):
        return f"{where}: html is not a text but {type(row['html']).__name__}"
    return _case_of_row({**row, **{name: _string(row.get(name)) for name in ("site", *_OPTIONAL)}})


def _case_of_file(row: dict[str, Any], path: Path, where: str) -> Read:
    """A line that is the gold of a page in a file, which `page` names.

    The file lies beside the gold, in a folder of the gold's name, or in one beside the gold's folder in `sites`.
    """
    folders = (path.parent, path.parent / path.stem, path.parent.parent / "sites" / path.stem)
    file = next((found for folder in folders if (found := folder / row["page"]).is_file()), None)
    if file is None:
        return f"{where}: no page {row['page']} beside the gold"
    try:
        return _of_file(row, row["page"], path.stem, path.stem, file)
    except (UnusableGold, OSError) as reason:
        return f"{where}: {reason}"


def _case_of_row(row: dict[str, Any]) -> Read:
    name = f"{row['set']}/{row['id']}"
    if row["id"] is None or row["set"] is None:
        return f"{name}: no id or no set"
    if row["html"] is None or row["gold"] is None:
        return f"{name}: no {'html' if row['html'] is None else 'gold'}"
    try:
        gold = gold_of(row["gold"] if isinstance(row["gold"], dict) else object_of_json(row["gold"]))
    except UnusableGold as reason:
        return f"{name}: {reason}"
    html = row["html"].encode() if isinstance(row["html"], str) else row["html"]
    url, language, page_type = (row.get(key) or "" for key in _OPTIONAL)
    return Case(str(row["id"]), str(row["set"]), row["site"] or "", url or None, language, page_type, html, gold)


def _read_wcxb(folder: Path) -> Iterator[Read]:
    """The pages in WCXB's layout, by the names of their ground truth."""
    files = sorted((folder / "ground-truth").glob("*.json"))
    if not files:
        raise CorpusError("no ground truth", str(folder / "ground-truth"), "expected *.json")
    for file in files:
        pages = (folder / "html" / f"{file.stem}{suffix}" for suffix in _PAGE_SUFFIXES)
        html = next((page for page in pages if page.is_file()), None)
        try:
            truth = object_of_json(file.read_bytes())
            if html is None:
                yield f"wcxb/{file.stem}: no page html/{file.stem}.html.gz"
            else:
                yield _wcxb_case(file.stem, truth, _bytes_of(html))
        except (UnusableGold, OSError) as reason:
            yield f"wcxb/{file.stem}: {reason}"


def _wcxb_case(name: str, truth: dict[str, Any], html: bytes) -> Case:
    stated = truth.get("ground_truth")
    if not isinstance(stated, dict):
        raise UnusableGold("no ground_truth")
    snippets = {key: stated.get(key) for key in ("with", "without")}
    gold = gold_of({"text": stated.get("main_content") or "", **snippets})
    inner = truth.get("_internal")
    page_type = inner.get("page_type") if isinstance(inner, dict) else None
    if isinstance(page_type, dict):
        page_type = page_type.get("primary")
    # WCXB counts "category" as "collection", and a page of no stated type as an article.
    page_type = "collection" if page_type == "category" else _string(page_type) or "article"
    url = _string(truth.get("url"))
    return Case(name, "wcxb", host_name(url).removeprefix("www."), url or None, "", page_type, html, gold)


def _read_pairs(folder: Path) -> Iterator[Read]:
    """The pages of a folder and its folders, each with the JSON file of the same name."""
    pages = {_stem(file): file for file in sorted(folder.rglob("*")) if file.name.endswith(_PAGE_SUFFIXES)}
    golds = {file.with_suffix(""): file for file in sorted(folder.rglob("*.json"))}
    if not pages.keys() & golds.keys():
        what = f"no pairs of x.html and x.json ({len(pages)} pages, {len(golds)} JSON files)"
        raise CorpusError(what, str(folder), "or a Parquet file, or html/ and ground-truth/ as WCXB has them")
    for stem in sorted(pages.keys() | golds.keys()):
        name = stem.relative_to(folder).as_posix()
        if stem not in pages or stem not in golds:
            yield f"{folder.name}/{name}: no {'page' if stem not in pages else 'gold'} beside it"
            continue
        try:
            yield _pair(name, folder.resolve().name, pages[stem], golds[stem])
        except (UnusableGold, OSError) as reason:
            yield f"{folder.name}/{name}: {reason}"


def _pair(name: str, set_: str, page: Path, gold: Path) -> Case:
    return _of_file(object_of_json(gold.read_bytes()), name, set_, name.rpartition("/")[0], page)


def _of_file(value: dict[str, Any], name: str, set_: str, folder: str, page: Path) -> Case:
    """The case of a page in a file and the object that is its gold."""
    url, site, page_type, language = (_string(value.get(key)) for key in ("url", "site", "page_type", "lang"))
    site = site or host_name(url).removeprefix("www.") or folder
    return Case(name, set_, site, url or None, language, page_type, _bytes_of(page), gold_of(value))


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _stem(file: Path) -> Path:
    suffix = next(suffix for suffix in _PAGE_SUFFIXES if file.name.endswith(suffix))
    return file.with_name(file.name.removesuffix(suffix))


def _bytes_of(file: Path) -> bytes:
    if file.suffix != ".gz":
        return file.read_bytes()
    try:
        return gzip.decompress(file.read_bytes())
    except (EOFError, zlib.error) as error:
        raise OSError(f"{file.name} is not a whole gzip file") from error
