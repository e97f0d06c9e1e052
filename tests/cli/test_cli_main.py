"""The command itself: its list of commands, what it says of a wrong call, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner, Result

from honbun.cli import main

COMMANDS = main.list_commands(Context(main))
SITES = Path(__file__).parents[2] / "examples" / "sites"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says_of_itself(name: str) -> None:
    command = main.get_command(Context(main), name)
    assert command is not None
    listed = " ".join(run("--help").stdout.split())
    assert f"{name} {command.get_short_help_str(200)}" in listed


def test_the_list_loads_no_command() -> None:
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom honbun.cli import main\n"
        "assert CliRunner().invoke(main, ['--help']).exit_code == 0\n"
        "assert not {'numpy', 'rich', 'honbun.extraction'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_command_after_an_option_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>x")
    result = run("-q", "posts", page)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("honbun: the command comes first: honbun posts -q …")
    assert result.stderr.count("\n") == 1


def test_an_option_that_resembles_none_names_all() -> None:
    said = run("learn", "x.html", "--zzz").stderr
    assert said.startswith("honbun: No such option '--zzz'; known: --urls, --delay,")
    assert said.endswith(" learn --help tells more)\n")
    assert said.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("word", ["--help", "--version"])
def test_a_full_disk_is_told(word: str) -> None:
    with Path("/dev/full").open("w") as full:
        asked = [sys.executable, "-m", "honbun", word]
        done = subprocess.run(asked, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "honbun: standard output: cannot be written: No space left on device\n"


@pytest.mark.parametrize("verb", ["extract", "posts", "explain"])
@pytest.mark.parametrize("given", ["missing.html", "empty", "picture.html"])
def test_what_was_written_stays_where_no_page_is_read(verb: str, given: str, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    out.write_text("what was there")
    (tmp_path / "empty").mkdir()
    (tmp_path / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    result = run(verb, tmp_path / given, "-o", out)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert out.read_text() == "what was there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "out.html", "picture.html"]


def test_a_site_that_does_not_fit_is_told(tmp_path: Path) -> None:
    site = tmp_path / "site.json"
    assert run("learn", SITES / "news-en", "-o", site).exit_code == 0
    fits = run("drift", site, SITES / "news-en")
    assert (fits.exit_code, fits.stdout.partition(";")[0]) == (0, "13 pages: they fit")
    changed = run("drift", site, SITES / "board")
    assert (changed.exit_code, changed.stdout.partition(";")[0]) == (
        1,
        "5 pages: the site has changed, learn it again",
    )
    assert run("drift", site, tmp_path / "nothing").exit_code == 2
    for verb in ("extract", "posts"):
        assert "do not fit the saved site" in run(verb, SITES / "board", "--site", site).stderr
        assert "do not fit" not in run(verb, SITES / "news-en", "--site", site).stderr


def test_pages_of_several_hosts_are_told(tmp_path: Path) -> None:
    rows = [f'{{"url": "https://{host}.example/", "html": "<p>Of {host}</p>"}}' for host in "abbc"]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    said = run("learn", tmp_path / "rows.jsonl", "-o", tmp_path / "site.json").stderr
    assert "warning: pages of 3 hosts: b.example (2), a.example (1), c.example (1); a saved site is of one" in said
