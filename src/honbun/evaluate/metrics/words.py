"""Words of a text against the words of its gold, as WCXB counts them, and with unspaced scripts by character."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from honbun.evaluate.cases import Answer, Gold

Scores = dict[str, float]
Bag = Counter[str]

_WORD = re.compile(r"\w+")
# Scripts written without spaces, where a word of `\w+` would be a whole sentence: Thai, Lao, Myanmar, Khmer,
# kana, Han.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_WORD_OR_CHARACTER = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def words(text: str) -> list[str]:
    """The words in lower case: WCXB's `\\w+`."""
    return _WORD.findall(text.lower())


def tokens(text: str) -> list[str]:
    """The words in lower case, scripts written without spaces cut into characters."""
    return _WORD_OR_CHARACTER.findall(text.lower())


def overlap(found: Bag, wanted: Bag) -> tuple[float, float, float]:
    """Precision, recall and F1 of two multisets; two empty ones agree."""
    if not found or not wanted:
        return (1.0, 1.0, 1.0) if not found and not wanted else (0.0, 0.0, 0.0)
    common = (found & wanted).total()
    precision, recall = common / found.total(), common / wanted.total()
    return precision, recall, 2 * common / (found.total() + wanted.total())


def word_scores(answer: Answer, gold: Gold) -> Scores:
    """Tasks content and site: precision, recall and F1 of words, F1 by character, shares of the snippets found.

    `with` and `without` are only there on pages that have such snippets; `without` is better when lower.
    """
    wanted = gold.text or ""
    precision, recall, f1 = overlap(Counter(words(answer.text)), Counter(words(wanted)))
    by_character = overlap(Counter(tokens(answer.text)), Counter(tokens(wanted)))
    scores = {"precision": precision, "recall": recall, "f1": f1, "f1_by_character": by_character[2]}
    if gold.with_:
        scores["with"] = share_of_snippets(answer.text, gold.with_)
    if gold.without:
        scores["without"] = share_of_snippets(answer.text, gold.without)
    return scores


def share_of_snippets(text: str, snippets: Sequence[str]) -> float:
    """The share of the snippets that the text contains, whatever the case (WCXB's definition)."""
    lowered = text.lower()
    return sum(snippet.lower() in lowered for snippet in snippets) / len(snippets)
