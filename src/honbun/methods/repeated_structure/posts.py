"""Posts one by one: the structure that repeats most in the main element, each repetition a post."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.methods.repeated_structure.main_element import (
    BODY,
    MainElementOptions,
    TextTree,
    insert_text_elements,
    main_element,
)
from honbun.page import Blocks, Page, Rows, collapse, segment, tags

Symbols = npt.NDArray[np.int64]
Range = tuple[int, int]
"""A half-open range of the text of a page."""

# Once is no repetition.
_MIN_REPETITIONS = 2
# A match with more of the text than all others together is the page between its header and its footer, not one
# of many, and does not count. Without this: F .36 instead of .46 on real forums (posts-dev), .95 instead of .98
# on generated boards with rules.
_MAX_MATCH_SHARE = 0.5
# Phrases of a layer that are looked at closer, those first that the coder used most: they bound the time. On
# generated threads 32 find the same posts as 256.
_MAX_PHRASES = 64
_MAX_SYMBOL = 0x10FFFF


@dataclass(frozen=True, eq=False)
class Pattern:
    """A series of symbols that repeats in one layer."""

    symbols: str
    layer: Rows
    """The rows of the layer below the main element."""
    sequence: str
    """A symbol for each of them: equal for equal paths."""


def published_posts(pages: Sequence[Page], options: MainElementOptions | None = None) -> list[Range]:
    """The posts of the first page, as ranges of its text; the others are pages of the same site and format.

    Of those no more are looked at than `options.siblings`. Without any the main element is the body. The cost is
    nearly linear in the elements of the pages, whatever they are.
    """
    options = options or MainElementOptions()
    if not pages:
        return []
    trees = [insert_text_elements(page, options) for page in pages[: 1 + options.siblings]]
    if not len(trees[0]):
        return []
    return posts_below(trees[0], main_element(trees, options)[0])


def posts_below(tree: TextTree, main: int = BODY) -> list[Range]:
    """The posts in an element, the body if none is given."""
    pattern = estimate_structure(tree, main)
    if pattern is None:
        return []
    posts = join_posts(tree, extract_posts(tree, pattern))
    return [(int(tree.start[post[0]]), int(tree.end[post[-1]])) for post in posts]


def path_symbols(tree: TextTree, layer: Rows, of_parents: Symbols) -> Symbols:
    """For each row of a layer a number for its path (XPath): the parent's and the name, without positions."""
    names = tree.tag[layer].astype(np.int64) + 1
    return np.unique(of_parents * (names.max() + 1) + names, return_inverse=True)[1].astype(np.int64)


def lzw_phrases(sequence: str) -> list[str]:
    """The phrases of the dictionary that LZW builds of a sequence, those first that it used most."""
    phrases = list(dict.fromkeys(sequence))
    prefix = [-1] * len(phrases)
    uses = [0] * len(phrases)
    number = {(-1, symbol): phrase for phrase, symbol in enumerate(phrases)}
    known, begin = -1, 0
    for position, symbol in enumerate(sequence):
        longer = number.get((known, symbol))
        if longer is None:
            number[known, symbol] = len(phrases)
            phrases.append(sequence[begin : position + 1])
            prefix.append(known)
            uses.append(0)
            uses[known] += 1
            longer, begin = number[-1, symbol], position
        known = longer
    if known >= 0:
        uses[known] += 1
    for phrase in range(len(phrases) - 1, -1, -1):  # a prefix comes before what it begins
        if prefix[phrase] >= 0:
            uses[prefix[phrase]] += uses[phrase]
    order = sorted(range(len(phrases)), key=lambda phrase: -uses[phrase])
    return [phrases[phrase] for phrase in order if uses[phrase]]


def find_matches(sequence: str, symbols: str) -> list[tuple[int, int]]:
    """Where the symbols come in their order, others between them allowed; one match after another, half-open."""
    matches: list[tuple[int, int]] = []
    position = 0
    while True:
        begin = -1
        for symbol in symbols:
            found = sequence.find(symbol, position)
            if found < 0:
                return matches
            begin = found if begin < 0 else begin
            position = found + 1
        matches.append((begin, position))


def estimate_structure(tree: TextTree, main: int = BODY) -> Pattern | None:
    """The pattern of paths whose repetitions cover most of the text below an element (EstimateArticleStructure).

    Layer by layer; of patterns that cover the same the one in the higher layer, then the shorter one. The paper
    calls what is compared PatternLength and does not define it. Counted in elements instead of text it gives F .73
    instead of .76 on generated threads without rules, .58 instead of .89 on the hard ones.
    """
    best, most = None, 0
    for pattern, covered in candidates(tree, main):
        if covered > most:
            best, most = pattern, covered
    return best


def candidates(tree: TextTree, main: int = BODY) -> Iterator[tuple[Pattern, int]]:
    """The phrases of each layer below an element and the text that they cover; not those that cannot win.

    A lower layer holds no more text than a higher one, and no phrase covers more than its layer holds.
    """
    most = 0
    length = tree.length
    symbol = np.zeros(len(tree), dtype=np.int64)
    for layer in tree.below(main):
        text = np.concatenate([[0], np.cumsum(length[layer], dtype=np.int64)])
        if text[-1] <= most:
            return
        if len(layer) < _MIN_REPETITIONS:
            continue
        symbol[layer] = path_symbols(tree, layer, symbol[tree.parent[layer]])
        sequence = "".join(map(chr, np.minimum(symbol[layer] + 1, _MAX_SYMBOL).tolist()))
        for symbols in sorted(lzw_phrases(sequence)[:_MAX_PHRASES], key=len):
            covered = _coverage(find_matches(sequence, symbols), text)
            yield Pattern(symbols, layer, sequence), covered
            most = max(most, covered)
            if most == text[-1]:
                return


def _coverage(matches: list[tuple[int, int]], text: Symbols) -> int:
    """How much text the matches hold (PatternLength)."""
    if len(matches) < _MIN_REPETITIONS:
        return 0
    begin, end = np.array(matches).T
    held = text[end] - text[begin]
    total, largest = int(held.sum()), int(held.max())
    return total if largest <= _MAX_MATCH_SHARE * total else total - largest


def extract_posts(tree: TextTree, pattern: Pattern) -> list[Rows]:
    """The rows of each full match of a pattern (ExtractArticleElements).

    Matches lie below one parent each. If no parent holds one they may go from one to the next. What stands between
    the first and the last element of a match belongs to it, for else the second line of a post would not.
    """
    ends = np.flatnonzero(np.diff(tree.parent[pattern.layer])) + 1
    posts = []
    for first, last in pairwise([0, *ends.tolist(), len(pattern.layer)]):
        matches = find_matches(pattern.sequence[first:last], pattern.symbols)
        posts += [pattern.layer[first + begin : first + end] for begin, end in matches]
    if posts:
        return posts
    return [pattern.layer[begin:end] for begin, end in find_matches(pattern.sequence, pattern.symbols)]


def join_posts(tree: TextTree, posts: list[Rows]) -> list[Rows]:
    """The posts or, as high as there are several, the elements that share them out among them (ArticleJoin)."""
    while posts:
        parents = np.unique(tree.parent[np.concatenate(posts)])
        if len(parents) < _MIN_REPETITIONS or len(posts) % len(parents):
            break
        posts = list(parents[:, None])
    return posts


def post_texts(page: Page, posts: Sequence[Range]) -> list[str]:
    """What a reader sees of each post: its blocks, a line each; a block that goes beyond the post is cut."""
    blocks = segment(page)
    breaks = page.text_start[page.tag == tags.CODE["br"]].tolist()
    bounds = np.array(posts, dtype=np.int32).reshape(-1, 2)
    first = np.searchsorted(blocks.end, bounds[:, 0], "right").tolist()
    last = np.searchsorted(blocks.start, bounds[:, 1], "left").tolist()
    texts = []
    for post, a, b in zip(posts, first, last, strict=True):
        shown = (block for block in range(a, b) if not blocks.is_hidden[block])
        texts.append("\n".join(filter(None, (_block_text(blocks, block, post, breaks) for block in shown))))
    return texts


def _block_text(blocks: Blocks, block: int, within: Range, breaks: list[int]) -> str:
    start, end = max(int(blocks.start[block]), within[0]), min(int(blocks.end[block]), within[1])
    if (start, end) == (blocks.start[block], blocks.end[block]):
        return blocks.texts[block]
    inner = breaks[bisect_right(breaks, start) : bisect_left(breaks, end)]
    pieces = (blocks.page.text[a:b] for a, b in pairwise([start, *inner, end]))
    return "\n".join(filter(None, map(collapse, pieces)))
