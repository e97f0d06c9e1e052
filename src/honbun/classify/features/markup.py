"""What the markup says: the names of a run's element and of those around it, and words in their identifiers."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from honbun.classify.features.characters import Columns
from honbun.page import Page, tags
from honbun.page.outline import Outline

# Elements that hold a run, in an order that a threshold can cut: prose, items, cells, headings, the rest.
_OWNERS = "p blockquote pre dd li figcaption td th dt caption div section article main body h1 h2 h3 h4 h5 h6 header summary label button footer aside nav form"
_RANK = np.full(tags.FIRST_CUSTOM + 1, 40, dtype=np.int32)
_RANK[[tags.CODE[name] for name in _OWNERS.split()]] = np.arange(len(_OWNERS.split()))

_AROUND = "article aside blockquote button details dialog dl figure footer form header li main nav ol p pre section table td ul noscript code label h1 h2 h3 a".split()

# Words that the makers of pages use in classes, identifiers and roles whatever language the page is in. Each group is a feature; no group decides alone.
_GROUPS = {
    "content": r"content|article|entry|story|body|prose|markdown|rich-?text|texte?\b|copy\b",
    "main": r"main|primary|detail|single",
    "title": r"title|headline|heading|subject",
    "byline": r"author|byline|date\b|time\b|publish|posted|meta\b|credit|avatar|user|profile",
    "comment": r"comment|repl(?:y|ies)|respon[sd]|disqus|discussion",
    "post": r"post|message|thread|topic|answer|question",
    "review": r"review|rating|testimonial|stars?\b",
    "product": r"product|price|sku|cart|buy|shop|spec",
    "item": r"item|card|tile|grid|list|result|row|teaser|product-?card",
    "related": r"relat|recommend|similar|more-|also|popular|trending|latest|suggest|upsell|cross",
    "navigation": r"nav|menu|breadcrumb|pagin|pager|toc\b|tabs?\b|filter|sort|facet",
    "side": r"side|aside|rail|widget|right|left",
    "foot": r"foot|copyright|legal|bottom|colophon",
    "head": r"header|masthead|top|banner|hero",
    "share": r"share|social|follow|facebook|twitter|button|btn|tools|action|toolbar",
    "promo": r"promo|advert|\bads?\b|sponsor|newsletter|subscri|sign-?up|signup|cta\b|donat|login|register",
    "dialog": r"cookie|consent|modal|popup|overlay|gdpr|notice|alert|drawer|offcanvas|toast",
    "media": r"caption|image|figure|photo|video|gallery|slide|carousel|swiper|embed",
    "tag": r"tags?\b|categor|label|badge|keyword",
    "form": r"form|search|input|field",
    "hidden": r"hidden|sr-only|screen-reader|visually|collapse|invisible|skip",
    "quote": r"quote|signature|sig\b",
    "faq": r"faq|accordion|toggle|question",
    "footnote": r"footnote|reference|cite|note",
}
_BITS = {name: 1 << bit for bit, name in enumerate(_GROUPS)}
_PATTERNS = [(_BITS[name], re.compile(words, re.IGNORECASE)) for name, words in _GROUPS.items()]
_LONGEST = 60
_IDENTIFIERS = ("class", "id", "role", "itemprop", "itemtype")


@lru_cache(maxsize=1 << 16)
def _groups_of(word: str) -> int:
    """The groups that a word belongs to, as bits. Words come back from page to page."""
    return sum(bit for bit, pattern in _PATTERNS if pattern.search(word))


def _words_of(value: str, known: dict[str, int]) -> int:
    """The groups that have a word in an identifier, as bits."""
    bits = known.get(value)
    if bits is None:
        bits = 0
        for word in value.split():
            bits |= _groups_of(word if len(word) <= _LONGEST else word[:_LONGEST])
        known[value] = bits
    return bits


def own_words(page: Page) -> npt.NDArray[np.uint32]:
    """For each element, the groups that its own identifiers name."""
    own = [0] * len(page)
    known: dict[str, int] = {}
    for attribute in _IDENTIFIERS:
        for row, value in page.attributes.get(attribute, {}).items():
            if value:
                own[row] |= _words_of(value, known)
    return np.array(own, dtype=np.uint32)


def down(page: Page, own: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """For each element, the bits of itself and its ancestors. n·log(depth), by doubling pointers."""
    n = len(page)
    bits = np.append(own, np.uint32(0))
    up = np.append(np.where(page.parent < 0, n, page.parent), n)
    for _ in range(int(page.depth.max(initial=0)).bit_length()):
        bits |= bits[up]
        up = up[up]
    return bits[:n]


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
    names = np.zeros(len(page), dtype=np.uint32)
    for bit, name in enumerate(_AROUND):
        names[page.tag == tags.CODE[name]] |= np.uint32(1 << bit)
    around = down(page, names)[inner]
    for bit, name in enumerate(_AROUND):
        columns[f"in_{name}"] = around >> np.uint32(bit) & np.uint32(1)
    far = down(page, own)[inner]
    lifted = np.append(own, np.uint32(0))
    near = lifted[inner] | lifted[owner] | lifted[parent] | lifted[grand]
    for name, bit in _BITS.items():
        columns[f"word_{name}"] = ((near & bit) > 0).astype(np.int8) * 2 + ((far & bit) > 0)
    return columns
