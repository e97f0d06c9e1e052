"""The report: the same table in three forms, safe against what pages say, honest about what is missing."""

from __future__ import annotations

import io
import math
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from rich.console import Console

from honbun.evaluate.cases import TASKS, Case, Gold, GoldPost
from honbun.evaluate.figures import Estimate, Figure, figures_of_task
from honbun.report.table import tabulate
from honbun.report.text import interval, markdown, share, terminal
from honbun.report.web import html
from honbun.report.worst import gold_text, worst_pages

HOSTILE = "</div><script>alert(1)</script>\"'><img src=x onerror=alert(2)>|*_`"


def result(system: str = "honbun", page: str = "1", f1: float | None = 0.5, **other: Any) -> dict[str, Any]:
    scores = {} if f1 is None else {"f1": f1, "precision": f1, "recall": f1, "f1_by_character": f1}
    return {
        "task": "content", "corpus": "corpus", "digest": "0123456789ab", "system": system, "version": "1.0",
        "key": f"set/{page}", "set": "set", "site": "a.example", "page_type": "article", "language": "en",
        "status": "ok", "detail": "", "milliseconds": 2.0, "scores": scores, "text": "some words",
    } | other  # fmt: skip


def case(page: str = "1", text: str = "some other words", url: str | None = None) -> Case:
    return Case(page, "set", "a.example", url, "en", "article", b"<p>", Gold(text=text))


def several() -> list[dict[str, Any]]:
    scores = {"honbun": (0.9, 0.7, 0.2), "peer": (0.5, 0.8, 0.6), "other": (0.1, 0.3, 0.2)}
    return [
        result(system, str(page), f1, page_type="article" if page else "forum", milliseconds=10.0 ** len(system))
        for system, values in scores.items()
        for page, f1 in enumerate(values)
    ]


def shown(renderable: Any, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(renderable)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


class Tags(HTMLParser):
    """Collects the tags of a page and checks that each one that must be closed is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_rows_count_pages_time_and_failures() -> None:
    results = [
        result(page="1", f1=1.0, milliseconds=2.0),
        result(page="2", f1=0.0, milliseconds=4.0),
        result(page="3", f1=0.0, status="timeout", milliseconds=9000.0),
        result(page="4", f1=0.0, status="crash", milliseconds=None),
    ]
    (row,) = tabulate(results).rows
    assert row.headline.value == pytest.approx(0.25)
    assert (row.pages, row.milliseconds, row.failures) == (4, 3.0, {"crash": 1, "timeout": 1})


def test_best_is_shown_first_and_the_one_looked_at_is_bold() -> None:
    table = tabulate(several())
    assert [row.system for row in table.rows] == ["honbun", "peer", "other"]
    assert [row.system for row in table.ranked] == ["peer", "honbun", "other"]
    assert "| **honbun 1.0** | **.600** |" in markdown(table)
    assert "| peer 1.0 | .633 |" in markdown(table)


def test_order_of_systems_can_be_given() -> None:
    table = tabulate(several(), systems=["peer", "absent", "honbun"])
    assert [row.system for row in table.rows] == ["peer", "honbun"]
    assert [len(group.estimates) for group in table.groups] == [2, 2]


def test_groups_are_by_size_and_the_nameless_have_a_name() -> None:
    results = [result(page=str(n), language="" if n else "ja", f1=n / 4) for n in range(3)]
    groups = tabulate(results, by="language").groups
    assert [(group.name, group.pages) for group in groups] == [("not stated", 2), ("ja", 1)]
    assert [group.estimates["honbun"].value for group in groups] == [0.375, 0.0]


def test_figures_that_no_page_states_are_left_out() -> None:
    assert [figure.name for figure in tabulate([result()]).figures][-1] == "f1 of sites"
    with_snippets = result(page="2")
    with_snippets["scores"]["with"] = 1.0
    assert [figure.name for figure in tabulate([result(), with_snippets]).figures][-1] == "with"


def test_different_pages_and_mixed_versions_are_said() -> None:
    (pages,) = tabulate([result(), result("peer", "2")]).notes
    assert "not run on the same pages (honbun 1, peer 1)" in pages
    (versions,) = tabulate([result(), result(page="2", version="2.0")]).notes
    assert "several versions" in versions
    assert tabulate(several()).notes == ()


def test_one_task_at_a_time() -> None:
    with pytest.raises(ValueError, match="no results"):
        tabulate([])
    with pytest.raises(ValueError, match="content, site"):
        tabulate([result(), result(task="site")])


def test_numbers_are_short() -> None:
    assert [share(value) for value in (0.0, 0.0625, 1.0, 48.25, -0.5)] == [
        ".000",
        ".062",
        "1.000",
        "48.2",
        "-.500",
    ]
    missing = Estimate(math.nan, math.nan, math.nan, 0)
    assert share(missing.value) == interval(missing) == "–"
    assert interval(Estimate(0.5, 0.25, 0.75, 3)) == ".250–.750"


@pytest.mark.parametrize(
    ("kind", "keys", "expected"),
    [
        ("mean", "a", 3.0),
        ("ratio", "ab", 0.75),
        ("f1", "abc", 0.6),
        ("precision", "abc", 0.75),
        ("recall", "abc", 0.5),
    ],
)
def test_score_of_one_page(kind: Any, keys: str, expected: float) -> None:
    figure = Figure("figure", kind, tuple(keys), "")
    assert figure.of_page({"scores": {"a": 3, "b": 4, "c": 6}}) == expected
    assert math.isnan(Figure("f", "f1", ("a", "b", "c"), "").of_page({"scores": {"a": 3, "b": 4, "c": None}}))
    assert math.isnan(Figure("f", "ratio", ("a", "b"), "").of_page({"scores": {"a": 0, "b": 0}}))


def test_terminal_shows_systems_groups_and_notes() -> None:
    text = shown(terminal(tabulate(several(), notes=["peer-2 is not installed"])))
    assert re.search(r"honbun 1\.0 +\.600", text)
    assert re.search(r"honbun +\.450 +\.900", text)
    assert "peer-2 is not installed" in text
    assert "More figures" in text


def test_terminal_takes_names_as_they_are() -> None:
    text = shown(terminal(tabulate([result("[red]x[/red]"), result("[/]")])))
    assert "[red]x[/red]" in text
    assert "[/]" in text


@pytest.mark.parametrize("results", [[result()], [result(f1=None, status="error", milliseconds=None, text="")]])
def test_one_system_and_no_figures(results: list[dict[str, Any]]) -> None:
    table = tabulate(results)
    page = html(table, results, [case()])
    Tags(page)
    assert ("| – |" in markdown(table)) is (not results[0]["scores"])
    assert shown(terminal(table))
    assert "over the number of pages known" not in page
    assert ("counts as an empty answer" in page) is bool(table.rows[0].failures)


def test_html_is_whole_and_loads_nothing() -> None:
    results = several()
    page = html(tabulate(results), results, [case(str(n), url="https://a.example/") for n in range(3)])
    tags = Tags(page)
    assert {"svg", "table", "details"} <= set(tags.names)
    assert not {"script", "link", "img", "iframe"} & set(tags.names)
    assert set(tags.addresses) == {"https://a.example/"}
    assert "url(" not in page
    assert "@import" not in page


def test_html_is_the_same_each_time() -> None:
    results = several()
    cases = [case(str(n)) for n in range(3)]
    assert html(tabulate(results), results, cases) == html(tabulate(results), results, cases)
    assert "2026-11-15" in html(tabulate(results), results, cases, made="2026-11-15")


def test_lone_surrogates_can_be_written() -> None:
    results = [result(text="a \ud800 b")]
    assert html(tabulate(results), results, [case(text="\udfff")]).encode("utf-8")


def test_hostile_text_stays_text() -> None:
    keys = ("corpus", "digest", "version", "site", "page_type", "language", "detail", "text", "status")
    results = [result(f"{HOSTILE}{n}", f1=0.5, **dict.fromkeys(keys, HOSTILE)) for n in range(2)]
    results += [result(f"{HOSTILE}0", page="2", page_type="b")]
    cases = [Case("1", "set", HOSTILE, f"javascript:{HOSTILE}", HOSTILE, HOSTILE, b"", Gold(text=HOSTILE))]
    table = tabulate(results, notes=[HOSTILE])
    tags = Tags(html(table, results, cases, made=HOSTILE))
    assert not {"script", "img"} & set(tags.names)
    assert tags.addresses == []
    text = markdown(table)
    assert "<script" not in text.replace("\\<", "")
    assert {line.replace("\\|", "").count("|") for line in text.splitlines() if line.startswith("| ")} == {
        11,
        5,
    }  # ten columns, four columns
    assert "script" in shown(terminal(table), 400)


def test_worst_pages_come_worst_first_with_the_best_other() -> None:
    results = several()
    cases = {f"set/{n}": case(str(n)) for n in range(3)}
    pages = worst_pages(results, "honbun", cases, figures_of_task("content")[0], number=2)
    assert [page.case.id for page in pages] == ["2", "1"]
    assert [page.other["system"] for page in pages if page.other] == ["peer", "peer"]
    assert [page.other_score for page in pages] == [0.6, 0.8]


def test_worst_leaves_out_perfect_unknown_and_unscored_pages() -> None:
    results = [result(page="1", f1=1.0), result(page="2", f1=0.0), result(page="3", f1=None)]
    cases = {"set/1": case("1"), "set/3": case("3")}
    assert worst_pages(results, "honbun", cases, figures_of_task("content")[0]) == []


def test_system_that_knew_fewer_pages_is_not_another_system() -> None:
    results = [result("honbun@1", task="site", f1=0.9), result("honbun", task="site", f1=0.5)]
    (page,) = worst_pages(results, "honbun", {"set/1": case()}, figures_of_task("site")[0])
    assert page.other is None
    table = tabulate([*results, result("peer@2", task="site")])
    assert [row.system for row in table.compared] == ["honbun", "peer@2"]


def test_gold_of_each_task_as_text() -> None:
    gold = Gold(
        text="t", comments=("a", "b"), posts=(GoldPost("p"), GoldPost("q")), records=({"x": "1", "y": "2"},)
    )
    assert [gold_text(gold, task) for task in ("content", "comments", "posts", "records")] == [
        "t", "t\n\na\n\nb", "p\n\nq", "1\t2",
    ]  # fmt: skip
    assert [gold_text(Gold(), task) for task in TASKS if task != "comments"] == [""] * (len(TASKS) - 1)


@pytest.mark.parametrize("task", TASKS)
def test_every_task_can_be_reported(task: str) -> None:
    scores = {key: 1.0 for figure in figures_of_task(task) for key in figure.keys}
    results = [result(system, task=task, scores=scores) for system in ("honbun", "peer")]
    table = tabulate(results)
    assert len(table.figures) == len(figures_of_task(task))
    Tags(html(table, results, [case()]))
    assert markdown(table).count("honbun") == 1
