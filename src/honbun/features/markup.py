"""What the markup says: the names of a block's element and of those around it, and words in their identifiers."""

from __future__ import annotations

from string import ascii_letters

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
_BITS = {name: 1 << bit for bit, name in enumerate(_WORDS)}
_GROUP_OF: dict[bytes, int] = {}
for _name, _words in _WORDS.items():
    for _word in _words.split():
        # All ways that it is found in.
        for _written in (_word.encode(), _word.capitalize().encode(), _word.upper().encode()):
            _GROUP_OF[_written] = _GROUP_OF.get(_written, 0) | _BITS[_name]
_IN_NAMES, _WORD_NAMES = [f"in_{name}" for name in _AROUND], [f"word_{name}" for name in _WORDS]
_IDENTIFIERS = ("class", "id", "role", "itemprop")
# "relatedPosts", "related-posts" and "RELATED_POSTS" are the same two words.
# What begins a value among others, and its bit. The other bytes that are no letters stand between words.
_NEXT, _NEXT_BIT = b"\0", 1 << 31
_GROUP_OF[_NEXT] = _NEXT_BIT
_SPACED = bytes(byte if byte in _NEXT + ascii_letters.encode() else ord(" ") for byte in range(256))
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
    if not values:
        return np.zeros(0, dtype=np.uint32)
    joined = " \0 " + " \0 ".join(values)
    if joined.count("\0") > len(values) or max(map(len, values)) > _MAX_VALUE_LENGTH:
        joined = "".join([" \0 " + value[:_MAX_VALUE_LENGTH].replace("\0", " ") for value in values])
    words = _apart(joined.encode("ascii", "replace").translate(_SPACED)).split()
    known = list(filter(_GROUP_OF.__contains__, words))
    bits = np.fromiter(map(_GROUP_OF.__getitem__, known), dtype=np.uint32, count=len(known))
    return np.bitwise_or.reduceat(bits, np.flatnonzero(bits == _NEXT_BIT)) & np.uint32(_NEXT_BIT - 1)


def _apart(names: bytes) -> bytes:
    """The names with a space before each word: a capital begins one, and so does a small letter after several."""
    if names.islower():
        return names
    letters = np.frombuffer(names, dtype=np.uint8)
    is_upper = (letters >= ord("A")) & (letters <= ord("Z"))
    begins = is_upper.copy()
    begins[1:] &= ~is_upper[:-1]
    begins[2:] |= is_upper[:-2] & is_upper[1:-1] & ~is_upper[2:]
    spaced = np.repeat(letters, 1 + begins)
    spaced[np.flatnonzero(begins) + np.arange(np.count_nonzero(begins))] = ord(" ")
    return spaced.tobytes()


def _down(page: Page, *own: Bits) -> Bits:
    """For each element, two kinds of bits of itself and its ancestors. Pointers double, as in `Page.nearest`."""
    both = np.zeros((len(page) + 1, 2), dtype=np.uint32)
    both[:-1] = np.stack(own, axis=1)
    bits, up = both.view(np.uint64).ravel(), page.above
    for _ in range(page.doublings):
        bits |= bits.take(up)
        up = up.take(up)
    return both[:-1]
