"""The forms in which corpora lie on disk. Each reader gives a case, or the reason why one page is left out."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from honbun.errors import CorpusError
from honbun.evaluate.cases import Case
from honbun.evaluate.gold import UnusableGold, gold_of, gold_of_json, object_of_json
from honbun.optional import import_pyarrow

Read = Case | str
_NEEDED = ("id", "set", "site", "html", "gold")
_OPTIONAL = ("url", "lang", "page_type")
_BATCH_ROWS = 64
_PAGE_SUFFIXES = (".html", ".htm", ".html.gz")


def read_parquet(path: Path) -> Iterator[Read]:
    """The page of each row; CorpusError if it is no Parquet file or a column is missing."""
    pa, pq = import_pyarrow("pyarrow"), import_pyarrow("pyarrow.parquet")
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


def read_jsonl(path: Path) -> Iterator[Read]:
    """The page of each line, an object with the columns of a Parquet file; blank lines are passed over."""
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _case_of_line(line, f"{path.name}:{number}")
    except OSError as error:
        raise CorpusError(f"cannot be read: {error.strerror}", str(path)) from error


def _case_of_line(line: bytes, where: str) -> Read:
    try:
        row = object_of_json(line)
    except UnusableGold:
        return f"{where}: the line is no JSON object"
    missing = [name for name in _NEEDED if name not in row]
    if missing:
        return f"{where}: no {', '.join(missing)}"
    if not isinstance(row["html"], str | None):
        return f"{where}: html is not a text but {type(row['html']).__name__}"
    texts = {name: _string(row.get(name)) for name in ("site", *_OPTIONAL)}
    return _case_of_row({**row, **texts})


def _case_of_row(row: dict[str, Any]) -> Read:
    name = f"{row['set']}/{row['id']}"
    if row["id"] is None or row["set"] is None:
        return f"{name}: no id or no set"
    if row["html"] is None or row["gold"] is None:
        return f"{name}: no {'html' if row['html'] is None else 'gold'}"
    try:
        gold = gold_of(row["gold"]) if isinstance(row["gold"], dict) else gold_of_json(row["gold"])
    except UnusableGold as reason:
        return f"{name}: {reason}"
    html = row["html"].encode() if isinstance(row["html"], str) else row["html"]
    url, language, page_type = (row.get(key) or "" for key in _OPTIONAL)
    return Case(str(row["id"]), str(row["set"]), row["site"] or "", url or None, language, page_type, html, gold)


def wcxb_folder(path: Path) -> Path | None:
    """The folder with `html` and `ground-truth`: this one or its `dev`; None if this is not WCXB's layout."""
    for folder in (path, path / "dev"):
        if (folder / "html").is_dir() and (folder / "ground-truth").is_dir():
            return folder.resolve()
    return None


def read_wcxb(folder: Path) -> Iterator[Read]:
    """The pages in WCXB's layout, by the names of their ground truth."""
    files = sorted((folder / "ground-truth").glob("*.json"))
    if not files:
        raise CorpusError("no ground truth", str(folder / "ground-truth"), "expected *.json")
    for file in files:
        html = _page_beside(folder / "html" / file.stem)
        try:
            truth = object_of_json(file.read_bytes())
            if html is None:
                yield f"wcxb/{file.stem}: no page html/{file.stem}.html.gz"
            else:
                yield _wcxb_case(file.stem, truth, _bytes_of(html))
        except (UnusableGold, OSError) as reason:
            yield f"wcxb/{file.stem}: {reason}"


def _wcxb_case(name: str, truth: dict[str, Any], html: bytes) -> Case:
    said = truth.get("ground_truth")
    if not isinstance(said, dict):
        raise UnusableGold("no ground_truth")
    snippets = {key: said.get(key) for key in ("with", "without")}
    gold = gold_of({"text": said.get("main_content") or "", **snippets})
    inner = truth.get("_internal")
    page_type = inner.get("page_type") if isinstance(inner, dict) else None
    if isinstance(page_type, dict):
        page_type = page_type.get("primary")
    # WCXB counts "category" as "collection", and a page of no stated type as an article.
    page_type = "collection" if page_type == "category" else _string(page_type) or "article"
    url = _string(truth.get("url"))
    return Case(name, "wcxb", site_of(url), url or None, "", page_type, html, gold)


def read_pairs(folder: Path) -> Iterator[Read]:
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
    value = object_of_json(gold.read_bytes())
    url, site, page_type, language = (_string(value.get(key)) for key in ("url", "site", "page_type", "lang"))
    folder = name.rpartition("/")[0]
    html = _bytes_of(page)
    return Case(name, set_, site or site_of(url) or folder, url or None, language, page_type, html, gold_of(value))


def site_of(url: str) -> str:
    """The host of an address, without `www.`; empty if it has none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _stem(file: Path) -> Path:
    suffix = next(suffix for suffix in reversed(_PAGE_SUFFIXES) if file.name.endswith(suffix))
    return file.with_name(file.name.removesuffix(suffix))


def _page_beside(stem: Path) -> Path | None:
    files = (stem.with_name(stem.name + suffix) for suffix in reversed(_PAGE_SUFFIXES))
    return next((file for file in files if file.is_file()), None)


def _bytes_of(file: Path) -> bytes:
    if file.suffix != ".gz":
        return file.read_bytes()
    try:
        return gzip.decompress(file.read_bytes())
    except (EOFError, zlib.error) as error:
        raise OSError(f"{file.name} is not a whole gzip file") from error
