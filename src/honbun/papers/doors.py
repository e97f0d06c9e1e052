"""The published methods, each by one call: pages in, documents, threads or templates out.

`pages` are (url, html), html bytes or str, as everywhere. They are one set: pages of a site, or of several mixed.
Parameters are the papers', with the papers' values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from honbun.document import Document, PlainParts, Reason
from honbun.errors import FormatError, InputError
from honbun.methods.element_identifiers import PostAndComments, split_blog
from honbun.methods.node_classification import NodeModel, Nodes, features, leaf_nodes, shipped_nodes
from honbun.methods.repeated_structure import MainElementOptions, post_texts, published_posts
from honbun.methods.templates import (
    Series,
    Spectrum,
    Template,
    TemplateOptions,
    find_records,
    published_records,
    read_tags,
)
from honbun.methods.unique_blocks import BlockOptions
from honbun.methods.unique_blocks import unique_blocks as unique_rows
from honbun.page import Blocks, Labels, Mask, Page, decode, parse, segment
from honbun.render import text as render_text
from honbun.threads import Post, Thread

Html = str | bytes
Pages = Iterable[tuple[str | None, Html]]


def read_pages(pages: Pages) -> list[Page]:
    """The pages, parsed."""
    return [parse(decode(html).text, url) for url, html in pages]


def document(blocks: Blocks, kept: Mask, why: tuple[str, str], comments: str = "") -> Document:
    """The kept blocks as a document that states nothing else; `why` is the evidence of kept and other blocks."""
    labels = Labels(kept.astype(np.float32), np.where(kept, 1, 2).astype(np.uint32), why)
    reason = None if kept.any() else Reason.NO_MAIN_TEXT if len(blocks) else Reason.NO_TEXT
    said = (Post(comments),) if comments else ()
    return Document(blocks, labels, blocks.page.url, reason=reason, parts=PlainParts(comments=said))


def unique_blocks(
    pages: Pages, *, threshold: float = 0.9, with_src: bool = False, without_noscript: bool = False
) -> list[Document]:
    """The content of each page: blocks whose cosine with every block of other pages is at most `threshold`."""
    options = BlockOptions(threshold=threshold, with_src=with_src, without_noscript=without_noscript)
    parsed = read_pages(pages)
    why = ("on no other page", "the same as a block of another page")
    found = zip(map(segment, parsed), unique_rows(parsed, options), strict=True)
    return [document(blocks, mask[blocks.owner], why) for blocks, mask in found]


def element_identifiers(pages: Pages, *, complete: bool = True) -> list[Document]:
    """The post of each page of a blog as its text; the comments, which are not told apart, as one."""
    parsed = read_pages(pages)
    return [
        _of_blog(page, parts) for page, parts in zip(parsed, split_blog(parsed, complete=complete), strict=True)
    ]


def _of_blog(page: Page, parts: PostAndComments) -> Document:
    blocks = segment(page)
    comments = render_text(blocks, parts.comment[blocks.owner])
    why = ("in a region that has content on every page", "not in the post")
    return document(blocks, parts.post[blocks.owner], why, comments)


def nodes(pages: Pages, *, model: NodeModel | None = None) -> list[Document]:
    """The leaf text nodes of each page that a trained model keeps; the blocks of the documents are the nodes.

    Without a model that of the package is asked, which was learned from news.
    """
    model = model or shipped_nodes()
    documents = []
    for page in read_pages(pages):
        found = leaf_nodes(page)
        why = (f"clean by {model.learner}", f"dirty by {model.learner}")
        documents.append(document(node_blocks(found), model.predict(features(found)), why))
    return documents


@dataclass(frozen=True, eq=False)
class NodeBlocks(Blocks):
    """Nodes of a cleaned page as blocks, which show what the nodes do: an unwrapped list item is a line."""

    shown: tuple[str, ...] = ()

    @cached_property
    def texts(self) -> list[str]:
        """The text of each node."""
        return list(self.shown)


def node_blocks(nodes: Nodes) -> NodeBlocks:
    """The nodes of a cleaned page as blocks."""
    page = nodes.page
    first = np.searchsorted(page.node_start, nodes.start, "left")
    first_node = np.append(first, len(page.node_start)).astype(np.int32)
    return NodeBlocks(
        page=page,
        first_node=first_node,
        owner=nodes.parent,
        start=page.node_start[first],
        end=page.node_end[first_node[1:] - 1],
        is_hidden=np.zeros(len(nodes), dtype=np.bool_),
        shown=tuple(nodes.texts),
    )


def posts(pages: Pages, *, siblings: int = 4, agreement: float = 0.7, with_breaks: bool = False) -> list[Thread]:
    """The posts of each page; the next `siblings` pages (α) show where they are, the first after the last."""
    options = _main_element(siblings, agreement, with_breaks)
    parsed = read_pages(pages)
    return [_thread(window, options) for window in windows(parsed, siblings)]


def _main_element(siblings: int, agreement: float, with_breaks: bool) -> MainElementOptions:
    try:
        return MainElementOptions(siblings=siblings, agreement=agreement, with_breaks=with_breaks)
    except ValueError as error:
        raise FormatError(str(error)) from None


def windows(pages: Sequence[Page], siblings: int) -> list[list[Page]]:
    """Each page with the next ones."""
    size = min(len(pages), 1 + siblings)
    return [[pages[(number + step) % len(pages)] for step in range(size)] for number in range(len(pages))]


def _thread(window: Sequence[Page], options: MainElementOptions) -> Thread:
    page = window[0]
    texts = post_texts(page, published_posts(window, options))
    reason = None if texts else str(Reason.NO_THREAD)
    return Thread(tuple(map(Post, texts)), url=page.url, reason=reason)


@dataclass(frozen=True, eq=False)
class PublishedTemplate:
    """What the published method finds, and beside it what honbun does."""

    name: str
    """The page, where each is taken alone."""
    pages: int
    spectrum: Spectrum
    template: Template | None
    """The published one: at the highest peak of F."""
    ours: tuple[Template, ...]
    """Those of `honbun template`."""

    @property
    def common(self) -> int:
        """How many strings of the published template are one of honbun's, too."""
        ours = {string for template in self.ours for string in template.strings}
        return sum(string in ours for string in self.template.strings) if self.template else 0

    def to_dict(self) -> dict[str, Any]:
        """All of it, as JSON takes it."""
        template, spectrum = self.template, self.spectrum
        return {
            "page": self.name or None,
            "pages": self.pages,
            "peak": template.frequency if template else None,
            "total": template.total if template else 0,
            "strings": list(template.strings) if template else [],
            "honbun": [{"frequency": each.frequency, "strings": list(each.strings)} for each in self.ours],
            "spectrum": [
                {"f": f, "V": v, "F": f * v}
                for f, v in zip(spectrum.frequency.tolist(), spectrum.distinct.tolist(), strict=True)
            ],
        }


def templates(
    pages: Pages,
    *,
    tags: bool = False,
    max_length: int | None = 10,
    min_frequency: int = 3,
    max_frequency: int | None = None,
    everywhere: bool = False,
) -> list[PublishedTemplate]:
    """The template of a series of pages, counted in characters; with `tags` that of each page, counted in tags.

    InputError if there are fewer than two pages to count in characters.
    """
    options = TemplateOptions(
        max_length=max_length, min_frequency=min_frequency, max_frequency=max_frequency, everywhere=everywhere
    )
    named = [(name or "", decode(html).text) for name, html in pages]
    if tags:
        return [_of_tags(name, html, options) for name, html in named]
    if len(named) < 2:
        raise InputError(
            f"a template needs two pages or more, not {len(named)}", advice="or count the tags of one page"
        )
    series = Series.of([text for _, text in named])
    ours = tuple(series.templates())
    return [PublishedTemplate("", len(named), series.spectrum(options), series.published(options), ours)]


def _of_tags(name: str, html: str, options: TemplateOptions) -> PublishedTemplate:
    page = read_tags(html)
    ours = find_records(page)
    spectrum = page.series()[0].spectrum(options)
    return PublishedTemplate(name, 1, spectrum, published_records(page, options), (ours,) if ours else ())
