"""Splits: units stay whole, every fold is tested once, the same seed gives the same."""

from __future__ import annotations

import numpy as np
from paper_samples import corpus

from honbun.papers.node_classification.samples import page_scores, read_samples
from honbun.papers.node_classification.splits import at_most, fold_tests, one_test, splits

UNITS = np.repeat(np.arange(20, dtype=np.int32), 3)


def test_three_tenths_are_tested_in_whole_units() -> None:
    test = one_test(UNITS, seed=1)
    assert test.sum() == 18
    assert not set(UNITS[test]) & set(UNITS[~test])
    assert np.array_equal(test, one_test(UNITS, seed=1))
    assert not np.array_equal(test, one_test(UNITS, seed=2))


def test_folds_test_every_unit_once() -> None:
    tests = fold_tests(UNITS, 5, seed=0)
    assert np.sum(tests, axis=0).tolist() == [1] * len(UNITS)
    assert all(not set(UNITS[test]) & set(UNITS[~test]) for test in tests)
    assert len(fold_tests(UNITS[:6], 5, seed=0)) == 2


def test_at_most_takes_units_in_order() -> None:
    assert at_most(UNITS, 100, 0).tolist() == list(range(60))
    chosen = at_most(UNITS, 10, 0)
    assert len(chosen) == 10
    assert len(set(UNITS[chosen])) == 4
    assert np.all(np.diff(chosen) > 0)


def test_splits_of_a_corpus() -> None:
    samples = read_samples(corpus(sites=4, pages=3)).check()
    by_node, by_page, by_site = splits(samples, folds=3, seed=0)
    assert not by_node.has_whole_pages
    assert len(set(samples.page[by_page.tests[0]])) == 4
    assert by_site.name == "3 folds by site"
    sites = samples.site[samples.page]
    assert all(not set(sites[test]) & set(sites[~test]) for test in by_site.tests)


def test_one_site_is_not_split_by_site() -> None:
    names = [split.name for split in splits(read_samples(corpus(sites=1, pages=5)), folds=3, seed=0)]
    assert names == ["7:3 by node", "7:3 by page"]


def test_text_of_clean_nodes_is_the_gold_of_a_clean_page() -> None:
    samples = read_samples(corpus(sites=1, pages=2))
    assert [scores["f1"] for scores in page_scores(samples, samples.is_clean)] == [1.0, 1.0]
    assert all(scores["f1"] < 1 for scores in page_scores(samples, np.ones(len(samples), dtype=np.bool_)))
