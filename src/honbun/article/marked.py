"""Blocks that a page itself marks as no part of its content, in the words of HTML and of consent dialogs."""

from __future__ import annotations

import re

import numpy as np

from honbun.features import Outline
from honbun.page import CompiledBlocks, Mask, Page, tags

_ELEMENTS = tags.table(["dialog", "nav"])
_ROLES = frozenset("alertdialog contentinfo dialog menu menubar navigation".split())
# A footer in one of these is theirs, not the page's, and may say who wrote or said it.
_WITH_OWN_FOOTER = tags.table("article blockquote li main td".split())
# Programs that ask for consent, as they call the elements that they add to a page.
_PROGRAMS = (
    "onetrust iubenda didomi usercentrics borlabs truste_ qc-cmp osano-cm cky- cmplz- cli-modal cli-bar "
    "sp_message sp-cc cc-window gdpr"
).split()
# These where a word begins ("cky-" is in "sticky-"), or what others call the box. A recipe is called cookie, too.
_CONSENT = re.compile(
    rf"(?<![a-z])(?:{'|'.join(_PROGRAMS)})"
    r"|(?:cookies?|consent)[-_]?(?:alert|ba(?:nner|r)|bot|consent|dialog|disclaimer|info|law|manager|message|modal|notice"
    r"|notification|overlay|policy|popup|preferences|prompt|sdk|settings|tools|wall)"
)
# Elements that are called so for another reason: the whole page while it asks, or a line about it.
_NOT_CONSENT = tags.table("a article body button h1 h2 h3 h4 h5 h6 html li main p".split())
_MARKUP = re.compile(r"<[A-Za-z].*>\Z", re.DOTALL)
# Where more of the text is so marked, the marks mean nothing: the page is only a dialog.
_MAX_MARKED_SHARE = 0.9


def find_marked(outline: Outline) -> Mask:
    """Blocks in navigation, in the page's footer, in dialogs or questions about cookies, and escaped markup."""
    if isinstance(outline.blocks, CompiledBlocks):
        return outline.blocks.is_marked
    page, blocks = outline.page, outline.blocks
    footers = (page.tag == tags.CODE["footer"]) & ~page.within(tags.is_in(_WITH_OWN_FOOTER, page.tag))
    marked = footers | tags.is_in(_ELEMENTS, page.tag) | _dialogs_about_consent(page)
    marked[[row for row, role in page.attributes.get("role", {}).items() if role.strip().lower() in _ROLES]] = True
    inside = page.within(marked)[page.node_owner[blocks.first_node[:-1]]]
    if blocks.length[inside].sum() >= _MAX_MARKED_SHARE * blocks.length.sum():
        return _escaped_markup(outline)
    return inside | _escaped_markup(outline)


def _escaped_markup(outline: Outline) -> Mask:
    """Blocks of `noscript` that are markup by mistake: a script escaped it, so that a parser sees text."""
    page, texts = outline.page, outline.blocks.texts
    escaped = page.within(page.tag == tags.CODE["noscript"])[outline.blocks.owner]
    escaped[escaped] = [bool(_MARKUP.match(texts[block])) for block in np.flatnonzero(escaped).tolist()]
    return escaped


def _dialogs_about_consent(page: Page) -> Mask:
    """Elements that are called like dialogs about cookies."""
    named = np.zeros(len(page), dtype=np.bool_)
    for attribute in ("class", "id"):
        rows, which, values = page.values_of(attribute)
        is_asking = np.array([bool(_CONSENT.search(value.lower())) for value in values], dtype=np.bool_)
        named[rows[is_asking[which]]] = True
    return named & ~tags.is_in(_NOT_CONSENT, page.tag)
