"""Posts one by one, and comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluate.cases import Answer, Gold, GoldPost, PostAnswer
from honbun.evaluate.metrics.posts import comment_scores, post_scores, same_author

A = " ".join(f"a{i}" for i in range(10))
B = " ".join(f"b{i}" for i in range(10))
C = " ".join(f"c{i}" for i in range(10))
JUNK = " ".join(f"j{i}" for i in range(10))
WRONGS = ("merged", "split", "inexact", "missed", "spurious")


def counts(found: list[str], wanted: list[str]) -> dict[str, float]:
    """The scores that are not 0, without those that every page has."""
    answer = Answer(posts=tuple(PostAnswer(text) for text in found))
    scores = post_scores(answer, Gold(posts=tuple(GoldPost(text) for text in wanted)))
    names = ("correct", "correct_strict", *WRONGS)
    return {name: scores[name] for name in names if scores[name]}


def head(text: str, number: int) -> str:
    return " ".join(text.split()[:number])


def test_right_posts_in_any_order() -> None:
    assert counts([B, A], [A, B]) == {"correct": 2, "correct_strict": 2}


def test_nearly_right() -> None:
    # 10 wanted, 12 found, 10 common: F1 20 / 22 = .909
    assert counts([A + " x y"], [A]) == {"correct": 1}
    # 10 wanted, 15 found: F1 20 / 25 = .8 is just right; one word more is not
    assert counts([A + " x y z v w"], [A]) == {"correct": 1}
    assert counts([A + " x y z v w u"], [A]) == {"inexact": 1}


def test_merged() -> None:
    assert counts([f"{A} {B}"], [A, B]) == {"merged": 2}
    assert counts([f"{A} {B} {C}"], [A, B, C]) == {"merged": 3}


def test_a_short_post_merged_into_a_right_one() -> None:
    assert counts([f"{A} many thanks"], [A, "many thanks"]) == {"correct": 1, "merged": 1}


def test_a_short_post_is_not_found_in_the_words_of_another() -> None:
    assert counts([A], [A, "a1"]) == {"correct": 1, "correct_strict": 1, "missed": 1}


def test_split() -> None:
    words = A.split()
    assert counts([" ".join(words[:5]), " ".join(words[5:])], [A]) == {"split": 1}


def test_author_line_apart_from_a_right_body_is_spurious() -> None:
    assert counts([A, "Bob wrote"], [A]) == {"correct": 1, "correct_strict": 1, "spurious": 1}


def test_inexact_with_too_little_or_too_much() -> None:
    assert counts([head(A, 5)], [A]) == {"inexact": 1}
    assert counts([f"{A} {JUNK}"], [A]) == {"inexact": 1}
    assert counts([f"hello bob {JUNK} {B}"], ["hello bob"]) == {"inexact": 1}


def test_missed_and_spurious() -> None:
    assert counts([], [A, B]) == {"missed": 2}
    assert counts([JUNK], []) == {"spurious": 1}
    assert counts([JUNK], [A]) == {"missed": 1, "spurious": 1}


def test_all_at_once() -> None:
    halves = [" ".join(C.split()[:5]), " ".join(C.split()[5:])]
    found = ["d1 d2 d3", f"{A} {B}", *halves, JUNK, "e1 e2"]
    wanted = ["d1 d2 d3", A, B, C, "e1 e2 e3 e4 e5", "never seen this"]
    assert counts(found, wanted) == {
        "correct": 1,
        "correct_strict": 1,
        "merged": 2,
        "split": 1,
        "inexact": 1,
        "missed": 1,
        "spurious": 1,
    }


def test_the_same_post_twice_is_wanted_twice() -> None:
    assert counts(["thanks"], ["thanks", "thanks"])["correct"] == 1
    assert counts(["thanks", "thanks"], ["thanks"]) == {"correct": 1, "correct_strict": 1, "spurious": 1}


def test_as_many_pairs_as_possible() -> None:
    # x goes with both, y only with the first: greedy by F1 would give x to the first and lose one
    first, second = "1 2 3 4 5 6 7 8 9 10", "1 2 3 4 5 6 7 8 11 12"
    x, y = "1 2 3 4 5 6 7 8 9 11", "1 2 3 4 5 6 7 9 10 13"
    assert counts([x, y], [first, second]) == {"correct": 2}


def test_page_without_posts() -> None:
    assert post_scores(Answer(), Gold(posts=()))["f1"] == 1


def test_author_and_date_count_on_right_posts_with_a_known_one() -> None:
    gold = Gold(
        posts=(GoldPost(A, "Bob", "2020-01-02"), GoldPost(B, None, None), GoldPost(C, "Eve", "2020-01-03"))
    )
    found = (PostAnswer(A, " bob ", "Jan 2, 2020"), PostAnswer(B, "x", "y"), PostAnswer(JUNK, "Eve", "2020-01-03"))
    scores = post_scores(Answer(posts=found), gold)
    names = ("authors", "authors_right", "dates", "dates_right")
    assert [scores[name] for name in names] == [1, 1, 1, 1]
    silent = post_scores(Answer(posts=(PostAnswer(A),)), gold)
    assert [silent[name] for name in names] == [1, 0, 1, 0]


def test_authors() -> None:
    assert same_author("Jean  Paul", "@jean paul")
    assert not same_author("Bob", "Bobby")
    assert not same_author("Bob", None)


TEXTS = st.lists(st.lists(st.sampled_from("a b c d e f g".split()), max_size=6).map(" ".join), max_size=5)


@given(TEXTS, TEXTS)
def test_every_post_is_counted_once(found: list[str], wanted: list[str]) -> None:
    answer = Answer(posts=tuple(PostAnswer(text) for text in found))
    scores = post_scores(answer, Gold(posts=tuple(GoldPost(text) for text in wanted)))
    assert sum(scores[name] for name in ("correct", "merged", "split", "inexact", "missed")) == scores["gold"]
    assert scores["correct_strict"] <= scores["correct"] <= min(scores["gold"], scores["predicted"])
    assert scores["correct"] + scores["inexact"] + scores["spurious"] <= scores["predicted"]
    assert all(value >= 0 for value in scores.values())


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
