"""`honbun template`: the template of a series, the records of a page, and clear words where there are none."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from examples.series import write_corpus
from honbun.cli import main


def run(*words: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["template", *words], input=stdin, catch_exceptions=False)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("series")
    write_corpus(folder)
    return folder


def test_says_the_peak_and_shows_the_strings(corpus: Path) -> None:
    result = run(str(corpus / "syllabus-1"))
    assert result.exit_code == 0
    assert result.stderr == ""
    head, _, rest = result.stdout.partition("\n\n")
    assert head == "F is highest at 13, the number of pages: all of them have one template."
    assert rest.startswith("13 of 13 pages: ")
    assert "  </p><p>■教員名<br>\n" in rest


def test_two_templates_are_named_with_their_pages(corpus: Path) -> None:
    found = json.loads(run(str(corpus / "syllabus-7"), "-f", "json").stdout)
    assert (found["pages"], found["peak"]) == (9, 7)
    assert "not all of them" in found["meaning"]
    assert [[Path(page).stem for page in template["pages"]] for template in found["templates"]] == [
        [*"0123456"],
        ["7", "8"],
    ]
    assert all(0 < template["share"] <= 1 for template in found["templates"])
    assert "2 of 9 pages" in run(str(corpus / "syllabus-7")).stdout


def test_a_peak_within_pages_is_explained(corpus: Path) -> None:
    shown = run(str(corpus / "syllabus-8")).stdout
    assert "more than there are pages (12)" in shown
    assert "12 of 12 pages" in shown
    assert " … " in shown


def test_tags_count_the_records_of_each_page(corpus: Path) -> None:
    result = run("--tags", str(corpus / "finder-6"), str(corpus / "finder-5" / "0.html"))
    assert [line.partition("html: ")[2] for line in result.stdout.splitlines() if line[0] != " "] == [
        f"{count} records by their tags; F of whole tags is highest at {peak}, {why}."
        for count, peak, why in (
            (36, 35, "one fewer where records meet"),
            (30, 29, "one fewer where records meet"),
            (21, 20, "one fewer where records meet"),
            (10, 5, "half where rows come in pairs"),
        )
    ]
    page = json.loads(run("--tags", str(corpus / "finder-1/0.html"), "-f", "json").stdout)[0]
    assert (page["peak"], page["records"]) == (10, 10)
    assert "<strong></strong>" in "".join(page["strings"])


def test_a_page_without_records_says_so() -> None:
    result = run("--tags", "-", stdin=b"<p>Nothing repeats here.")
    assert result.stdout == "-: no tags occur more than twice in the same order: no records.\n"


def test_draws_a_picture(corpus: Path, tmp_path: Path) -> None:
    file = tmp_path / "peak.svg"
    run(str(corpus / "syllabus-1"), "--plot", str(file))
    drawn = ET.fromstring(file.read_text("utf-8"))
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert {"peak at 13", "13 pages"} <= {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    run("--tags", str(corpus / "finder-1/0.html"), "--plot", str(file))
    assert "peak at 10" in file.read_text("utf-8")


def test_a_picture_without_a_name_has_one(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(str(corpus / "syllabus-1"), "--plot")
    assert "template.svg" in result.stderr
    assert "peak at 13" in (tmp_path / "template.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--plot", "peak.png"], "pictures are SVG"),
        (["--plot", "no/such/folder/peak.svg"], "cannot be written"),
        (["--tags", "--plot", "peak.svg"], "takes one page"),
    ],
)
def test_a_picture_that_cannot_be_drawn(corpus: Path, words: list[str], said: str) -> None:
    result = run(str(corpus / "syllabus-2"), *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_one_page_is_an_error_with_advice(corpus: Path) -> None:
    result = run(str(corpus / "syllabus-1/0.html"))
    assert result.exit_code == 2
    assert "one page has no template of its own" in result.stderr
    assert "--tags" in result.stderr


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    result = run(str(tmp_path))
    assert result.exit_code == 2
    assert "no pages, there is no page in it" in result.stderr


def test_rejected_pages_are_named(corpus: Path) -> None:
    result = run(str(corpus / "syllabus-1"), "no-such-page.html")
    assert result.exit_code == 1
    assert "no-such-page.html: no such path" in result.stderr
    assert "13 of 13 pages" in result.stdout


def test_pages_that_share_nothing_have_no_template(tmp_path: Path) -> None:
    for name, text in (("a", "qwertz uiop"), ("b", "asdf jkl"), ("c", "<p>yxcv</p>")):
        (tmp_path / f"{name}.html").write_text(text)
    result = run(str(tmp_path))
    assert result.exit_code == 0
    assert "No template: no pages have enough in common" in result.stdout
    assert json.loads(run(str(tmp_path), "-f", "json").stdout)["templates"] == []
