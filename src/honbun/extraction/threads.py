"""From the bytes of a page to its posts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from honbun.classify import shipped_threads
from honbun.extraction.page import Html, read, reason_of
from honbun.page.outline import Outline
from honbun.structure import Reason, Thread
from honbun.structure.metadata import read_metadata
from honbun.structure.posts import IS_THREAD, Shape, cut_thread, learn_shape, next_url, page_number, posts_of


def posts(
    html: Html,
    url: str | None = None,
    *,
    siblings: Iterable[tuple[str | None, Html]] = (),
    fetched: datetime | None = None,
) -> Thread:
    """The posts of a page, each with author, date and text.

    `siblings`, (url, html), are other pages of the same site: four are enough to see where its posts go. `fetched`
    is when the page was read, for dates such as "3 hours ago". Total: a page without posts gives an empty thread
    with the reason.
    """
    shape = shape_of(read(other, address) for address, other in siblings)
    return compose_thread(read(html, url), shape, html, fetched)


def shape_of(outlines: Iterable[Outline]) -> Shape | None:
    """What pages of one site teach about its threads; None if they teach nothing."""
    shape = learn_shape((outline for outline in outlines if outline.blocks.ink.any()), shipped_threads())
    return shape if shape.pages else None


def compose_thread(outline: Outline, shape: Shape | None, html: Html, fetched: datetime | None = None) -> Thread:
    """The thread of a page, given how the threads of its site are built, if that is known."""
    page = outline.page
    if not outline.blocks.ink.any():
        return Thread(url=page.url, reason=reason_of(html).value)
    cut = cut_thread(outline, shipped_threads(), shape or Shape(), fetched)
    found = posts_of(cut) if cut and cut.confidence >= IS_THREAD else ()
    return Thread(
        posts=found,
        url=page.url,
        title=read_metadata(page).title,
        page=page_number(page) if found else None,
        next_url=next_url(page) if found else None,
        confidence=cut.confidence if cut else 0.0,
        reason=None if found else Reason.NO_THREAD.value,
    )
