"""Path keys: where an element stands, as one number, equal for elements that a template made in the same place.

A *signature* stands for one element (its name and what of its class, id or number counts), a *path key* for the
signatures from the root, or from a chosen element, down to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Protocol
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.page import Mask, Page, Rows
from honbun.page.tables import spanned_columns

Hashes = npt.NDArray[np.uint64]
TextPaths = frozenset[int]
"""The paths at which a page has texts."""

# Items of lists and tables are alike whatever their classes say ("odd", "last", "depth-3").
_PLAIN = tags.table("article dd dt li td th tr".split())
_CELLS = tags.table("td th".split())
# Their classes name the categories of a post or its number.
_WHOLE_PAGE = tags.table("html body".split())
_NAME_HASH = np.array([crc32(name.encode()) for name in tags.NAMES], dtype=np.uint64)
_DIGITS = re.compile(r"\d+")
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing
# A word of a class belongs to a template if this share of its pages has it, and two at least.
_MIN_WORD_SHARE = 0.1
# Two pages are of one template if this share of the paths that one of them has is on both. On fields-dev every
# page has another one with .56 or more; pages of two templates of one site have .21 at most.
MIN_SIMILARITY = 0.3
_RELATIVE_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(29)
# Levels of fewer rows take longer all at once than row by row.
_MIN_ROWS_OF_LEVEL = 16


class Tree(Protocol):
    """Elements of one or more pages, each after its parent."""

    @property
    def parent(self) -> npt.NDArray[Any]:
        """The row of each element's parent; -1 for a root."""

    @property
    def depth(self) -> npt.NDArray[Any]:
        """How far below its root each element is."""


def mix(values: Hashes) -> Hashes:
    """Each value as another one, so that combining it with a second tells the two apart."""
    mixed = values * _MULTIPLIER
    return mixed ^ (mixed >> _SHIFT)


def pack(first: Hashes, second: Hashes) -> Hashes:
    """One key for each ordered pair of keys."""
    return mix(first) ^ second


def text_hashes(texts: Sequence[str]) -> Hashes:
    """A hash of each text, the same in every process."""
    digests = b"".join(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts)
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64)


def _name_hashes(page: Page) -> Hashes:
    """For each row a hash of the element's name."""
    custom = np.array([crc32(name.encode()) for name in page.custom_tags], dtype=np.uint64)
    return np.append(_NAME_HASH, custom)[page.tag]


def signatures(page: Page) -> Hashes:
    """For each row a hash of the element's name and the first word of its class, digits left out.

    Later words of a class and numbers in it vary within one template (`comment even depth-2`, `row1`).
    """
    hashes = _name_hashes(page)
    rows, which, classes = page.values_of("class")
    words = np.where(tags.is_in(_PLAIN, page.tag[rows]), np.uint64(0), _first_words(classes)[which])
    hashes[rows] ^= words
    return hashes


def _first_words(classes: list[str]) -> Hashes:
    """For each of these classes a hash of its first word without digits, 0 for one without a word."""
    words = [value.split(maxsplit=1) for value in classes]
    joined = "\n".join([word[0] if word else "" for word in words])  # there are no line breaks in words
    if not joined.isascii():
        joined = _DIGITS.sub("", joined)
    named = joined.encode().translate(None, b"0123456789").split(b"\n")
    return np.array([crc32(name) << 20 for name in named], dtype=np.uint64)


def full_signatures(page: Page, signature: Hashes) -> Hashes:
    """The signatures of a page with all words of the class, the property, and the number of a cell in its row.

    Between records the first word is enough; inside one, `value price` and `value unit` are two things.
    """
    full = signature.copy()
    for name, skipped in (("class", 1), ("itemprop", 0)):
        rows, which, values = page.values_of(name)
        words = [" ".join(value.split()[skipped:]) for value in values]
        hashes = [crc32(_DIGITS.sub("", word).encode()) << 31 if word else 0 for word in words]
        full[rows] ^= np.array(hashes, dtype=np.uint64)[which]
    cells = tags.is_in(_CELLS, page.tag)
    number = page.sibling_number.astype(np.uint64)
    if spanned := spanned_columns(page):
        number[[*spanned]] = [*spanned.values()]
    full[cells] += number[cells] * _MULTIPLIER
    return full


def class_words(pages: Sequence[Page]) -> frozenset[str]:
    """The words of classes that belong to the template of these pages, without numbers: those that enough have.

    Others, such as the categories of a post, say something of one page only.
    """
    counts = Counter(
        word for page in pages for word in {*_words_of_class(" ".join(page.values_of("class").distinct))}
    )
    min_pages = max(2, _MIN_WORD_SHARE * len(pages))
    return frozenset(word for word, count in counts.items() if count >= min_pages)


def _words_of_class(value: str) -> list[str]:
    return _DIGITS.sub("", value).split()


class TemplateSignatures:
    """The signatures of the elements of pages that one template made, given the words of its classes.

    Pages of a template have the same classes: what one stands for is found once.
    """

    def __init__(self, words: frozenset[str]) -> None:
        self._words = words
        self._codes = {"class": cache(self._of_class), "id": cache(self._of_id)}

    def of(self, page: Page) -> tuple[Hashes, Hashes, Mask]:
        """For each row a hash of its name; of name, words of its class and its id; and whether it has either.

        Ids with numbers are left out: they count, they do not name. Neither do the classes of the whole page.
        """
        name = mix(_name_hashes(page))
        signature, is_marked = name.copy(), np.zeros(len(page), dtype=np.bool_)
        for attribute, code_of in self._codes.items():
            rows, which, values = page.values_of(attribute)
            codes = np.array(list(map(code_of, values)), dtype=np.uint64)[which]
            signature[rows] ^= codes
            is_marked[rows] |= codes != 0
        whole = tags.is_in(_WHOLE_PAGE, page.tag)
        signature[whole], is_marked[whole] = name[whole], False
        return name, signature, is_marked

    def _of_class(self, value: str) -> int:
        known = sorted(self._words.intersection(_words_of_class(value)))
        return crc32(" ".join(known).encode()) << 20 if known else 0

    def _of_id(self, value: str) -> int:
        return crc32(value.encode()) << 10 if value and not _DIGITS.search(value) else 0


def by_depth(depth: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """The rows of a tree level by level, each level in order."""
    # Numbers of 16 bits are sorted in linear time; hardly a page is deeper.
    is_narrow = int(depth.max(initial=0)) <= np.iinfo(np.int16).max
    return np.argsort(depth.astype(np.int16) if is_narrow else depth, kind="stable")


def paths(tree: Tree, signature: Hashes) -> Hashes:
    """For each row a hash of the signatures from the root down to it."""
    ends = np.cumsum(np.bincount(tree.depth)).tolist()
    if len(tree.parent) < _MIN_ROWS_OF_LEVEL * len(ends):
        return _paths_one_by_one(tree.parent.tolist(), signature)
    order = by_depth(tree.depth)
    rank = np.empty_like(order)  # of each row in this order, by which a level is one slice
    rank[order] = np.arange(len(order))
    above = rank[tree.parent[order]]
    levelled = signature[order]
    for start, end in pairwise(ends):
        levelled[start:end] ^= mix(levelled[above[start:end]])
    return levelled[rank]


def _paths_one_by_one(parent: list[int], signature: Hashes) -> Hashes:
    found, multiplier, shift = signature.tolist(), int(_MULTIPLIER), int(_SHIFT)
    for row, above in enumerate(parent):
        if above >= 0:
            mixed = found[above] * multiplier & 0xFFFFFFFFFFFFFFFF
            found[row] ^= mixed ^ mixed >> shift
    return np.array(found, dtype=np.uint64)


def element_paths(page: Page) -> Hashes:
    """For each row its path by names and classes; those of the whole page do not count."""
    signature = signatures(page)
    whole = tags.is_in(_WHOLE_PAGE, page.tag)
    signature[whole] = page.tag[whole]
    return paths(page, signature) if len(page) else signature


def text_paths(page: Page) -> TextPaths:
    """The paths at which a page has texts, by names and classes; those of the whole page do not count."""
    has_text = page.length_before[page.text_end] > page.length_before[page.text_start]
    found = np.sort(element_paths(page)[has_text])
    return frozenset(found[np.append(True, found[1:] != found[:-1])[: len(found)]].tolist())


def similarity(one: TextPaths, other: TextPaths) -> float:
    """The share of their paths that both have."""
    shared = len(one & other)
    union = len(one) + len(other) - shared
    return shared / union if union else 0.0


def group_by_template(paths: Sequence[TextPaths]) -> list[list[int]]:
    """The numbers of the pages by template, the largest set first; pages without text are in none.

    A page belongs to a set if it is like one page of it: optional parts make pages of one template differ by
    steps.
    """
    waiting = [page for page in range(len(paths)) if paths[page]]
    sets: list[list[int]] = []
    while waiting:
        found, reached = [waiting.pop(0)], 0
        while reached < len(found):
            near = {page for page in waiting if similarity(paths[found[reached]], paths[page]) >= MIN_SIMILARITY}
            found += sorted(near)
            waiting = [page for page in waiting if page not in near]
            reached += 1
        sets.append(sorted(found))
    return sorted(sets, key=lambda pages: (-len(pages), pages[0]))


@dataclass(frozen=True, eq=False)
class RelativePaths:
    """Paths of a page from which the part above a record can be taken away.

    The path of an element is that of its parent times a number, plus its own signature: what the ancestors from
    the root down to a record add to it is the record's own path times a power of that number.
    """

    page: Page
    signature: Hashes

    @cached_property
    def whole(self) -> Hashes:
        """For each element its path from the root."""
        page = self.page
        spread = self.signature * _RELATIVE_MULTIPLIER
        found = np.asarray(spread ^ (spread >> _SHIFT))
        order = by_depth(page.depth)
        ends = np.cumsum(np.bincount(page.depth)).tolist()
        for start, end in pairwise(ends):
            rows = order[start:end]
            found[rows] += found[page.parent[rows]] * _MULTIPLIER
        return found

    @cached_property
    def _powers(self) -> Hashes:
        deepest = int(self.page.depth.max(initial=0))
        factors = np.full(deepest + 2, _MULTIPLIER, dtype=np.uint64)
        factors[0] = 1
        return np.cumprod(factors)

    def below(self, rows: npt.NDArray[np.integer], roots: Rows) -> Hashes:
        """For each of these elements its path below the root beside it, which is the element or above it."""
        steps = np.maximum(self.page.depth[rows] - self.page.depth[roots], 0)
        return np.asarray(self.whole[rows] - self.whole[roots] * self._powers[steps])
