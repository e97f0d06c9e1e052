"""The work as a corpus that `honbun evaluate` and `honbun train` read, and how far annotators agree."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from honbun.annotate.guess import Guess
from honbun.annotate.marks import FREE, NAMES, OTHER, TEXT, Unit, records, units
from honbun.annotate.store import OwnLabel, Store, Work
from honbun.annotate.transfer import anchors_of
from honbun.errors import InputError
from honbun.features import Outline
from honbun.files import replacing
from honbun.page import decode

# What annotators are compared in, and the letters that count as it.
GROUPS = {"text": "cp", "comments": "r", "title": "t", "bylines": "abd", "fields": FREE}
# What a label that people made may be of.
SCOPES = ("field", "column")
# A label before a value in the same line: a few words without numbers.
_LABEL = re.compile(r"([^\d:：]{1,30})[:：]\s*(?=\S)")
HONBUN = "honbun"


def write_corpus(store: Store, outline: Callable[[int], Outline], path: Path) -> int:
    """Write every page that someone has finished; the number of them. The file is whole or as it was before."""
    finished: dict[int, list[str]] = defaultdict(list)
    for work in store.finished():
        finished[work.page].append(work.annotator)
    own = store.labels()
    try:
        with replacing(path) as file:
            for page, annotators in finished.items():
                measured = outline(page)  # which moves the marks to the blocks of today
                works = [store.work(page, annotator) for annotator in annotators]
                row = _row(store, page, works, measured, path.stem, own)
                file.write((json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "replace"))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(path)) from None
    return len(finished)


def _row(
    store: Store, page: int, works: Sequence[Work], outline: Outline, name: str, own: Sequence[OwnLabel]
) -> dict[str, Any]:
    raw, stored = store.raw(page), store.stored(page)
    kinds = Counter(work.kind for work in works)
    return {
        "id": f"{page} {stored.source}",
        "set": name,
        "site": stored.guess.site,
        "url": stored.url,
        "page_type": max(kinds, key=lambda kind: (kinds[kind], kind)),
        "annotators": sorted(work.annotator for work in works),
        "html": _html(raw.body, raw.content_type),
        **({"notes": notes} if (notes := [work.note for work in works if work.note]) else {}),
        "gold": gold_of(outline, _agreed(works), stored.guess, own),
    }


def _agreed(works: Sequence[Work]) -> str:
    """What most annotators say of each block; where they are even, who finished last decides."""
    latest = max(works, key=lambda work: (work.changed_at, work.annotator)).marks
    merged = []
    for letters, last in zip(zip(*(work.marks for work in works), strict=True), latest, strict=True):
        count = Counter(letters)
        merged.append(max(count, key=lambda letter: (count[letter], letter == last, letter)))
    return "".join(merged)


def _html(body: bytes, content_type: str | None) -> str:
    """The page as text that is read again as the same text, whatever encoding it declares."""
    text = decode(body, content_type).text
    return text if decode(text.encode()).text == text else "\ufeff" + text


def gold_of(outline: Outline, marks: str, guess: Guess, own: Sequence[OwnLabel] = ()) -> dict[str, Any]:
    """What the marks say of a page: text, posts, comments, facts, tables, and the labels with their nodes.

    `text` is content and posts in order. The title is a fact and not part of it. Fields and records are there if
    something was labelled so.
    """
    texts = outline.blocks.texts
    of_page, found = units(marks)
    return {
        "text": _joined(texts, [block for block, mark in enumerate(marks) if mark.lower() in TEXT]),
        "comments": [_joined(texts, unit.body) for unit in found if unit.letter == "r"],
        "comments_apart": True,
        "posts": [
            {"text": _joined(texts, unit.body), **_byline(unit, texts, guess)}
            for unit in found
            if unit.letter == "p"
        ],
        "title": " ".join(texts[block] for block, mark in enumerate(marks) if mark == "t") or None,
        **_byline(of_page, texts, guess),
        **_tables(outline, marks, own),
        "labels": _labels(outline, marks, own),
    }


def _tables(outline: Outline, marks: str, own: Sequence[OwnLabel]) -> dict[str, Any]:
    """The fields of the page and its records, those of the two that were labelled."""
    texts, found = outline.blocks.texts, dict[str, Any]()
    for scope in SCOPES:
        names = {label.letter: label.name for label in own if label.scope == scope}
        cells = [(block, names[mark]) for block, mark in enumerate(marks) if mark in names]
        columns = {name: [block for block, own_name in cells if own_name == name] for _, name in cells}
        value = {block: each for name in columns for block, each in _values(texts, columns[name], name)}
        if cells and scope == "field":
            found["fields"] = {name: [value[block] for block in blocks] for name, blocks in columns.items()}
        elif cells:
            found["records"] = [
                {name: "\n".join(value[block] for block in blocks) for name, blocks in record.items()}
                for record in records(cells, partial(_own_ranges, outline))
            ]
    return found


def _own_ranges(outline: Outline, heads: list[int]) -> list[tuple[int, int]]:
    """For each of these blocks the blocks of the largest element that holds none of the others."""
    found, parent = [], outline.page.parent
    for head in heads:
        row = int(outline.blocks.owner[head])
        first, last = int(outline.first[row]), int(outline.last[row])
        while (row := int(parent[row])) >= 0:
            around = int(outline.first[row]), int(outline.last[row])
            if sum(around[0] <= other < around[1] for other in heads) > 1:
                break
            first, last = around
        found.append((first, last))
    return found


def _values(texts: Sequence[str], blocks: Sequence[int], name: str) -> Iterator[tuple[int, str]]:
    """The cells of a column without the label that half of them have before the value: "Price: 12" is "12"."""
    heads = {block: found for block in blocks if (found := _LABEL.match(texts[block]))}
    count = Counter(found[1] for found in heads.values())
    for block in blocks:
        head, text = heads.get(block), texts[block]
        is_label = head is not None and 2 * count[head[1]] >= len(blocks)
        yield block, " ".join((text[head.end() :] if head and is_label else text.removeprefix(name)).split())


def _labels(outline: Outline, marks: str, own: Sequence[OwnLabel]) -> list[dict[str, Any]]:
    """Every block that is not `other`, with its first and its last text node."""
    found, names = [], NAMES | {label.letter: label.name for label in own}
    for mark, (first, last) in zip(marks, anchors_of(outline.blocks), strict=True):
        if mark == OTHER:
            continue
        label: dict[str, Any] = {"label": names[mark.lower()], "first": first, "last": last}
        found.append(label | {"begins": True} if mark.isupper() else label)
    return found


def _byline(unit: Unit, texts: Sequence[str], guess: Guess) -> dict[str, Any]:
    """Who and when: what honbun found of it in the first line that is marked so, else the line as it is.

    Of a line that holds both, the author is left unknown if honbun has not found one.
    """
    found: dict[str, Any] = {}
    for name, blocks, known in (("author", unit.author, guess.names), ("date", unit.date, guess.dates)):
        line = " ".join(texts[blocks[0]].split()) if blocks else None
        is_both = name == "author" and bool(blocks) and blocks[0] in unit.date
        inside = [each for each in known if line and each in line]
        found[name] = max(inside, key=len, default=None if is_both else line)
    return found


def _joined(texts: Sequence[str], blocks: Sequence[int]) -> str:
    return "\n".join(texts[block] for block in blocks)


@dataclass(frozen=True)
class Agreement:
    """One annotator measured against another, on the pages that both have finished."""

    annotator: str
    against: str
    what: str
    pages: int
    precision: float
    recall: float
    f1: float
    perfect: float
    """Share of the pages on which the two agree on every block."""


@dataclass(frozen=True)
class MarkedPage:
    """The marks of one page by annotator, and the length of each of its blocks, by which blocks count."""

    marks: Mapping[str, str]
    lengths: Sequence[int]


def agreements(pages: Iterable[MarkedPage]) -> list[Agreement]:
    """Every pair of annotators, in every group that one of the two has marked; honbun comes last."""
    found: dict[tuple[str, str], list[MarkedPage]] = defaultdict(list)
    for page in pages:
        names = sorted(page.marks, key=lambda name: (name == HONBUN, name))
        for pair in combinations(names, 2):
            found[pair].append(page)
    pairs = sorted(found.items(), key=lambda item: (item[0][1] == HONBUN, item[0]))
    rows = (
        _compared(annotator, against, what, common)
        for (against, annotator), common in pairs
        for what in (*GROUPS, "units")
    )
    return [row for row in rows if row is not None]


def _compared(annotator: str, against: str, what: str, pages: Sequence[MarkedPage]) -> Agreement | None:
    found = wanted = common = perfect = 0
    for page in pages:
        mine, theirs = (_parts(page.marks[name], what, page.lengths) for name in (annotator, against))
        found += sum(mine.values())
        wanted += sum(theirs.values())
        common += sum(weight for part, weight in mine.items() if part in theirs)
        perfect += mine.keys() == theirs.keys()
    if not found and not wanted:
        return None
    precision, recall = common / found if found else 0.0, common / wanted if wanted else 0.0
    f1 = 2 * common / (found + wanted)
    return Agreement(annotator, against, what, len(pages), precision, recall, f1, perfect / len(pages))


def _parts(marks: str, what: str, lengths: Sequence[int]) -> dict[tuple[int, ...], int]:
    """What is compared, with its weight: blocks by characters, whole posts and comments by number."""
    if what == "units":
        return {(*unit.body, ord(unit.letter)): 1 for unit in units(marks)[1]}
    return {(block,): lengths[block] for block, mark in enumerate(marks) if mark.lower() in GROUPS[what]}
