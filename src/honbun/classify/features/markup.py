"""What the markup says: the names of a run's element and of those around it, and words in their identifiers."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from honbun.classify.features.columns import Columns
from honbun.page import Page, tags
from honbun.page.outline import Outline

Bits = npt.NDArray[np.uint32]

# Elements that hold a run, in an order that a threshold can cut: prose, items, cells, boxes, headings, edges.
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
_BITS = {name: 1 << bit for bit, name in enumerate(_WORDS)}
_GROUP_OF: dict[str, int] = {}
for _name, _words in _WORDS.items():
    for _word in _words.split():
        _GROUP_OF[_word] = _GROUP_OF.get(_word, 0) | _BITS[_name]
_IDENTIFIERS = ("class", "id", "role", "itemprop")
# "relatedPosts", "related-posts" and "RELATED_POSTS" are the same two words.
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
# Longer values are data, not names.
_LONGEST = 300


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
    names = np.zeros(len(page), dtype=np.uint32)
    for bit, name in enumerate(_AROUND):
        names[page.tag == tags.CODE[name]] = 1 << bit
    around = _down(page, names)[inner]
    for bit, name in enumerate(_AROUND):
        columns[f"in_{name}"] = _bit(around, bit)
    own = own_words(page)
    far = _down(page, own)[inner]
    lifted = np.append(own, np.uint32(0))
    near = lifted[inner] | lifted[owner] | lifted[parent] | lifted[grand]
    for bit, name in enumerate(_WORDS):
        columns[f"word_{name}"] = 2 * _bit(near, bit) + _bit(far, bit)
    return columns


def _bit(bits: Bits, bit: int) -> Bits:
    return bits >> np.uint32(bit) & np.uint32(1)


def own_words(page: Page) -> Bits:
    """For each element, the groups of words that its own identifiers name, a bit each."""
    own = [0] * len(page)
    known: dict[str, int] = {}
    for attribute in _IDENTIFIERS:
        for row, value in page.attributes.get(attribute, {}).items():
            bits = known.get(value)
            if bits is None:
                bits = known[value] = _groups_in(value)
            own[row] |= bits
    return np.array(own, dtype=np.uint32)


def _groups_in(value: str) -> int:
    bits = 0
    for word in _WORD.findall(value[:_LONGEST]):
        bits |= _GROUP_OF.get(word.lower(), 0)
    return bits


def _down(page: Page, own: Bits) -> Bits:
    """For each element, the bits of itself and of its ancestors. Pointers double, as in `Page.nearest`."""
    n = len(page)
    bits = np.append(own, np.uint32(0))
    up = np.append(np.where(page.parent < 0, n, page.parent), n)
    for _ in range(int(page.depth.max(initial=0)).bit_length()):
        bits |= bits[up]
        up = up[up]
    return bits[:n]
