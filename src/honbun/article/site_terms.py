"""What the other pages of a site say of the blocks of one page, as terms of the sum of evidence."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from honbun.article.structure import Article, SiteEvidence
from honbun.features import Outline
from honbun.model import probabilities
from honbun.page import CompiledBlocks, Mask

Scores = npt.NDArray[np.float32]
Shares = npt.NDArray[np.float64]

# In log-odds, measured with models that know neither the sites nor their sources, on the halves of the sites of
# sites-dev, then on others.
_FOR = 2.0
"""For blocks that structure takes for the article's. sites-dev has .9606 with 3, .9627 with 2 (its halves gain
.0015 and .0033) and .9628 with 1; the articles of comments-dev .9527, .9535 and .9485."""
_AGAINST = -3.0
"""Against others, links left out: structure drops every link, and some pages are made of them. The less, the
likelier a block is by all else and the more it is the page's own: pages of data and boards have no one container
(values of fields-dev .563 -> .578, texts of posts-more-dev .816 -> .825; sites-dev .9606, not squared .9596)."""
_FREQUENCY = -4.0
"""Against a block that structure does not take for the article's, if it is on as many pages as boilerplate is."""
_TITLE = 5.0
"""For the title: references of whole sites hold it."""

# Structure is trusted in full if it takes this share of the page's own words that are likely to be main text.
# Pages of data have no container of prose: of the values of fields-dev and its like, of which pages alone keep
# .615, they kept .503 with their site known, and keep .553 so (sites-dev .9601 -> .9599).
_TRUSTED_SHARE = 0.5
# Short lines of other pages within the article lose less where most beside them is the page's own: labels and
# headings of sections (sites-ja-dev .992 -> .996 by characters). Longer ones are adverts (sites-dev .9595).
_MAX_LABEL_LENGTH = 60
_DIGIT = re.compile(r"\d")


def site_terms(
    outline: Outline, article: Article, site: SiteEvidence, logit: Scores, words: Scores
) -> dict[str, Scores]:
    """The evidence on each block, by name, given what structure found with the help of the site.

    `logit` is what all other evidence adds up to, and `words` the number of words of each block.
    """
    is_article = article.labels.is_content
    title = np.where(np.arange(len(is_article)) == article.title, _TITLE, 0.0)
    relative = _relative(site.document_frequency)
    repeated = _repeated(outline, relative)
    likely = probabilities(logit + title) * outline.is_visible
    own = likely * words * (1.0 - repeated)
    trust = min(own[is_article].sum() / max(_TRUSTED_SHARE * own.sum(), 1e-6), 1.0)
    against = 1.0 - _as_label(outline, repeated, is_article)
    outside = _AGAINST * against * (1.0 - (likely * (1.0 - relative)) ** 2)
    structure = trust * np.where(is_article, _FOR, np.where(outline.is_link, 0.0, outside))
    frequency = np.where(is_article, 0.0, _FREQUENCY * repeated * against)
    terms = {"site: structure": structure, "site: frequency": frequency, "site: title": title}
    return {name: term.astype(np.float32) for name, term in terms.items()}


def _relative(frequency: npt.NDArray[np.int32]) -> Shares:
    """The document frequency as a share of what is usual for the boilerplate of the page, at most 1."""
    repeated = frequency[frequency > 0]
    usual = float(np.median(repeated)) + 1 if len(repeated) else 1.0
    return np.where(frequency > 0, np.minimum((frequency + 1) / usual, 1.0), 0.0)


def _repeated(outline: Outline, relative: Shares) -> Shares:
    """The same, but half for a short line with a number in it: sites do not compare the numbers of such lines."""
    repeated, blocks = relative.copy(), outline.blocks
    may_have_number = blocks.has_digit if isinstance(blocks, CompiledBlocks) else outline.has_digit
    is_short = (relative > 0) & (blocks.length <= _MAX_LABEL_LENGTH)
    for block in np.flatnonzero(is_short & may_have_number).tolist():
        if _DIGIT.search(blocks.texts[block]):
            repeated[block] /= 2
    return repeated


def _as_label(outline: Outline, repeated: Shares, is_article: Mask) -> Shares:
    """For each short repeated line within the article how likely it is a label of its lines, from 0 to 1."""
    blocks, is_visible = outline.blocks, outline.is_visible
    parent = np.maximum(outline.page.parent[blocks.owner], 0)
    own, shown = outline.totals(np.where(is_visible, 1.0 - repeated, 0.0)), outline.totals(is_visible)
    share = own[parent] / np.maximum(shown[parent], 1.0)
    is_within = np.logical_or.accumulate(is_article) & np.logical_or.accumulate(is_article[::-1])[::-1]
    return np.where((repeated > 0) & (blocks.length <= _MAX_LABEL_LENGTH) & is_within, np.sqrt(share), 0.0)
