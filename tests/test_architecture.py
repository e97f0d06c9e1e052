"""The rules of the house that a machine can check: which room may import which, and how large things get."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "honbun"

# Each room and the rooms below it that it may import. `errors` is open to all.
MAY_IMPORT = {
    "errors": set(),
    "input": set(),
    "page": set(),
    "render": {"page"},
    "site": {"page"},
    "classify": {"page"},
    "structure": {"input", "page", "render"},
    "output": {"input", "render", "structure"},
    "extraction": {"input", "page", "render", "site", "classify", "structure", "output"},
    "evaluate": {"input", "page", "render", "site", "structure", "extraction"},
    "studio": {"input", "page", "render", "site", "classify", "structure", "output", "extraction", "evaluate"},
    "train": {"input", "page", "classify", "structure", "extraction", "evaluate"},
    "cli": {"input", "render", "structure", "output", "classify", "extraction", "evaluate", "studio", "train"},
    "compat": {"input", "page", "render", "structure", "output", "extraction"},
}
# Rooms that tell people or files which honbun made something.
KNOW_VERSION = {"cli", "compat", "output", "studio"}
# Packages that take long to load or are optional, and the only files that may name them.
BEHIND_ONE_FILE = {
    "turbohtml": {"page/parse.py"},
    "chardet": {"page/decode.py"},
    "fastwarc": {"input/optional.py"},
    "pyarrow": {"input/optional.py"},
    "lxml": {"compat/source.py"},
    "catboost": {"train/boost.py"},
    "xgboost": {"train/optional.py"},
    "sklearn": {"train/optional.py"},
    "pydivsufsort": {"site/strings/suffixes.py"},
    "fastapi": {"studio/annotate/app.py", "studio/serve/app.py", "studio/serve/problems.py"},
    "pydantic": {"studio/annotate/app.py", "studio/serve/app.py", "studio/serve/problems.py"},
    "starlette": {"studio/serve/problems.py"},
    "uvicorn": {"studio/serve/run.py"},
    "click": {
        f"cli/{name}.py"
        for name in (
            "main",
            "annotate",
            "evaluate",
            "explain",
            "extract",
            "fields",
            "learn",
            "posts",
            "records",
            "report",
            "serve",
            "tables",
            "template",
            "train",
        )
    },
    "rich": {"cli/report.py", "cli/tables.py", "evaluate/report/plain.py"},
}
MOST_LINES = 400
MOST_LINES_OF_FUNCTION = 60
MOST_LINES_OF_ROOM = 2000
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
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    if room == "__init__":
        return
    imported = {name.split(".")[1] for name in imports_of(path) if name.startswith("honbun.")}
    allowed = MAY_IMPORT[room] | {room, "errors"} | ({"__version__"} if room in KNOW_VERSION else set())
    assert imported <= allowed


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
    assert text.count("\n") <= MOST_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            # The flattening loop is one function by design: see its comment.
            if (path.name, node.name) == ("parse.py", "_flatten"):
                continue
            lines = (node.end_lineno or 0) - node.lineno + 1
            assert lines <= MOST_LINES_OF_FUNCTION, f"{node.name}: {lines} lines"


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=lambda folder: folder.name)
def test_rooms_stay_small(folder: Path) -> None:
    lines = sum(path.read_text("utf-8").count("\n") for path in FILES if path.parent == folder)
    assert 0 < lines <= MOST_LINES_OF_ROOM


def test_every_room_has_its_rule() -> None:
    assert {room_of(path) for path in FILES} - {"__init__"} == set(MAY_IMPORT)
