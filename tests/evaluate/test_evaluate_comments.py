from __future__ import annotations

import pytest

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.comments import comment_scores

ARTICLE = "a1 a2 a3 a4 a5 a6"  # two 5-grams
COMMENT = "c1 c2 c3 c4 c5 c6 c7"  # three 5-grams


def test_perfect_page() -> None:
    scores = comment_scores(Answer(ARTICLE, (COMMENT,)), Gold(ARTICLE, (COMMENT,)))
    assert (scores["article_f1"], scores["comments_f1"]) == (1, 1)
    assert (scores["comments_leak"], scores["article_leak"]) == (0, 0)
    assert "false_alarm" not in scores
    assert "comment_gold" not in scores


def test_comments_leak_into_the_article() -> None:
    scores = comment_scores(Answer(f"{ARTICLE}\nc1 c2 c3 c4 c5"), Gold(ARTICLE, (COMMENT,)))
    assert scores["comments_leak"] == pytest.approx(1 / 3)
    assert scores["article_leak"] == 0
    assert scores["comments_f1"] == 0
    # 6 of the 11 words found are wanted, and all 6 are found
    assert scores["article_precision"] == pytest.approx(6 / 11)
    assert scores["article_recall"] == 1


def test_article_leaks_into_the_comments() -> None:
    scores = comment_scores(Answer("", (ARTICLE, COMMENT)), Gold(ARTICLE, (COMMENT,)))
    assert (scores["article_leak"], scores["comments_leak"]) == (1, 0)


def test_what_comments_quote_of_the_article_does_not_leak() -> None:
    gold = Gold(ARTICLE, (f"{ARTICLE} yes",))  # one 5-gram is the comment's own
    assert comment_scores(Answer(ARTICLE), gold)["comments_leak"] == 0


def test_texts_too_short_for_5_grams_have_no_leak() -> None:
    scores = comment_scores(Answer("short"), Gold("short", ("nice",)))
    assert "comments_leak" not in scores
    assert "article_leak" not in scores


@pytest.mark.parametrize(("found", "alarm"), [((), 0), ((" ",), 0), (("menu",), 1)])
def test_page_without_comments(found: tuple[str, ...], alarm: int) -> None:
    scores = comment_scores(Answer(ARTICLE, found), Gold(ARTICLE, ()))
    assert scores["false_alarm"] == alarm
    assert "comments_f1" not in scores


def test_single_comments_count_as_posts_do() -> None:
    gold = Gold(ARTICLE, ("x1 x2 x3", "y1 y2 y3"), comments_apart=True)
    apart = comment_scores(Answer(ARTICLE, ("x1 x2 x3", "y1 y2 y3")), gold)
    lump = comment_scores(Answer(ARTICLE, ("x1 x2 x3 y1 y2 y3",)), gold)
    assert (apart["comment_correct"], apart["comment_gold"]) == (2, 2)
    assert (lump["comment_correct"], lump["comment_merged"], lump["comments_f1"]) == (0, 2, 1)


def test_gold_without_article() -> None:
    scores = comment_scores(Answer("x", ("c",)), Gold(None, ("c",)))
    assert "article_f1" not in scores
    assert scores["comments_f1"] == 1
