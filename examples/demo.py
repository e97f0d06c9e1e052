"""The demo: learn the example sites from their pages, show one page, how close all come to gold, and a table."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import honbun

HERE = Path(__file__).parent
# Words; of scripts written without spaces each character is one.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")
SHOWN = ("news-en", "pier-clock-restored.html")
SERIES, FIELDS = "syllabus", ("科目名", "担当教官", "単位数", "曜日・時限", "教室")


def main() -> None:
    console = Console()
    site_pages = {folder.name: _pages(folder) for folder in sorted((HERE / "sites").iterdir())}
    sites = {name: honbun.Site.learn((url, html) for _, url, html, _ in rows) for name, rows in site_pages.items()}

    shown_site, shown_page = SHOWN
    url, html = next((url, html) for page, url, html, _ in site_pages[shown_site] if page == shown_page)
    document = sites[shown_site].extract(html, url)
    console.rule(f"honbun examples/sites/{shown_site}/{shown_page}")
    console.print(document.text, markup=False, highlight=False)
    console.rule()

    table = Table(title="Six example sites, learned from their own pages without labels")
    for column in ("site", "pages", "blocks", "kept", "F1 alone", "F1 with its site"):
        table.add_column(column, justify="left" if column == "site" else "right")
    for site_name, rows in site_pages.items():
        documents = [sites[site_name].extract(html, url) for _, url, html, _ in rows]
        alone = _mean(f1(honbun.extract(html, url).text, gold) for _, url, html, gold in rows)
        together = _mean(f1(doc.text, gold) for doc, (_, _, _, gold) in zip(documents, rows, strict=True))
        blocks = sum(len(doc.blocks) for doc in documents)
        kept = sum(int(doc.labels.is_content.sum()) for doc in documents)
        table.add_row(site_name, str(len(rows)), str(blocks), str(kept), f"{alone:.3f}", f"{together:.3f}")
    console.print(table)
    show_series(console, [(url, html) for _, url, html, _ in site_pages[SERIES]])
    console.print("Try it: .venv/bin/honbun examples/sites/blog -f markdown", highlight=False)


def show_series(console: Console, pages: list[tuple[str, bytes]]) -> None:
    """A few of the columns of a series of pages."""
    found = honbun.fields(pages)
    title = (
        f"honbun fields examples/sites/{SERIES}: {len(found)} rows, {len(FIELDS)} of {len(found.columns)} columns"
    )
    table = Table(*FIELDS, title=title)
    for row in range(len(found)):
        table.add_row(*("; ".join(cell.values) if (cell := found.cell(row, name)) else "" for name in FIELDS))
    console.print(table)


def f1(text: str, gold: str) -> float:
    """How close a text comes to the gold: F1 of the words they have in common."""
    one, other = Counter(_WORD.findall(text.lower())), Counter(_WORD.findall(gold.lower()))
    common = (one & other).total()
    return 2 * common / (one.total() + other.total()) if common else 0.0


def _pages(folder: Path) -> list[tuple[str, str, bytes, str]]:
    gold = (HERE / "gold" / f"{folder.name}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in gold]
    return [(row["page"], row["url"], (folder / row["page"]).read_bytes(), row["text"]) for row in rows]


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)


if __name__ == "__main__":
    main()
