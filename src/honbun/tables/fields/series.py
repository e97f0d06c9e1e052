"""`Series`: the elements and texts of several pages as one set of columns, so that places are compared at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import Any, TypeVar
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.page import Blocks, Hashes, Mask, Page, Rows, collapse, mix, segment, tags

Ints = npt.NDArray[np.int64]
_T = TypeVar("_T", bound=np.generic)

# The kind of a text, where elements have their name and class.
_TEXT = np.uint64(0x746578745F6E6F64)
# A run of several texts is one value if it is prose: so long, with so much of it outside inline elements, and no
# label in it.
_PROSE_INK = 200
_BARE_INK = 80
# A first line up to so long, with a <br> after it, is a label and not part of the prose below.
_HEADING_INK = 40
SIGNS = (":", "：", "=", "＝")
"""What stands between a label and its value."""
# A word of a class belongs to the template if so many pages have it, and two at least.
_LEAST_PAGES = 0.1
_WHOLE = tags.table("html body".split())
_DIGITS = re.compile(r"\d+")
_NAME_HASH = np.array([crc32(name.encode()) for name in tags.NAMES], dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class Series:
    """Pages as *things*, elements and texts, of which a text is a thing without children.

    A text is a text node or, where inline elements cut a sentence to pieces, the whole line. The things of a page
    are its elements in order and then its texts; all texts of all pages are also numbered, in document order.
    """

    pages: tuple[Page, ...]
    page: Ints
    """The number of the page of each thing."""
    parent: Ints
    """The thing it lies in; -1 for a root."""
    depth: Ints
    tag: Ints
    """Code of the element's name; -1 for texts and for names that are not HTML's."""
    name: Hashes
    """Hash of the element's name."""
    kind: Hashes
    """Hash of name, class and id, without numbers."""
    is_marked: Mask
    """It has a class or an id."""
    first: Ints
    """The texts in a thing are `first:last`."""
    last: Ints
    owner: Ints
    """For each text the thing it is itself."""
    block: Ints
    """For each text the nearest block-level element."""
    texts: tuple[str, ...]

    @cached_property
    def text_page(self) -> Ints:
        """For each text the number of its page."""
        return self.page[self.owner]

    @cached_property
    def above(self) -> Ints:
        """For each text the element that holds it."""
        return self.parent[self.owner]

    @cached_property
    def lines(self) -> Ints:
        """Block-level elements with nothing but inline text in them, in order."""
        things = np.unique(self.block)
        foreign = np.append(0, np.cumsum(np.append(True, self.block[1:] != self.block[:-1])))
        is_one = foreign[self.last[things]] - foreign[self.first[things] + 1] == 0
        return np.asarray(things[is_one & (self.block[self.first[things]] == things)])

    @cached_property
    def has_text(self) -> Mask:
        """Things with some text in them."""
        return self.last > self.first

    @cached_property
    def _numbered(self) -> tuple[Ints, tuple[str, ...]]:
        numbers: dict[str, int] = {}
        which = np.array([numbers.setdefault(text, len(numbers)) for text in self.texts], dtype=np.int64)
        return which, tuple(numbers)

    @property
    def text_id(self) -> Ints:
        """For each text its number in `distinct`."""
        return self._numbered[0]

    @property
    def distinct(self) -> tuple[str, ...]:
        """The different texts."""
        return self._numbered[1]

    def of_distinct(self, measure: Callable[[str], object], kind: type[np.generic]) -> npt.NDArray[np.generic]:
        """A measure of each text, taken once for those that are the same."""
        return np.array([measure(text) for text in self.distinct], dtype=kind)[self.text_id]

    @cached_property
    def text_hash(self) -> Hashes:
        """For each text a hash of what it says."""
        return hashed(self.distinct)[self.text_id]

    @cached_property
    def levels(self) -> list[Ints]:
        """The things of each depth, in order."""
        order = np.argsort(self.depth, kind="stable")
        edges = np.searchsorted(self.depth[order], np.arange(self.depth.max(initial=-1) + 2))
        return [order[start:end] for start, end in pairwise(edges.tolist())]

    @cached_property
    def _roots(self) -> Ints:
        """For each page its first thing."""
        return np.searchsorted(self.page, np.arange(len(self.pages)))

    def row(self, thing: int) -> tuple[Page, int]:
        """The page of an element, and its row there."""
        page = int(self.page[thing])
        return self.pages[page], thing - int(self._roots[page])

    def paths(self, own: Hashes) -> Hashes:
        """For each thing a hash of these values from its root down to it."""
        path = own.copy()
        for level in self.levels[1:]:
            path[level] ^= mix(path[self.parent[level]])
        return path

    @cached_property
    def kind_path(self) -> Hashes:
        """Where each text stands, by names and classes."""
        return self.paths(self.kind)[self.owner]

    def nearest(self, things: Ints, mask: Mask) -> Ints:
        """For each of these things the nearest one with the mask set, itself or above it; -1 if there is none."""
        found = things.copy()
        going = np.flatnonzero(found >= 0)
        while len(going):
            going = going[~mask[found[going]]]
            found[going] = self.parent[found[going]]
            going = going[found[going] >= 0]
        return found

    def names_up(self, things: Ints, stop: Ints) -> Hashes:
        """A hash of the names from each thing up to the one, not counted, where it stops."""
        hashes = np.zeros(len(things), dtype=np.uint64)
        here = things.copy()
        going = np.flatnonzero((here >= 0) & (here != stop))
        while len(going):
            hashes[going] = mix(hashes[going]) ^ self.name[here[going]]
            here[going] = self.parent[here[going]]
            going = going[(here[going] >= 0) & (here[going] != stop[going])]
        return hashes


def isin(values: Hashes, known: frozenset[int]) -> Mask:
    """Which of these hashes are known."""
    return np.isin(values, np.array(sorted(known), dtype=np.uint64))


def hashed(texts: Sequence[str]) -> Hashes:
    """A hash of each text, the same in every process."""
    digests = b"".join(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts)
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64)


def series_of(pages: Sequence[Page], words: frozenset[str]) -> Series:
    """The pages as one series, elements told apart by these words of their classes."""
    parts = [_part(page, words) for page in pages]
    things = np.cumsum([0, *(len(part.parent) for part in parts)])
    texts = np.cumsum([0, *(len(part.texts) for part in parts)])
    of_thing = np.repeat(np.arange(len(parts)), np.diff(things))
    parent = _joined([part.parent for part in parts], np.int64)
    return Series(
        pages=tuple(pages),
        page=of_thing,
        parent=np.where(parent >= 0, parent + things[of_thing], -1),
        depth=_joined([part.depth for part in parts], np.int64),
        tag=_joined([part.tag for part in parts], np.int64),
        name=_joined([part.name for part in parts], np.uint64),
        kind=_joined([part.kind for part in parts], np.uint64),
        is_marked=_joined([part.is_marked for part in parts], np.bool_),
        first=_joined([part.first for part in parts], np.int64) + texts[of_thing],
        last=_joined([part.last for part in parts], np.int64) + texts[of_thing],
        owner=np.arange(texts[-1]) + np.repeat(things[1:] - texts[1:], np.diff(texts)),
        block=_joined([part.blocks for part in parts], np.int64) + np.repeat(things[:-1], np.diff(texts)),
        texts=tuple(text for part in parts for text in part.texts),
    )


def _joined(columns: list[npt.NDArray[Any]], kind: type[_T]) -> npt.NDArray[_T]:
    return np.concatenate([np.zeros(0, dtype=kind), *columns]).astype(kind, copy=False)


@dataclass(frozen=True, eq=False)
class _Part:
    """The columns of one page."""

    parent: Ints
    depth: Ints
    tag: Ints
    name: Hashes
    kind: Hashes
    is_marked: Mask
    first: Ints
    last: Ints
    blocks: Ints
    texts: list[str]


def _part(page: Page, words: frozenset[str]) -> _Part:
    starts, owners, blocks, texts = _texts(segment(page))
    m = len(starts)
    custom = np.array([crc32(name.encode()) for name in page.custom_tags], dtype=np.uint64)
    name = mix(np.append(_NAME_HASH, custom)[page.tag])
    kind, is_marked = _kinds(page, name, words)
    first, last = (np.searchsorted(starts, edge, "left") for edge in (page.text_start, page.text_end))
    return _Part(
        parent=np.append(page.parent, owners),
        depth=np.append(page.depth, page.depth[owners] + 1),
        tag=np.append(np.where(page.tag < tags.FIRST_CUSTOM, page.tag, -1), np.full(m, -1)),
        name=np.append(name, np.full(m, _TEXT)),
        kind=np.append(kind, np.full(m, _TEXT)),
        is_marked=np.append(is_marked, np.zeros(m, dtype=np.bool_)),
        first=np.append(first, np.arange(m)),
        last=np.append(last, np.arange(m) + 1),
        blocks=blocks,
        texts=texts,
    )


def _kinds(page: Page, name: Hashes, known: frozenset[str]) -> tuple[Hashes, Mask]:
    """For each element a hash of its name, its class and its id, and whether it has one of the two.

    Ids with numbers are left out: they count, they do not name. What the whole page is called does not count.
    """
    kind = name.copy()
    is_marked = np.zeros(len(page), dtype=np.bool_)
    rows, which, classes = page.values_of("class")
    words = [" ".join(sorted(known.intersection(_words(value)))) for value in classes]
    codes = np.array([crc32(word.encode()) << 20 if word else 0 for word in words], dtype=np.uint64)
    kind[rows] ^= codes[which]
    is_marked[rows] = codes[which] != 0
    rows, which, ids = page.values_of("id")
    codes = np.array(
        [0 if _DIGITS.search(value) else crc32(value.encode()) << 10 for value in ids], dtype=np.uint64
    )
    kind[rows] ^= codes[which]
    is_marked[rows] |= codes[which] != 0
    whole = tags.is_in(_WHOLE, page.tag)
    kind[whole], is_marked[whole] = name[whole], False
    return kind, is_marked


def _words(value: str) -> list[str]:
    """The words of a class without the numbers in them."""
    return _DIGITS.sub("", value).split()


def class_words(pages: Sequence[Page]) -> frozenset[str]:
    """The words of classes that belong to the template: those that enough pages have.

    Others, such as the categories of a post, say something of one page only.
    """
    counts = Counter(word for page in pages for word in {*_words(" ".join(page.values_of("class").distinct))})
    least = max(2, _LEAST_PAGES * len(pages))
    return frozenset(word for word, count in counts.items() if count >= least)


def _has_sign(page: Page) -> list[bool]:
    """For each text node whether it ends as labels do."""
    spans = zip(page.node_start.tolist(), page.node_end.tolist(), strict=True)
    return [page.text[start:end].rstrip().endswith(SIGNS) for start, end in spans]


def _headed(page: Page, first: Rows, length: Rows) -> Rows:
    """Of these text nodes, the first ones of prose, those that are a short line above it."""
    breaks = np.searchsorted(page.node_start, page.text_start[page.tag == tags.CODE["br"]], "left")
    return first[np.isin(first + 1, breaks) & (length[first] <= _HEADING_INK)]


def _texts(blocks: Blocks) -> tuple[Ints, Ints, Ints, list[str]]:
    """Where each text of a page begins, the element it lies in, the block-level one, and what it says."""
    page = blocks.page
    length = page.node_length
    run = np.repeat(np.arange(len(blocks)), np.diff(blocks.first_node))
    bare = np.bincount(run, np.where(page.node_owner == blocks.owner[run], length, 0), minlength=len(blocks))
    is_line = (np.diff(blocks.first_node) > 1) & (blocks.length >= _PROSE_INK) & (bare >= _BARE_INK)
    is_line &= np.bincount(run, _has_sign(page), minlength=len(blocks)) == 0
    headed = _headed(page, blocks.first_node[:-1][is_line], length)
    begins = np.ones(len(run), dtype=np.bool_)
    begins[1:] = ~is_line[run[1:]] | (run[1:] != run[:-1])
    begins[headed + 1] = True
    rows = np.flatnonzero(begins)
    joined = is_line[run[rows]] & ~np.isin(rows, headed)
    owners = np.where(joined, blocks.owner[run[rows]], page.node_owner[rows])
    starts = page.node_start[rows]
    ends = page.node_end[rows]
    is_rest = np.isin(rows, headed + 1)
    texts = [
        (blocks.texts[line].partition("\n")[2] if rest else blocks.texts[line])
        if whole
        else collapse(page.text[start:end])
        for line, whole, rest, start, end in zip(
            *(column.tolist() for column in (run[rows], joined, is_rest, starts, ends)), strict=True
        )
    ]
    return starts.astype(np.int64), owners.astype(np.int64), blocks.owner[run[rows]].astype(np.int64), texts
