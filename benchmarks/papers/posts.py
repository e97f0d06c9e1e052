"""Posts: tables 2, 3, 5 and 7 and figure 11 of the paper, on recomposed, generated and real pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import honbun
from benchmarks.papers.markdown import Counts, Row, Tables, order, table
from benchmarks.papers.recompose import MARK, MadePage, made_sites
from examples.threads import generate_set
from honbun.evaluate import read_corpus
from honbun.evaluate.metrics.posts import unit_scores
from honbun.methods.repeated_structure import (
    MainElementOptions,
    TextTree,
    insert_text_elements,
    main_element,
    post_texts,
    posts_below,
    published_posts,
)
from honbun.page import Page, decode, parse
from honbun.rivals import main_content_posts, segmented_posts

Triple = tuple[float, float, float]
Find = Callable[[Sequence[Page]], list[str]]
# Tables 5 and 7: precision, recall, F of pages with rules, of those without, of all.
PAPER: dict[str, tuple[Triple, Triple, Triple]] = {
    "VIPS": ((0.685, 0.344, 0.458), (0.556, 0.246, 0.341), (0.621, 0.292, 0.398)),
    "earlier method": ((0.302, 0.491, 0.374), (0.606, 0.836, 0.703), (0.450, 0.673, 0.539)),
    "published": ((0.886, 0.925, 0.905), (0.884, 0.867, 0.875), (0.885, 0.895, 0.890)),
    "in the whole body": ((0.884, 0.920, 0.901), (0.744, 0.788, 0.765), (0.810, 0.850, 0.829)),
    "main element given": ((0.888, 0.925, 0.906), (0.885, 0.869, 0.877), (0.886, 0.896, 0.891)),
}
TOLERANCES = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30)
PAPER_ALPHA: tuple[Row, ...] = (
    ("*the paper, α = 2*", 0.42, 0.53, 0.64, 0.76, 0.78, 0.81, None),
    ("*the paper, α = 3*", 0.40, 0.51, 0.58, 0.65, 0.70, 0.76, None),
    ("*the paper, α = 4*", 0.45, 0.56, 0.68, 0.75, 0.78, 0.82, None),
    ("*the paper, α = 6*", 0.43, 0.65, 0.69, 0.72, 0.75, 0.79, None),
    ("*the paper, α = 10*", 0.45, 0.56, 0.66, 0.72, 0.73, 0.81, None),
    ("*the paper, α = 4, all 1,000 pages*", None, None, None, None, None, 0.792, 0.991),
)
ALPHAS, BETAS = (1, 2, 3, 4), (0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
SITES, PAGES = 60, 5
# honbun takes longer than all others together: so many pages of each made site.
PAGES_OF_OURS = 2
# Ours is a kept attribute, so that the parsed page still has it.
KEPT_MARK = "data-source"


def ranged(find: Callable[[Page], list[tuple[int, int]]], window: Sequence[Page]) -> list[str]:
    """The texts of what finds ranges on a page alone."""
    return post_texts(window[0], find(window[0]))


def in_body(page: Page) -> list[tuple[int, int]]:
    """The published method with the body for a main element."""
    return posts_below(insert_text_elements(page))


def given(page: Page) -> list[tuple[int, int]]:
    """The published method with the main element that is known."""
    tree = insert_text_elements(page)
    row = known_main(tree)
    return [] if row is None else posts_below(tree, row)


def known_main(tree: TextTree) -> int | None:
    """The row of the marked main part."""
    page = tree.page
    marked = [row for row, value in page.attributes.get(KEPT_MARK, {}).items() if value == "main"]
    if not marked:
        return None
    holds = (tree.start <= page.text_start[marked[0]]) & (tree.end >= page.text_end[marked[0]])
    return int(np.flatnonzero(holds)[-1]) if holds.any() else None


def published(window: Sequence[Page], **options: Any) -> list[str]:
    """The published method, whole."""
    return post_texts(window[0], published_posts(window, MainElementOptions(**options)))


FINDS: dict[str, Find] = {
    "VIPS": partial(ranged, segmented_posts),
    "earlier method": partial(ranged, main_content_posts),
    "published": published,
    "in the whole body": partial(ranged, in_body),
    "main element given": partial(ranged, given),
}
ANYWHERE = ("VIPS", "earlier method", "published", "in the whole body")


class Made:
    """The made sites, and their pages parsed."""

    def __init__(self, data: Path, sites: int) -> None:
        names = ("posts-dev", "posts-more-dev")
        cases = [case for name in names for case in read_corpus(data / f"{name}.parquet").cases]
        self.sites: list[list[MadePage]] = list(made_sites(cases, sites, PAGES))
        self.pages = [
            [parse(page.html.replace(MARK, KEPT_MARK), page.url) for page in site] for site in self.sites
        ]

    def figures(self, find: Find, has_rule: bool | None = None) -> Triple:
        """Precision, recall and F, of pages with rules, without or all."""
        counts = Counts()
        for site, parsed in zip(self.sites, self.pages, strict=True):
            for number, page in enumerate(site):
                if has_rule in (None, page.has_rule):
                    add(find([*parsed[number:], *parsed[:number]]), page.posts, counts)
        return counts.figures

    def ours(self) -> tuple[Triple, ...]:
        """The same of honbun, on fewer pages: with rules, without, all."""
        parts: dict[bool | None, Counts] = {has_rule: Counts() for has_rule in (True, False, None)}
        for site in self.sites:
            for number, page in enumerate(site[:PAGES_OF_OURS]):
                others = [(other.url, other.html) for other in (*site[number + 1 :], *site[:number])]
                found = [post.text for post in honbun.posts(page.html, page.url, siblings=others)]
                for has_rule in (page.has_rule, None):
                    add(found, page.posts, parts[has_rule])
        return tuple(counts.figures for counts in parts.values())


def add(found: Sequence[str], wanted: Sequence[str], counts: Counts) -> None:
    """Count the posts of a page by their bodies."""
    scores, _ = unit_scores(found, wanted)
    counts.add(scores["correct"], scores["predicted"], scores["gold"])


def tables(data: Path, every: int = 1) -> Tables:
    """The tables by name, of every so manyth site."""
    made = Made(data, SITES // every)
    posts = sum(len(page.posts) for site in made.sites for page in site)
    yield "pages", [f"{len(made.sites)} made sites of {PAGES} pages, {posts:,} posts"]
    rows: list[Row] = []
    here = {}
    for name, find in FINDS.items():
        parts = [made.figures(find, has_rule) for has_rule in (True, False, None)]
        here[name] = parts[2][2]
        rows.append((f"*the paper: {name}*", *(value for part in PAPER[name] for value in part)))
        rows.append((name, *(value for part in parts for value in part)))
    rows.append(("honbun", *(value for part in made.ours() for value in part)))
    heads: tuple[str, ...] = ("", "hr P", "R", "F", "no hr P", "R", "F", "all P", "R", "F")
    yield "main", table(heads, rows)
    yield "order", [order({name: values[2][2] for name, values in PAPER.items()}, here)]
    yield "generated", table(("", "hr P", "R", "F", "no hr P", "R", "F"), _generated(max(1, 10 // every)))
    heads = ("", *(f"{most:.0%}" for most in TOLERANCES), "holds all")
    yield "main element", table(heads, [*PAPER_ALPHA, *(_main_elements(made, alpha) for alpha in ALPHAS)])
    scores = [made.figures(partial(published, agreement=beta))[2] for beta in BETAS]
    yield "agreement", table(("β", *map(str, BETAS)), [("F", *scores)])
    yield "real", table(("", "precision", "recall", "F"), _real(data, every))


def _generated(sites: int) -> Iterator[Row]:
    """Whole posts, as the paper asks, on pages whose parts are invented."""
    for name in ANYWHERE:
        cells: list[object] = [name]
        for set_ in ("hr", "no hr"):
            counts = Counts()
            for thread in generate_set(set_, sites, 10):
                parsed = [parse(html, url) for url, html in thread.pages]
                for number, gold in enumerate(thread.gold):
                    window = [*parsed[number:], *parsed[:number]]
                    scores, _ = unit_scores(FINDS[name](window), [post.whole for post in gold])
                    counts.add(scores["correct_strict"], scores["predicted"], scores["gold"])
            cells += counts.figures
        yield cells


def _main_elements(made: Made, alpha: int) -> Row:
    """On which share of the pages the main element is right, within each tolerance, and holds all posts."""
    off: list[float] = []
    holds: list[bool] = []
    for site in made.pages:
        trees = [insert_text_elements(page) for page in site]
        for number, tree in enumerate(trees):
            known = known_main(tree)
            if known is None:
                continue
            window = [*trees[number:], *trees[:number]][: alpha + 1]
            found = main_element(window, MainElementOptions(siblings=alpha))[0]
            off.append(abs(float(tree.length[found]) / max(1, int(tree.length[known])) - 1))
            holds.append(bool(tree.start[found] <= tree.start[known] and tree.end[found] >= tree.end[known]))
    shares = [float(np.mean(np.array(off) <= most)) for most in TOLERANCES]
    return f"α = {alpha}", *shares, float(np.mean(holds))


def _real(data: Path, every: int) -> Iterator[Row]:
    sites = list(read_corpus(data / "posts-dev.parquet").sites().values())[::every]
    parsed = [[parse(decode(case.html).text, case.url) for case in cases] for cases in sites]
    for name in ANYWHERE:
        counts = Counts()
        for cases, pages in zip(sites, parsed, strict=True):
            for number, case in enumerate(cases):
                window = [*pages[number:], *pages[:number]]
                add(FINDS[name](window), [post.text for post in case.gold.posts or ()], counts)
        yield name, *counts.figures
