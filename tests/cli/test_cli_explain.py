"""`honbun explain`: one file a page, repeats where there is a site, and a word where a folder is needed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import honbun
from honbun.cli import main

SITE = Path(__file__).parents[2] / "examples" / "sites" / "blog"
PAGE = SITE / "what-the-swifts-did.html"


def run(*words: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["explain", *words], input=stdin, catch_exceptions=False)


def data_of(path: Path) -> dict[str, object]:
    found = re.search(r'id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def test_one_page_becomes_one_file(tmp_path: Path) -> None:
    out = tmp_path / "page.explain.html"
    result = run(str(PAGE), "-o", str(out))
    assert result.exit_code == 0
    assert "1 page" in result.stderr
    assert data_of(out)["sitePages"] == 0
    assert out.read_text("utf-8").startswith("<!doctype html>")


def test_standard_input_and_output() -> None:
    result = run("-", "-q", stdin=PAGE.read_bytes())
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "What the swifts did" in result.stdout


@pytest.mark.parametrize("target", ["-", "one.html"])
def test_several_pages_need_a_folder(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(str(SITE), "-o", target)
    assert result.exit_code == 2
    assert "-o explained/" in result.stderr
    assert not (tmp_path / "one.html").exists()


def test_the_pages_of_a_folder_show_each_others_repeats(tmp_path: Path) -> None:
    out = tmp_path / "explained"
    result = run(str(SITE), "-o", f"{out}/")
    assert result.exit_code == 0
    files = sorted(out.iterdir())
    assert len(files) == len(list(SITE.glob("*.html")))
    assert all(file.name.endswith(".explain.html") for file in files)
    assert all(data_of(file)["sitePages"] == len(files) for file in files)
    assert run(str(SITE), "-o", f"{tmp_path / 'alone'}/", "--alone").exit_code == 0
    assert data_of(next((tmp_path / "alone").iterdir()))["sitePages"] == 0


def test_a_saved_site_is_used(tmp_path: Path) -> None:
    pages = [(None, path.read_bytes()) for path in sorted(SITE.glob("*.html"))]
    honbun.Site.learn(pages).save(tmp_path / "site.json")
    out = tmp_path / "page.html"
    result = run(str(PAGE), "--site", str(tmp_path / "site.json"), "-o", str(out))
    assert result.exit_code == 0
    assert data_of(out)["sitePages"] == len(pages)


def test_a_saved_site_counts_and_the_pages_at_hand_are_named(tmp_path: Path) -> None:
    paths = sorted(SITE.glob("*.html"))
    honbun.Site.learn((None, path.read_bytes()) for path in paths).save(tmp_path / "site.json")
    few, out = paths[:4], tmp_path / "explained"
    result = run(*map(str, few), "--site", str(tmp_path / "site.json"), "-o", f"{out}/")
    assert result.exit_code == 0
    data = data_of(sorted(out.iterdir())[0])
    assert data["sitePages"] == len(paths)
    blocks = data["blocks"]
    assert isinstance(blocks, list)
    most = max(blocks, key=lambda block: block["frequency"])
    assert most["frequency"] > len(few)
    assert most["pages"] == [path.name for path in few[1:]]


def test_a_page_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    result = run(str(tmp_path / "none.html"), "-o", str(tmp_path / "out.html"))
    assert result.exit_code == 2
    assert "none.html" in result.stderr
