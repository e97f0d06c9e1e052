"""Rules: what a file may say, what is refused and how, and what matches a post."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from honbun.alerts import Classifier, Rule, StoredPost, load_classifier, parse_rules, train_classifier
from honbun.alerts.classifier import FORMAT, VERSION
from honbun.errors import FormatError, ModelError
from honbun.model import write_arrays


def post(
    text: str = "", author: str | None = "anna", board: str = "harbour", title: str | None = None
) -> StoredPost:
    seen = "2026-03-01T12:00:00+00:00"
    url = "https://b.example/"
    place = (1, board, url, f"{url}t/1", "The wall")
    return StoredPost(*place, "k", None, author, None, None, title, text, None, seen, seen)


def rule(text: str, folder: Path = Path()) -> Rule:
    return parse_rules(f'[[rule]]\nname = "r"\n{text}', folder).rules[0]


@pytest.mark.parametrize(
    ("words", "text", "is_matched"),
    [
        ("recall", "A RECALL of boats", True),
        ("recall", "I recalled it", False),
        ("リコール", "全車ﾘｺｰﾙの対象です", True),
        ("船", "漁船が出た", True),
        ("night ferry", "the night\n ferry sails", True),
        ("c++", "written in C++.", True),
        ("ferry", "the bus", False),
    ],
)
def test_words_are_found_in_any_case_and_width(words: str, text: str, is_matched: bool) -> None:
    assert (rule(f'words = ["{words}"]').reason(post(text)) is not None) == is_matched


def test_all_that_a_rule_gives_must_hold() -> None:
    both = rule('words = ["wall"]\nauthors = ["an*"]\nboards = ["harbour", "mill"]')
    assert both.reason(post("The wall is wet")) == "author anna, “wall”: The wall is wet"
    assert both.reason(post("The wall is wet", author="otto")) is None
    assert both.reason(post("The wall is wet", board="news")) is None
    assert rule('boards = ["https://b.example/*"]').reason(post("x")) == "every post"
    assert rule("patterns = ['fire.{0,9}boat']").reason(post("Fire on a boat", title="x")) is not None
    assert rule('words = ["pier"]').reason(post("x", title="The pier")) is not None


def test_a_burst_is_many_posts_in_a_short_time() -> None:
    burst = rule('burst = { posts = 3, within = "10m" }')
    start = datetime(2026, 3, 1, 12)
    assert burst.is_burst([start, start + timedelta(minutes=20), start + timedelta(minutes=25)]) is False
    assert burst.is_burst([start + timedelta(minutes=each) for each in (20, 0, 25, 29)]) is True


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rule = 1", "no list of tables"),
        ("[[rules]]", "unknown: rules"),
        ("[[rule]]\nwords = ['x']", "has no name"),
        ("[[rule]]\nname = 'a'", "asks for nothing"),
        ("[[rule]]\nname = 'a'\nwords = 'x'", "words is no list of texts"),
        ("[[rule]]\nname = 'a'\npatterns = ['(']", "no regular expression"),
        ("[[rule]]\nname = 'a'\nburst = { posts = 1, within = '5m' }", "burst is none"),
        ("[[rule]]\nname = 'a'\nwords = ['x']\nthreshold = 2", "threshold"),
        ("[[rule]]\nname = 'a'\nwords=['x']\n[[rule]]\nname = 'a'\nwords=['x']", "two rules are called a"),
        ("[[deliver]]\nsecret = 'X'", "says not where to"),
        ("[[deliver]]\nto = 'ftp://x/'", "cannot deliver to"),
        ("[[deliver]]\nto = 'a.jsonl'\nrules = ['b']", "no rule is called b"),
        ("[[rule", "not TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, said: str) -> None:
    with pytest.raises(FormatError, match="rules") as caught:
        parse_rules(text, Path())
    assert said in str(caught.value)


def test_a_classifier_of_ones_own_is_learned_saved_and_asked(tmp_path: Path) -> None:
    bad = [f"the boat number {i} caught fire in the harbour last night" for i in range(12)]
    good = [f"we sell {i} fresh loaves of bread in the old bank" for i in range(14)]
    made = train_classifier(bad + good, [True] * len(bad) + [False] * len(good))
    assert made.header["precision"] == made.header["recall"] == 1
    made.save(tmp_path / "mine.npz")
    loaded = rule('classifier = "mine.npz"\nthreshold = 0.7', tmp_path)
    assert "classifier" in (loaded.reason(post("another boat is on fire in the harbour")) or "")
    assert loaded.reason(post("fresh bread from the bank")) is None


@pytest.mark.parametrize("size", [(), (2,), (1 << 16, 2)])
def test_what_is_no_classifier_is_refused(size: tuple[int, ...], tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    header = {"format": FORMAT, "version": VERSION}
    for arrays in (
        {"weights": np.zeros(size), "bias": np.float64(0)},
        {"weights": np.zeros(9), "bias": np.zeros(2)},
    ):
        write_arrays(path, header, arrays)
        with pytest.raises(ModelError):
            load_classifier(path)
    Classifier(np.full(1 << 16, np.nan), 0.0, header).save(path)
    with pytest.raises(ModelError):
        load_classifier(path)


def test_a_damaged_classifier_is_refused_or_of_use(tmp_path: Path) -> None:
    path, dice = tmp_path / "mine.npz", random.Random(1)
    Classifier(np.zeros(1 << 16), 0.0, {"format": FORMAT, "version": VERSION}).save(path)
    whole = path.read_bytes()
    for _ in range(300):
        damaged = bytearray(whole)
        for at in (dice.randrange(300), -1 - dice.randrange(300)):
            damaged[at] = dice.randrange(256)
        path.write_bytes(damaged)
        with suppress(ModelError):
            load_classifier(path).probability("some words")
