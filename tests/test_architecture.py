"""The rules of the house that a machine can check: which room may import which, and how large things get."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "honbun"

# The rooms from the bottom up. A room may import any that stands above it in this list, by the names in its
# `__init__`. Rooms that one file is enough for are files.
ROOMS = (
    "errors files processes workers lazy optional notebook texts core dates input page paging features model site "
    "article bodies frames thread replies threads opening render table tables lists metadata document output "
    "extraction robot evaluate report methods rivals papers studio alerts memory patrol annotate train compat "
    "integrations spark terminal cli"
).split()
# Of these nothing but the command line knows.
SEPARATE = {"annotate", "compat", "integrations", "spark", "train"}
# Packages that take long to load or are optional, and the only files that may name them.
BEHIND_ONE_FILE = {
    "turbohtml": {"page/parse.py"},
    "chardet": {"page/decode.py"},
    "fastwarc": {"optional.py"},
    "pyarrow": {"optional.py"},
    "protego": {"optional.py"},
    "scrapy": {"robot/engine.py", "robot/parts.py"},
    "twisted": {"robot/engine.py"},
    "zope": {"robot/engine.py"},
    "pyspark": {"optional.py"},
    "lxml": {"compat/answer.py"},
    "catboost": {"optional.py"},
    "xgboost": {"optional.py"},
    "sklearn": {"optional.py"},
    "pydivsufsort": {"optional.py"},
    "fastapi": {"annotate/app.py", "patrol/app.py", "studio/server/app.py", "studio/server/web.py"},
    "pydantic": {"annotate/app.py", "patrol/app.py", "studio/server/app.py"},
    "starlette": {"studio/server/app.py"},
    "uvicorn": {"studio/server/web.py"},
    "click": {
        *(
            f"cli/{name}.py"
            for name in (
                "annotate crawl evaluate explain extract learn main paper patrol serve spark tables template train"
            ).split()
        ),
        "terminal/corpus.py",
        "terminal/options.py",
        "terminal/report.py",
    },
    "rich": {"cli/crawl.py", "cli/tables.py", "report/text.py", "terminal/report.py"},
}
MAX_LINES = 400
MAX_FUNCTION_LINES = 60
MAX_FUNCTION_LINES_P95 = 25
MAX_ROOM_LINES = 2500
FILES = sorted(SOURCE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down_and_enter_rooms_by_the_door(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    below = set(ROOMS[: ROOMS.index(room)]) - (SEPARATE if room != "cli" else set())
    for name in imports_of(path):
        if not name.startswith("honbun.") or name == "honbun.__version__":
            continue
        target, _, inside = name.removeprefix("honbun.").partition(".")
        assert target == room or target in below, f"{room} may not import {name}"
        is_door = inside.count(".") == (1 if target == "methods" else 0)
        assert target == room or is_door, f"{name} reaches into the room {target}"


@pytest.mark.parametrize(("package", "files"), BEHIND_ONE_FILE.items())
def test_package_is_known_to_few_files(package: str, files: set[str]) -> None:
    users = {
        str(path.relative_to(SOURCE))
        for path in FILES
        if any(name.split(".")[0] == package for name in imports_of(path))
    }
    assert users <= files


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_and_functions_stay_small(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= MAX_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            # The flattening loop is one function by design: see its comment.
            if (path.name, node.name) == ("parse.py", "_flatten"):
                continue
            lines = (node.end_lineno or 0) - node.lineno + 1
            assert lines <= MAX_FUNCTION_LINES, f"{node.name}: {lines} lines"


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_stay_small(room: str) -> None:
    lines = sum(path.read_text("utf-8").count("\n") for path in FILES if room_of(path) == room)
    assert 0 < lines <= MAX_ROOM_LINES


def test_functions_are_short() -> None:
    lengths = sorted(
        (node.end_lineno or 0) - node.lineno + 1
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    )
    assert lengths[int(0.95 * len(lengths))] <= MAX_FUNCTION_LINES_P95


def test_every_room_has_its_place() -> None:
    assert {room_of(path) for path in FILES} - {"__init__", "__main__"} == set(ROOMS)
