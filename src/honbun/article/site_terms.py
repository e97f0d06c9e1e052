"""What the other pages of a site say of the blocks of one page, as terms of the sum of evidence."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.article.structure import Article, SiteEvidence
from honbun.features import Outline

Scores = npt.NDArray[np.float32]

# In log-odds, measured with models that know neither the sites nor their sources, on the halves of the sites of
# sites-dev, comments-dev, content-dev and sites-ja-dev. On either half of sites-dev, from 2 to 5 for structure and
# from 0 to 6 for frequency are within .005 of each other; the examples of the repository need the frequency.
_STRUCTURE = 3.0
"""For blocks that structure takes for the article's, and against others, links left out: with the site known it
finds the article nearly always, but it drops every link, and some pages are made of them."""
_FREQUENCY = -4.0
"""Against a block that structure does not take for the article's, if it is on as many pages as boilerplate is."""
_TITLE = 5.0
"""For the title: references of whole sites hold it."""


def site_terms(outline: Outline, article: Article, site: SiteEvidence) -> dict[str, Scores]:
    """The evidence on each block, by name, given what structure found with the help of the site."""
    is_article = article.labels.is_content
    structure = np.where(is_article, _STRUCTURE, np.where(outline.is_link, 0.0, -_STRUCTURE))
    frequency = np.where(is_article, 0.0, _FREQUENCY * _relative(site.document_frequency))
    title = np.where(np.arange(len(is_article)) == article.title, _TITLE, 0.0)
    terms = {"site: structure": structure, "site: frequency": frequency, "site: title": title}
    return {name: term.astype(np.float32) for name, term in terms.items()}


def _relative(frequency: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """The document frequency as a share of what is usual for the boilerplate of the page, at most 1."""
    repeated = frequency[frequency > 0]
    usual = float(np.median(repeated)) + 1 if len(repeated) else 1.0
    return np.where(frequency > 0, np.minimum((frequency + 1) / usual, 1.0), 0.0)
