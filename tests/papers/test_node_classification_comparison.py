"""Splits, and the comparison end to end: on a made corpus, and on real news."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from paper_samples import article, corpus

from honbun.errors import CorpusError, MissingPackageError
from honbun.evaluate.cases import Gold
from honbun.evaluate.corpus import read_corpus
from honbun.methods.node_classification.learners import BoostedTrees, at_most, fold_tests, one_test, standardise
from honbun.papers.comparison import Comparison, compare, page_scores, read_samples, run, sets, splits, table

REAL = Path(__file__).parents[4] / "shared" / "data" / "content-dev.parquet"


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
    samples = read_samples(corpus(sites=4, pages=3))
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


@pytest.fixture
def few_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that takes no time."""
    pytest.importorskip("xgboost")
    pytest.importorskip("sklearn")
    monkeypatch.setattr("honbun.methods.node_classification.learners.DEPTHS", (3,))
    monkeypatch.setattr("honbun.methods.node_classification.learners.TREES", (10, 20))


@pytest.fixture
def made(few_parameters: None) -> Comparison:  # noqa: ARG001
    return compare(corpus(), folds=2)


def test_articles_are_told_from_menus(made: Comparison) -> None:
    assert (made.pages, made.sites) == (12, 4)
    assert made.labelled_f1 == 1.0
    assert made.all_f1 < 0.95
    assert len(made.rows) == 9
    boosted = [row for row in made.rows if row.classifier == "XGBoost"]
    assert [row.split for row in boosted] == ["7:3 by node", "7:3 by page", "2 folds by site"]
    assert all(row.f1 > 0.9 for row in boosted)
    assert [row.pages for row in boosted] == [0, 4, 12]
    assert boosted[0].word_f1 is None
    assert boosted[2].word_f1 is not None
    assert boosted[2].word_f1 > 0.95
    assert [(part.name, part.pages) for part in made.parts] == [("article", 6), ("service", 6)]


def test_same_seed_same_figures(made: Comparison) -> None:
    assert compare(corpus(), folds=2) == made


def test_table_has_a_line_a_row(made: Comparison) -> None:
    lines = table(made).splitlines()
    assert lines[0].startswith("12 pages of 4 sites, ")
    assert "| the paper | XGBoost | .971 | .982 | .976 |  |  |  |" in lines
    # about, paper, rows, parts, two headers of two lines, a caption, blank lines
    assert len(lines) == 1 + 3 + len(made.rows) + len(made.parts) + 4 + 1 + 3
    assert len({line.count("|") for line in lines if line.startswith("| 7:3")}) == 1


@pytest.mark.usefixtures("few_parameters")
def test_run_reads_corpora_and_yields_lines(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    for case in corpus(sites=2, pages=3).cases:
        path = folder / case.site / f"{case.id}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(case.html)
        path.with_suffix(".json").write_text(json.dumps({"text": case.gold.text}), "utf-8")
    lines = list(run([folder, folder], folds=2))
    assert [line.split(" (")[0] for line in lines if line.startswith("## ")] == ["## mine"] * 2
    assert lines[-1].startswith("SVM is fitted on at most")


def test_sets_of_a_corpus_are_compared_apart() -> None:
    made = corpus(sites=1, pages=2)
    assert sets(made) == [made]
    mixed = replace(made, cases=[made.cases[0], replace(made.cases[1], set="other")])
    assert [(part.name, len(part.cases)) for part in sets(mixed)] == [("made in made", 1), ("other in made", 1)]


def test_corpora_that_teach_nothing_are_refused() -> None:
    with pytest.raises(CorpusError, match="fewer than 4 pages"):
        compare(corpus(sites=1, pages=3))
    empty = [replace(article(0, number), gold=Gold(text="")) for number in range(5)]
    with pytest.raises(CorpusError, match="no node"):
        compare(replace(corpus(), cases=empty))


def test_missing_packages_name_the_line_that_installs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xgboost", None)
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'honbun\[train\]'"):
        BoostedTrees().fit(np.zeros((4, 1)), np.array([True, False] * 2), np.arange(4, dtype=np.int32))
    with pytest.raises(MissingPackageError, match="scikit-learn"):
        compare(corpus())


def test_importing_loads_no_heavy_package() -> None:
    code = "import sys, honbun.papers; print({'xgboost', 'sklearn', 'pandas'} & set(sys.modules))"
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment
    )
    assert done.stdout == "set()\n"


def test_constant_features_stay_finite() -> None:
    values = np.array([[1.0, 2.0], [1.0, 4.0], [1.0, 3.0], [2.0, 4.0]])
    assert standardise(values, np.arange(4) < 2)[2:].tolist() == [[0, 0], [1, 1]]


@pytest.mark.usefixtures("few_parameters")
@pytest.mark.skipif(not REAL.exists(), reason="needs the corpora")
def test_chinese_news_as_in_the_paper() -> None:
    pytest.importorskip("pyarrow")
    chinese = next(part for part in sets(read_corpus(REAL)) if "chinese" in part.name)
    found = {(row.split, row.classifier): row for row in compare(chinese, folds=3).rows}
    assert found["7:3 by node", "XGBoost"].f1 > 0.9
    assert found["7:3 by node", "XGBoost"].f1 > found["7:3 by node", "SVM"].f1
    # Other pages are harder than other nodes of the same pages.
    assert found["3 folds by site", "XGBoost"].f1 < 0.85
