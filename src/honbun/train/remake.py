"""Pages of a corpus in other layouts, as samples to learn from: see `honbun.train.layouts`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from honbun.evaluate import Case, Corpus, label
from honbun.extraction import read
from honbun.features import TITLE_SEPARATOR, Outline
from honbun.page import Mask, tags
from honbun.train.dataset import REMADE, Dataset, sample_of
from honbun.train.layouts import remake
from honbun.train.surroundings import Piece, Source

# Only articles are laid out anew, of at least so many blocks and characters.
_MIN_BLOCKS = 3
_MIN_LENGTH = 300
# Shorter blocks that are no main text are lines of a menu, longer ones are prose.
_MIN_PROSE_LENGTH = 60
# Posts of such lengths can be comments, and so can paragraphs.
_REMARK_LENGTH = range(10, 1500)
_PARAGRAPH_LENGTH = range(15, 600)
# How many comments and teasers a page gets; and how often comments are made of paragraphs, where there are posts.
_REMARKS = (0, 0, 0, 1, 2, 4, 8, 15, 30)
_TEASERS = (0, 0, 3, 5, 8, 12)
_PARAGRAPH_SHARE = 0.25
# This share of the pages is drawn from those in scripts without spaces, of which corpora have few.
_SPACELESS_SHARE = 0.3
_SPACELESS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_MIN_SPACELESS = 0.3


@dataclass(frozen=True, eq=False)
class _Origin:
    """A page that can be laid out anew."""

    case: Case
    source: Source
    is_spaceless: bool


def with_layouts(
    data: Dataset, corpora: Sequence[Corpus], number: int, progress: Callable[[str], None] = lambda _: None
) -> Dataset:
    """The dataset with so many pages more: articles of the corpora in other layouts, their posts as comments."""
    random = Random(0)
    origins = [origin for corpus in corpora for case in corpus.cases if (origin := _origin(case))]
    if not origins:
        return data
    spaceless = [origin for origin in origins if origin.is_spaceless] or origins
    remarks = _Remarks.of(corpora, origins)
    samples = []
    for seed in range(number):
        origin = random.choice(spaceless if random.random() < _SPACELESS_SHARE else origins)
        alike = [other.source for other in origins if other.is_spaceless == origin.is_spaceless]
        teasers = random.sample(alike, min(random.choice(_TEASERS), len(alike)))
        made = remake(origin.source, remarks.draw(random, origin.is_spaceless), teasers, seed)
        case = replace(origin.case, id=f"{origin.case.id}~{seed}", html=made.html.encode(), set=REMADE)
        # Without a kind: all of them are articles, which would make pages of other kinds seem rare.
        samples.append(sample_of(replace(case, page_type=""), made.main))
        progress(case.key)
    return Dataset([*data.samples, *samples], data.corpus)


@dataclass(frozen=True)
class _Remarks:
    """What readers may say: posts, and paragraphs with and without spaces."""

    posts: list[str]
    paragraphs: dict[bool, list[str]]

    @classmethod
    def of(cls, corpora: Iterable[Corpus], origins: Iterable[_Origin]) -> _Remarks:
        """The posts of the corpora, and the paragraphs of the pages."""
        golds = [case.gold.posts or () for corpus in corpora for case in corpus.cases]
        posts = [post.text for gold in golds for post in gold if len(post.text) in _REMARK_LENGTH]
        paragraphs: dict[bool, list[str]] = {True: [], False: []}
        for origin in origins:
            own = (text for text, kind in origin.source.main if kind == "paragraph")
            paragraphs[origin.is_spaceless] += [text for text in own if len(text) in _PARAGRAPH_LENGTH]
        return cls(posts, paragraphs)

    def draw(self, random: Random, is_spaceless: bool) -> list[str]:
        """Some remarks, or none."""
        pool = self.paragraphs[is_spaceless]
        if self.posts and not is_spaceless and random.random() >= _PARAGRAPH_SHARE:
            pool = self.posts
        return [random.choice(pool) for _ in range(random.choice(_REMARKS))] if pool else []


def _origin(case: Case) -> _Origin | None:
    """The texts of a page, if it is an article."""
    if not case.gold.text or (case.page_type or "article") != "article":
        return None
    outline = read(case.html, case.url)
    texts = outline.blocks.texts
    is_main = (label(texts, case.gold.text) > 0) & outline.is_visible
    if is_main.sum() < _MIN_BLOCKS or outline.blocks.length[is_main].sum() < _MIN_LENGTH:
        return None
    first, *_, last = np.flatnonzero(is_main).tolist()
    shown = np.flatnonzero(outline.is_visible & (outline.blocks.length > 0)).tolist()
    title = outline.page.title or texts[first][:80]
    source = Source(
        title=next(filter(None, (part.strip() for part in TITLE_SEPARATOR.split(title))), title),
        before=[_piece(outline, is_main, i) for i in shown if i < first],
        main=[_piece(outline, is_main, i) for i in shown if is_main[i]],
        between=[_piece(outline, is_main, i) for i in shown if first < i < last and not is_main[i]],
        after=[_piece(outline, is_main, i) for i in shown if i > last],
    )
    return _Origin(case, source, len(_SPACELESS.findall(case.gold.text)) > _MIN_SPACELESS * len(case.gold.text))


def _piece(outline: Outline, is_main: Mask, block: int) -> Piece:
    """A block as it can be laid out anew."""
    text = " ".join(outline.blocks.texts[block].split())
    if outline.is_heading[block]:
        return text, "heading"
    if outline.is_link[block]:
        return text, "link"
    if outline.page.tag[outline.blocks.owner[block]] == tags.CODE["li"]:
        return text, "item"
    is_prose = is_main[block] or outline.blocks.length[block] >= _MIN_PROSE_LENGTH
    return text, "paragraph" if is_prose else "line"
