"""Floors: figures may rise in silence; none falls unnoticed, on small samples of the corpora where they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from honbun.cli import main
from honbun.errors import FormatError, InputError
from honbun.report.floors import Gated, check, figures_of, raised, read_floors, write_floors
from honbun.report.table import tabulate

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
FLOORS = ROOT / "benchmarks" / "floors.toml"
F1 = Gated("sites-dev", "0123456789ab", "site", "honbun", "f1")
CHARACTERS = replace(F1, figure="f1 by character")


def test_a_figure_below_its_floor_fails() -> None:
    (failure,) = check({F1: 0.9499, CHARACTERS: 0.96}, {F1: 0.95, CHARACTERS: 0.96})
    assert failure == ("f1 of honbun, site on sites-dev (0123456789ab): 0.9499 is below the floor 0.9500")


def test_a_figure_without_a_value_fails() -> None:
    assert len(check({F1: float("nan")}, {F1: 0.1})) == 1


def test_a_changed_corpus_fails_and_does_not_pass_for_want_of_a_floor() -> None:
    (failure,) = check({replace(F1, digest="ffffffffffff"): 0.99}, {F1: 0.95})
    assert failure.endswith(": its floor is for another corpus of this name, 0123456789ab")


def test_what_has_no_floor_passes() -> None:
    assert check({F1: 0.1}, {replace(F1, system="other"): 0.95, CHARACTERS: 0.9}) == []


def test_raising_is_silent_and_rounds_down() -> None:
    assert raised({F1: 0.95678}, {F1: 0.95, CHARACTERS: 0.9}) == {F1: 0.956, CHARACTERS: 0.9}
    assert raised({F1: 0.957}, {}) == {F1: 0.957}
    assert raised({F1: float("nan")}, {F1: 0.9}) == {F1: 0.9}


def test_lowering_needs_the_flag() -> None:
    with pytest.raises(FormatError, match=r"0\.950 to 0\.940.*--lower-floors"):
        raised({F1: 0.94}, {F1: 0.95})
    assert raised({F1: 0.94}, {F1: 0.95}, may_lower=True) == {F1: 0.94}


def test_a_new_digest_is_no_way_round() -> None:
    new = replace(F1, digest="ffffffffffff")
    with pytest.raises(FormatError):
        raised({new: 0.94}, {F1: 0.95})
    assert raised({new: 0.96}, {F1: 0.95}) == {new: 0.96}


def test_round_trip(tmp_path: Path) -> None:
    floors = {F1: 0.957, replace(F1, corpus='a "b" \\ é\n'): 0.0}
    write_floors(tmp_path / "floors.toml", floors)
    assert read_floors(tmp_path / "floors.toml") == floors
    write_floors(tmp_path / "none.toml", {})
    assert read_floors(tmp_path / "none.toml") == {}


@pytest.mark.parametrize(
    "text",
    ["= 1", "floor = 1", "[[floor]]\ncorpus = 'a'", "floor = [1]", "[[floor]]\nfloor = 'x'", "floor = 'abc'"],
)
def test_files_that_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "floors.toml").write_text(text, "utf-8")
    with pytest.raises(InputError):
        read_floors(tmp_path / "floors.toml")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_floors(tmp_path / "floors.toml")
    with pytest.raises(InputError, match="cannot be written"):
        write_floors(tmp_path / "no" / "floors.toml", {})


def test_only_the_first_system_is_gated_and_only_in_f1() -> None:
    scores = {"f1": 0.5, "precision": 0.4, "recall": 0.7, "f1_by_character": 0.5}
    results = [
        {"task": "site", "corpus": "c", "digest": "d", "system": system, "version": "1", "key": "s/p", "set": "s"}
        | {"site": "a", "page_type": "", "language": "", "status": "ok", "milliseconds": 1, "scores": scores}
        for system in ("honbun", "honbun@2", "peer")
    ]
    figures = figures_of(tabulate(results))
    assert {gated.system for gated in figures} == {"honbun", "honbun@2"}
    assert {gated.figure for gated in figures} == {"f1", "f1 by character", "f1 of sites"}
    assert set(figures.values()) == {0.5}


@pytest.mark.parametrize(
    ("corpus", "task", "pages"),
    [
        ("content-dev", "content", 60),
        ("sites-dev", "site", 60),
        ("fields-dev", "fields", 240),
        ("records-dev", "records", 60),
    ],
)
def test_no_figure_is_below_its_floor(corpus: str, task: str, pages: int) -> None:
    file = DATA / f"{corpus}.parquet"
    if not file.exists():
        pytest.skip("the corpora are not here")
    words = [
        "evaluate",
        str(file),
        "--task",
        task,
        "--system",
        "honbun",
        "--sample",
        str(pages),
        "--floors",
        str(FLOORS),
    ]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output + result.stderr
