"""What a published method saw on the way to its answer, in lines to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from honbun.errors import FormatError
from honbun.methods.element_identifiers import BLOG, block_identifiers, split_blog
from honbun.methods.node_classification import FEATURES, NodeModel, features, leaf_nodes, shipped_nodes
from honbun.methods.repeated_structure import (
    MainElementOptions,
    TextTree,
    candidates,
    child_count_agreement,
    estimate_structure,
    extract_posts,
    insert_text_elements,
    join_posts,
    main_element,
    main_layer,
)
from honbun.methods.unique_blocks import BlockOptions, BlockVectors, Vocabulary, block_vectors, unique_blocks
from honbun.page import Page, collapse
from honbun.papers.doors import Pages, read_pages, templates, windows

# Characters of a text that are shown, phrases of a page, frequencies of a spectrum.
_SHOWN = 60
_PHRASES = 8
_FREQUENCIES = 12


def explain(name: str, pages: Pages, **options: Any) -> Iterator[str]:
    """Lines on how a method comes to its answer; names and options are those of the calls of `honbun.papers`."""
    if name not in _METHODS:
        raise FormatError("no such method", name, f"known: {', '.join(sorted(_METHODS))}")
    return _METHODS[name](pages, **options)


def _unique_blocks(pages: Pages, **options: Any) -> Iterator[str]:
    """Each block with its vector, and the block of another page that is nearest to it."""
    asked = BlockOptions(**options)
    parsed = read_pages(pages)
    vocabulary: Vocabulary = {}
    vectors = [block_vectors(page, vocabulary, asked) for page in parsed]
    names = [f"<{word[1:]}>" if word.startswith("\n") else repr(_short(word)) for word in vocabulary]
    nearest = _nearest(vectors, len(vocabulary))
    for number, (page, mask) in enumerate(zip(parsed, unique_blocks(parsed, asked), strict=True)):
        yield f"{_name(page, number)}: {int(mask.sum())} of {len(vectors[number])} blocks are on no other page"
        for block, row in enumerate(vectors[number].row.tolist()):
            cosine, other, at = nearest[number][block]
            counts = ", ".join(f"{names[word]}: {n}" for word, n in vectors[number].vector(block).items())
            where = (
                f"{cosine:.3f} {_name(parsed[other], other)} {parsed[other].xpath(at)}" if other >= 0 else "none"
            )
            yield f"{'+' if mask[row] else '-'} {page.xpath(row)} {{{counts}}}"
            yield f"    nearest: {where}"


def _nearest(vectors: Sequence[BlockVectors], words: int) -> list[list[tuple[float, int, int]]]:
    """For each block of each page the largest cosine with a block of another page, that page, and its row."""
    unit = [_unit(of_page, words) for of_page in vectors]
    found = []
    for number, of_page in enumerate(unit):
        best = [(0.0, -1, -1)] * of_page.shape[0]
        for other, against in enumerate(unit):
            if other == number or not against.shape[0] or not of_page.shape[0]:
                continue
            product = (of_page @ against.T).toarray()
            for block, at in enumerate(product.argmax(axis=1).tolist()):
                if product[block, at] > best[block][0]:
                    best[block] = (float(product[block, at]), other, int(vectors[other].row[at]))
        found.append(best)
    return found


def _unit(vectors: BlockVectors, words: int) -> Any:
    count = vectors.count.astype(np.float64)
    block = np.repeat(np.arange(len(vectors)), np.diff(vectors.first))
    norm = np.sqrt(np.bincount(block, weights=count**2, minlength=len(vectors)))
    return sparse.csr_array((count / norm[block], vectors.feature, vectors.first), shape=(len(vectors), words))


def _element_identifiers(pages: Pages, *, complete: bool = True) -> Iterator[str]:
    """Each kept identifier: on how many pages it has content, and what its content is taken for."""
    parsed = read_pages(pages)
    names, of_page = block_identifiers(parsed)
    content = unique_blocks(parsed, BLOG)
    counts = [
        np.bincount(numbers[mask], minlength=len(names)) for numbers, mask in zip(of_page, content, strict=True)
    ]
    yield f"{len(names) - 1} identifiers are exactly once on each of {len(parsed)} pages"
    for number, name in enumerate(names):
        blocks = [int(count[number]) for count in counts]
        held = sum(map(bool, blocks))
        role = "post" if held == len(parsed) else "comments" if held else "no content"
        yield f"{role:10} {name}: {sum(blocks)} content blocks on {held} of {len(parsed)} pages"
    for number, parts in enumerate(split_blog(parsed, complete=complete)):
        post, comments = int(parts.post.sum()), int(parts.comment.sum())
        completed = post + comments - int(content[number].sum())
        found = f"{post} blocks of the post, {comments} of comments; {completed} completed"
        yield f"{_name(parsed[number], number)}: {found}"


def _nodes(pages: Pages, *, model: NodeModel | None = None) -> Iterator[str]:
    """Each node with its nine features and the margin by which it is clean or dirty."""
    model = model or shipped_nodes()
    learned = f"{model.learner}, learned from {model.about.get('nodes', '?')} nodes"
    yield f"{learned}; columns: {', '.join(FEATURES)}, margin"
    for number, page in enumerate(read_pages(pages)):
        found = leaf_nodes(page)
        values = features(found)
        kept, margins = model.predict(values), model.margins(values)
        yield f"{_name(page, number)}: {int(kept.sum())} of {len(found)} nodes are clean"
        for text, is_kept, row, margin in zip(found.texts, kept, values, margins, strict=True):
            numbers = " ".join(f"{value:g}" for value in row.round(3))
            yield f"{'+' if is_kept else '-'} {numbers} {margin:+.3f} {_short(text)}"


def _posts(pages: Pages, **options: Any) -> Iterator[str]:
    """Where the pages stop to agree, which phrases repeat below, and what the posts are joined to."""
    asked = MainElementOptions(**options)
    parsed = read_pages(pages)
    for number, window in enumerate(windows(parsed, asked.siblings)):
        trees = [insert_text_elements(page, asked) for page in window]
        if not len(trees[0]):
            yield f"{_name(parsed[number], number)}: no elements"
            continue
        agreement = " ".join(f"{layer}:{share:.2f}" for layer, share in enumerate(child_count_agreement(trees)))
        main = main_element(trees, asked)[0]
        yield f"{_name(parsed[number], number)}: with {len(window) - 1} other pages"
        yield f"  agreement of layers {agreement}"
        yield f"  main element in layer {main_layer(trees, asked)}: {_path(trees[0], main)}"
        yield from _structure(trees[0], main)


def _structure(tree: TextTree, main: int) -> Iterator[str]:
    found = sorted(candidates(tree, main), key=lambda item: -item[1])[:_PHRASES]
    for phrase, covered in found:
        yield f"  layer {int(tree.depth[phrase.layer[0]])}, {covered} characters: {' '.join(_paths(tree, phrase))}"
    pattern = estimate_structure(tree, main)
    if pattern is None:
        yield "  nothing repeats"
        return
    matched = extract_posts(tree, pattern)
    joined = join_posts(tree, matched)
    yield f"  pattern {' '.join(_paths(tree, pattern))}: {len(matched)} matches, {len(joined)} posts after joining"


def _paths(tree: TextTree, pattern: Any) -> list[str]:
    """The elements of a pattern, each by the last name of its path."""
    first = {symbol: int(pattern.layer[at]) for at, symbol in reversed(list(enumerate(pattern.sequence)))}
    return [_path(tree, first[symbol]).rpartition("/")[2] for symbol in pattern.symbols]


def _path(tree: TextTree, row: int) -> str:
    names: list[str] = []
    while row >= 0:
        names.append(tree.name(row))
        row = int(tree.parent[row])
    return "/" + "/".join(reversed(names))


def _templates(pages: Pages, **options: Any) -> Iterator[str]:
    """V and F at the frequencies with the largest F."""
    for found in templates(pages, **options):
        spectrum = found.spectrum
        yield f"{found.name or f'{found.pages} pages'}: {len(spectrum.frequency)} frequencies; f, V(f), F(f):"
        for at in np.argsort(-spectrum.total, kind="stable")[:_FREQUENCIES].tolist():
            f, v = int(spectrum.frequency[at]), int(spectrum.distinct[at])
            is_peak = found.template is not None and f == found.template.frequency
            yield f"{'+' if is_peak else ' '} {f:>8,} {v:>10,} {f * v:>12,}"


_METHODS: dict[str, Callable[..., Iterator[str]]] = {
    "element_identifiers": _element_identifiers,
    "nodes": _nodes,
    "posts": _posts,
    "templates": _templates,
    "unique_blocks": _unique_blocks,
}


def _name(page: Page, number: int) -> str:
    return page.url or f"page {number + 1}"


def _short(text: str) -> str:
    line = collapse(text)
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
