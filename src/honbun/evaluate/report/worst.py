"""The pages on which a system did worst: gold, its answer and the best other answer side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from honbun.evaluate.cases import Case, Gold
from honbun.evaluate.figures import Figure
from honbun.evaluate.report.marked import compare
from honbun.evaluate.report.plain import share
from honbun.evaluate.report.table import PageResult, base, page_score


@dataclass(frozen=True)
class Worst:
    """A page with its gold, the answer that is looked at, and the best answer of the other systems."""

    case: Case
    ours: PageResult
    score: float
    other: PageResult | None
    other_score: float


def worst(
    results: Sequence[PageResult], system: str, cases: Mapping[str, Case], figure: Figure, most: int = 15
) -> list[Worst]:
    """The pages of lowest score of a system, those first where another system does best."""
    others: dict[str, tuple[float, PageResult]] = {}
    ours: list[tuple[float, PageResult]] = []
    for result in results:
        score = page_score(result, figure)
        key = str(result["key"])
        if key not in cases or not math.isfinite(score):
            continue
        if result["system"] == system:
            ours.append((score, result))
        elif base(result["system"]) != base(system) and (key not in others or score > others[key][0]):
            others[key] = (score, result)
    ours = [(score, result) for score, result in ours if score < 1]
    ours.sort(key=lambda pair: (pair[0], -others.get(pair[1]["key"], (0.0,))[0], str(pair[1]["key"])))
    return [_worst(score, result, cases, others) for score, result in ours[:most]]


def _worst(
    score: float, result: PageResult, cases: Mapping[str, Case], others: Mapping[str, tuple[float, PageResult]]
) -> Worst:
    other_score, other = others.get(str(result["key"]), (math.nan, None))
    return Worst(cases[str(result["key"])], result, score, other, other_score)


def gold_text(gold: Gold, task: str) -> str:
    """What is right for a page, as one text."""
    if task == "posts":
        return "\n\n".join(post.text for post in gold.posts or ())
    if task == "records":
        return "\n".join("\t".join(record.values()) for record in gold.records or ())
    return "\n\n".join((gold.text or "", *(gold.comments or ()))) if task == "comments" else gold.text or ""


def details(page: Worst, task: str) -> str:
    """The page as HTML that opens on a click."""
    gold = gold_text(page.case.gold, task)
    ours = str(page.ours.get("text") or "")
    missed, extra = compare(gold, ours)
    panes = [
        ("gold", f"underlined: missed by {page.ours['system']}", missed),
        (_name(page.ours, page.score), "struck out: not in the gold", extra),
    ]
    if page.other is not None:
        theirs = str(page.other.get("text") or "")
        panes.append(
            (_name(page.other, page.other_score), "struck out: not in the gold", compare(gold, theirs)[1])
        )
    shown = "".join(
        f"<section><h4>{escape(name)}</h4><p class='hint'>{escape(hint)}</p><div class=text>{body}</div></section>"
        for name, hint, body in panes
    )
    facts = " · ".join(filter(None, (page.case.page_type, page.case.language, page.case.site)))
    head = f"<b>{share(page.score)}</b> {escape(page.case.key)} <span class='hint'>{escape(facts)}</span>"
    return f"<details><summary>{head}</summary>{_address(page.case.url)}<div class='panes'>{shown}</div></details>"


def _name(result: PageResult, score: float) -> str:
    status = "" if result["status"] == "ok" else f", {result['status']} {result.get('detail') or ''}".rstrip()
    return f"{result['system']} {share(score)}{status}"


def _address(url: str | None) -> str:
    """The page's address, a link only if it leads to the web."""
    if not url:
        return ""
    shown = escape(url)
    if url.lower().startswith(("http://", "https://")):
        return f"<p class='hint address'><a href='{escape(url)}' rel='noreferrer'>{shown}</a></p>"
    return f"<p class='hint address'>{shown}</p>"
