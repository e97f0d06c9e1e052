"""The body of an article: written once, shown as markup and as the lines of the gold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from examples.making.template import escape

_STRESS = re.compile(r"\*([^*\n]+)\*")
_LINK = re.compile(r"\[([^\]\n]+)\]\(([^)\s]+)\)")
_FIGURE = re.compile(r"!\[([^\]]+)\]\s+(.+)", re.DOTALL)

Part = dict[str, Any]
"""One block of a body: a single key, its kind, with what the template needs."""


@dataclass(frozen=True)
class Prose:
    """Text with `*stress*` and `[links](target)`: `str()` is what is read, `__html__()` what is written."""

    source: str

    def __str__(self) -> str:
        return _STRESS.sub(r"\1", _LINK.sub(r"\1", self.source))

    def __html__(self) -> str:
        return _STRESS.sub(r"<em>\1</em>", _LINK.sub(r'<a href="\2">\1</a>', escape(self.source)))


def editions(pages: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each page with the content of its article, its own or the one it is a copy of, and all other articles."""
    originals = {page["slug"]: page for page in pages if "copy_of" not in page}
    for page in pages:
        slug = page.get("copy_of", page["slug"])
        yield originals[slug] | page, [other for other in originals.values() if other["slug"] != slug]


def parse_body(page: dict[str, Any], joint: str = " ") -> list[Part]:
    """The parts of a page's body; lines of one paragraph are joined with `joint` (nothing in Japanese)."""
    parts = [_part(chunk, joint) for chunk in re.split(r"\n\s*\n", page["body"].strip())]
    slug = page.get("copy_of", page["slug"])
    numbers = count(1)
    return [
        {"figure": part["figure"] | {"src": f"pictures/{slug}-{next(numbers)}.svg"}} if "figure" in part else part
        for part in parts
    ]


def _part(chunk: str, joint: str) -> Part:
    lines = chunk.split("\n")
    if figure := _FIGURE.fullmatch(chunk):
        return {"figure": {"alt": figure[1], "caption": joint.join(figure[2].split("\n"))}}
    if chunk.startswith("## "):
        return {"heading": Prose(chunk[3:])}
    if chunk.startswith("> "):
        *words, speaker = [line[2:] for line in lines]
        return {"quote": {"words": Prose(joint.join(words)), "speaker": speaker}}
    if chunk.startswith("- "):
        return {"list": {"entries": [Prose(line[2:]) for line in lines]}}
    if chunk.startswith("|"):
        head, *rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
        return {"table": {"head": head, "rows": [{"cells": row} for row in rows]}}
    return {"paragraph": Prose(joint.join(lines))}


def pictures(parts: Iterable[Part]) -> list[str]:
    """The paths of the pictures that the parts show."""
    return [part["figure"]["src"] for part in parts if "figure" in part]


def lines(parts: Iterable[Part]) -> Iterator[str]:
    """The text of the parts as a reader would copy it: a line per block, tabs between the cells of a row."""
    for part in parts:
        (kind, value), *_ = part.items()
        match kind:
            case "paragraph" | "heading":
                yield str(value)
            case "quote":
                yield from (str(value["words"]), value["speaker"])
            case "list":
                yield from map(str, value["entries"])
            case "figure":
                yield value["caption"]
            case "table":
                yield "\t".join(value["head"])
                yield from ("\t".join(row["cells"]) for row in value["rows"])
