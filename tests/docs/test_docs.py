"""What is written is true: examples run, links lead somewhere, the reference names every command and option."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import honbun
from honbun.cli import main
from honbun.memory import Memory

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "examples" / "README.md",
    *sorted(ROOT.glob("docs/*.md")),
]
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Programs that honbun is a part of, which its own tests can do without.
OTHERS = {"datatrove", "duckdb", "haystack-ai", "langchain-core", "llama-index-core"}
LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)")


def by_name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(pattern: re.Pattern[str]) -> list[pytest.param]:
    found = [(path, match[1]) for path in PAGES for match in pattern.finditer(path.read_text("utf-8"))]
    return [pytest.param(code, id=f"{by_name(path)}-{number}") for number, (path, code) in enumerate(found)]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like the root of the repository and may be written to."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("code", blocks(PYTHON))
def test_python_examples_run(code: str, workplace: Path) -> None:
    paths = sorted((ROOT / "examples/sites/news-en").glob("*.html"))
    pages = [(f"https://news.example/{path.stem}", path.read_bytes()) for path in paths]
    site = honbun.Site.learn(pages)
    for name in ("site.json", "shard-1.json", "shard-2.json"):
        site.save(workplace / name)
    Memory(workplace / "patrol.db", is_new=True).close()
    given = {"pages": pages, "new_pages": pages[:3], "html": pages[0][1], "site": site, "honbun": honbun}
    if "generate_site" in code:
        code = code.replace("10_000", "3")
    try:
        exec(compile(code, "example", "exec"), dict(given))
    except ImportError as error:
        missing = getattr(error, "subject", None) or error.name
        if missing not in OTHERS:
            raise
        pytest.skip(f"{missing} is not installed")


@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize("session", blocks(CONSOLE))
def test_console_sessions_print_what_they_say(session: str) -> None:
    for step in session.split("$ ")[1:]:
        command, _, expected = step.partition("\n")
        program, *words = shlex.split(command)
        if program == "honbun":
            result = CliRunner().invoke(main, words, catch_exceptions=False)
            assert result.stdout == expected.rstrip("\n") + "\n" * bool(expected)
        else:
            assert program == "cat"
            assert Path(words[0]).read_text("utf-8") == expected


@pytest.mark.parametrize("path", PAGES, ids=by_name)
def test_links_lead_somewhere(path: Path) -> None:
    for target, anchor in LINK.findall(path.read_text("utf-8")):
        if "://" in target:
            continue
        file = path.parent / target
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
            assert anchor in {heading.lower().replace(" ", "-").replace("`", "") for heading in headings}


def script(name: str) -> Any:
    """A script of the docs, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_has_its_place_in_the_site() -> None:
    config = SimpleNamespace(nav=None)
    script("site").on_config(config)
    shown = [page for part in config.nav for pages in part.values() for page in pages]
    assert len(shown) == len(set(shown))
    elsewhere = set(script("site").ELSEWHERE.values())
    assert set(shown) == {path.name for path in ROOT.glob("docs/*.md")} | elsewhere
    assert shown[:3] == ["index.md", "tutorial.md", "gallery.md"]


def test_command_reference_is_current() -> None:
    write_cli = script("write_cli")
    assert write_cli.FILE.read_text("utf-8") == write_cli.text(), "run: python docs/write_cli.py"


@pytest.mark.parametrize("name", honbun.__all__)
def test_public_names_are_in_the_reference(name: str) -> None:
    assert name in (ROOT / "docs" / "reference.md").read_text("utf-8")


def test_figures_of_the_readme_are_measured() -> None:
    shown = re.findall(r"^\| .* \| (\.\d{3}) \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    measured = (ROOT / "docs" / "results.md").read_text("utf-8")
    assert len(shown) == 5
    assert all(figure in measured for figure in shown)


def test_evidence_is_explained() -> None:
    from honbun.article.structure import EVIDENCE

    explained = (ROOT / "docs" / "unique-blocks.md").read_text("utf-8")
    assert all(f"| {name} |" in explained for name in EVIDENCE)
