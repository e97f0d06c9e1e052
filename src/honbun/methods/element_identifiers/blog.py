"""Post and comments of blog pages by the region that each content block lies in.

An *element identifier* is an `id` or `class` value of a block, written `#x` or `.y`. It is kept if every page has
it exactly once: `#article_12345` is on one page only, `.comment` is on a page many times. A region of a page
starts at a block with a kept identifier and runs on until the next one; that is the *block identifier* of all its
blocks.

At least one of the pages must have no comments yet. Where that does not hold the method fails as the paper says it
does: if every page has comments they are taken for the post, and if none has, whatever else is unique is taken for
comments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from honbun.methods.unique_blocks import BlockOptions, block_of, unique_blocks
from honbun.page import Mask, Page, Rows

# The blog paper's blocks: `src` values tell pictures apart, and `noscript` is not rendered.
BLOG = BlockOptions(with_src=True, without_noscript=True)
DEFAULT = "_default"
"""The identifier of blocks before the first region."""


@dataclass(frozen=True, eq=False)
class PostAndComments:
    """The rows of the blocks of a page that are its post, and of those that are its comments; no row is both.

    Text belongs to what its owner belongs to: that of the post is where `post[blocks.owner]`.
    """

    post: Mask
    comment: Mask


def split_blog(
    pages: Sequence[Page], *, complete: bool = True, content: Sequence[Mask] | None = None
) -> list[PostAndComments]:
    """The post and the comments of each of these pages of one blog; never raises, whatever the pages are.

    `complete` takes in blocks that other pages have too ("Thank you!"), if they lie between content blocks of the
    same region. Of a single page everything is its post. `content` says which blocks of each page are content, if
    that is known and only the two are to be told apart.
    """
    names, of_page = block_identifiers(pages)
    content = unique_blocks(pages, BLOG) if content is None else content
    count = len(names)
    is_post = np.ones(count, dtype=np.bool_)
    for numbers, mask in zip(of_page, content, strict=True):
        is_post &= np.bincount(numbers[mask], minlength=count) > 0
    parts = []
    for numbers, mask in zip(of_page, content, strict=True):
        kept = mask | _between(numbers, mask, count) if complete else mask
        post = kept & is_post[numbers]
        parts.append(PostAndComments(post=post, comment=kept & ~post))
    return parts


def _between(numbers: Rows, content: Mask, count: int) -> Mask:
    """Blocks that lie between the first and the last content block of their identifier."""
    row = np.flatnonzero(content)
    first = np.full(count, len(numbers))
    last = np.full(count, -1)
    np.minimum.at(first, numbers[row], row)
    np.maximum.at(last, numbers[row], row)
    rows = np.arange(len(numbers))
    return np.asarray((numbers >= 0) & (first[numbers] < rows) & (rows < last[numbers]))


def block_identifiers(pages: Sequence[Page]) -> tuple[tuple[str, ...], list[Rows]]:
    """The names of `_default` and the kept identifiers; for each page and row that of the block, -1 if it is none.

    In document order it is the block's own kept identifier, else that of the block before it under the same
    parent, else that of its parent, else `_default`. Parents and siblings are those of the tree of blocks, in
    which inline elements do not count. Of several identifiers of its own, which the paper does not speak of, a
    block takes its `id`, else the class that comes first by name: the order of classes means nothing in HTML.
    """
    owners = [block_of(page, BLOG) for page in pages]
    found = [_once(page, owner) for page, owner in zip(pages, owners, strict=True)]
    kept = set(found[0]).intersection(*found[1:]) if found else set()
    names = (DEFAULT, *sorted(kept))
    of_page = []
    for page, owner, once in zip(pages, owners, found, strict=True):
        # Of two names of one row the first stays.
        own = {once[name]: number for number, name in reversed(list(enumerate(names))) if name in kept}
        of_page.append(_inherited(page, owner, own))
    return names, of_page


def _once(page: Page, owner: Rows) -> dict[str, int]:
    """The element identifiers that a page has exactly once, each with the row of its block."""
    found = list(_identifiers(page, owner))
    times = Counter(name for name, _ in found)
    return {name: row for name, row in found if times[name] == 1}


def _identifiers(page: Page, owner: Rows) -> Iterator[tuple[str, int]]:
    """Every element identifier with its row; a class that one element names twice is there once."""
    for row, value in page.attributes.get("id", {}).items():
        if owner[row] == row and value.strip():
            yield "#" + value.strip(), row
    for row, value in page.attributes.get("class", {}).items():
        if owner[row] == row:
            for name in dict.fromkeys(value.split()):
                yield "." + name, row


def _inherited(page: Page, owner: Rows, own: dict[int, int]) -> Rows:
    """The number of each block's identifier, given those that have one of their own.

    Each other block points to the one it takes its identifier from, which comes before it; pointers double at
    each turn, as in `Page.nearest`.
    """
    n = len(page)
    row = np.flatnonzero(owner == np.arange(n)).astype(np.int32)
    number = np.zeros(n + 1, dtype=np.int32)
    number[list(own)] = list(own.values())
    source = np.full(n + 1, n)
    source[row] = _sources(page, owner, row)
    source[list(own)] = list(own)
    while not np.array_equal(further := source[source], source):
        source = further
    result = np.full(n, -1, dtype=np.int32)
    result[row] = number[source[row]]
    return result


def _sources(page: Page, owner: Rows, row: Rows) -> Rows:
    """For each block the one before it under the same parent, else the parent, else the number of all rows."""
    above = np.append(owner, -1)[page.parent[row]]
    order = np.lexsort((row, above))
    row, above = row[order], above[order]
    source = np.where(above < 0, len(page), above)
    has_sibling = above[1:] == above[:-1]
    source[1:][has_sibling] = row[:-1][has_sibling]
    back = np.empty_like(source)
    back[order] = source
    return back.astype(np.int32)
