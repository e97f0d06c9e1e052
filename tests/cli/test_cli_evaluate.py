"""`honbun evaluate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun.cli import main
from honbun.evaluate.ours import with_model
from honbun.model import shipped

PAGES = {"p": "The ferry sails on Monday.", "q": "The clock was mended.", "r": "Nothing at all"}


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """A folder of pages and their gold; the gold of the last has no text."""
    folder = tmp_path / "gold"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / f"{name}.html").write_text(
            f"<html><body><article><p>{text}</p></article></body></html>", "utf-8"
        )
        said = {"text": text, "site": "s"} if name != "r" else {"title": text, "site": "s"}
        (folder / f"{name}.json").write_text(json.dumps(said), "utf-8")
    return folder


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["evaluate", *map(str, words)], catch_exceptions=False)


def test_compares_and_writes_what_is_asked_for(gold: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("r.jsonl", "r.html", "r.md")]
    options = [word for pair in zip(("--results", "--report", "--markdown"), files, strict=True) for word in pair]
    result = run(gold, "--system", "honbun", "--system", "all-text", *options)
    assert result.exit_code == 0
    assert "honbun" in result.stdout
    assert "all-text" in result.stdout
    assert "set/r" in result.stderr or "/r" in result.stderr
    assert len(files[0].read_text("utf-8").splitlines()) == 4
    assert files[1].read_text("utf-8").startswith("<!doctype html>")
    assert "all-text" in files[2].read_text("utf-8")
    again = run(gold, "--system", "honbun", "--system", "all-text", *options)
    assert again.stdout == result.stdout


def test_floors(gold: Path, tmp_path: Path) -> None:
    floors = tmp_path / "floors.toml"
    words = [gold, "--system", "all-text", "--floors", floors, "-q"]
    assert run(*words, "--write-floors").exit_code == 0
    assert run(*words).exit_code == 0
    floors.write_text(floors.read_text("utf-8").replace("floor = 1.000", "floor = 1.001"), "utf-8")
    failed = run(*words)
    assert failed.exit_code == 1
    assert "1.0000 is below the floor 1.0010" in failed.stderr
    refused = run(*words, "--write-floors")
    assert refused.exit_code == 2
    assert "--lower-floors" in refused.stderr
    assert run(*words, "--write-floors", "--lower-floors").exit_code == 0
    assert run(*words).exit_code == 0


OWN = """
from honbun.evaluate import Answer

class Ferry:
    name, version, tasks = "ferry", "1", frozenset({"content"})

    def extract(self, html, url):
        return Answer(text="The ferry sails on Monday.")
"""


def test_a_system_in_the_folder_one_works_in(gold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_system.py").write_text(OWN, "utf-8")
    result = run(gold, "--system", "own_system:Ferry", "--results", "r.jsonl")
    assert result.exit_code == 0
    found = [json.loads(line) for line in Path("r.jsonl").read_text("utf-8").splitlines()]
    assert sorted(line["scores"]["recall"] for line in found) == [0.25, 1.0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--task", "contents"], "contents: no such task (known: content, site"),
        (["--system", "nobody"], "nobody: no such system (known: honbun"),
        (["--task", "posts", "--system", "deboiler"], "deboiler does not do posts, only site"),
        (["--pages-known", "1,few"], "few: is not a number of pages"),
        (["--write-floors"], "--floors FILE"),
        (["--report", "no/such/folder.html"], "no such folder"),
        (["--task", "comments", "--system", "all-text"], "no page whose gold is of use for comments"),
        (["--floors", "missing.toml", "--system", "all-text"], "missing.toml: cannot be read"),
    ],
)
def test_mistakes_are_named(gold: Path, words: list[str], said: str) -> None:
    result = run(gold, *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_no_corpus(tmp_path: Path) -> None:
    result = run(tmp_path / "nothing.parquet")
    assert result.exit_code == 2
    assert "nothing.parquet: " in result.stderr


def test_a_model_of_ones_own_is_measured_beside_the_shipped_one(gold: Path, tmp_path: Path) -> None:
    model = tmp_path / "mine.npz"
    shipped().save(model)
    results = tmp_path / "results.jsonl"
    assert run(gold, "--model", model, "--results", results).exit_code == 0
    rows = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    scores = {row["system"]: row["scores"] for row in rows if row["key"].endswith("p")}
    assert list(scores) == ["honbun", f"honbun, {model}"]
    assert len({json.dumps(each) for each in scores.values()}) == 1
    for task in ("site", "comments"):
        assert with_model(str(model), task).tasks >= {task}
    wrong = run(gold, "--model", gold / "p.html")
    assert (wrong.exit_code, wrong.stderr.count("not a model")) == (2, 1)
    assert "no model is trained for this task" in run(gold, "--task", "fields", "--model", model).stderr
