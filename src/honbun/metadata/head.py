"""What the head says: `meta` and `link`."""

from __future__ import annotations

from dataclasses import dataclass, field

from honbun.page import Page

# The attributes that name what a `meta` states, the more usual first.
_NAMES = ("property", "name", "itemprop", "http-equiv")
_MOST_VALUES = 50


@dataclass(frozen=True)
class Head:
    """Names of `meta`, in lower case, and relations of `link`, each with its values in the order of the page."""

    meta: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    base: str | None = None

    def first(self, *names: str) -> tuple[str, str] | None:
        """The first value of the first of these names that has one, and the name."""
        for name in names:
            if name in self.meta:
                return self.meta[name][0], name
        return None


def read_head(page: Page) -> Head:
    """The `meta` and `link` of a page, wherever they stand."""
    meta: dict[str, list[str]] = {}
    names = [page.attributes.get(name, {}) for name in _NAMES]
    for row, content in page.attributes.get("content", {}).items():
        if not content.strip():
            continue
        for column in names:
            for name in column[row].lower().split() if row in column else ():
                values = meta.setdefault(name, [])
                if len(values) < _MOST_VALUES:
                    values.append(content)
    return Head(meta, _links(page), _base(page))


def _links(page: Page) -> dict[str, list[str]]:
    links: dict[str, list[str]] = {}
    addresses = page.attributes.get("href", {})
    for row in page.rows_of("link").tolist():
        relations = page.attribute(row, "rel")
        if relations and row in addresses:
            for relation in relations.lower().split():
                links.setdefault(relation, []).append(addresses[row])
    return links


def _base(page: Page) -> str | None:
    return next((href for row in page.rows_of("base").tolist() if (href := page.attribute(row, "href"))), None)
