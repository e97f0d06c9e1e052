"""Posts and comments of a blog without training data: by what every page has, and what only some have.

The method of Yoshida's chapter on blogs, which stands on unique blocks. Given article pages of one
blog, of which at least one has no comments yet, content is what is on one page only; a region of the template that
has content on *every* page is the post, and the content of other regions is comments. Where the condition does not
hold it fails as the paper says it does: if every page has comments they are taken for the post, and if none has,
whatever else is unique is taken for comments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from honbun.page import Mask, Page, Rows
from honbun.papers.element_identifiers.identifiers import block_identifiers
from honbun.papers.unique_blocks.unique_blocks import unique_blocks
from honbun.papers.unique_blocks.vectors import BlockOptions

# The blog paper's blocks: `src` values tell pictures apart, and `noscript` is not rendered.
BLOG = BlockOptions(with_src=True, without_noscript=True)


@dataclass(frozen=True, eq=False)
class PostAndComments:
    """The rows of the blocks of a page that are its post, and of those that are its comments; no row is both.

    A run belongs to what its owner belongs to: the post's runs are those with `post[blocks.owner]`.
    """

    post: Mask
    comment: Mask


def split_blog(pages: Sequence[Page], *, complete: bool = True) -> list[PostAndComments]:
    """The post and the comments of each of these pages of one blog; never raises, whatever the pages are.

    `complete` takes in blocks that other pages have too ("Thank you!"), if they lie between content blocks of the
    same region. Of a single page everything is its post.
    """
    identifiers = block_identifiers(pages, BLOG)
    content = unique_blocks(pages, BLOG)
    count = len(identifiers.names)
    regions = [_regions(numbers, mask, count) for numbers, mask in zip(identifiers.of_page, content, strict=True)]
    is_post = np.all(regions, axis=0) if regions else np.zeros(count, dtype=np.bool_)
    parts = []
    for numbers, mask in zip(identifiers.of_page, content, strict=True):
        kept = mask | _between(numbers, mask, count) if complete else mask
        post = kept & is_post[numbers]
        parts.append(PostAndComments(post=post, comment=kept & ~post))
    return parts


def _regions(numbers: Rows, content: Mask, count: int) -> Mask:
    """For each identifier, whether content of the page carries it."""
    return np.bincount(numbers[content], minlength=count) > 0


def _between(numbers: Rows, content: Mask, count: int) -> Mask:
    """Blocks that lie between the first and the last content block of their identifier."""
    row = np.flatnonzero(content)
    first = np.full(count, len(numbers))
    last = np.full(count, -1)
    np.minimum.at(first, numbers[row], row)
    np.maximum.at(last, numbers[row], row)
    rows = np.arange(len(numbers))
    return np.asarray((numbers >= 0) & (first[numbers] < rows) & (rows < last[numbers]))
