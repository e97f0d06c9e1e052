"""What the other pages of a site say of the blocks of one page, as terms of the sum of evidence."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.article.structure import EVIDENCE, Article, SiteEvidence
from honbun.features import Outline
from honbun.model import probabilities
from honbun.page import Mask

Scores = npt.NDArray[np.float32]
Shares = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64] | npt.NDArray[np.int32]
Paths = npt.NDArray[np.uint64]

# In log-odds, measured with models that know neither the sites nor their sources, on the halves of the sites of
# sites-dev, then on others.
_FOR = 2.0
"""For blocks that structure takes for the article's. sites-dev has .9606 with 3, .9627 with 2 (its halves gain
.0015 and .0033) and .9628 with 1; the articles of comments-dev .9527, .9535 and .9485."""
_ROWS = 3.0
"""For the same in rows of label and value (values of recipes-dev kept .703 with 2, .755 with 3)."""
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
# Rows of label and value are data if so many have a line of the article, and this share of them is the page's own.
_MIN_KEPT_ROWS = 3
_MIN_OWN_SHARE = 0.5
_SPREAD = np.uint64(0x9E37_79B9_7F4A_7C15)
# A short line that other pages show with other numbers counts as repeated by this share: it may be the page's own,
# or a counter of the template. Such dates are left to the model. Four pages a site: values of fields-dev kept
# .571 -> .643; sites-ja-dev .9825 -> .985.
_NUMBERED_SHARE = 0.25


def site_terms(
    outline: Outline, article: Article, site: SiteEvidence, logit: Scores, words: Scores
) -> dict[str, Scores]:
    """The evidence on each block, by name, given what structure found with the help of the site.

    `logit` is what all other evidence adds up to, and `words` the number of words of each block.
    """
    title = np.where(np.arange(len(logit)) == article.title, _TITLE, 0.0)
    relative = _relative(site.document_frequency)
    repeated = np.maximum(relative, _NUMBERED_SHARE * _relative(site.masked_frequency))
    is_of_rows = _is_of_rows(outline, article.labels.is_content, 1.0 - repeated)
    is_article = article.labels.is_content | is_of_rows
    likely = probabilities(logit + title) * outline.is_visible
    own = likely * words * (1.0 - repeated)
    trust = min(own[is_article].sum() / max(_TRUSTED_SHARE * own.sum(), 1e-6), 1.0)
    against = 1.0 - _as_label(outline, repeated, is_article)
    outside = _AGAINST * against * (1.0 - (likely * (1.0 - relative)) ** 2)
    is_other_date = outline.is_dated & _is_numbered(article, site)
    inside = np.where(is_of_rows, _ROWS, np.where(is_other_date, 0.0, _FOR))
    structure = trust * np.where(is_article, inside, np.where(outline.is_link, 0.0, outside))
    frequency = np.where(is_article, 0.0, _FREQUENCY * repeated * against)
    terms = {"site: structure": structure, "site: frequency": frequency, "site: title": title}
    return {name: term.astype(np.float32) for name, term in terms.items()}


def _relative(frequency: npt.NDArray[np.int32]) -> Shares:
    """The document frequency as a share of what is usual for the boilerplate of the page, at most 1."""
    repeated = np.sort(frequency[frequency > 0])  # `np.median` takes longer than the rest of this
    middle = repeated[[(len(repeated) - 1) // 2, len(repeated) // 2]].sum() / 2 if len(repeated) else 0.0
    usual = middle + 1
    return np.where(frequency > 0, np.minimum((frequency + 1) / usual, 1.0), 0.0)


def _is_numbered(article: Article, site: SiteEvidence) -> Mask:
    """Lines that other pages show with other numbers, but the line with date and author."""
    is_dateline = article.labels.evidence >> np.uint32(EVIDENCE.index("date or byline")) & np.uint32(1)
    is_numbered = (site.document_frequency == 0) & (site.masked_frequency > 0)
    return np.asarray(is_numbered & (is_dateline == 0))


def _is_of_rows(outline: Outline, is_article: Mask, own: Shares) -> Mask:
    """Short lines of rows of label and value that are mostly the page's own, some of them of the article."""
    page, found = outline.page, np.zeros(len(own), dtype=np.bool_)
    blocks = np.flatnonzero(outline.is_visible & ~outline.is_link & (outline.blocks.length <= _MAX_LABEL_LENGTH))
    if np.count_nonzero(is_article[blocks]) < _MIN_KEPT_ROWS:
        return found
    owner = outline.blocks.owner[blocks]
    parent = page.above[owner]
    path = np.append(outline.path, np.uint64(0))
    # A row is an element with several lines, an element of elements, or goes from one label to the next.
    ways = (
        (owner, path[owner] ^ _SPREAD * parent.astype(np.uint64)),
        (parent, path[parent] ^ _SPREAD * page.above[parent].astype(np.uint64)),
        (_from_first_to_first(parent, path[owner]), parent),
    )
    for row, table in ways:
        found[blocks[_is_data(row, table, is_article[blocks], own[blocks])]] = True
    return found


def _from_first_to_first(element: Rows, path: Paths) -> Rows:
    """A number for each line: in an element a row begins where the place of its first line comes again."""
    _, first, inverse = np.unique(element, return_index=True, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    row = np.empty(len(path), dtype=np.int64)
    row[order] = np.cumsum((path == path[first][inverse])[order])
    return row


def _is_data(row: Rows, table: Rows | Paths, is_article: Mask, own: Shares) -> Mask:
    """Which lines are of rows of several lines, given the row and the table of each."""
    found = np.bincount(row + 1)[row + 1] > 1
    if np.count_nonzero(is_article[found]) < _MIN_KEPT_ROWS:  # most pages have no tables
        return np.zeros_like(found)
    row, table = (np.unique(each[found], return_inverse=True)[1] for each in (row, table))
    of_row = np.zeros(row.max() + 1, dtype=np.int64)
    of_row[row] = table
    row_own = np.zeros(len(of_row))
    np.maximum.at(row_own, row, own[found])
    in_article = np.bincount(row, is_article[found]) > 0
    rows, owned, kept = (np.bincount(of_row, each) for each in (None, row_own, in_article))
    is_data = (kept >= _MIN_KEPT_ROWS) & (owned >= _MIN_OWN_SHARE * rows)
    found[found] = is_data[table]
    return found


def _as_label(outline: Outline, repeated: Shares, is_article: Mask) -> Shares:
    """For each short repeated line within the article how likely it is a label of its lines, from 0 to 1."""
    blocks, is_visible = outline.blocks, outline.is_visible
    parent = np.maximum(outline.page.parent[blocks.owner], 0)
    own, shown = outline.totals(np.where(is_visible, 1.0 - repeated, 0.0)), outline.totals(is_visible)
    share = own[parent] / np.maximum(shown[parent], 1.0)
    is_within = np.logical_or.accumulate(is_article) & np.logical_or.accumulate(is_article[::-1])[::-1]
    return np.where((repeated > 0) & (blocks.length <= _MAX_LABEL_LENGTH) & is_within, np.sqrt(share), 0.0)
