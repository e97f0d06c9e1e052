"""The article without its comments, and the comments without the article."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.posts import unit_scores
from honbun.evaluate.metrics.words import Scores, overlap, tokens, words

_GRAM = 5
Grams = set[tuple[str, ...]]


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
        scores |= _words("article", [answer.text], [gold.text])
    if wanted:
        scores |= _words("comments", found, wanted)
    else:
        scores["false_alarm"] = int(bool(found))
    if gold.comments_apart:
        single, _ = unit_scores(found, wanted)
        scores |= {f"comment_{name}": value for name, value in single.items()}
    if gold.text is not None and wanted:
        scores |= _leaks(answer.text, found, gold.text, wanted)
    return scores


def _words(name: str, found: Sequence[str], wanted: Sequence[str]) -> Scores:
    found_words, wanted_words = (Counter(words("\n".join(texts))) for texts in (found, wanted))
    values = overlap(found_words, wanted_words)
    return {f"{name}_{part}": value for part, value in zip(("precision", "recall", "f1"), values, strict=True)}


def _leaks(article: str, comments: Sequence[str], gold_article: str, gold_comments: Sequence[str]) -> Scores:
    of_article, of_comments = _grams([gold_article]), _grams(gold_comments)
    leaks = {
        "comments_leak": (of_comments - of_article, _grams([article])),
        "article_leak": (of_article - of_comments, _grams(comments)),
    }
    return {name: len(own & found) / len(own) for name, (own, found) in leaks.items() if own}


def _grams(texts: Sequence[str]) -> Grams:
    grams: Grams = set()
    for text in texts:
        cut = tokens(text)
        grams |= {tuple(cut[i : i + _GRAM]) for i in range(len(cut) - _GRAM + 1)}
    return grams
