"""Posts one by one, right only if each is exactly one post of the gold; and comments apart from the article."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import starmap

import numpy as np

from honbun.dates import same_day
from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.words import (
    Bag,
    Matrix,
    Scores,
    best_pairs,
    common_tokens,
    most_pairs,
    overlap,
    sizes,
    token_f1,
    tokens,
    words,
)

MIN_F1 = 0.8
"""A found post is right if its token F1 with a post of the gold is at least this."""
MIN_STRICT_F1 = 0.95
# A text lies in another if this share of its tokens does; less would count chance words.
_MIN_HELD_SHARE = 0.8
# Pieces make up a post if together they have at least this share of it.
_MIN_PIECES_SHARE = 0.5
# Below this token F1 two texts have only common words in common.
_MIN_INEXACT_F1 = 0.3
# Tokens of a sequence that leaks from comments into the article, or back.
_GRAM_LENGTH = 5
Grams = set[tuple[str, ...]]


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
    f1 = token_f1(golds, answers)
    pairs = most_pairs(f1, MIN_F1)
    total = len(golds) + len(answers)
    scores: Scores = {
        "correct": len(pairs),
        "correct_strict": len(most_pairs(f1, MIN_STRICT_F1)),
        "predicted": len(answers),
        "gold": len(golds),
        "f1": 2 * len(pairs) / total if total else 1.0,
    }
    return scores | _errors(golds, answers, f1, pairs), pairs


def _errors(golds: list[Bag], answers: list[Bag], f1: Matrix, pairs: list[tuple[int, int]]) -> Scores:
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
        held = _held(golds, lost - merged, rest)
        if len(held) + (j in owner) > 1:
            merged |= held
            used.add(j)
    return merged, used


def _split(golds: list[Bag], answers: list[Bag], lost: set[int], spare: set[int]) -> tuple[set[int], set[int]]:
    """Lost posts of which two or more spare found posts are pieces, and those pieces."""
    split: set[int] = set()
    used: set[int] = set()
    for i in sorted(lost, key=lambda i: -golds[i].total()):
        pieces = _held(answers, spare - used, golds[i])
        if len(pieces) > 1 and sum(answers[j].total() for j in pieces) >= _MIN_PIECES_SHARE * golds[i].total():
            split.add(i)
            used |= pieces
    return split, used


def _held(bags: list[Bag], candidates: set[int], rest: Bag) -> set[int]:
    """The candidates that lie in a bag beside each other, the largest first."""
    held = set()
    for k in sorted(candidates, key=lambda k: (-bags[k].total(), k)):
        bag = bags[k]
        if bag and (bag & rest).total() >= _MIN_HELD_SHARE * bag.total():
            held.add(k)
            rest = rest - bag
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
    holds = (common_tokens(left, right) >= _MIN_HELD_SHARE * size) & (size > 0)
    return best_pairs(np.where((likeness >= _MIN_INEXACT_F1) | holds, likeness, 0.0))


def same_author(wanted: str | None, found: str | None) -> bool:
    """Two names are the same but for case, width, spaces and a leading @."""
    return wanted is not None and found is not None and plain_name(wanted) == plain_name(found)


def plain_name(author: str) -> str:
    """A name as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", author).casefold().split()).removeprefix("@")


def comment_scores(answer: Answer, gold: Gold) -> Scores:
    """Task comments. Keys that do not apply to the page are left out: means are over the pages that have them.

    article_*: words of the article; comments_*: words of all comments, on pages with comments; comment_*: single
    comments as posts are counted, where the gold has them one by one; *_leak: the share of 5-grams of one, and not
    of the other, that were found in the other; false_alarm: comments were found on a page without any.
    """
    wanted = [comment for comment in gold.comments or () if comment.strip()]
    found = [comment for comment in answer.comments if comment.strip()]
    scores: Scores = {}
    if gold.text is not None:
        scores |= _word_scores("article", [answer.text], [gold.text])
    if wanted:
        scores |= _word_scores("comments", found, wanted)
    else:
        scores["false_alarm"] = int(bool(found))
    if gold.comments_apart:
        single, _ = unit_scores(found, wanted)
        scores |= {f"comment_{name}": value for name, value in single.items()}
    if gold.text is not None and wanted:
        article, comments = _grams([gold.text]), _grams(wanted)
        leaks = {
            "comments_leak": (comments - article, _grams([answer.text])),
            "article_leak": (article - comments, _grams(found)),
        }
        scores |= {name: len(own & other) / len(own) for name, (own, other) in leaks.items() if own}
    return scores


def _word_scores(name: str, found: Sequence[str], wanted: Sequence[str]) -> Scores:
    found_words, wanted_words = (Counter(words("\n".join(texts))) for texts in (found, wanted))
    values = overlap(found_words, wanted_words)
    return {f"{name}_{part}": value for part, value in zip(("precision", "recall", "f1"), values, strict=True)}


def _grams(texts: Sequence[str]) -> Grams:
    return {
        tuple(cut[i : i + _GRAM_LENGTH]) for cut in map(tokens, texts) for i in range(len(cut) - _GRAM_LENGTH + 1)
    }
