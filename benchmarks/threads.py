"""How well posts are told apart on generated threads: `python -m benchmarks.threads`, tables in Markdown."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

import numpy as np

import honbun
from examples.threads import GeneratedThread, generate_set
from honbun.evaluate.metrics.posts import unit_scores
from honbun.methods.repeated_structure import (
    MainElementOptions,
    insert_text_elements,
    post_texts,
    posts_below,
    published_posts,
)
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.page.page import Page

Pages = Sequence[tuple[str, str]]
"""Address and markup of a page, then of others of its site."""
System = Callable[[Pages], list[str]]
"""The texts of the posts of the first page."""

_SETS = ("hr", "no hr", "hard")
_PAGES_OF_A_SITE = 10
_ALPHAS = tuple(range(1, 9))
_BETAS = (0.3, 0.5, 0.6, 0.7, 0.8, 1.0)


@lru_cache(maxsize=2 * _PAGES_OF_A_SITE)
def _parsed(html: str) -> Page:
    return parse(html)


def published(pages: Pages, options: MainElementOptions | None = None) -> list[str]:
    """The published method."""
    parsed = [_parsed(html) for _, html in pages]
    return post_texts(parsed[0], published_posts(parsed, options))


def published_in_body(pages: Pages) -> list[str]:
    """Its second half alone: the main element is the body."""
    page = _parsed(pages[0][1])
    return post_texts(page, posts_below(insert_text_elements(page)))


def repeated_children(pages: Pages) -> list[str]:
    """The children of one name of one element that hold most text beside the largest of them."""
    page = _parsed(pages[0][1])
    length = page.length_before[page.text_end] - page.length_before[page.text_start]
    key = page.parent.astype(np.int64) * (int(page.tag.max(initial=0)) + 1) + page.tag
    group = np.unique(key, return_inverse=True)[1]
    largest = np.zeros(group.max() + 1, dtype=np.int64)
    np.maximum.at(largest, group, length)
    rest = np.bincount(group, length) - largest
    members = np.flatnonzero(group == rest.argmax())
    return post_texts(page, [(int(page.text_start[row]), int(page.text_end[row])) for row in members])


def one_post(pages: Pages) -> list[str]:
    """The whole text as one post."""
    return ["\n".join(segment(_parsed(pages[0][1])).texts)]


def product(pages: Pages) -> list[str]:
    """honbun, a page that comes alone."""
    url, html = pages[0]
    return [post.text for post in honbun.posts(html, url)]


def product_with_siblings(pages: Pages) -> list[str]:
    """honbun with four other pages of the site."""
    url, html = pages[0]
    return [post.text for post in honbun.posts(html, url, siblings=pages[1:5])]


SYSTEMS: dict[str, System] = {
    "honbun, four other pages known": product_with_siblings,
    "honbun, page alone": product,
    "published method, α = 4": published,
    "published method, main element = body": published_in_body,
    "repeated children": repeated_children,
    "whole text as one post": one_post,
}


class Score:
    """Counts of posts over pages."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, found: Sequence[str], thread: GeneratedThread, page: int) -> None:
        """Count one page: against whole posts, as the paper does, and against bodies, as forum corpora do."""
        whole, _ = unit_scores(found, [post.whole for post in thread.gold[page]])
        body, _ = unit_scores(found, [post.text for post in thread.gold[page]])
        self.counts.update(gold=len(thread.gold[page]), found=len(found))
        self.counts.update(whole=int(whole["correct_strict"]), body=int(body["correct"]))

    def figures(self, unit: str) -> tuple[float, float, float]:
        """Precision, recall and F."""
        right, found, gold = self.counts[unit], self.counts["found"], self.counts["gold"]
        return right / max(found, 1), right / max(gold, 1), 2 * right / max(found + gold, 1)


def windows(thread: GeneratedThread, every: int) -> Iterator[tuple[int, Pages]]:
    """Each page, or each so manyth, with the next ones of its site."""
    for page in range(0, len(thread.pages), every):
        yield page, [*thread.pages[page:], *thread.pages[:page]]


def score(system: System, name: str, sites: int, every: int = 1) -> Score:
    """A system on a set."""
    total = Score()
    for thread in generate_set(name, sites, _PAGES_OF_A_SITE):
        for page, pages in windows(thread, every):
            total.add(system(pages), thread, page)
    return total


def _figure(value: float) -> str:
    return f"{value:.3f}".removeprefix("0") if value < 1 else "1.000"


def table(systems: dict[str, System], sites: int, every: int = 1) -> str:
    """P, R and F of whole posts and F of their bodies, on each set."""
    heads = "".join(f" {name} P | R | F | F body |" for name in _SETS)
    lines = [f"| |{heads}", "|---|" + "--:|" * (4 * len(_SETS))]
    for label, system in systems.items():
        cells = []
        for name in _SETS:
            total = score(system, name, sites, every)
            cells += [*map(_figure, total.figures("whole")), _figure(total.figures("body")[2])]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return "\n".join(lines)


def layouts(system: System, sites: int) -> str:
    """F of whole posts by layout, the worst first."""
    totals: dict[tuple[str, str], Score] = {}
    for name in _SETS:
        for thread in generate_set(name, sites, _PAGES_OF_A_SITE):
            total = totals.setdefault((name, thread.layout), Score())
            for page, pages in windows(thread, 5):
                total.add(system(pages), thread, page)
    rows = sorted((total.figures("whole")[2], name, layout) for (name, layout), total in totals.items())
    lines = [f"| {name} | {layout} | {_figure(f)} |" for f, name, layout in rows if f < 0.98]
    return "\n".join(["| set | layout | F |", "|---|---|--:|", *lines])


def _varied(**values: float) -> System:
    return partial(published, options=MainElementOptions(**values))  # type: ignore[arg-type]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=50, help="sites of a set, of ten pages each (default: 50)")
    parser.add_argument("--study", type=int, default=0, help="vary α and β, too, on so many sites of a set")
    options = parser.parse_args()
    print(table(SYSTEMS, options.sites), flush=True)
    if options.study:
        for systems in (
            {f"α = {alpha}": _varied(siblings=alpha) for alpha in _ALPHAS},
            {f"β = {beta}": _varied(agreement=beta) for beta in _BETAS},
            {"`<br>` is an element": _varied(with_breaks=True)},
        ):
            print("\n" + table(systems, options.study, every=5), flush=True)
        print("\n" + layouts(published, options.sites))


if __name__ == "__main__":
    main()
