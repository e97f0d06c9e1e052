"""Posts one by one: a found post is right only if it is exactly one post of the gold, and what went wrong else."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import starmap

import numpy as np

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.dates import same_day
from honbun.evaluate.metrics.matching import Matrix, best_pairs, common_tokens, most_pairs, sizes, token_f1
from honbun.evaluate.metrics.words import Bag, Scores, tokens

RIGHT = 0.8
"""A found post is right if its token F1 with a post of the gold is at least this."""
STRICT = 0.95
# A text lies in another if this share of its tokens does; less would count chance words.
_LIES_IN = 0.8
# Pieces make up a post if together they have at least half of it.
_PIECES = 0.5
# Below this token F1 two texts have only common words in common.
_ALIKE = 0.3


def post_scores(answer: Answer, gold: Gold) -> Scores:
    """Task posts: counts to be summed over pages, and the F1 of this page.

    correct + merged + split + inexact + missed = gold, in posts of the gold: merged lie in a found post that
    holds another one too; split are two or more found posts; inexact are found, with too much or too little.
    spurious are found posts that hold nothing of a post of the gold which is not found already.
    """
    wanted = gold.posts or ()
    scores, pairs = unit_scores([post.text for post in answer.posts], [post.text for post in wanted])
    matched = [(wanted[i], answer.posts[j]) for i, j in pairs]
    authors = [(post.author, found.author) for post, found in matched if post.author is not None]
    dates = [(post.date, found.date) for post, found in matched if post.date is not None]
    return scores | {
        "authors": len(authors),
        "authors_right": sum(starmap(same_author, authors)),
        "dates": len(dates),
        "dates_right": sum(starmap(same_day, dates)),
    }


def unit_scores(found: Sequence[str], wanted: Sequence[str]) -> tuple[Scores, list[tuple[int, int]]]:
    """Counts for texts that must be found one by one, and the right pairs (wanted, found)."""
    golds, answers = [Counter(tokens(text)) for text in wanted], [Counter(tokens(text)) for text in found]
    common = common_tokens(golds, answers)
    f1 = token_f1(golds, answers, common)
    pairs = most_pairs(f1, RIGHT)
    total = len(golds) + len(answers)
    scores: Scores = {
        "correct": len(pairs),
        "correct_strict": len(most_pairs(f1, STRICT)),
        "predicted": len(answers),
        "gold": len(golds),
        "f1": 2 * len(pairs) / total if total else 1.0,
    }
    return scores | _wrongs(golds, answers, f1, pairs), pairs


def _wrongs(golds: list[Bag], answers: list[Bag], f1: Matrix, pairs: list[tuple[int, int]]) -> dict[str, float]:
    lost = set(range(len(golds))) - {i for i, _ in pairs}
    spare = set(range(len(answers))) - {j for _, j in pairs}
    merged, used = _merged(golds, answers, lost, pairs)
    lost, spare = lost - merged, spare - used
    split, used = _split(golds, answers, lost, spare)
    lost, spare = lost - split, spare - used
    inexact = _inexact(golds, answers, f1, sorted(lost), sorted(spare))
    return {
        "merged": len(merged),
        "split": len(split),
        "inexact": len(inexact),
        "missed": len(lost) - len(inexact),
        "spurious": len(spare) - len(inexact),
    }


def _merged(
    golds: list[Bag], answers: list[Bag], lost: set[int], pairs: list[tuple[int, int]]
) -> tuple[set[int], set[int]]:
    """Lost posts that lie in a found post with another one, and the found posts that hold them."""
    owner = {j: i for i, j in pairs}
    merged: set[int] = set()
    used: set[int] = set()
    for j, answer in enumerate(answers):
        # What the right post leaves over; so "thanks" of one post is not found in the thanks of another.
        rest = answer - golds[owner[j]] if j in owner else answer
        held = _greedy(golds, lost - merged, rest)
        if len(held) + (j in owner) > 1:
            merged |= held
            used.add(j)
    return merged, used


def _split(golds: list[Bag], answers: list[Bag], lost: set[int], spare: set[int]) -> tuple[set[int], set[int]]:
    """Lost posts of which two or more spare found posts are pieces, and those pieces."""
    split: set[int] = set()
    used: set[int] = set()
    for i in sorted(lost, key=lambda i: -golds[i].total()):
        pieces = _greedy(answers, spare - used, golds[i])
        if len(pieces) > 1 and sum(answers[j].total() for j in pieces) >= _PIECES * golds[i].total():
            split.add(i)
            used |= pieces
    return split, used


def _greedy(bags: list[Bag], candidates: set[int], whole: Bag) -> set[int]:
    """The candidates that lie in the whole beside each other, the largest first."""
    held = set()
    for k in sorted(candidates, key=lambda k: (-bags[k].total(), k)):
        bag = bags[k]
        if bag and (bag & whole).total() >= _LIES_IN * bag.total():
            held.add(k)
            whole = whole - bag
    return held


def _inexact(
    golds: list[Bag], answers: list[Bag], f1: Matrix, lost: list[int], spare: list[int]
) -> list[tuple[int, int]]:
    """Lost posts and the one spare found post that is like each, or holds it."""
    if not lost or not spare:
        return []
    left, right = [golds[i] for i in lost], [answers[j] for j in spare]
    likeness = f1[np.ix_(lost, spare)]
    size = sizes(left)[:, None]
    holds = (common_tokens(left, right) >= _LIES_IN * size) & (size > 0)
    return best_pairs(np.where((likeness >= _ALIKE) | holds, likeness, 0.0))


def same_author(wanted: str | None, found: str | None) -> bool:
    """Two names are the same but for case, width, spaces and a leading @."""
    return wanted is not None and found is not None and plain_name(wanted) == plain_name(found)


def plain_name(author: str) -> str:
    """A name as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", author).casefold().split()).removeprefix("@")
