"""Builds the example sites and their gold from sources and templates: `python -m examples.build`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from examples.making import blog, board, news_en, news_ja, search, syllabus
from examples.making.built import Built
from examples.making.scene import scene
from examples.making.template import Template

HERE = Path(__file__).parent
OUTPUTS = ("sites", "gold")

SITES: dict[str, Callable[[dict[str, Any], Template], Iterator[Built]]] = {
    "blog": blog.make,
    "board": board.make,
    "news-en": news_en.make,
    "news-ja": news_ja.make,
    "search": search.make,
    "syllabus": syllabus.make,
}


def build() -> dict[str, bytes]:
    """Every built file: its path under this folder, its content."""
    return {path: content for site in SITES for path, content in _site_files(site)}


def build_site(site: str) -> list[Built]:
    """The pages of one site with their gold."""
    source = tomllib.loads((HERE / "sources" / f"{site}.toml").read_text("utf-8"))
    template = Template((HERE / "templates" / f"{site}.html").read_text("utf-8"))
    return list(SITES[site](source, template))


def _site_files(site: str) -> Iterator[tuple[str, bytes]]:
    pages = build_site(site)
    for page in pages:
        yield f"sites/{site}/{page.gold['page']}", page.body
        for path in page.pictures:
            yield f"sites/{site}/{path}", scene(path).encode()
    gold = "".join(json.dumps(page.gold, ensure_ascii=False) + "\n" for page in pages)
    yield f"gold/{site}.jsonl", gold.encode()


def write(files: dict[str, bytes], folder: Path = HERE) -> None:
    """Writes the files and removes what an earlier build left beside them."""
    for output in OUTPUTS:
        for old in (folder / output).rglob("*"):
            if old.is_file() and old.relative_to(folder).as_posix() not in files:
                old.unlink()
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


if __name__ == "__main__":
    files = build()
    write(files)
    print(f"{len(files)} files, {sum(map(len, files.values())):,} bytes")
