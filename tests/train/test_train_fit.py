"""`honbun train` from labelled pages to a model that extracts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun.cli import main

SENTENCE = "Paragraph {n} of page {p} tells at some length what became of the kettle, the harbour and the rain."


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for page in range(8):
        said = [SENTENCE.format(n=number, p=page) for number in range(4 + page)]
        menu = "".join(f"<li><a href=/{i}>Menu {i}</a></li>" for i in range(25))
        body = "".join(f"<p>{text}</p>" for text in said)
        html = f"<meta name=viewport content=x><nav><ul>{menu}</ul></nav><main>{body}</main><footer>© us</footer>"
        (folder / f"{page}.html").write_text(html, "utf-8")
        gold = {"text": "\n".join(said), "site": f"s{page}", "page_type": "article" if page % 2 else "product"}
        (folder / f"{page}.json").write_text(json.dumps(gold), "utf-8")
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_a_model_is_trained_and_used(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    models = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for model in models:
        result = run("train", str(corpus), "-o", str(model), "--trees", "10", "--folds", "2", "--jobs", "1")
        assert result.exit_code == 0, result.output
        assert "all 8 pages" in result.output
    assert models[0].read_bytes() == models[1].read_bytes()
    result = run("extract", str(corpus / "3.html"), "--model", str(models[0]), "--quiet")
    assert result.exit_code == 0
    assert SENTENCE.format(n=2, p=3) in result.output
    assert "Menu 7" not in result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--set", "none"], "has no page of the set none"),
        (["--folds", "0"], "nothing to do"),
        (["--features", "paper", "--set", "x"], "each set by itself"),
    ],
)
def test_mistakes_are_told(corpus: Path, words: list[str], says: str) -> None:
    result = run("train", str(corpus), *words)
    assert result.exit_code == 2
    assert says in result.output


def test_without_the_library_the_line_that_installs_it_is_given(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    result = run("train", str(corpus))
    assert result.exit_code == 2
    assert "pip install 'honbun[train]'" in result.output


def test_a_file_that_is_no_model_is_refused(corpus: Path) -> None:
    result = run("extract", str(corpus / "3.html"), "--model", str(corpus / "3.json"))
    assert result.exit_code == 2
    assert "not a model" in result.output


def test_pages_of_which_only_parts_are_known_teach_those_parts(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    words = ("--trees", "30", "--folds", "2", "--jobs", "1")
    whole, both = tmp_path / "whole.npz", tmp_path / "both.npz"
    assert run("train", str(corpus), "-o", str(whole), *words).exit_code == 0
    for page in range(8):
        items = [f"{page + number} spoons of salt {page}" for number in range(9)]
        listed = "".join(f"<li>{item}</li>" for item in items)
        html = (corpus / f"{page}.html").read_text("utf-8").replace("</main>", f"<ul>{listed}</ul></main>")
        (corpus / f"part-{page}.html").write_text(html, "utf-8")
        gold = {"with": items, "without": ["© us"], "site": f"t{page}"}
        (corpus / f"part-{page}.json").write_text(json.dumps(gold), "utf-8")
    result = run("train", str(corpus), "-o", str(both), *words)
    assert "all 8 pages" in result.output  # only whole references can be measured
    texts = [
        run("extract", str(corpus / "part-3.html"), "--model", str(model), "--quiet").output
        for model in (whole, both)
    ]
    assert ["7 spoons of salt 3" in text for text in texts] == [False, True]
    assert all(SENTENCE.format(n=2, p=3) in text and "Menu 7" not in text for text in texts)


def test_parts_alone_are_not_enough(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>one</p><p>two</p>", "utf-8")
    (tmp_path / "a.json").write_text('{"with": ["one"]}', "utf-8")
    result = run("train", str(tmp_path))
    assert result.exit_code == 2
    assert "no page has a reference text to learn from" in result.output
