"""霧浜日報: Japanese news in the tables, fonts and encodings of the 2000s."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from examples.making import article
from examples.making.built import LABELS, Built, iso
from examples.making.template import Template

_RELATED = 5


def make(source: dict[str, Any], template: Template) -> Iterator[Built]:
    """The pages of the site; a page with `copy_of` is another page's article under a second address."""
    titles = {entry["slug"]: entry["title"] for entry in source["pages"] if "title" in entry}
    sections = dict.fromkeys(entry["section"] for entry in source["pages"] if "copy_of" not in entry)
    for i, (entry, others) in enumerate(article.editions(source["pages"])):
        parts = article.parse_body(entry, joint="")
        values = {
            **source,
            **entry,
            "charset": LABELS[entry["encoding"]] if entry.get("declared", True) else None,
            "moment": _moment(entry["date"]),
            "sections": list(sections),
            "related": [others[(i * 2 + k) % len(others)] for k in range(_RELATED)],
            "ranking": [{"slug": slug, "title": titles[slug]} for slug in source["ranking"]],
            "notice": source["notices"][i % len(source["notices"])],
            entry["layout"]: True,
            "parts": parts,
        }
        gold = _gold(entry, parts, source["base"])
        yield Built(template.fill(values), gold, entry["encoding"], article.pictures(parts))


def _gold(entry: dict[str, Any], parts: list[article.Part], base: str) -> dict[str, Any]:
    foot = [f"（{entry['author']}）", *([entry["agency"]] if "agency" in entry else [])]
    gold = {
        "page": f"{entry['slug']}.html",
        "url": entry.get("url", f"{base}{entry['slug']}.html"),
        "encoding": entry["encoding"],
        "title": entry["title"],
        "author": entry["author"],
        "date": iso(entry["date"]),
        "date_raw": _moment(entry["date"]),
        "text": "\n".join([entry["title"], _moment(entry["date"]), *article.lines(parts), *foot]),
    }
    if "copy_of" in entry:
        gold["duplicate_of"] = f"{entry['copy_of']}.html"
    return gold


def _moment(at: datetime) -> str:
    """2009年1月6日12時30分."""
    return f"{at.year}年{at.month}月{at.day}日{at.hour}時{at.minute:02}分"
