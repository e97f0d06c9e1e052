"""Labels of fields into a template that has those fields only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import honbun
from honbun.cli import main

PLACES = ["Osaka", "Lyon", "Leeds", "Graz", "Porto", "Turin"]


def offer(number: int) -> str:
    facts = {"Place": PLACES[number], "Pay": f"{41 + number},000 a year", "Reference": f"J-{7061 + 13 * number}"}
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts.items())
    menu = "<ul><li><a href=/>Jobs</a><li><a href=/new>New</a></ul>"
    return f"<title>Offer {number}</title>{menu}<h1>A keeper for {PLACES[number]}</h1><table>{rows}</table>"


def write_labels(path: Path, pages: int) -> Path:
    lines = []
    for n in range(pages):
        fields = {"where": [PLACES[n]], "id": [f"J-{7061 + 13 * n}"], "never": ["not on the page"]}
        case = {"id": str(n), "set": "mine", "site": "offers", "html": offer(n), "gold": {"fields": fields}}
        lines.append(json.dumps(case))
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_new_pages_are_read_by_the_labels_of_some(tmp_path: Path) -> None:
    labels, template = write_labels(tmp_path / "labels.jsonl", 4), tmp_path / "mine.json"
    done = CliRunner().invoke(main, ["train", "--task", "fields", str(labels), "-o", str(template)])
    assert done.exit_code == 0, done.stderr
    said = ["where: 1.000 as Place", "id: 1.000 as Reference", "never: no column has it"]
    assert done.stdout.splitlines() == said
    table = honbun.FieldTemplate.load(template).apply([(None, offer(n)) for n in (4, 5)])
    assert table.rows() == [{"where": "Porto", "id": "J-7113"}, {"where": "Turin", "id": "J-7126"}]


def test_other_templates_have_all_columns(tmp_path: Path) -> None:
    pages = [(None, offer(n)) for n in range(4)]
    template = honbun.FieldTemplate.learn(pages)
    template.save(tmp_path / "all.json")
    assert honbun.FieldTemplate.load(tmp_path / "all.json").apply(pages).columns == honbun.fields(pages).columns


@pytest.mark.parametrize("pages", [0, 1])
def test_too_few_labels_are_named(tmp_path: Path, pages: int) -> None:
    labels = write_labels(tmp_path / "labels.jsonl", pages)
    done = CliRunner().invoke(main, ["train", "--task", "fields", str(labels), "-o", str(tmp_path / "mine.json")])
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "mine.json").exists()
