"""From a folder of pages with their text to a model that extracts."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from train_samples import made_page, write_corpus

import honbun
from honbun.cli import main
from honbun.errors import CorpusError, MissingPackageError
from honbun.evaluate.corpus import read_corpus
from honbun.extraction import read
from honbun.features.matrix import Features
from honbun.model.trees import scores
from honbun.papers import NodeModel
from honbun.train import fit
from honbun.train.boost import BoostOptions, grow
from honbun.train.dataset import Dataset, Rows, Sample, build, only
from honbun.train.fit import cross_validate


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "made")


def test_a_trained_model_extracts(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    model, again, other = (tmp_path / name for name in ("model.npz", "again.npz", "other.npz"))
    result = run("train", str(corpus), "-o", str(model), "--trees", "10", "--folds", "2")
    assert result.exit_code == 0
    assert "| all 12 pages | " in result.stdout
    assert "| the shipped model on all pages, some of which it may know | " in result.stdout
    assert "| kind of page told right | " in result.stdout
    assert "model.npz has " in result.stderr
    assert "12 pages of 4 sites are few to learn from" in result.stderr
    quiet = ("--trees", "10", "--folds", "2", "-q")
    silent = run("train", str(corpus), "-o", str(again), *quiet)
    run("train", str(corpus), "-o", str(other), "--seed", "7", *quiet)
    assert (silent.exit_code, silent.stdout, silent.stderr) == (0, "", "")
    assert again.read_bytes() == model.read_bytes() != other.read_bytes()
    loaded = honbun.load_model(model)
    assert loaded.kinds == ("article", "service")
    assert set(loaded.scores) == {"all", *loaded.kinds}
    assert loaded.scores["all"] > 0.9
    assert loaded.corpus == {"made": read_corpus(corpus).digest}
    assert loaded.sources == {"made": 12}

    html, text = made_page(9, 9)
    (tmp_path / "new.html").write_text(html)
    said = run("extract", str(tmp_path / "new.html"), "--model", str(model), "-q")
    assert said.stdout.split() == text.split()
    document = honbun.extract(html, options=honbun.ExtractOptions(model=loaded))
    assert document.text.split() == text.split()
    assert document.kind in loaded.kinds


def test_pages_are_laid_out_anew_on_demand(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    model = tmp_path / "model.npz"
    result = run("train", str(corpus), "-o", str(model), "--trees", "5", "--folds", "0", "--layouts", "6", "-q")
    assert result.exit_code == 0
    assert honbun.load_model(model).sources == {"made": 12, "remade": 6}
    validated = run("train", str(corpus), "--trees", "5", "--folds", "2", "--layouts", "6")
    assert "| all 12 pages | " in validated.stdout


@pytest.mark.parametrize("classes", [1, 3])
def test_grown_trees_tell_classes_apart(classes: int) -> None:
    pytest.importorskip("catboost")
    rng = np.random.default_rng(0)
    values = rng.normal(size=(600, 4)).astype(np.float32)
    wanted = (values[:, 2] > 0.3).astype(np.int32) + (values[:, 2] > 1 if classes > 1 else 0)
    options = BoostOptions(trees=30, depth=3, columns=1.0, threads=1)
    found = scores(grow(values, wanted, np.ones(len(values)), options, classes).check(), values)
    said = np.argmax(found, axis=1) if classes > 1 else (found[:, 0] > 0)
    assert np.mean(said == wanted) > 0.98


def test_sets_that_are_not_there_are_named_with_the_known(corpus: Path) -> None:
    result = run("train", str(corpus), "--set", "news")
    assert result.exit_code == 2
    assert "no page of the set news" in result.stderr
    assert "it has: made" in result.stderr
    assert len(only(read_corpus(corpus), ["made", "news"]).cases) == 12


def test_nothing_to_do_is_named(corpus: Path) -> None:
    result = run("train", str(corpus), "--folds", "0")
    assert result.exit_code == 2
    assert "nothing to do" in result.stderr


def test_the_paper_s_features_make_a_model_of_nodes(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("xgboost")
    result = run("train", str(corpus), "--features", "paper", "-o", str(tmp_path / "nodes.npz"))
    assert result.exit_code == 0, result.stderr
    assert NodeModel.load(tmp_path / "nodes.npz").learner == "xgboost"


def test_a_model_that_cannot_be_written_is_named(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    path = str(tmp_path / "missing" / "model.npz")
    result = run("train", str(corpus), "-o", path, "--folds", "0", "--trees", "1")
    assert result.exit_code == 2
    assert f"{path}: cannot be written" in result.stderr


def test_without_catboost_the_line_that_installs_it_is_told(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'honbun\[train\]'"):
        grow(np.zeros((4, 1), dtype=np.float32), np.array([0, 1, 0, 1]), np.ones(4), BoostOptions())
    result = run("train", str(corpus), "--folds", "2")
    assert result.exit_code == 2
    assert "catboost" in result.stderr


def test_a_corpus_without_texts_teaches_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>x")
    (tmp_path / "a.json").write_text('{"text": "something else"}')
    with pytest.raises(CorpusError, match="no page has a reference text"):
        build([read_corpus(tmp_path)])


def test_too_few_sites_are_named(tmp_path: Path) -> None:
    result = run("train", str(write_corpus(tmp_path / "made", sites=1)))
    assert result.exit_code == 2
    assert "made: too few sites to cross-validate" in result.stderr


def test_pages_that_are_all_text_are_named(tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    (tmp_path / "a.html").write_text("<p>One paragraph and no more.")
    (tmp_path / "a.json").write_text('{"text": "One paragraph and no more."}')
    result = run("train", str(tmp_path), "-o", str(tmp_path / "model.npz"), "--folds", "0")
    assert result.exit_code == 2
    assert "too few or too much alike" in result.stderr


def test_a_kind_that_only_one_site_has_is_not_told_on_that_site(corpus: Path) -> None:
    pytest.importorskip("catboost")
    for path in (corpus / "site-1").glob("*.json"):
        path.write_text(path.read_text().replace('"article"', '"forum"'))
    data = build([read_corpus(corpus)])
    assert data.kinds == ("article", "forum", "service")
    options = BoostOptions(trees=10, threads=1)
    report = cross_validate(data, options, folds=2)
    assert set(report.by_kind) == set(data.kinds)
    assert report.kind_accuracy is not None
    assert report.kind_accuracy < 1
    assert fit(data, options).check().kinds == data.kinds


def test_a_dataset_keeps_the_pages_of_a_site_in_a_fold_and_counts_pages_alike(corpus: Path) -> None:
    data = build([read_corpus(corpus)])
    fold = data.folds(3)
    sites = np.array([sample.site for sample in data.samples])
    assert all(len(set(fold[sites == site])) == 1 for site in sites)
    matrices = [sample.features.values for sample in data.samples]
    values, content, weight = data.rows(matrices)
    assert len(values) == len(content) == len(weight)
    assert np.all(weight > 0)
    short, long = (sample_of(words) for words in (100, 100_000))
    weight = rows_of(short, long).weight
    assert weight[:2].sum() == pytest.approx(weight[2:].sum(), rel=0.5)


def test_of_a_large_page_some_blocks_stand_for_all() -> None:
    sample = sample_of(10_000, 1000)
    rows = rows_of(sample)
    assert 40 < len(rows.values) < 80
    assert rows.weight.sum() == pytest.approx(1000 * rows.weight.min() * len(rows.weight) / 1000, rel=0.01)


def test_small_sources_count_more_a_page_but_not_without_end() -> None:
    many, few = [sample_of(100, source="many")] * 400, [sample_of(100, source="few")] * 2
    rows = rows_of(*many, *few)
    assert 2 < rows.weight[-1] / rows.weight[0] < 4


def rows_of(*samples: Sample) -> Rows:
    return Dataset(samples, {}).rows([sample.features.values for sample in samples])


def sample_of(words: int, blocks: int = 2, source: str = "s") -> Sample:
    features = Features(("words",), np.full((blocks, 1), words / blocks, dtype=np.float32))
    content = np.ones(blocks, dtype=np.bool_)
    return Sample("a", source, "", read("", None), features, content, [], gold={})  # type: ignore[arg-type]
