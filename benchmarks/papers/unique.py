"""Unique blocks: tables 4, 5 and 7 of the paper, duplicates, thresholds, time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np

import honbun
from benchmarks.papers.labelled import LabelledPage, count
from benchmarks.papers.markdown import Counts, Row, Tables, table
from honbun.evaluate import read_corpus
from honbun.methods.unique_blocks import BlockOptions, block_vectors, unique_blocks
from honbun.page import Mask, decode, parse

Site = list[LabelledPage]
Find = Callable[[Site], list[Mask]]
PAPER: tuple[Row, ...] = (
    ("*the paper: asahi.com*", 179, 0.9980, 0.9777, 0.9878, 0.8939),
    ("*the paper: mainichi.jp*", 180, 0.9372, 0.7925, 0.8588, 0.5111),
    ("*the paper: yomiuri.co.jp*", 176, 0.9965, 0.9559, 0.9757, 0.8125),
    ("*the paper: the three, site by site*", 535, 0.9800, 0.9113, 0.9444, 0.7383),
    ("*the paper: the three, mixed*", 535, 0.9803, 0.9113, 0.9446, 0.7383),
    ("*the paper: cnn.com*", 175, 0.9438, 0.7128, 0.8122, 0.2971),
)
PAPER_DUPLICATES: tuple[Row, ...] = (
    ("*the paper: mainichi.jp*", 180, 0.9372, 0.7925, 0.8588, 0.5111),
    ("*the paper: without 18 duplicates*", 162, 0.9494, 0.9805, None, None),
    ("*the paper: cnn.com*", 175, 0.9438, 0.7128, 0.8122, 0.2971),
    ("*the paper: without 14 duplicates*", 161, 0.9411, 0.8953, None, None),
)
THRESHOLDS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
HEADS = ("", "pages", "precision", "recall", "F", "perfect pages")
# Every second site, and so many pages of it at most: enough for three digits, and a few minutes.
SITES_STEP = 2
PAGES = 20
# Every so manyth page is there twice in the study of duplicates, as one in ten was among the paper's pages.
COPY_EVERY = 10


def published(site: Site, threshold: float = 0.9) -> list[Mask]:
    """The published method: its own blocks, nothing aligned."""
    masks = unique_blocks([page.page for page in site], BlockOptions(threshold=threshold))
    return [mask[page.rows] for page, mask in zip(site, masks, strict=True)]


def ours(site: Site) -> list[Mask]:
    """honbun, the site learned from its own pages."""
    pages = [(page.case.url, page.case.html) for page in site]
    learned = honbun.Site.learn(pages)
    texts = [learned.extract(html, url).text for url, html in pages]
    return [page.aligned(text) for page, text in zip(site, texts, strict=True)]


def figures(sites: Sequence[Site], find: Find, seen: Sequence[Site] | None = None) -> Row:
    """Pages, precision, recall, F, perfect pages; `seen` are the sites with what else the method sees."""
    counts, perfect = Counts(), []
    for site, known in zip(sites, seen or sites, strict=True):
        for page, found in zip(site, find(known), strict=False):
            perfect.append(count(found, page.main, counts))
    return len(perfect), *counts.figures, float(np.mean(perfect))


def tables(data: Path, every: int = 1) -> Tables:
    """The tables by name, of every so manyth site."""
    corpus = read_corpus(data / "sites-dev.parquet")
    chosen = list(corpus.sites().values())[:: SITES_STEP * every]
    sites = [[LabelledPage.of(case) for case in cases[:PAGES]] for cases in chosen]
    yield "sites", [f"{sum(map(len, sites))} pages of {len(sites)} sites"]
    rows = list(PAPER)
    for name in sorted({site[0].case.set for site in sites}):
        own = [site for site in sites if site[0].case.set == name]
        rows.append((f"published, {name}", *figures(own, published)))
    whole = figures(sites, published)
    rows.append(("published, all, site by site", *whole))
    rows.append(("published, all mixed", *figures([list(chain(*sites))], published)))
    rows.append(("honbun, site by site", *figures(sites, ours)))
    yield "main", table(HEADS, rows)
    copies = [[*site, *map(_copy, site[::COPY_EVERY])] for site in sites]
    rows = list(PAPER_DUPLICATES)
    rows.append(("published, copies added", *figures(sites, published, copies)))
    rows.append(("published, without them", *whole))
    yield "duplicates", table(HEADS, rows)
    rows = [(f"{value}", *figures(sites, partial(published, threshold=value))) for value in THRESHOLDS]
    yield "threshold", table(("cosine above", *HEADS[1:]), rows)
    yield "time", _times(max(sites, key=len))


def _copy(page: LabelledPage) -> LabelledPage:
    return replace(page, case=replace(page.case, id=f"{page.case.id}-copy", url=f"{page.case.url}?copy"))


def _times(site: Site) -> Iterator[str]:
    moments = [time.process_time()]
    pages = [parse(decode(page.case.html).text) for page in site]
    moments.append(time.process_time())
    vocabulary: dict[str, int] = {}
    for page in pages:
        block_vectors(page, vocabulary)
    moments.append(time.process_time())
    unique_blocks(pages)
    moments.append(time.process_time())
    parsing, vectors, all_ = (1000 * np.diff(moments) / len(site)).tolist()
    compared = max(0.0, all_ - vectors)
    row = (f"{len(site)} pages of a site", f"{parsing:.2f}", f"{vectors:.2f}", f"{compared:.2f}")
    return table(("ms a page", "parsing", "blocks and vectors", "comparing"), [row])
