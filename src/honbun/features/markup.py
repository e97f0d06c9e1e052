"""What the markup says: the names of a block's element and of those around it, and words in their identifiers."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from honbun.features.outline import Columns, Outline
from honbun.page import Page, tags

Bits = npt.NDArray[np.uint32]

# Elements that hold a block, in an order that a threshold can cut: prose, items, cells, boxes, headings, edges.
_OWNERS = (
    "p blockquote pre dd li figcaption td th dt caption div section article main body h1 h2 h3 h4 h5 h6 "
    "header summary footer aside nav form"
).split()
_RANK = np.full(tags.FIRST_CUSTOM + 1, len(_OWNERS), dtype=np.int32)
_RANK[[tags.CODE[name] for name in _OWNERS]] = np.arange(len(_OWNERS))

_AROUND = (
    "a article aside blockquote button code details dialog dl figure footer form h1 h2 h3 header label li main "
    "nav noscript ol p pre section table td ul"
).split()
_NAME_BIT = np.zeros(tags.FIRST_CUSTOM + 1, dtype=np.uint32)
_NAME_BIT[[tags.CODE[name] for name in _AROUND]] = 1 << np.arange(len(_AROUND), dtype=np.uint32)

# Words that makers of pages use in classes, identifiers, roles and schema.org properties, in whatever language the
# page speaks. Each group is one feature among many; none decides alone.
_WORDS = {
    "content": "content contents article entry story body prose markdown richtext rich text copy article-body",
    "main": "main primary detail details single page",
    "title": "title headline heading subject subtitle",
    "byline": "author authors byline date time published publish posted meta credit avatar user profile username",
    "comment": "comment comments reply replies respond response disqus discussion commentlist",
    "post": "post posts message messages thread topic answer answers question",
    "review": "review reviews rating ratings testimonial testimonials star stars reviewbody",
    "product": "product products price prices sku cart buy shop spec specs specification offer offers",
    "item": "item items card cards tile tiles grid list listing result results row teaser",
    "related": "related recommended recommendations similar more also popular trending latest suggested upsell "
    "cross",
    "navigation": "nav navbar navigation menu submenu breadcrumb breadcrumbs pagination pager toc tabs tab filter "
    "filters sort facet facets",
    "side": "side sidebar aside rail widget widgets right left secondary complementary",
    "foot": "foot footer copyright legal bottom colophon contentinfo",
    "head": "header masthead top topbar banner hero",
    "share": "share sharing social follow facebook twitter button buttons btn tools action actions toolbar",
    "promo": "promo promotion ad ads advert advertisement sponsor sponsored newsletter subscribe subscription "
    "signup cta donate login register",
    "dialog": "cookie cookies consent modal popup overlay gdpr notice alert drawer offcanvas toast dialog",
    "media": "caption image images img figure photo video gallery slide slider carousel swiper embed "
    "thumbnail thumb",
    "tag": "tag tags category categories label labels badge keyword keywords",
    "form": "form search input field",
    "hidden": "hidden sr only screen reader visually collapse invisible skip",
    "quote": "quote blockquote signature sig",
    "faq": "faq accordion toggle collapse answer",
    "note": "footnote footnotes reference references cite citation note",
}
_GROUP_OF: dict[str, int] = {}
for _bit, _words in enumerate(_WORDS.values()):
    for _word in _words.split():
        # All ways that it is found in.
        for _written in (_word, _word.capitalize(), _word.upper()):
            _GROUP_OF[_written] = _GROUP_OF.get(_written, 0) | 1 << _bit
_IN_NAMES, _WORD_NAMES = [f"in_{name}" for name in _AROUND], [f"word_{name}" for name in _WORDS]
_IDENTIFIERS = ("class", "id", "role", "itemprop")
# "relatedPosts", "related-posts" and "RELATED_POSTS" are the same two words.
_WORD = re.compile("[A-Z]{2,}|[A-Z]?[a-z]+|[A-Z]")
# Longer values are data, not names.
_MAX_VALUE_LENGTH = 300


def markup_features(outline: Outline) -> Columns:
    """The element, its parents, what is around it, and words of identifiers near and far."""
    page, owner = outline.page, outline.blocks.owner
    codes = np.minimum(page.tag, tags.FIRST_CUSTOM)
    parent = page.parent[owner]
    grand = np.where(parent >= 0, page.parent[parent], -1)
    inner = page.node_owner[outline.blocks.first_node[:-1]]
    columns: Columns = {
        "tag": _RANK[codes[owner]],
        "parent_tag": _RANK[codes[parent]],
        "grandparent_tag": _RANK[codes[grand]],
        "inline_tag": np.where(inner == owner, -1, codes[inner]),
        "depth": page.depth[owner],
        "hidden": outline.blocks.is_hidden,
    }
    own = own_words(page)
    around, far = _down(page, _NAME_BIT[codes], own)[inner].T
    columns |= zip(_IN_NAMES, _bits(around, len(_AROUND)), strict=True)
    lifted = np.append(own, np.uint32(0))
    near = lifted[inner] | lifted[owner] | lifted[parent] | lifted[grand]
    words = 2 * _bits(near, len(_WORDS)) + _bits(far, len(_WORDS))
    columns |= zip(_WORD_NAMES, words, strict=True)
    return columns


def _bits(packed: Bits, count: int) -> npt.NDArray[np.uint8]:
    """The first bits of these numbers, a row for each bit."""
    as_bytes = packed.astype("<u4").view(np.uint8).reshape(-1, 4)
    return np.ascontiguousarray(np.unpackbits(as_bytes, axis=1, count=count, bitorder="little").T)


def own_words(page: Page) -> Bits:
    """For each element, the groups of words that its own identifiers name, a bit each."""
    own = np.zeros(len(page), dtype=np.uint32)
    named = [page.values_of(attribute) for attribute in _IDENTIFIERS]
    groups = _groups_in([value for values in named for value in values.distinct])
    start = 0
    for rows, which, values in named:
        own[rows] |= groups[start:][which]
        start += len(values)
    return own


def _groups_in(values: list[str]) -> Bits:
    """For each of these values the groups that its words are in."""
    found = [0] * len(values)
    for number, value in enumerate(values):
        for word in _WORD.findall(value[:_MAX_VALUE_LENGTH]):
            found[number] |= _GROUP_OF.get(word, 0)
    return np.array(found, dtype=np.uint32)


def _down(page: Page, *own: Bits) -> Bits:
    """For each element, two kinds of bits of itself and its ancestors. Pointers double, as in `Page.nearest`."""
    both = np.zeros((len(page) + 1, 2), dtype=np.uint32)
    both[:-1] = np.stack(own, axis=1)
    bits, up = both.view(np.uint64).ravel(), page.above
    for _ in range(page.doublings):
        bits |= bits.take(up)
        up = up.take(up)
    return both[:-1]
