"""The docs as a site, for MkDocs: in which order its pages come, and the pages that lie beside the docs.

A page that no part names is shown all the same: at the end of the how-to pages if its name begins with `from-`,
else of the explanations.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
# Pages of the repository that lie elsewhere, and what they are called here.
ELSEWHERE = {"examples/README.md": "examples.md", "CHANGELOG.md": "changelog.md", "SECURITY.md": "report.md"}
PARTS = {
    "Start": "index tutorial gallery examples glossary",
    "How to": "how-to explain annotate serve patrol robot spark integrations compat evaluate",
    "Reference": "reference cli results security report changelog",
    "How it works": (
        "unique-blocks model posts posts-model comments records fields templates core papers post-by-post "
        "element-identifiers node-classification experiments design-notes"
    ),
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The order of the pages."""
    here = {path.stem for path in (ROOT / "docs").glob("*.md")} | {
        Path(name).stem for path, name in ELSEWHERE.items() if (ROOT / path).is_file()
    }
    parts = {part: [name for name in names.split() if name in here] for part, names in PARTS.items()}
    for name in sorted(here.difference(*parts.values())):
        parts["How to" if name.startswith("from-") else "How it works"].append(name)
    nav: list[Any] = [{part: [f"{name}.md" for name in names]} for part, names in parts.items()]
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages of the docs, with those from elsewhere."""
    from mkdocs.structure.files import File

    for path, name in ELSEWHERE.items():
        if (ROOT / path).is_file():
            files.append(File.generated(config, name, content=(ROOT / path).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """A page whose links to what lies elsewhere lead to it here."""
    for path, name in ELSEWHERE.items():
        markdown = markdown.replace(f"](../{path}", f"]({name}")
        if page.file.src_uri == name:
            markdown = markdown.replace("](../docs/", "](").replace("](docs/", "](")
    return markdown.replace("](../README.md", "](index.md")
