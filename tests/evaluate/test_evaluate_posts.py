from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluate.cases import Answer, Gold, GoldPost, PostAnswer
from honbun.evaluate.metrics.dates import days, same_day
from honbun.evaluate.metrics.posts import post_scores, same_author

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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wed, 04/02/2015 - 00:30", "2015-02-04"),
        ("Wed, 04/02/2015 - 00:30", "2 April 2015"),
        ("2011-11-10T01:01:46+0000", "Nov 10, 2011"),
        ("Sat Jan 04, 2020 1:48 pm", "2020-01-04T13:48:00"),
        ("25.02.2019", "25. Februar 2019"),
        ("9. März 2020", "2020-03-09"),
        ("9. Mrz 20", "2020-03-09"),
        ("5. Januar 2019 um 20:38", "2019-01-05"),
        ("12 Jan 2018, 13:31", "2018-01-12"),
        ("Thu, Apr 29 '10, 2:52 PM", "2010-04-29"),
        ("2020.03.12 13:17", "12/3/2020"),
        ("12:42am On Apr 24", "2021-04-24"),
        ("Sunday 8th March", "2015-03-08"),
        ("October 2019", "2019-10-17"),
        ("8 February at 7:10PM", "8 Feb 2020"),
        ("15.08.15 12:09", "2015-08-15"),
        ("2019年3月4日 12:00", "2019/03/04"),
        ("3月4日", "2019-03-04"),
        ("２０１９／０３／０４", "2019-03-04"),
        ("20190304T120000Z", "4 Mar 2019"),
        ("le 3 août 2019 à 10:22", "2019-08-03"),
        ("6 months ago", "6 Months  Ago"),
    ],
)
def test_same_days(one: str, other: str) -> None:
    assert same_day(one, other)
    assert same_day(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2020-01-02", "2020-01-03"),
        ("04/02/2015", "04/03/2015"),
        ("Jan 2, 2020", "Jan 2, 2021"),
        ("6 months ago", "2020-01-02"),
        ("6 months ago", "5 months ago"),
        ("2020-01-02", None),
        ("2020-01-02", ""),
        ("99/99/2015", "2015-01-01"),
    ],
)
def test_other_days(one: str, other: str | None) -> None:
    assert not same_day(one, other)


@given(st.text())
def test_days_never_raise(text: str) -> None:
    assert all(1 <= month <= 12 for _, month, _ in days(text))
    assert same_day(text, text)


TEXTS = st.lists(st.lists(st.sampled_from("a b c d e f g".split()), max_size=6).map(" ".join), max_size=5)


@given(TEXTS, TEXTS)
def test_every_post_is_counted_once(found: list[str], wanted: list[str]) -> None:
    answer = Answer(posts=tuple(PostAnswer(text) for text in found))
    scores = post_scores(answer, Gold(posts=tuple(GoldPost(text) for text in wanted)))
    assert sum(scores[name] for name in ("correct", "merged", "split", "inexact", "missed")) == scores["gold"]
    assert scores["correct_strict"] <= scores["correct"] <= min(scores["gold"], scores["predicted"])
    assert scores["correct"] + scores["inexact"] + scores["spurious"] <= scores["predicted"]
    assert all(value >= 0 for value in scores.values())
