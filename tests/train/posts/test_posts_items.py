"""Gold posts find their lines, and groups are as good as they tell them apart."""

from __future__ import annotations

import numpy as np
import pytest
from thread_samples import SAID, WHO, board, case_of, gold_posts

from honbun.evaluate.cases import GoldPost
from honbun.extraction import read
from honbun.features.groups.table import Group
from honbun.features.lines import Lines, cut_lines
from honbun.threads.candidates import candidate_groups
from honbun.train.posts.items import (
    GoldLines,
    Origin,
    assign,
    author_lines,
    authors_inside,
    make_items,
    owners,
    separation,
)


def lines_of(html: str) -> Lines:
    return cut_lines(read(html, None))


def group_of(lines: Lines, key: str) -> Group:
    return next(group for group in candidate_groups(lines) if group.key == key)


def test_each_post_has_its_own_lines() -> None:
    lines = lines_of(board())
    gold = assign(lines.texts, SAID)
    assert [lines.texts[i] for i in np.flatnonzero(gold.post >= 0)] == list(SAID)
    assert gold.post[gold.post >= 0].tolist() == [0, 1, 2, 3, 4]
    assert gold.posts == 5


def test_a_line_said_twice_is_of_the_post_that_says_it_there() -> None:
    gold = assign(
        ["Anna", "same words here", "Otto", "same words here", "and more of them"], ["same words here"] * 2
    )
    assert gold.post.tolist() == [-1, 0, -1, 1, -1]


@pytest.mark.parametrize(("texts", "posts"), [([], ["a"]), (["a"], []), (["a"], ["b"]), (["", "!"], [""])])
def test_what_is_not_there_is_of_no_post(texts: list[str], posts: list[str]) -> None:
    gold = assign(texts, posts)
    assert gold.post.tolist() == [-1] * len(texts)
    member = np.zeros(len(texts), dtype=np.int32)
    assert separation(member, 1, gold) == 0
    assert owners(member, 1, gold).tolist() == [-1]


def test_separation_is_one_for_the_posts_and_less_for_what_merges_splits_or_adds() -> None:
    gold = GoldLines(np.array([0, 0, 1, 2, -1], dtype=np.int32), np.array([5.0, 5, 8, 6, 3]), 3)

    def of(*member: int) -> float:
        return separation(np.array(member, dtype=np.int32), max(member) + 1, gold)

    assert of(0, 0, 1, 2, -1) == of(0, 0, 1, 2, 2) == 1
    assert of(0, 0, 1, 1, -1) == pytest.approx(2 / 5), "two posts in one member"
    assert of(0, 1, 2, 3, -1) == pytest.approx(4 / 7), "a post in two members"
    assert of(0, 0, 1, 2, 3) == pytest.approx(6 / 6.8), "a member without a post"
    assert of(0, 0, 1, -1, -1) == pytest.approx(4 / 5), "a post without a member"


def test_groups_with_the_authors_inside_are_better() -> None:
    lines = lines_of(board())
    gold = assign(lines.texts, SAID)
    names = author_lines(lines, gold_posts())
    assert [[lines.texts[i].split()[0] for i in found] for found in names[1:3]] == [["Otto"], ["Mio"]]
    posts, texts = (group_of(lines, key).members(len(lines)) for key in ("div.post", "div.text"))
    assert authors_inside(posts, gold, names) == 1
    assert authors_inside(texts, gold, names) == 0
    assert authors_inside(texts, gold, author_lines(lines, [GoldPost(text) for text in SAID])) == 1
    item = make_items(case_of(board(), gold_posts()))[0]
    quality = {group.key: value for group, value in zip(item.groups, item.quality.tolist(), strict=True)}
    assert quality["div.post"] == 1
    assert quality["div.text"] == pytest.approx(0.7)


def test_a_page_has_copies_with_some_of_its_posts_and_a_generated_one_has_none() -> None:
    item, *copies = make_items(case_of(board(), gold_posts()))
    assert item.origin is Origin.REAL
    assert len(copies) == 2
    for copy in copies:
        copy.lines.page.check()
        assert copy.origin is Origin.COPY
        assert copy.key == item.key
        assert 2 <= len(copy.posts) <= 4
        assert set(copy.posts) < set(item.posts)
        assert copy.quality.max() == 1
        assert {post.text for post in copy.posts} == set(copy.lines.texts) & set(SAID)
    again = make_items(case_of(board(), gold_posts()))
    assert [copy.posts for copy in again[1:]] == [copy.posts for copy in copies]
    made = make_items(case_of(board(), gold_posts(), set_="generated"))
    assert [one.origin for one in made] == [Origin.GENERATED]
    few = make_items(case_of(board(SAID[:3], WHO[:3]), gold_posts()[:3]))
    assert len(few) == 1


def test_an_empty_page_with_posts_is_an_item_without_groups() -> None:
    (item,) = make_items(case_of("", gold_posts()))
    assert (len(item.groups), len(item.lines)) == (0, 0)
