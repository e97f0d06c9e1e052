"""Words and blocks against their gold as multisets and masks, and one-to-one matching of texts by their tokens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from honbun.evaluate.cases import Answer, Gold
from honbun.page import Labels

Scores = dict[str, float]
Bag = Counter[str]
Matrix = npt.NDArray[np.float64]

_WORD = re.compile(r"\w+")
# Scripts written without spaces, where a word of `\w+` would be a whole sentence: Thai, Lao, Myanmar, Khmer,
# kana, Han.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
"""A word, or a character of a script written without spaces."""


def words(text: str) -> list[str]:
    """The words in lower case: WCXB's `\\w+`."""
    return _WORD.findall(text.lower())


def tokens(text: str) -> list[str]:
    """The words in lower case, scripts written without spaces cut into characters."""
    return TOKEN.findall(text.lower())


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
    lowered = answer.text.lower()
    for name, snippets in (("with", gold.with_), ("without", gold.without)):
        if snippets:  # WCXB's definition: the share that the text contains, whatever the case
            scores[name] = sum(snippet.lower() in lowered for snippet in snippets) / len(snippets)
    return scores


def block_scores(found: Labels | Sequence[bool], wanted: Labels | Sequence[bool]) -> Scores:
    """Precision, recall and F1 over the blocks of a page, as papers count them, and whether every block is right.

    Where nothing is kept and nothing is to be kept, all are 1. ValueError if the numbers of blocks differ.
    """
    kept, gold = (
        np.asarray(labels.is_content if isinstance(labels, Labels) else labels, np.bool_)
        for labels in (found, wanted)
    )
    if kept.shape != gold.shape:
        raise ValueError(f"{len(kept)} blocks against {len(gold)}")
    correct, predicted, right = int((kept & gold).sum()), int(kept.sum()), int(gold.sum())
    empty = float(not predicted and not right)
    return {
        "correct": correct,
        "predicted": predicted,
        "gold": right,
        "precision": correct / predicted if predicted else empty,
        "recall": correct / right if right else empty,
        "f1": 2 * correct / (predicted + right) if predicted + right else empty,
        "perfect": int(bool((kept == gold).all())),
    }


def best_pairs(weights: Matrix) -> list[tuple[int, int]]:
    """The pairs (row, column) of the one-to-one assignment with the largest sum, those of weight 0 left out."""
    if not weights.size:
        return []
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(weights, maximize=True)
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if weights[i, j] > 0]


def most_pairs(scores: Matrix, min_score: float) -> list[tuple[int, int]]:
    """As many pairs as possible with at least this score, and of those the best."""
    # With less than 1 / n for the scores themselves, no sum of scores outweighs a pair.
    largest = max(scores.shape, default=0) or 1
    return best_pairs(np.where(scores >= min_score, 1 + scores / (2 * largest), 0.0))


def common_tokens(rows: Sequence[Bag], columns: Sequence[Bag]) -> Matrix:
    """How many tokens each row has in common with each column."""
    common = np.array([[(row & column).total() for column in columns] for row in rows], np.float64)
    return common.reshape(len(rows), len(columns))


def sizes(bags: Sequence[Bag]) -> Matrix:
    """How many tokens each bag has."""
    return np.array([bag.total() for bag in bags], np.float64)


def token_f1(rows: Sequence[Bag], columns: Sequence[Bag]) -> Matrix:
    """The token F1 of each row with each column; two without tokens agree."""
    total = sizes(rows)[:, None] + sizes(columns)[None, :]
    return np.divide(2 * common_tokens(rows, columns), total, out=np.ones_like(total), where=total > 0)
