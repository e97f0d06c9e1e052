"""The work file as a corpus: JSON lines, a page a line."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from honbun.annotate.gold import gold_of, html_of
from honbun.annotate.pages import Pages
from honbun.annotate.store import DONE, Store, Work
from honbun.errors import InputError


def write_corpus(store: Store, pages: Pages, path: Path) -> int:
    """Write every page that someone has finished; the number of them. The file is whole or as it was before."""
    finished: dict[int, list[Work]] = defaultdict(list)
    for work in store.all_work():
        if work.status == DONE:
            finished[work.page].append(work)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            for page, works in finished.items():
                file.write(_row(store, pages, page, works, path.stem) + "\n")
        beside.replace(path)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(path)) from None
    finally:
        beside.unlink(missing_ok=True)
    return len(finished)


def agreed(works: Sequence[Work]) -> str:
    """What most annotators say of each block; where they are even, who finished last decides."""
    latest = max(works, key=lambda work: (work.changed_at, work.annotator)).marks
    merged = []
    for letters, last in zip(zip(*(work.marks for work in works), strict=True), latest, strict=True):
        count = Counter(letters)
        merged.append(max(count, key=lambda letter: (count[letter], letter == last, letter)))
    return "".join(merged)


def _row(store: Store, pages: Pages, page: int, works: Sequence[Work], name: str) -> str:
    outline = pages.outline(page)
    works = [store.work(page, work.annotator) for work in works]  # as they are on the blocks of today
    raw, stored = store.raw(page), store.stored(page)
    kinds = Counter(work.kind for work in works)
    row = {
        "id": f"{page} {stored.source}",
        "set": name,
        "site": stored.guess.site,
        "url": stored.url,
        "page_type": max(kinds, key=lambda kind: (kinds[kind], kind)),
        "annotators": sorted(work.annotator for work in works),
        "html": html_of(raw.body, raw.content_type),
        "gold": gold_of(outline, agreed(works), stored.guess),
    }
    text = json.dumps(row, ensure_ascii=False)
    return text.encode("utf-8", "replace").decode("utf-8")
