"""From the bytes of a page to its posts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from honbun.extraction.page import Html, read, reason_of
from honbun.page.outline import Outline
from honbun.structure import Post, Reason, Thread
from honbun.structure.dates import parse_date
from honbun.structure.posts import Shape, find_posts, learn_shape


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
    """What pages of one site teach about its threads; None if there is no page with text."""
    known = [outline for outline in outlines if outline.blocks.ink.any()]
    return learn_shape(known) if known else None


def compose_thread(outline: Outline, shape: Shape | None, html: Html, fetched: datetime | None = None) -> Thread:
    """The thread of a page, given how the threads of its site are built, if that is known."""
    url = outline.page.url
    if not outline.blocks.ink.any():
        return Thread(url=url, reason=reason_of(html).value)
    thread = find_posts(outline, shape)
    if not thread.posts:
        return replace(thread, url=url, reason=Reason.NO_THREAD.value)
    return replace(thread, url=url, posts=tuple(_dated(post, fetched) for post in thread.posts))


def _dated(post: Post, fetched: datetime | None) -> Post:
    """The post with the date that its words mean when the page was fetched, if it has no other."""
    if fetched is None or post.date or not post.date_raw:
        return post
    date = parse_date(post.date_raw, fetched)
    return replace(post, date=date.iso) if date else post
