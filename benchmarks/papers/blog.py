"""Element identifiers: table 3.6 of the paper, separation alone, the rivals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

import honbun
from benchmarks.papers.labelled import LabelledPage, count
from benchmarks.papers.markdown import Counts, Row, Tables, order, table
from honbun.evaluate import Case, read_corpus
from honbun.methods.element_identifiers import split_blog
from honbun.page import Mask
from honbun.papers import SYSTEMS

Site = list[LabelledPage]
Found = list[tuple[Mask, Mask]]
"""For each page the blocks of the post, and of the comments."""
Find = Callable[[Site], Found]
PAPER: dict[str, Row] = {
    "*the paper, with completion*": (0.906, 0.922, 0.914, 0.904, 0.851, 0.877, 0.746, 0.932, 0.829, 0.969),
    "*the paper, without*": (0.921, 0.882, 0.901, 0.907, 0.822, 0.862, 0.777, 0.864, 0.818, 0.967),
}
HEADS = ("", "content P", "R", "F", "post P", "R", "F", "comments P", "R", "F", "accuracy")


def published(site: Site, *, complete: bool = True, given: bool = False) -> Found:
    """The published method; `given` separates the content blocks of the gold."""
    content = [_of_elements(page, page.main | page.comment) for page in site] if given else None
    parts = split_blog([page.page for page in site], complete=complete and not given, content=content)
    return [(part.post[page.rows], part.comment[page.rows]) for page, part in zip(site, parts, strict=True)]


def _of_elements(page: LabelledPage, blocks: Mask) -> Mask:
    rows = np.zeros(len(page.page), dtype=np.bool_)
    rows[page.rows[blocks]] = True
    return rows


def ours(site: Site) -> Found:
    """honbun, the site learned from its own pages."""
    learned = honbun.Site.learn([(page.case.url, page.case.html) for page in site])
    found = []
    for page in site:
        document = learned.extract(page.case.html, page.case.url)
        said = ("\n".join(filter(None, (each.author, each.date_raw, each.text))) for each in document.comments)
        found.append((page.aligned(document.text), page.aligned("\n".join(said))))
    return found


def rival(name: str, site: Site) -> Found:
    """A system of evaluate, its texts aligned with the blocks."""
    chosen = next(each for each in SYSTEMS if each.name == name)
    answers = chosen.extract_site([(page.case.url, page.case.html) for page in site])
    return [
        (page.aligned(answer.text), page.aligned("\n".join(answer.comments)))
        for page, answer in zip(site, answers, strict=True)
    ]


SYSTEMS_COMPARED: dict[str, Find] = {
    "published": published,
    "web format (Cao et al.)": partial(rival, "rival-web-format"),
    "tag ratios, dated records (Weninger et al., Song et al.)": partial(rival, "rival-cetr-mibat"),
    "honbun": ours,
}


def figures(sites: Sequence[Site], find: Find, *, given: bool = False) -> list[float]:
    """Content, post, comments, accuracy; with `given` only blocks that the gold has are looked at."""
    content, post, comment = Counts(), Counts(), Counts()
    right = blocks = 0
    for site in sites:
        for page, (of_post, of_comment) in zip(site, find(site), strict=True):
            seen = page.main | page.comment if given else np.ones(len(page.rows), dtype=np.bool_)
            said, told = of_post[seen], (of_comment & ~of_post)[seen]
            main, comments = page.main[seen], page.comment[seen]
            count(said | told, main | comments, content)
            count(said, main, post)
            count(told, comments, comment)
            right += int(((said == main) & (told == comments)).sum())
            blocks += len(main)
    return [*content.figures, *post.figures, *comment.figures, right / max(blocks, 1)]


# One page's gold counts 1,400 comments to its article, a third of the post blocks of all pages.
MAX_GOLD_LENGTH = 100_000


def _labelled(sites: Sequence[Sequence[Case]], every: int) -> list[Site]:
    return [[LabelledPage.of(case) for case in cases] for cases in sites[::every]]


def _is_sound(case: Case) -> bool:
    return len(case.gold.text or "") <= MAX_GOLD_LENGTH


def tables(data: Path, every: int = 1) -> Tables:
    """The tables by name, of every so manyth site."""
    corpus = read_corpus(data / "comments-dev.parquet")
    known = [[case for case in cases if _is_sound(case)] for cases in corpus.sites().values()]
    known = [cases for cases in known if len(cases) > 1]
    has = [[bool(any(case.gold.comments or ())) for case in cases] for cases in known]
    fit = _labelled([own for own, flags in zip(known, has, strict=True) if any(flags) and not all(flags)], every)
    full = _labelled([own for own, flags in zip(known, has, strict=True) if all(flags)], every)
    yield "sites", [f"{len(fit)} sites, {sum(map(len, fit))} pages"]
    found = {"published, without completion": figures(fit, partial(published, complete=False))}
    found |= {name: figures(fit, find) for name, find in SYSTEMS_COMPARED.items()}
    yield "main", table(HEADS, [(name, *values) for name, values in (*PAPER.items(), *found.items())])
    both = {"published": 0.914, "published, without completion": 0.901}
    yield "order", [order(both, {name: found[name][2] for name in both})]
    given = {name: figures(fit, find, given=True) for name, find in SYSTEMS_COMPARED.items()}
    given["published"] = figures(fit, partial(published, given=True), given=True)
    yield "separation", table(("", *HEADS[4:]), [(name, *values[3:]) for name, values in given.items()])
    broken = {name: figures(full, SYSTEMS_COMPARED[name]) for name in ("published", "honbun")}
    yield "broken sites", [f"{len(full)} sites, {sum(map(len, full))} pages"]
    yield "broken", table(HEADS, [(name, *values) for name, values in broken.items()])
