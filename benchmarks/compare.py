"""What a change of the code changes: every answer on every corpus before and after, page by page.

    python -m benchmarks.compare take before.jsonl ../shared/data     # with the old code
    python -m benchmarks.compare take after.jsonl ../shared/data      # with the new
    python -m benchmarks.compare show before.jsonl after.jsonl        # the figures of both, the pages that differ

Only names that are a contract are used (`honbun.extract`, `honbun.Site`, `honbun.posts`, `honbun.records`,
`honbun.fields`), so one script reads any version: put the other version's `src` on PYTHONPATH. The scores are
plain word F1 here, enough to see which way a difference goes; the figures proper are those of `make evaluate`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

import honbun

Row = dict[str, Any]
Answer = dict[str, Any]
SIBLINGS = 4


@dataclass(frozen=True)
class Job:
    """One way of asking, over the pages of one site."""

    name: str
    ask: str
    pages: list[Row]


def _document(document: Any) -> Answer:
    facts = {name: getattr(document, name) for name in ("title", "author", "date", "language", "kind")}
    return {
        "text": document.text,
        "comments": [_post(comment) for comment in document.comments],
        "posts": [_post(post) for post in document.posts],
        "confidence": round(document.confidence, 3),
        **facts,
    }


def _post(post: Any) -> list[str | None]:
    return [post.author, post.date, post.title, post.number, str(post.parent), post.text]


def _table(table: Any) -> Answer:
    cells = [
        [column.name, [list(cell.values) if cell else None for cell in column.cells]] for column in table.fields
    ]
    return {"columns": cells}


def _pairs(pages: Iterable[Row]) -> list[tuple[str | None, bytes]]:
    return [(page["url"], page["html"]) for page in pages]


def _nearest(pages: list[Row], place: int) -> list[tuple[str | None, bytes]]:
    others = sorted(range(len(pages)), key=lambda other: (abs(other - place), other))[1 : SIBLINGS + 1]
    return _pairs(pages[other] for other in others)


def _alone(pages: list[Row]) -> Iterator[Answer]:
    return (_document(honbun.extract(html, url)) for url, html in _pairs(pages))


def _site(pages: list[Row]) -> Iterator[Answer]:
    site = honbun.Site.learn(_pairs(pages))
    return (_document(site.extract(html, url)) for url, html in _pairs(pages))


def _posts_alone(pages: list[Row]) -> Iterator[Answer]:
    return ({"posts": [_post(post) for post in honbun.posts(html, url)]} for url, html in _pairs(pages))


def _posts(pages: list[Row]) -> Iterator[Answer]:
    for place, (url, html) in enumerate(_pairs(pages)):
        yield {"posts": [_post(post) for post in honbun.posts(html, url, siblings=_nearest(pages, place))]}


def _records(pages: list[Row]) -> Iterator[Answer]:
    for place, (url, html) in enumerate(_pairs(pages)):
        yield _table(honbun.records(html, url, siblings=_nearest(pages, place)))


def _fields(pages: list[Row]) -> Iterator[Answer]:
    yield _table(honbun.fields(_pairs(pages)))


ASK: dict[str, Callable[[list[Row]], Iterator[Answer]]] = {
    "alone": _alone,
    "site": _site,
    "posts": _posts,
    "posts-alone": _posts_alone,
    "records": _records,
    "fields": _fields,
}
CORPORA = {
    "wcxb-dev": ("alone",),
    "content-dev": ("alone",),
    "news-dev": ("alone",),
    "content-more-dev": ("alone",),
    "content-ja-dev": ("alone",),
    "sites-dev": ("alone", "site"),
    "sites-ja-dev": ("alone", "site"),
    "comments-dev": ("alone", "site"),
    "posts-dev": ("posts", "posts-alone", "site"),
    "posts-more-dev": ("posts", "posts-alone"),
    "records-dev": ("records",),
    "fields-dev": ("fields",),
    "syllabus-dev": ("fields",),
}


def _jobs(data: Path, only: str) -> Iterator[Job]:
    for corpus, asks in CORPORA.items():
        asks = tuple(ask for ask in asks if only in f"{corpus}/{ask}")
        if not asks:
            continue
        rows = pq.read_table(data / f"{corpus}.parquet").to_pylist()
        for (_, site), pages in groupby(rows, key=lambda row: (row["set"], row["site"])):
            site_pages = list(pages)
            is_site = not str(site).startswith("?")
            for ask in asks:
                yield Job(f"{corpus}/{ask}", ask if is_site or ask != "site" else "alone", site_pages)


def _answer(job: Job) -> list[str]:
    lines = []
    for page, answer in zip(job.pages, ASK[job.ask](job.pages), strict=False):
        key = f"{page['set']}/{page['id']}"
        lines.append(
            json.dumps({"job": job.name, "page": key, **answer, "f1": _score(page, answer)}, ensure_ascii=False)
        )
    return lines


def _score(page: Row, answer: Answer) -> float | None:
    """Word F1 of the text, or of all posts joined, with the reference; None where it has neither."""
    gold = json.loads(page["gold"])
    if "text" in answer and gold.get("text") is not None:
        return _f1(answer["text"], gold["text"])
    if "posts" in answer and gold.get("posts"):
        return _f1(_joined(post[-1] for post in answer["posts"]), _joined(post["text"] for post in gold["posts"]))
    if "columns" in answer and gold.get("records"):
        cells = (value for _, column in answer["columns"] for cell in column if cell for value in cell)
        return _f1(_joined(cells), _joined(value for record in gold["records"] for value in record.values()))
    return None


def _joined(texts: Iterable[str | None]) -> str:
    return "\n".join(filter(None, texts))


def _f1(found: str, gold: str) -> float:
    a, b = (Counter(re.findall(r"\w+", text.lower())) for text in (found, gold))
    both = sum((a & b).values())
    return round(2 * both / total, 4) if (total := sum(a.values()) + sum(b.values())) else 1.0


def take(output: Path, data: Path, workers: int, only: str) -> None:
    """Write every answer, a line a page."""
    with ProcessPoolExecutor(workers) as pool, output.open("w", encoding="utf-8") as out:
        for lines in pool.map(_answer, _jobs(data, only)):
            out.writelines(f"{line}\n" for line in lines)


def show(before: Path, after: Path, listed: int) -> None:
    """Print the figures of both and the pages that differ."""
    old, new = (_read(path) for path in (before, after))
    for job in sorted({job for job, _ in new}):
        pages = [key for key in old if key[0] == job]
        differ = {key: _parts(old[key], new.get(key, {})) for key in pages if old[key] != new.get(key)}
        print(f"{job}: {len(pages)} pages, F1 {_mean(old, pages)} -> {_mean(new, pages)}, {len(differ)} differ")
        parts: defaultdict[str, int] = defaultdict(int)
        for names in differ.values():
            parts[", ".join(names)] += 1
        for names, count in sorted(parts.items(), key=lambda part: -part[1]):
            print(f"    {count} in {names}")
        for key in list(differ)[:listed]:
            print(f"    {key[1]}: {old[key]['f1']} -> {new.get(key, {}).get('f1')} ({', '.join(differ[key])})")


def _read(path: Path) -> dict[tuple[str, str], Answer]:
    with path.open(encoding="utf-8") as lines:
        answers = [json.loads(line) for line in lines]
    return {(answer["job"], answer["page"]): answer for answer in answers}


def _parts(old: Answer, new: Answer) -> list[str]:
    return [name for name in old if old[name] != new.get(name)] or ["nothing"]


def _mean(answers: dict[tuple[str, str], Answer], pages: list[tuple[str, str]]) -> str:
    scores = [answers[key]["f1"] for key in pages if answers.get(key, {}).get("f1") is not None]
    return f"{sum(scores) / len(scores):.4f}" if scores else "none"


def main() -> None:
    """Take or show."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    taking = verbs.add_parser("take")
    taking.add_argument("output", type=Path)
    taking.add_argument("data", type=Path)
    taking.add_argument("--jobs", type=int, default=2)
    taking.add_argument("--only", default="", help="part of a corpus and a way of asking, such as records-dev/")
    showing = verbs.add_parser("show")
    showing.add_argument("before", type=Path)
    showing.add_argument("after", type=Path)
    showing.add_argument("--listed", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.verb == "take":
        take(arguments.output, arguments.data, arguments.jobs, arguments.only)
    else:
        show(arguments.before, arguments.after, arguments.listed)
    sys.exit(0)


if __name__ == "__main__":
    main()
