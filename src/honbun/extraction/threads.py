"""From the bytes of a page to its posts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from honbun.document import Reason
from honbun.errors import expect
from honbun.extraction.asking import Html, Pages, pairs_of
from honbun.extraction.composing import read, reason_of
from honbun.features import Outline, cut_lines
from honbun.metadata import read_title
from honbun.model import ThreadModel, shipped_threads
from honbun.opening import learn_template, opened, vote_of
from honbun.paging import page_and_next
from honbun.threads import (
    Thread,
    ThreadTemplate,
    posts_of,
    segment_each,
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


def settle_templates(outlines: Sequence[Outline], model: ThreadModel) -> list[ThreadTemplate]:
    """What each of these threads of one board teaches if all are segmented by the same group.

    A page alone is less sure of its group the fewer posts it has. All together they have one, that of the largest
    sum of ranks; where it is on a page, it is then all but certain that it is that of the posts.
    """
    alone = learn_template(outlines, model)
    tried = [segment_each(cut_lines(outline), model, alone) for outline in outlines]
    pages = [{found.group.key: found for found in each} for each in tried]
    keys = {key for page in pages for key in page}
    if not keys or not alone.pages:
        return [ThreadTemplate()] * len(pages)
    least = [min((found.rank for found in page.values()), default=0.0) for page in pages]

    def rank(key: str) -> float:
        return sum(page[key].rank if key in page else low for page, low in zip(pages, least, strict=True))

    best = max(sorted(keys), key=rank)
    nothing = ThreadTemplate()
    if all(len(page[best].group) < 2 for page in pages if best in page):
        return [nothing] * len(pages)  # pages of one post do not tell how several are parted
    return [
        replace(vote_of(page[best], model), groups={best: (1.0, 1.0)}) if best in page else nothing
        for page in pages
    ]


def compose_thread(
    outline: Outline,
    template: ThreadTemplate | None,
    html: Html,
    fetched: datetime | None = None,
    model: ThreadModel | None = None,
) -> Thread:
    """The thread of a page, given how the threads of its site are built, if that is known."""
    url = outline.page.url
    if not outline.blocks.length.any():
        return Thread(url=url, reason=reason_of(html).value)
    thread = _find_posts(outline, template, fetched, model)
    return thread if thread.posts else replace(thread, url=url, reason=Reason.NO_THREAD.value)


def _find_posts(
    outline: Outline,
    template: ThreadTemplate | None,
    fetched: datetime | None,
    model: ThreadModel | None,
) -> Thread:
    """The posts of a page with text; none if it is no thread."""
    page = outline.page
    model, template = model or shipped_threads(), template or ThreadTemplate()
    found = segment_page(outline, model, template, fetched)
    if found is None or not found.has_posts:
        return Thread(url=page.url, title=read_title(page), confidence=found.confidence if found else 0.0)
    found = opened(found, model, template, fetched)
    number, following = page_and_next(page)
    return Thread(
        posts=posts_of(found),
        url=page.url,
        title=read_title(page),
        page=number,
        next_url=following,
        confidence=found.confidence,
    )
