"""`honbun train --from-sites`: a model corrected by sites without labels."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from train_samples import made_page

import honbun
from honbun.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    for site in range(3):
        (tmp_path / f"site-{site}").mkdir()
        for number in range(4):
            (tmp_path / f"site-{site}" / f"{number}.html").write_text(made_page(site, number)[0], "utf-8")
    return tmp_path


def test_pages_without_labels_correct_the_shipped_model(pages: Path) -> None:
    pytest.importorskip("catboost")
    model = pages / "model.npz"
    result = run("train", "--from-sites", str(pages), "-o", str(model), "--jobs", "1")
    assert result.exit_code == 0
    assert "learned from 12 pages of 3 sites" in result.stdout
    adapted = honbun.load_model(model)
    assert adapted.sources["sites without labels"] == 12
    html, text = made_page(9, 9)
    assert honbun.extract(html, options=honbun.ExtractOptions(model=adapted)).text.split() == text.split()


def test_mistakes_are_told(pages: Path) -> None:
    assert "nothing to do" in run("train", "--from-sites", str(pages)).stderr
    both = run("train", "--from-sites", "--task", "posts", str(pages), "-o", "x")
    assert "sites without labels teach main text only" in both.stderr
    single = pages / "site-0" / "0.html"
    alone = run("train", "--from-sites", str(single), "-o", str(pages / "x.npz"))
    assert alone.exit_code == 2
    assert "no page of a known site" in alone.stderr
