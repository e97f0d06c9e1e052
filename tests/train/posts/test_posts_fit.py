"""From threads on disk to a model that cuts another one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from thread_samples import LAYOUTS, board, case_of, write, write_others, write_threads

from examples.threads import generate, write_corpus
from examples.threads.layouts import LAYOUTS as ALL_LAYOUTS
from examples.threads.programs import COMMENTS, OTHERS, PROGRAMS
from honbun.cli import main
from honbun.errors import CorpusError
from honbun.evaluate.corpus import Corpus, read_corpus
from honbun.evaluate.metrics.posts import unit_scores
from honbun.extraction import read
from honbun.features.lines import cut_lines
from honbun.model.threads import QUESTIONS, ThreadModel
from honbun.thread import ThreadTemplate
from honbun.threads import MIN_CONFIDENCE
from honbun.threads.segmentation import Segmentation, segment_posts
from honbun.train.posts.fit import ThreadOptions
from honbun.train.posts.items import Origin, build_threads
from honbun.train.posts.validate import (
    Outcome,
    ThreadReport,
    deal,
    false_alarms,
    figures,
    fit_threads,
    folds_by_site,
    thread_lines,
)

SMALL = ThreadOptions().limited(30, seed=0)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("corpora")
    return [write_threads(folder / "threads"), write_others(folder / "others")]


def cut_page(model: ThreadModel, html: str) -> Segmentation:
    cut = segment_posts(cut_lines(read(html, None)), model, ThreadTemplate())
    assert cut is not None
    return cut


def test_a_trained_model_cuts_another_thread(corpora: list[Path]) -> None:
    pytest.importorskip("catboost")
    read_ = [read_corpus(path) for path in corpora]
    data = build_threads(read_)
    assert len(data.others) == 12
    model, report = fit_threads(data, folds_by_site(data, 3), SMALL)
    assert {*model.trees, "openings"} == set(model.names) == set(QUESTIONS)
    assert model.corpus == {corpus.name: corpus.digest for corpus in read_}
    assert set(model.scores) >= {"f1", "strict", "author", "date", f"false_alarms_at_{MIN_CONFIDENCE}"}
    assert model.scores["f1"] > 0.5

    thread = generate("another", "divisions", pages=1, posts=(6, 6))
    cut = cut_page(model, thread.pages[0][1])
    found = ["\n".join(cut.lines.texts[i] for i in cut.bodies[k]) for k in cut.members]
    scores, _ = unit_scores(found, [post.text for post in thread.gold[0]])
    assert scores["f1"] > 0.8
    other = (corpora[1] / "3.html").read_text("utf-8")
    assert cut.confidence > 0.5 > cut_page(model, other).confidence
    assert len(report.real) == 2 * len(LAYOUTS)


def test_the_same_input_gives_the_same_file_with_any_number_of_jobs(corpora: list[Path], tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    words = ("train", *map(str, corpora), "--task", "posts", "--folds", "2", "--trees", "5")
    one = run(*words, "--jobs", "1", "-o", str(tmp_path / "one.npz"))
    two = run(*words, "--jobs", "2", "-q", "-o", str(tmp_path / "two.npz"))
    assert (one.exit_code, two.exit_code) == (0, 0)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    assert "| threads | 12 | " in one.stdout
    assert "| article | 12 | " in one.stdout
    assert "one.npz has " in one.stderr
    assert two.stdout == two.stderr == ""


def test_options_are_limited_for_every_question() -> None:
    limited = ThreadOptions().limited(130, seed=3)
    assert [of.trees for of in vars(limited).values()] == [130, 130, 120, 130, 120]
    assert {of.seed for of in vars(limited).values()} == {3}
    assert ThreadOptions().limited(None, seed=0) == ThreadOptions()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--folds", "1"], "learns from folds"),
        (["--features", "paper"], "for main text"),
        (["--set", "none"], "has no page of the set none"),
        (["--set", "threads"], "has no page of the set threads"),
    ],
)
def test_mistakes_are_named(corpora: list[Path], words: list[str], says: str) -> None:
    result = run("train", *map(str, corpora), "--task", "posts", *words)
    assert result.exit_code == 2
    assert says in result.stderr


def test_threads_alone_or_none_teach_nothing(corpora: list[Path], tmp_path: Path) -> None:
    threads, others = map(read_corpus, corpora)
    with pytest.raises(CorpusError, match="all pages are threads"):
        build_threads([threads])
    with pytest.raises(CorpusError, match="no page has posts"):
        build_threads([others])
    write(tmp_path / "more", "forum", board(), {"text": "", "page_type": "forum"})
    write(tmp_path / "more", "unknown", board(), {"text": ""})
    data = build_threads([Corpus("one", "", threads.cases[:1]), others, read_corpus(tmp_path / "more")])
    assert {case.set for case in data.others} == {"others"}, "forums and pages of no type may hold threads"


def test_one_site_is_too_few(corpora: list[Path]) -> None:
    threads = read_corpus(corpora[0])
    data = build_threads([Corpus("one", "", [*threads.cases[:1], case_of("<p>Not a thread.")])])
    with pytest.raises(CorpusError, match="one: too few sites"):
        fit_threads(data, folds_by_site(data, 1), SMALL)


def test_pages_of_a_site_share_a_fold(corpora: list[Path]) -> None:
    data = build_threads([read_corpus(path) for path in corpora])
    folds = folds_by_site(data, 3)
    assert set(folds) == {item.key for item in data.items} | {case.key for case in data.others}
    by_site: dict[str, set[int]] = {}
    for item in data.items:
        by_site.setdefault(item.site, set()).add(folds[item.key])
    assert all(len(of) == 1 for of in by_site.values())
    assert set(folds.values()) == {0, 1, 2}
    assert deal({"a", "b", "c", "d"}, 2) == deal(["d", "c", "b", "a"], 2)
    assert sorted(deal("abcdef", 3).values()) == [0, 0, 1, 1, 2, 2]


def test_generated_threads_are_a_corpus(tmp_path: Path) -> None:
    number = write_corpus(tmp_path / "generated", sites=1)
    corpus = read_corpus(tmp_path / "generated")
    assert len(corpus.cases) == number
    assert not corpus.skipped
    assert all(case.set == "generated" for case in corpus.cases)
    threads = {case.site for case in corpus.cases if case.gold.posts}
    assert threads == {*ALL_LAYOUTS, *PROGRAMS}
    commented = {case.site for case in corpus.cases if case.gold.comments is not None}
    assert commented == set(COMMENTS)
    others = [case for case in corpus.cases if case.site in OTHERS]
    assert {case.site for case in others} == set(OTHERS)
    assert all(case.gold.posts == () and case.page_type != "forum" for case in others)
    assert any(post.author and post.date for case in corpus.cases for post in case.gold.comment_posts or ())


def outcome(kind: str, confidence: float, **scores: float) -> Outcome:
    origin = Origin(kind) if kind in set(Origin) else None
    return Outcome("k", "s", "site", "" if origin else kind, origin, 0, (), None, scores, confidence)


def test_figures_are_sums_over_pages_that_are_taken_for_threads() -> None:
    right = {"correct": 4.0, "correct_strict": 2.0, "predicted": 5.0, "gold": 5.0, "f1": 0.8}
    marks = {"authors": 4.0, "authors_right": 3.0, "dates": 2.0, "dates_right": 2.0}
    real = [outcome("real", 0.9, **right, **marks), outcome("real", 0.2, **right, **marks)]
    found = figures(real)
    assert (found.pages, found.f1, found.strict, found.author, found.date) == (2, 0.8, 0.4, 0.75, 1.0)
    assert figures(real, 0.5).f1 == pytest.approx(8 / 15)
    others = [outcome("article", 0.9, predicted=3), outcome("article", 0.1, predicted=3)]
    others += [outcome("listing", 0.9, predicted=1), outcome("listing", 0.9, predicted=0)]
    assert false_alarms(others, 0.5) == 0.25
    report = ThreadReport([*real, outcome("copy", 0.9, **right), *others])
    assert report.scores()["f1"] == 0.8
    assert report.scores()[f"false_alarms_at_{MIN_CONFIDENCE}"] == 0.25
    assert "| article | 2 | 0.500 | 0.500 | 0.500 |" in list(thread_lines(report))
    assert (figures([]).f1, false_alarms([], 0.5)) == (0.0, 0.0)
