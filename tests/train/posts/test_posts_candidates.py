"""What opens a thread from outside the group of its posts is learned from pages of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from thread_samples import SAID, WHO, board, case_of, gold_posts

from examples.threads import write_openings
from honbun.evaluate import GoldPost
from honbun.evaluate.corpus import read_corpus
from honbun.model import shipped_threads
from honbun.threads import ThreadTemplate, segment_posts
from honbun.train.posts.candidates import Candidates, find_candidates
from honbun.train.posts.fit import ThreadOptions, fit_openings
from honbun.train.posts.items import OPENINGS, Item, Origin, make_items

TOPIC = "Is there anybody in this town who still knows how to mend a kettle made of tin?"
BY = '<div id="topic"><p class="by"><b>Ida</b> <i>2021-02-28</i></p><blockquote>{}</blockquote></div>'


def item_of(html: str, posts: list[GoldPost]) -> Item:
    return make_items(case_of(html, posts))[0]


def candidates_of(html: str, posts: list[GoldPost]) -> Candidates:
    item, model = item_of(html, posts), shipped_threads()
    cut = segment_posts(item.lines, model, ThreadTemplate())
    assert cut is not None
    found = find_candidates(item, cut, model)
    assert found is not None
    return found


def test_the_post_that_no_member_holds_is_the_opening() -> None:
    html = board().replace("<main>", f"{BY.format(TOPIC)}<main>")
    found = candidates_of(html, [GoldPost(TOPIC, "Ida", "2021-02-28"), *gold_posts()])
    assert found.is_opening.any()
    assert not candidates_of(html, gold_posts()).is_opening.any()


def test_trees_are_grown_where_something_opens_a_thread() -> None:
    pytest.importorskip("catboost")
    options = ThreadOptions().limited(5, seed=0)
    html = board().replace("<main>", f"{BY.format(TOPIC)}<main>")
    found = candidates_of(html, [GoldPost(TOPIC, "Ida", "2021-02-28"), *gold_posts()])
    nothing = Candidates(found.features, np.zeros_like(found.is_opening))
    assert fit_openings([(found, Origin.REAL), (nothing, Origin.GENERATED)], options) is not None
    assert fit_openings([(nothing, Origin.REAL)], options) is None


def test_pages_called_openings_have_no_copies_and_an_origin_of_their_own() -> None:
    (item,) = make_items(case_of(board(list(SAID), list(WHO)), gold_posts(), set_=OPENINGS))
    assert item.origin is Origin.OPENINGS


def test_half_of_the_pages_have_a_first_post_apart(tmp_path: Path) -> None:
    number = write_openings(tmp_path / OPENINGS, 2)
    corpus = read_corpus(tmp_path / OPENINGS)
    assert len(corpus.cases) == number
    assert {case.set for case in corpus.cases} == {OPENINGS}
    assert sum("apart" in case.id for case in corpus.cases) == number / 2
    assert all(case.gold.posts for case in corpus.cases)
