"""Pages made of the parts of real ones, as the posts paper made its own: templates and main parts, recombined.

The main part of a page is the lowest element that holds its posts; the rest is its template. A made site is the
template of one page with the main parts of several pages of another site in it, so that every post is known and
header, menus and footer are those of some real page.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from honbun.evaluate import Case, tokens
from honbun.page import decode

# The main part holds this share of the words of all posts.
MIN_HELD = 0.95
# A template must be more than an empty frame, and a main part no more than most of the page.
MIN_TEMPLATE_WORDS = 30
MARK = "data-main"


@dataclass(frozen=True, eq=False)
class Parts:
    """A page taken apart."""

    case: Case
    tree: Any
    main: Any


@dataclass(frozen=True)
class MadePage:
    """A page put together, and its posts."""

    url: str
    html: str
    posts: tuple[str, ...]
    has_rule: bool
    """Its main part has an `<hr>`."""


def take_apart(case: Case) -> Parts | None:
    """The page and its main part; None if no element holds the posts, or nothing is left around it."""
    posts = Counter(word for post in case.gold.posts or () for word in tokens(post.text))
    try:
        tree = lxml_html.document_fromstring(decode(case.html).text.encode("utf-8"), parser=_parser())
    except (etree.ParserError, ValueError):
        return None
    body = tree.find("body")
    if body is None or not posts:
        return None
    _strip(body)
    least = MIN_HELD * posts.total()
    main = body
    while (below := _child_holding(main, posts, least)) is not None:
        main = below
    left = len(tokens(body.text_content())) - len(tokens(main.text_content()))
    if main is body or _held(main, posts) < least or left < MIN_TEMPLATE_WORDS:
        return None
    return Parts(case, tree, main)


def compose(template: Parts, mains: Sequence[Parts], name: str) -> list[MadePage]:
    """The main parts of pages in one template."""
    made = []
    for number, part in enumerate(mains):
        template.main.set(MARK, "here")
        tree = copy.deepcopy(template.tree)
        del template.main.attrib[MARK]
        place = next(element for element in tree.iter() if element.get(MARK) == "here")
        main = copy.deepcopy(part.main)
        main.tail = place.tail
        main.set(MARK, "main")
        place.getparent().replace(place, main)
        text = lxml_html.tostring(tree, encoding="unicode")
        posts = tuple(post.text for post in part.case.gold.posts or ())
        made.append(MadePage(f"http://{name}/{number}", text, posts, main.find(".//hr") is not None))
    return made


def made_sites(cases: Sequence[Case], sites: int, pages: int) -> Iterator[list[MadePage]]:
    """So many sites of so many pages each: each site of the corpus in turn, in the template of the next ones."""
    by_site: dict[tuple[str, str], list[Parts]] = {}
    for case in cases:
        own = by_site.setdefault(case.site_key, [])
        if len(case.gold.posts or ()) > 1 and len(own) < pages and (parts := take_apart(case)) is not None:
            own.append(parts)
    full = [parts for parts in by_site.values() if len(parts) >= pages]
    templates = [parts[0] for parts in by_site.values() if parts]
    for number in range(sites):
        mains = full[number % len(full)]
        others = [each for each in templates if each.case.site_key != mains[0].case.site_key]
        yield compose(others[(7 * number) % len(others)], mains, f"made-{number}.example")


def _child_holding(element: Any, posts: Counter[str], least: float) -> Any:
    children = (child for child in element if isinstance(child.tag, str))
    return next((child for child in children if _held(child, posts) >= least), None)


def _parser() -> Any:
    return lxml_html.HTMLParser(encoding="utf-8", huge_tree=True)


def _strip(body: Any) -> None:
    for element in list(body.iter("script", "style")):
        element.drop_tree()


def _held(element: Any, posts: Counter[str]) -> int:
    return (Counter(tokens(element.text_content())) & posts).total()
