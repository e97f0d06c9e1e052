"""The model of comments that comes with the package: `python -m benchmarks.comments DATA` trains it.

It learns from articles whose markup numbers their comments and from pages that have none. What elements are called
must not be all that is learned, so each page is shown again as if nothing were called comments, with few of its
comments or none, with little of its article, and with comments that the model of text takes for text. A page that
calls something comments and numbers none teaches nothing.

comments-dev trains nothing: `honbun evaluate comments-dev.parquet --task comments` measures the model on pages
that it has not seen.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

import honbun
from benchmarks.boards import thread_corpora
from honbun.article import DEFAULT, look
from honbun.errors import CorpusError
from honbun.evaluate import Case, Corpus, read_corpus
from honbun.extraction import read
from honbun.features import Lines, Outline, cut_lines
from honbun.model import ThreadModel, Trees, scores
from honbun.page import segment
from honbun.threads import COMMENT_FEATURES, ThreadTemplate, called_below, called_comments, search_readable
from honbun.train.boost import BoostOptions, grow
from honbun.train.posts.items import FORUM, GoldLines, assign, prune, separation
from honbun.train.posts.stated import GENERATED, numbered_comments
from honbun.workers import in_order

SHIPPED = Path(honbun.__file__).parent / "model" / "comments.npz"

Floats = npt.NDArray[np.float64]
Rows = tuple[npt.NDArray[np.float32], Floats, float]
"""Features of groups, what is wanted of each as a probability, and what all of them count."""

# What is wanted of a group is its quality to this power: a group that is nearly right must lose to the right one.
_QUALITY_POWER = 4
# A group is comments if its lines agree so far with theirs; that is asked of so many of the best of a page.
_MIN_AGREEMENT = 0.5
_ASKED = 8
# What pages count: those made from others or by rule less, and threads little, since most look like comments.
_WEIGHTS = {"page": 1.0, "none": 0.5, "variant": 0.6, "thread": 0.4, "generated": 0.5, "generated thread": 0.15}
# So many pages with few comments, at most so many, and with little of an article that has more blocks than that.
_VARIANTS = 2
_MAX_FEW = 3
_MIN_ARTICLE_BLOCKS = 4
# How surely the model of text may take comments for text.
_FOOLED_LOGITS = (1.0, 6.0)
_TREES = BoostOptions(trees=250, depth=5, rate=0.06, columns=0.4, threads=1)


@dataclass(frozen=True, eq=False)
class _Shown:
    """The groups of a page: features, how well each tells the comments apart, how far it agrees with them."""

    values: npt.NDArray[np.float32]
    quality: Floats
    agreement: Floats
    weight: float


def fit_comments(corpora: Sequence[Corpus], jobs: int = 1) -> ThreadModel:
    """The model of comments; CorpusError if no page has any."""
    cases = [case for corpus in corpora for case in corpus.cases]
    shown = [one for of in in_order(_show, cases, jobs) for one in of]
    if not any(one.quality.any() for one in shown):
        raise CorpusError("no page numbers its comments", ", ".join(corpus.name for corpus in corpora))
    groups = _grow([(one.values, one.quality**_QUALITY_POWER, one.weight) for one in shown], np.sqrt)
    trees = {"groups": groups, "threads": _grow([_best(one, groups) for one in shown], float)}
    digests = {corpus.name: corpus.digest for corpus in corpora}
    return ThreadModel(trees, dict.fromkeys(trees, COMMENT_FEATURES), digests).check()


def _best(shown: _Shown, groups: Trees) -> Rows:
    """The groups that are likeliest, and whether they are comments."""
    best = np.argsort(-scores(groups, shown.values)[:, 0], kind="stable")[:_ASKED]
    return shown.values[best], (shown.agreement[best] > _MIN_AGREEMENT).astype(np.float64), shown.weight


def _grow(rows: Sequence[Rows], divisor: Callable[[int], float]) -> Trees:
    """Trees for what is wanted with a probability: each row is there twice, as right and as wrong."""
    values = np.concatenate([each[0] for each in rows])
    wanted = np.concatenate([each[1] for each in rows])
    weights = np.concatenate([np.full(len(each[1]), each[2] / divisor(len(each[1]))) for each in rows])
    both = np.concatenate([wanted * weights, (1 - wanted) * weights])
    used = both > 0
    answer = np.repeat([1.0, 0.0], len(wanted))
    return grow(np.concatenate([values, values])[used], answer[used], both[used], _TREES)


def _show(case: Case) -> list[_Shown]:
    """A page and its variants."""
    outline, gold = read(case.html, case.url), case.gold
    if case.set == GENERATED:
        texts = [post.text for post in gold.comment_posts or ()]
        weight = _WEIGHTS["generated thread" if gold.posts else "generated"]
        return list(_groups(outline, weight, lambda lines: assign(lines.texts, texts)))
    if case.page_type == FORUM or gold.posts:
        weight = _WEIGHTS["thread"]
        return [*_groups(outline, weight), *_groups(outline, weight / 2, is_called=False)]
    if numbered_comments(outline.page):
        return list(_variants(case, outline))
    is_unclear = np.any(outline.is_prose & called_comments(outline.page)[outline.blocks.owner])
    return [] if is_unclear else list(_groups(outline, _WEIGHTS["page"]))


def _variants(case: Case, outline: Outline) -> Iterator[_Shown]:
    """A page that numbers its comments, with and without names, few of them or none, little of its article."""
    random = Random(blake2b(case.key.encode("utf-8", "replace"), digest_size=8).digest())
    weight = _WEIGHTS["variant"]
    yield from _groups(outline, _WEIGHTS["page"], _numbered)
    yield from _unnamed(outline, random)
    outer: list[int] = []
    for row in numbered_comments(outline.page):
        if not outer or row >= outline.page.end[outer[-1]]:
            outer.append(row)
    yield from _groups(_without(outline, outer), _WEIGHTS["none"], _numbered)
    for _ in range(_VARIANTS):
        kept = random.sample(outer, random.randint(1, min(_MAX_FEW, len(outer))))
        yield from _groups(_without(outline, [row for row in outer if row not in kept]), weight, _numbered)
        if gone := _rest_of_article(outline, outer[0], random):
            short = _without(outline, gone)
            yield from _groups(short, weight, _numbered)
            yield from _unnamed(short, random)


def _unnamed(outline: Outline, random: Random) -> Iterator[_Shown]:
    """A page as if nothing were called comments, and as if they looked like text besides."""
    fooled = random.uniform(*_FOOLED_LOGITS)
    for logit in (None, fooled):
        yield from _groups(outline, _WEIGHTS["variant"], _numbered, is_called=False, fooled=logit)


def _without(outline: Outline, rows: Sequence[int]) -> Outline:
    return Outline(segment(prune(outline.page, rows)))


def _rest_of_article(outline: Outline, end: int, random: Random) -> list[int]:
    """Elements that hold the text above a row, but for its first blocks."""
    page, owner = outline.page, outline.blocks.owner
    view = look(outline, None, DEFAULT)
    title = max(view.article.named, 0)
    body = [block for block in range(title + 1, int(outline.first[end])) if view.prediction.logit[block] > 0]
    if len(body) < _MIN_ARTICLE_BLOCKS:
        return []
    first = random.randint(1, _MAX_FEW)
    kept = {int(owner[block]) for block in (title, *body[:first])} | {end}
    rows = sorted({int(owner[block]) for block in body[first:]})
    return [row for row in rows if not any(row <= other < page.end[row] for other in kept)]


def _numbered(lines: Lines) -> GoldLines:
    """The lines of each numbered comment."""
    rows = numbered_comments(lines.page)
    post = np.full(len(lines), -1, dtype=np.int32)
    for number, row in enumerate(rows):
        post[lines.outline.first[row] : lines.outline.last[row]] = number
    return GoldLines(post, np.array([len(text.split()) for text in lines.texts], dtype=np.float64), len(rows))


def _groups(
    outline: Outline,
    weight: float,
    gold: Callable[[Lines], GoldLines] | None = None,
    *,
    is_called: bool = True,
    fooled: float | None = None,
) -> Iterator[_Shown]:
    """The groups of a page that may be comments, if there are any."""
    view = look(outline, None, DEFAULT)
    title, logit = view.article.named, view.prediction.logit
    if fooled is not None:
        logit = logit.copy()
        for row in numbered_comments(outline.page):
            logit[outline.first[row] : outline.last[row]] = fooled
    called = called_below(outline, title) & is_called
    searched = search_readable(outline, title, logit, called, ThreadTemplate())
    if searched is None:
        return
    lines, (groups, features, _) = cut_lines(outline), searched
    known, nothing = gold(lines) if gold else None, np.zeros(len(groups))
    shown = _Shown(features, nothing, nothing, weight)
    if known and known.posts:
        members = [(group.members(len(lines)), len(group)) for group in groups]
        agreement = np.array([_agreement(member, known) for member, _ in members])
        apart = np.clip([separation(member, size, known) for member, size in members], 0, 1)
        shown = replace(shown, quality=(agreement + apart) / 2, agreement=agreement)
    yield shown


def _agreement(member: npt.NDArray[np.int32], gold: GoldLines) -> float:
    """The F1, in words, of the lines of members against those of comments."""
    inside, wanted = member >= 0, gold.post >= 0
    shared = float(gold.size[inside & wanted].sum())
    return 2 * shared / max(float(gold.size[inside].sum() + gold.size[wanted].sum()), 1.0)


def train(data: Path, jobs: int) -> None:
    """Train the model on what may train, recipes with their readers' comments among it."""
    fit_comments([*thread_corpora(data), read_corpus(data / "recipes-dev.parquet")], jobs).save(SHIPPED)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of the corpora")
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    train(words.data, words.jobs)
