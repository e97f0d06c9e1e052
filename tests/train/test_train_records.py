"""Labels of records into a template that reads the same list off other pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import honbun
from honbun.cli import main

TOWNS = ["Osaka", "Lyon", "Leeds", "Graz", "Porto", "Turin", "Brno", "Split"]


def offers(first: int) -> str:
    """A page on which what it is about comes second: short rows below long teasers."""
    rows = "".join(
        f'<li class="job"><a href="/{first}{n}">Keeper {n}</a> <span class="c1">{TOWNS[(first + n) % 8]}</span>'
        f'<span class="c2">{40 + first + n},000 a year</span></li>'
        for n in range(5)
    )
    teasers = "".join(
        f'<article class="story"><h3><a href="/story/{first}{n}">A story of {TOWNS[n]} no. {first}</a></h3>'
        f"<p>How the harbour of {TOWNS[n]} was mended in {1900 + first + n}, and what it cost.</p></article>"
        for n in range(5)
    )
    return f"<title>Keepers {first}</title>{teasers}<ul>{rows}</ul>"


def write_labels(path: Path, pages: int) -> Path:
    lines = []
    for first in range(pages):
        gold = [{"pay": f"{40 + first + n},000 a year", "town": TOWNS[(first + n) % 8]} for n in range(5)]
        case = {"id": str(first), "set": "mine", "site": "jobs", "html": offers(first), "gold": {"records": gold}}
        lines.append(json.dumps(case))
    path.write_text("\n".join(lines), "utf-8")
    return path


def run(*words: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, list(map(str, words)))
    return done.exit_code, done.stdout, done.stderr


def test_new_pages_are_read_by_the_labels_of_one(tmp_path: Path) -> None:
    assert "article" in honbun.records(offers(3)).xpaths[0]
    labels, template = write_labels(tmp_path / "labels.jsonl", 1), tmp_path / "mine.json"
    code, stdout, _ = run("train", "--task", "records", labels, "-o", template)
    assert code == 0
    assert [line.split(" as ")[0] for line in stdout.splitlines()] == [
        "records: 1.000",
        "pay: 1.000",
        "town: 1.000",
    ]
    (tmp_path / "new.html").write_text(offers(3), "utf-8")
    code, stdout, _ = run("records", tmp_path / "new.html", "--template", template, "--drop", "pay", "-f", "csv")
    assert code == 0
    assert [row.split(",")[1] for row in stdout.splitlines()] == ["town", *(TOWNS[(3 + n) % 8] for n in range(5))]


def test_a_page_without_the_labelled_list_is_read_as_without_labels() -> None:
    template = honbun.RecordTemplate({"class no-such-list": 1.0})
    page = offers(2)
    assert honbun.records(page, template=template).rows() == honbun.records(page).rows()


def test_labels_without_a_column_on_the_page_are_empty() -> None:
    template = honbun.RecordTemplate({}, {"price": {"no-such-column": 1.0}})
    table = honbun.records(offers(2), template=template)
    assert len(table) == 5
    assert table.columns == ("price",)
    assert table.column("price").present == 0


def test_saved_templates_are_the_same(tmp_path: Path) -> None:
    template = honbun.RecordTemplate({"class job": 0.9}, {"town": {"c1": 1.0, "./span[1]": 0.5}})
    template.save(tmp_path / "mine.json")
    assert honbun.RecordTemplate.load(tmp_path / "mine.json") == template


@pytest.mark.parametrize(
    "text", ["", "{}", '{"format": "honbun records", "version": 1}', '{"format": "honbun fields"}']
)
def test_what_is_no_template_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text, "utf-8")
    with pytest.raises(honbun.ProfileError):
        honbun.RecordTemplate.load(tmp_path / "x.json")


def test_without_labels_nothing_is_written(tmp_path: Path) -> None:
    labels = write_labels(tmp_path / "labels.jsonl", 0)
    code, _, stderr = run("train", "--task", "records", labels, "-o", tmp_path / "mine.json")
    assert code == 2
    assert len(stderr.splitlines()) == 1
    assert not (tmp_path / "mine.json").exists()


def test_a_template_and_a_rank_exclude_each_other(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(offers(0), "utf-8")
    code, _, stderr = run("records", tmp_path / "page.html", "--template", "mine.json", "--rank", "2")
    assert code == 2
    assert "--rank" in stderr
