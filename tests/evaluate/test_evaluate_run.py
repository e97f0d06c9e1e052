"""Running systems: whatever one does on a page, the run goes on and says what happened."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from evaluate_fakes import Columns, Echo, Together, Unloadable, Unsendable, WrongAnswer, case, corpus

from honbun.errors import FormatError
from honbun.evaluate.cases import Gold
from honbun.evaluate.run import RunOptions, evaluate, names

QUICK = RunOptions(time_limit=1.0)


def by_key(results: Any) -> dict[str, dict[str, Any]]:
    return {result["key"]: result for result in results}


def test_every_way_to_fail_is_named_and_the_run_goes_on() -> None:
    pages = ["raise", "good one", "exit", "hang", "good two", "die", "good three"]
    found = by_key(evaluate(corpus(*(case(page, page) for page in pages)), "content", [Echo()], QUICK))
    statuses = {key: result["status"] for key, result in found.items()}
    assert statuses == {
        "set/raise": "error",
        "set/good one": "ok",
        "set/exit": "error",
        "set/hang": "timeout",
        "set/good two": "ok",
        "set/die": "crash",
        "set/good three": "ok",
    }
    assert found["set/raise"]["detail"].startswith("ValueError: no such thing")
    assert found["set/exit"]["detail"] == "SystemExit: 3"
    assert found["set/hang"]["detail"] == "took more than 1 s asking"
    assert found["set/hang"]["milliseconds"] >= 1000
    assert found["set/die"]["detail"] == "the process ended: SIGKILL"
    assert {result["scores"]["f1"] for result in found.values() if result["status"] == "ok"} == {1.0}
    # A failure counts as an empty answer; it is not left out.
    assert {result["scores"]["f1"] for result in found.values() if result["status"] != "ok"} == {0.0}


def test_several_jobs_give_the_same_results() -> None:
    pages = corpus(*(case(f"p{i}", "die" if i == 2 else f"word {i}") for i in range(6)))
    one, two = (
        by_key({**result, "milliseconds": 0} for result in evaluate(pages, "content", [Echo()], options))
        for options in (QUICK, RunOptions(jobs=2, time_limit=1.0))
    )
    assert one == two
    assert len(one) == 6


def test_nothing_reaches_our_streams(capfd: pytest.CaptureFixture[str]) -> None:
    (result,) = evaluate(corpus(case("p", "print")), "content", [Echo()], QUICK)
    assert result["status"] == "ok"
    assert capfd.readouterr() == ("", "")


def test_a_result_can_be_written_and_says_what_it_is_of() -> None:
    (result,) = evaluate(corpus(case("p", "raise")), "content", [Echo()], QUICK)
    assert json.loads(json.dumps(result, ensure_ascii=False).encode("utf-8")) == result
    wanted = {"task": "content", "corpus": "fakes", "digest": "0123456789ab", "system": "echo", "version": "1"}
    wanted |= {"key": "set/p", "set": "set", "site": "a", "page_type": "article", "language": "en", "text": ""}
    assert {key: result[key] for key in wanted} == wanted


def test_text_is_cut() -> None:
    (result,) = evaluate(corpus(case("p", "word " * 9000)), "content", [Echo()], QUICK)
    assert len(result["text"]) == 20_000


@pytest.mark.parametrize(
    ("system", "detail"),
    [
        (WrongAnswer(), "gave str and not Answer"),
        (Unloadable(), "cannot be loaded: ImportError: no module named peer"),
    ],
)
def test_systems_that_never_work(system: Echo, detail: str) -> None:
    found = list(evaluate(corpus(case("p", "x"), case("q", "y")), "content", [system], QUICK))
    assert [(result["status"], result["detail"]) for result in found] == [("error", detail)] * 2


def test_a_metric_that_fails_is_the_fault_of_one_page() -> None:
    broken = replace(case("p", "x"), gold=Gold(text=None))
    found = by_key(evaluate(corpus(broken, case("q", "y")), "content", [Echo()], QUICK))
    assert found["set/q"]["status"] == "ok"
    if found["set/p"]["status"] != "ok":
        assert found["set/p"]["detail"].startswith("measuring failed: ")
        assert found["set/p"]["scores"] == {}


def test_sites_are_kept_together() -> None:
    pages = corpus(case("p", "one"), case("q", "two"), case("r", "three", site="b"))
    found = by_key(evaluate(pages, "site", [Together()], QUICK))
    assert {key: result["text"] for key, result in found.items()} == {
        "set/p": "one 2",
        "set/q": "two 2",
        "set/r": "three 1",
    }


@pytest.mark.parametrize("task", ["comments", "posts"])
def test_sites_are_kept_together_for_those_who_learn_in_other_tasks_too(task: str) -> None:
    pages = [
        replace(page, gold=Gold(text="x", comments=(), posts=())) for page in (case("p", "one"), case("q", "two"))
    ]
    found = by_key(evaluate(corpus(*pages), task, [Together()], QUICK))
    assert [result["text"] for result in found.values()] == ["one 2", "two 2"]


def test_a_site_that_fails_counts_for_each_of_its_pages() -> None:
    pages = corpus(case("p", "lose"), case("q", "two"), case("r", "three", site="b"))
    found = by_key(evaluate(pages, "site", [Together()], QUICK))
    assert [found[key]["status"] for key in ("set/p", "set/q", "set/r")] == ["error", "error", "ok"]
    assert found["set/p"]["detail"] == "gave 0 answers for 2 pages"


def test_fields_have_one_result_a_site() -> None:
    gold = Gold(fields={"name": ("one",)})
    pages = [replace(case(name, "one"), gold=gold) for name in "pq"]
    (result,) = evaluate(corpus(*pages), "fields", [Columns()], QUICK)
    assert (result["key"], result["status"], result["scores"]["f1"]) == ("set/a", "ok", 1.0)


def test_curve_over_known_pages() -> None:
    pages = corpus(*(case(f"p{i}", f"word{i}") for i in range(3)))
    options = RunOptions(pages_known=(1, 2, None), time_limit=1.0)
    found = list(evaluate(pages, "site", [Together(), Echo()], options))
    texts = {(result["system"], result["key"]): result["text"] for result in found}
    assert texts["together@1", "set/p2"] == "word2 1"
    assert texts["together@2", "set/p2"] == "word2 2"
    assert texts["together", "set/p2"] == "word2 3"
    assert texts["echo", "set/p2"] == "word2"
    assert len(texts) == len(found) == 12
    assert names("site", [Together(), Echo()], options) == ["together@1", "together@2", "together", "echo"]
    assert names("content", [Echo()], options) == ["echo"]


@pytest.mark.parametrize(
    "wrong", [{"jobs": 0}, {"time_limit": 0}, {"time_limit": float("nan")}, {"pages_known": (0,)}]
)
def test_options_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        RunOptions(**wrong)


def test_systems_are_checked() -> None:
    with pytest.raises(FormatError, match="echo: two systems of this name"):
        list(evaluate(corpus(), "content", [Echo(), Echo()]))
    with pytest.raises(FormatError, match="unsendable: cannot be sent to a process"):
        list(evaluate(corpus(), "content", [Unsendable()]))


class Newer(Echo):
    version = "2"


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n")


def test_goes_on_where_it_ended(tmp_path: Path) -> None:
    options = RunOptions(results=tmp_path / "r.jsonl", time_limit=1.0)
    pages = corpus(case("p", "x"), case("q", "raise"))
    first = list(evaluate(corpus(*pages.cases[:1]), "content", [Echo()], options))
    both = list(evaluate(pages, "content", [Echo()], options))
    assert both[:1] == first
    assert lines(tmp_path / "r.jsonl") == 2
    assert list(evaluate(pages, "content", [Echo()], options)) == both
    assert lines(tmp_path / "r.jsonl") == 2


def test_other_questions_are_asked_anew(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    options = RunOptions(results=file, time_limit=1.0)
    page = case("p", "x")
    list(evaluate(corpus(page), "content", [Echo()], options))
    list(evaluate(corpus(page), "content", [Newer()], options))
    list(evaluate(corpus(page, digest="ba9876543210"), "content", [Echo()], options))
    list(evaluate(corpus(page), "site", [Echo()], options))
    assert lines(file) == 4


def test_a_crash_is_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    options = RunOptions(results=file, time_limit=1.0)
    for _ in range(2):
        (result,) = evaluate(corpus(case("p", "die")), "content", [Echo()], options)
        assert result["status"] == "crash"
    assert lines(file) == 2


def test_a_line_cut_short_is_passed_over_and_ended(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    options = RunOptions(results=file, time_limit=1.0)
    pages = corpus(case("p", "x"), case("q", "y"))
    before = list(evaluate(pages, "content", [Echo()], options))
    file.write_bytes(b"[1]\nnoise\n" + file.read_bytes()[:-20])
    assert {r["key"] for r in evaluate(pages, "content", [Echo()], options)} == {r["key"] for r in before}
    assert json.loads(file.read_text("utf-8").splitlines()[-1])["key"] == "set/q"
