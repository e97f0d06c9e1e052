"""The Averley Courier: English local news, markup of the 2020s."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from examples.making import article
from examples.making.built import Built, english_date, iso
from examples.making.template import Markup, Template

# The box that interrupts an article stands after this many parts of it.
_PARTS_BEFORE_BOX = 3
_RELATED = 4


def make(source: dict[str, Any], template: Template) -> Iterator[Built]:
    """The pages of the site; a page with `copy_of` is another page's article under a second address."""
    titles = {entry["slug"]: entry["title"] for entry in source["pages"] if "title" in entry}
    for i, (entry, others) in enumerate(article.editions(source["pages"])):
        parts = article.parse_body(entry)
        related = [others[(i + k) % len(others)] for k in range(_RELATED)]
        gold = _gold(entry, parts, source["base"])
        values = {
            **source,
            **entry,
            "day": gold["date_raw"],
            "most_read": [{"slug": slug, "title": titles[slug]} for slug in source["most_read"]],
            "related": related,
            "parts": _with_box(parts, i, related[-1]),
            "ad": source["ads"][i % len(source["ads"])],
            "side_ad": source["ads"][(i + 1) % len(source["ads"])],
            "linked_data": _linked_data(gold),
        }
        yield Built(template.fill(values), gold, pictures=article.pictures(parts))


def _gold(entry: dict[str, Any], parts: list[article.Part], base: str) -> dict[str, Any]:
    day = english_date(entry["date"])
    head = [entry["title"], entry["standfirst"], f"By {entry['author']}", day]
    foot = [entry["agency"]] if "agency" in entry else []
    gold = {
        "page": f"{entry['slug']}.html",
        "url": entry.get("url", f"{base}{entry['slug']}.html"),
        "title": entry["title"],
        "author": entry["author"],
        "date": iso(entry["date"]),
        "date_raw": day,
        "text": "\n".join([*head, *article.lines(parts), *foot]),
    }
    if "copy_of" in entry:
        gold["duplicate_of"] = f"{entry['copy_of']}.html"
    return gold


def _with_box(parts: list[article.Part], i: int, story: dict[str, Any]) -> list[article.Part]:
    """The parts with a box between them that is not the article: a newsletter or a pointer to a story."""
    if len(parts) <= _PARTS_BEFORE_BOX:
        return parts
    box = {"newsletter": True} if i % 2 else {"read_also": story}
    return [*parts[:_PARTS_BEFORE_BOX], box, *parts[_PARTS_BEFORE_BOX:]]


def _linked_data(gold: dict[str, Any]) -> Markup:
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": gold["title"],
        "datePublished": gold["date"],
        "author": {"@type": "Person", "name": gold["author"]},
        "publisher": {"@type": "Organization", "name": "The Averley Courier"},
    }
    return Markup(json.dumps(data, ensure_ascii=False))
