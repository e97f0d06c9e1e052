"""The pages on which a system did worst: gold, its answer and the best other answer side by side, word by word."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape
from itertools import groupby, islice

from honbun.evaluate import TOKEN, Case, Figure, Gold, PageResult
from honbun.report.table import base_name
from honbun.report.text import share

MAX_WORDS = 3000
"""Words of one text that are compared and shown; beyond them the text is cut and says so."""
SHOWN_WORDS = 25
"""Of a long passage that agrees or differs throughout, this many words are shown at each end."""
# What stands between two words is shown up to this length.
_MAX_GAP_LENGTH = 40


@dataclass(frozen=True)
class WorstPage:
    """A page with its gold, the answer that is looked at, and the best answer of the other systems."""

    case: Case
    ours: PageResult
    score: float
    other: PageResult | None
    other_score: float


def worst_pages(
    results: Sequence[PageResult], system: str, cases: Mapping[str, Case], figure: Figure, number: int = 15
) -> list[WorstPage]:
    """The pages of lowest score of a system, those first where another system does best."""
    ours: list[tuple[float, PageResult]] = []
    others: dict[str, tuple[float, PageResult | None]] = {}
    for result in results:
        score, key = figure.of_page(result), str(result["key"])
        if key not in cases or not math.isfinite(score):
            continue
        if result["system"] == system:
            ours += [(score, result)] if score < 1 else []
        elif base_name(result["system"]) != base_name(system) and score > others.get(key, (-1.0, None))[0]:
            others[key] = (score, result)
    ours.sort(key=lambda pair: (pair[0], -others.get(pair[1]["key"], (0.0,))[0], str(pair[1]["key"])))
    pages = []
    for score, result in ours[:number]:
        other_score, other = others.get(result["key"], (math.nan, None))
        pages.append(WorstPage(cases[result["key"]], result, score, other, other_score))
    return pages


def gold_text(gold: Gold, task: str) -> str:
    """What is right for a page, as one text."""
    if task == "posts":
        return "\n\n".join(post.text for post in gold.posts or ())
    if task == "records":
        return "\n".join("\t".join(record.values()) for record in gold.records or ())
    return "\n\n".join((gold.text or "", *(gold.comments or ()))) if task == "comments" else gold.text or ""


def details(page: WorstPage, task: str) -> str:
    """The page as HTML that opens on a click."""
    gold = gold_text(page.case.gold, task)
    missed, extra = compare(gold, str(page.ours.get("text") or ""))
    panes = [
        ("gold", f"underlined: missed by {page.ours['system']}", missed),
        (_heading(page.ours, page.score), "struck out: not in the gold", extra),
    ]
    if page.other is not None:
        extra = compare(gold, str(page.other.get("text") or ""))[1]
        panes.append((_heading(page.other, page.other_score), "struck out: not in the gold", extra))
    shown = "".join(
        f"<section><h4>{escape(name)}</h4><p class='hint'>{escape(hint)}</p><div class=text>{body}</div></section>"
        for name, hint, body in panes
    )
    facts = " · ".join(filter(None, (page.case.page_type, page.case.language, page.case.site)))
    head = f"<b>{share(page.score)}</b> {escape(page.case.key)} <span class='hint'>{escape(facts)}</span>"
    return f"<details><summary>{head}</summary>{_address(page.case.url)}<div class='panes'>{shown}</div></details>"


def _heading(result: PageResult, score: float) -> str:
    status = "" if result["status"] == "ok" else f", {result['status']} {result.get('detail') or ''}".rstrip()
    return f"{result['system']} {share(score)}{status}"


def _address(url: str | None) -> str:
    """The page's address, a link only if it leads to the web."""
    shown = escape(url or "")
    if shown.lower().startswith(("http://", "https://")):
        shown = f"<a href='{shown}' rel='noreferrer'>{shown}</a>"
    return f"<p class='hint address'>{shown}</p>" if shown else ""


def compare(gold: str, answer: str) -> tuple[str, str]:
    """Gold and answer as HTML: missed words underlined in the gold, extra words struck out in the answer."""
    texts = (gold, answer)
    wanted, found = (list(islice(TOKEN.finditer(text), MAX_WORDS)) for text in texts)
    missed, extra = differing([word[0].lower() for word in wanted], [word[0].lower() for word in found])
    return _marked(gold, wanted, missed, "ins"), _marked(answer, found, extra, "del")


def differing(one: Sequence[str], other: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """For each word of two texts: whether the other lacks it. Order decides which copy, counts decide how many."""
    lacks = [True] * len(one), [True] * len(other)
    for a, b, size in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        lacks[0][a : a + size] = lacks[1][b : b + size] = [False] * size
    left = [
        Counter(word for word, lack in zip(words, own, strict=True) if lack)
        for words, own in zip((one, other), lacks, strict=True)
    ]
    for words, own in zip((one, other), lacks, strict=True):
        moved = left[0] & left[1]
        for i, word in enumerate(words):
            if own[i] and moved[word]:
                moved[word] -= 1
                own[i] = False
    return lacks


def _marked(text: str, words: Sequence[re.Match[str]], marks: Sequence[bool], tag: str) -> str:
    """The text with the marked words in a tag, the middle of long passages left out."""
    if not words:
        return '<i class="gap">(empty)</i>'
    parts = []
    for is_marked, indices in groupby(range(len(words)), key=lambda i: marks[i]):
        first, *rest = indices
        last = rest[-1] if rest else first
        passage = _passage(text, words[first : last + 1])
        end = words[last + 1].start() if last + 1 < len(words) else len(text)
        parts.append(f"<{tag}>{passage}</{tag}>" if is_marked else passage)
        parts.append(escape(text[words[last].end() : end][:_MAX_GAP_LENGTH]))
    if len(words) == MAX_WORDS:
        parts.append('<i class="gap"> … cut here</i>')
    return "".join(parts)


def _passage(text: str, words: Sequence[re.Match[str]]) -> str:
    """The words with what is between them, the middle left out if they are many."""
    if len(words) <= 3 * SHOWN_WORDS:
        return escape(text[words[0].start() : words[-1].end()])
    head = escape(text[words[0].start() : words[SHOWN_WORDS - 1].end()])
    tail = escape(text[words[-SHOWN_WORDS].start() : words[-1].end()])
    return f'{head} <i class="gap">… {len(words) - 2 * SHOWN_WORDS:,} words …</i> {tail}'
