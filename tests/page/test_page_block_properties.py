"""Runs of any markup against a plain walk over the parser's own tree."""

import re
from typing import Any, NamedTuple

import turbohtml
from hypothesis import given, settings
from hypothesis import strategies as st
from page_samples import ancestors, htmls, is_element, length_of, parse_and_tree, squeezed, text_of

from honbun.page import parse, tags
from honbun.page.blocks import collapse, segment

SIDE_BY_SIDE = {"a", "button", "label", "span", "time"}
RUNNING = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "figcaption", "caption"}


class Segment(NamedTuple):
    """A block as the walk sees it."""

    owner: str
    text: str
    is_hidden: bool


class Walk:
    """Collects blocks: block-level tags, parts, two line breaks and a change of visibility end the one at hand."""

    def __init__(self, tree: Any) -> None:
        self.found: list[Segment] = []
        self._breaks = 0
        self._is_open = False
        self._running = 0
        self._visit(tree, "", False)

    def _visit(self, node: Any, owner: str, is_hidden: bool) -> None:
        if isinstance(node, turbohtml.Text):
            self._read(str(node.data), owner, is_hidden)
        elif not isinstance(node, turbohtml.Element):
            for child in node.children if isinstance(node, turbohtml.Document) else ():
                self._visit(child, owner, is_hidden)
        elif node.tag == "br":
            self._breaks += 1
        else:
            is_block = node.tag in tags.BLOCK_LEVEL_NAMES
            ends_run = is_block or (not self._running and is_part(node))
            self._is_open &= not ends_run
            self._running += node.tag in RUNNING
            for child in node.children if node.tag not in tags.NOT_TEXT_NAMES else ():
                self._visit(child, node.tag if is_block else owner, is_hidden or is_marked(node))
            self._running -= node.tag in RUNNING
            self._is_open &= not ends_run

    def _read(self, text: str, owner: str, is_hidden: bool) -> None:
        if text.isspace():
            return
        if self._is_open and self._breaks < 2 and self.found[-1].is_hidden == is_hidden:
            self.found[-1] = self.found[-1]._replace(text=self.found[-1].text + text)
        else:
            self.found.append(Segment(owner, text, is_hidden))
        self._is_open, self._breaks = True, 0


def is_part(element: Any) -> bool:
    """One of several inline boxes whose parent has no text of its own."""
    beside = list(element.parent.children)
    has_own_text = any(isinstance(node, turbohtml.Text) and squeezed(str(node.data)) for node in beside)
    return is_box(element) and sum(map(is_box, beside)) >= 2 and not has_own_text


def is_box(node: Any) -> bool:
    return is_element(node) and node.tag in SIDE_BY_SIDE and bool(squeezed(text_of(node)))


def is_marked(element: Any) -> bool:
    style = element.attrs.get("style") or ""
    return "hidden" in element.attrs or bool(re.search(r"(?i)display\s*:\s*none|visibility\s*:\s*hidden", style))


@settings(deadline=None, max_examples=300)
@given(htmls)
def test_blocks_are_those_of_the_walk(html):
    page, tree = parse_and_tree(html)
    found = [Segment(block.tag, squeezed(block.text), block.is_hidden) for block in segment(page).check()]
    assert found == [Segment(one.owner, squeezed(one.text), one.is_hidden) for one in Walk(tree).found]


@settings(deadline=None, max_examples=200)
@given(htmls)
def test_every_node_is_in_one_block_and_no_text_is_lost(html):
    page = parse(html)
    blocks = segment(page).check()
    nodes = [n for a, b in zip(blocks.first_node, blocks.first_node[1:], strict=False) for n in range(a, b)]
    assert nodes == list(range(len(page.node_start)))
    assert squeezed("".join(blocks.texts)) == squeezed(page.text)
    assert blocks.length.tolist() == [length_of(text) for text in blocks.texts]
    assert int(blocks.length.sum()) == length_of(page.text)


@settings(deadline=None, max_examples=200)
@given(htmls)
def test_the_owner_is_the_nearest_block_level_element_of_every_node(html):
    page = parse(html)
    blocks = segment(page)
    is_block = tags.is_in(tags.BLOCK_LEVEL, page.tag)
    for block, owner in enumerate(blocks.owner.tolist()):
        for node in range(blocks.first_node[block], blocks.first_node[block + 1]):
            chain = ancestors(page, int(page.node_owner[node]))
            assert next(row for row in chain if is_block[row]) == owner


@settings(deadline=None, max_examples=200)
@given(htmls)
def test_link_length(html):
    page = parse(html)
    blocks = segment(page)
    expected = [0] * len(blocks)
    for block in range(len(blocks)):
        for node in range(blocks.first_node[block], blocks.first_node[block + 1]):
            chain = ancestors(page, int(page.node_owner[node]))
            if any(page.tag_name(row) == "a" and page.attribute(row, "href") is not None for row in chain):
                expected[block] += length_of(page.text[page.node_start[node] : page.node_end[node]])
    assert blocks.link_length.tolist() == expected


@given(st.text(st.one_of(st.sampled_from(" \n\t\r\fab本文한\u3000"), st.characters())))
def test_collapse_is_idempotent_and_keeps_the_words(text):
    once = collapse(text)
    assert collapse(once) == once
    assert squeezed(once) == squeezed(text)
    assert once == once.strip()
    assert "\n" not in once
