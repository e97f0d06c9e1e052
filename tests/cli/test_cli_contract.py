"""What people type: each line as the design has it, in Python and on the command line, on the example pages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import honbun
from honbun.cli import main

SITES = Path(__file__).parents[2] / "examples" / "sites"
Pages = list[tuple[str | None, bytes]]


def pages_of(name: str) -> Pages:
    paths = sorted((SITES / name).glob("*.html"))
    return [(f"https://{name}.example/{path.stem}", path.read_bytes()) for path in paths]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the names of the design in it."""
    shutil.copy(SITES / "news-en" / "night-ferry-returns.html", tmp_path / "page.html")
    shutil.copy(SITES / "news-en" / "pier-clock-restored.html", tmp_path / "new.html")
    shutil.copy(SITES / "board" / "1319976903.html", tmp_path / "thread.html")
    shutil.copy(SITES / "search" / "page-1.html", tmp_path / "list.html")
    shutil.copytree(SITES / "syllabus", tmp_path / "pages")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(line: str, **given: bytes) -> Result:
    result = CliRunner().invoke(main, line.split()[1:], input=given.get("stdin"), catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result


def test_a_page_and_its_site_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pages = pages_of("news-en")
    url, html = pages[0]
    doc = honbun.extract(html, url="https://news-en.example/a")
    assert str(doc) == doc.text
    assert doc.text
    assert doc.title
    assert doc.date
    assert doc.markdown()
    assert json.dumps(doc.to_dict())
    assert [post.author for post in doc.posts] == []
    site = honbun.Site.learn(pages)
    assert site.extract(html, url=url).text
    site.save("site.json")
    site = honbun.Site.load("site.json")
    site.add(url, html)
    assert len(site) == len(pages)


def test_posts_fields_and_records_in_python() -> None:
    (url, html), *siblings = pages_of("board")
    posts = honbun.posts(html, url=url, siblings=siblings)
    assert all(post.author and post.date and post.text for post in posts)
    table = honbun.fields(pages_of("syllabus"))
    assert "科目名" in table.columns
    assert len(list(table.rows())) == len(table) == 10
    (url, html), *siblings = pages_of("search")
    table = honbun.records(html, url=url, siblings=siblings)
    assert len(list(table.rows())) == 10
    pytest.importorskip("pyarrow")
    assert table.to_arrow().num_rows == 10
    pytest.importorskip("pandas")
    assert len(table.to_pandas()) == 10


def test_pages_come_alone_from_a_stream_or_a_glob(desk: Path) -> None:
    alone = typed("honbun page.html").stdout
    assert alone.startswith("The overnight ")
    assert typed("honbun extract page.html").stdout == alone
    assert typed("honbun -", stdin=(desk / "page.html").read_bytes()).stdout == alone
    assert "==> new.html <==" in typed("honbun ne*.html page.html").stdout
    assert typed("honbun pages -f jsonl").stdout.count("\n") == 10


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("form", "text markdown html json jsonl csv tei parquet".split())
def test_every_format(form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    typed(f"honbun extract page.html new.html -f {form} -o OUT --jobs 2")
    assert Path("OUT").stat().st_size


def test_a_site_is_learned_and_used(desk: Path) -> None:
    typed("honbun learn pages/ -o site.json")
    assert (desk / "site.json").exists()
    assert typed("honbun extract new.html --site site.json").stdout


def test_posts_fields_records_and_why(desk: Path) -> None:
    assert typed("honbun posts thread.html").stdout.count("\n") == 21
    assert typed("honbun records list.html").stdout.startswith("source,title,")
    assert typed("honbun explain page.html").stdout.startswith("<!doctype html>")
    assert typed("honbun paper unique-blocks page.html new.html").stdout
    pytest.importorskip("pyarrow")
    typed("honbun fields pages/ -o table.parquet")
    assert (desk / "table.parquet").read_bytes()[:4] == b"PAR1"


@pytest.mark.parametrize("verb", "train evaluate annotate crawl patrol serve".split())
def test_the_other_commands_are_there(verb: str) -> None:
    assert typed(f"honbun {verb} --help").stdout.startswith("Usage: ")
