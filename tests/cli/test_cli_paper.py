"""`honbun paper`, `honbun fields --join`: thin layers over the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun import papers
from honbun.cli.main import main

SITES = Path(__file__).parents[2] / "examples" / "sites"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize(
    ("method", "site"),
    [("unique-blocks", "news-en"), ("element-identifiers", "blog"), ("nodes", "news-en")],
)
def test_documents_are_those_of_the_library(method: str, site: str) -> None:
    done = run("paper", method, SITES / site, "-f", "jsonl", "-q")
    assert done.exit_code == 0, done.output
    pages = [(None, file.read_bytes()) for file in sorted((SITES / site).glob("*.html"))]
    wanted = getattr(papers, method.replace("-", "_"))(pages)
    assert [json.loads(line)["text"] for line in done.stdout.splitlines()] == [
        document.text for document in wanted
    ]


def test_posts_are_rows() -> None:
    done = run("paper", "posts", SITES / "board", "--siblings", "2", "-q")
    pages = [(None, file.read_bytes()) for file in sorted((SITES / "board").glob("*.html"))]
    texts = [post.text for thread in papers.posts(pages, siblings=2) for post in thread]
    assert [json.loads(line)["text"] for line in done.stdout.splitlines()] == texts


def test_templates_compare_and_draw(tmp_path: Path) -> None:
    picture = tmp_path / "f.svg"
    done = run("paper", "templates", SITES / "syllabus", "--compare", "--plot", picture)
    assert done.exit_code == 0, done.output
    assert "F is highest at 10" in done.stdout
    assert "of the published strings are honbun's, too" in done.stdout
    assert picture.read_text("utf-8").startswith("<svg")
    whole = json.loads(run("paper", "templates", SITES / "syllabus", "-f", "json", "--any-length").stdout)
    assert whole[0]["peak"] == 10


@pytest.mark.parametrize("method", ["unique-blocks", "element-identifiers", "nodes", "posts", "templates"])
def test_explain_shows_lines(method: str) -> None:
    done = run("paper", method, SITES / "blog", "--explain")
    assert done.exit_code == 0, done.output
    assert len(done.stdout.splitlines()) > 3


def test_sites_are_sets_unless_mixed() -> None:
    apart = run("paper", "unique-blocks", SITES / "blog", SITES / "news-en", "--explain").stdout
    mixed = run("paper", "unique-blocks", SITES / "blog", SITES / "news-en", "--explain", "--mixed").stdout
    assert apart != mixed


def test_series_of_several_sites_join(tmp_path: Path) -> None:
    for name, labels in (
        ("a", ("科目名", "単位数", "担当")),
        ("b", ("科目名／Course title", "単位／Credit", "Room")),
    ):
        folder = tmp_path / name
        folder.mkdir()
        for number, (title, credit, third) in enumerate(
            (
                ("土壌学", "2", "堀江"),
                ("材料力学", "3", "槙野"),
                ("情報検索論", "4", "戸部"),
                ("魚類学", "1", "沢"),
            )
        ):
            last = third if name == "a" else f"Hall {number + 11}"
            cells = zip(labels, (f"{title}{name}", credit, last), strict=True)
            rows = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in cells)
            (folder / f"{number}.html").write_text(f"<h1>Syllabus</h1><table>{rows}</table>", "utf-8")
    done = run("fields", tmp_path / "a", tmp_path / "b", "--join", "-f", "json")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["rows"]
    assert len(rows) == 8
    assert [row["単位数"] for row in rows] == ["2", "3", "4", "1"] * 2
    assert all(row["科目名"] for row in rows)
    assert "単位数 = 単位／Credit" in done.stderr
    assert run("fields", tmp_path / "a", "--join", "--save", tmp_path / "t.json").exit_code == 2
