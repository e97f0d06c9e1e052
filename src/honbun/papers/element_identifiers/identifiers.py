"""Where a block lies on its page, in words that every page of the site uses: block identifiers.

A part of the blog paper's method, see `blog.py`. An *element identifier* is an `id` or `class` value of a block,
written `#x` or `.y`. It is kept if every page has it exactly once: `#article_12345` is on one page only,
`.comment` is on a page many times. A region of a page starts at a block with a kept identifier and runs on until
the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from honbun.page import Page, Rows
from honbun.papers.unique_blocks.vectors import BlockOptions, block_of

DEFAULT = "_default"
"""The identifier of blocks before the first region."""


@dataclass(frozen=True, eq=False)
class BlockIdentifiers:
    """The region that each block of a set of pages lies in."""

    names: tuple[str, ...]
    """`_default`, then the kept element identifiers by name."""
    of_page: list[Rows]
    """For each page and row the number of the block's identifier in `names`; -1 where there is no block."""

    def name_of(self, page: int, row: int) -> str | None:
        """The identifier of a block, None if the row is none."""
        number = int(self.of_page[page][row])
        return self.names[number] if number >= 0 else None


def block_identifiers(pages: Sequence[Page], options: BlockOptions) -> BlockIdentifiers:
    """The identifier of every block of these pages.

    In document order it is the block's own kept identifier, else that of the block before it under the same
    parent, else that of its parent, else `_default`. Parents and siblings are those of the tree of blocks, in
    which inline elements do not count. Of several identifiers of its own, which the paper does not speak of, a
    block takes its `id`, else the class that comes first by name: the order of classes means nothing in HTML.
    """
    owners = [block_of(page, options) for page in pages]
    found = [_once(page, owner) for page, owner in zip(pages, owners, strict=True)]
    kept = set(found[0]).intersection(*found[1:]) if found else set()
    names = (DEFAULT, *sorted(kept))
    of_page = []
    for page, owner, once in zip(pages, owners, found, strict=True):
        # Of two names of one row the first stays.
        own = {once[name]: number for number, name in reversed(list(enumerate(names))) if name in kept}
        of_page.append(_spread(page, owner, own))
    return BlockIdentifiers(names, of_page)


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


def _spread(page: Page, owner: Rows, own: dict[int, int]) -> Rows:
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
    while True:
        further = source[source]
        if np.array_equal(further, source):
            break
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
