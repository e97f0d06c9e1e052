"""From the bytes of a page to its posts."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from honbun.document import Reason
from honbun.errors import expect
from honbun.extraction.asking import Html, Pages, pairs_of
from honbun.extraction.composing import read, reason_of
from honbun.features import Outline
from honbun.metadata import read_title
from honbun.model import ThreadModel, shipped_threads
from honbun.paging import page_and_next
from honbun.threads import (
    Thread,
    ThreadTemplate,
    learn_template,
    posts_of,
    segment_page,
)


def posts(
    html: Html,
    url: str | None = None,
    *,
    siblings: Pages = (),
    fetched: datetime | None = None,
    model: ThreadModel | None = None,
) -> Thread:
    """The posts of a page, each with author, date and text.

    `siblings`, (url, html), are other pages of the same site: four are enough to see where its posts go. `fetched`
    is when the page was read, for dates such as "3 hours ago"; `model` replaces the one that comes with honbun.
    Total: a page without posts gives an empty thread with the reason.
    """
    expect(fetched, datetime | None, "fetched", "pass datetime.fromisoformat(…)")
    expect(model, ThreadModel | None, "a model", "pass honbun.load_thread_model(path)")
    others = (read(other, address) for address, other in pairs_of(siblings))
    known = [outline for outline in others if outline.blocks.length.any()]
    template = learn_template(known, model or shipped_threads()) if known else None
    return compose_thread(read(html, url), template, html, fetched, model)


def compose_thread(
    outline: Outline,
    template: ThreadTemplate | None,
    html: Html,
    fetched: datetime | None = None,
    model: ThreadModel | None = None,
    unsure: bool = False,
) -> Thread:
    """The thread of a page, given how the threads of its site are built, if that is known.

    With `unsure`, posts are given however sure they are; the confidence tells.
    """
    url = outline.page.url
    if not outline.blocks.length.any():
        return Thread(url=url, reason=reason_of(html).value)
    thread = _find_posts(outline, template, fetched, model, unsure)
    return thread if thread.posts else replace(thread, url=url, reason=Reason.NO_THREAD.value)


def _find_posts(
    outline: Outline,
    template: ThreadTemplate | None,
    fetched: datetime | None,
    model: ThreadModel | None,
    unsure: bool,
) -> Thread:
    """The posts of a page with text; none if it is no thread."""
    page = outline.page
    found = segment_page(outline, model or shipped_threads(), template or ThreadTemplate(), fetched)
    if found is None or not (found.has_posts or unsure):
        return Thread(url=page.url, title=read_title(page), confidence=found.confidence if found else 0.0)
    number, following = page_and_next(page)
    return Thread(
        posts=posts_of(found),
        url=page.url,
        title=read_title(page),
        page=number,
        next_url=following,
        confidence=found.confidence,
    )
