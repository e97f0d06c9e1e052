"""Blocks that a page itself marks as no part of its content, in the words of HTML and of consent dialogs."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

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
# What others call the box they ask in. A recipe is called cookie, too.
_CONSENT = re.compile(
    r"(?:cookies?|consent)[-_]?(?:alert|ba(?:nner|r)|bot|consent|dialog|disclaimer|info|law|manager|message|modal|notice"
    r"|notification|overlay|policy|popup|preferences|prompt|sdk|settings|tools|wall)"
)
# Elements that are called so for another reason: the whole page while it asks, or a line about it.
_NOT_CONSENT = tags.table("a article body button h1 h2 h3 h4 h5 h6 html li main p".split())
_BETWEEN = "\0"  # in no value: a parser takes it for a fault
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
        consenting = _consenting(values)
        if consenting:  # few pages have any
            named[rows[np.isin(which, consenting)]] = True
    return named & ~tags.is_in(_NOT_CONSENT, page.tag)


def _consenting(values: list[str]) -> list[int]:
    """Which of these names are those of programs or boxes that ask for consent."""
    joined = _BETWEEN.join(values).lower()
    programs = [name for name in _PROGRAMS if name in joined]  # beginning a word: "cky-" is in "sticky-"
    places = [match.start() for name in programs for match in re.finditer(f"(?<![a-z]){name}", joined)]
    if "cookie" in joined or "consent" in joined:  # faster than the pattern, and few pages have any
        places += [match.start() for match in _CONSENT.finditer(joined)]
    if not places:
        return []
    starts = list(accumulate((len(name) + 1 for name in joined.split(_BETWEEN)), initial=0))
    return sorted({bisect_right(starts, place) - 1 for place in places})
