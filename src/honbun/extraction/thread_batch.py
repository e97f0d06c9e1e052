"""Many pages: see how the threads of their sites are built, then find the posts of each page."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from honbun.extraction.batch import EVERY_PAGE, Batch, Outcome, PageWork, Progress, site_name
from honbun.extraction.page import read
from honbun.extraction.parallel import in_order
from honbun.extraction.threads import compose_thread, template_of
from honbun.input import RawPage
from honbun.model import ThreadModel
from honbun.output import ThreadWriter
from honbun.threads import ThreadTemplate

# Pages that a template is learned from: with four other pages of the site the published method was at its best.
TEMPLATE_PAGES = 5


def learn_templates(
    batch: Batch, progress: Progress, model: ThreadModel | None = None
) -> dict[str, ThreadTemplate]:
    """How the threads of each site are built, by the name of the site; sites of too few pages are left out.

    The first pages of a site are kept in memory, compressed, until all are read.
    """
    kept: dict[str, list[RawPage]] = {}
    sizes: dict[str, int] = {}
    for named in in_order(_named, batch.readable(progress), batch.options.jobs):
        if named is not None:
            name, packed = named
            sizes[name] = sizes.get(name, 0) + 1
            if sizes[name] <= TEMPLATE_PAGES:
                kept.setdefault(name, []).append(packed)
    names = [name for name in kept if sizes[name] >= batch.options.min_pages and name != EVERY_PAGE]
    learned = in_order(partial(_learned, model), (kept.pop(name) for name in names), batch.options.jobs)
    return {name: template for name, template in zip(names, learned, strict=True) if template is not None}


def template_of_pages(pages: Sequence[RawPage], model: ThreadModel | None = None) -> ThreadTemplate | None:
    """The template that these pages of one site teach; None if they teach nothing."""
    return _learned(model, [_packed(page) for page in pages])


def find_threads(
    batch: Batch,
    templates: Mapping[str, ThreadTemplate | None],
    writer: ThreadWriter,
    progress: Progress,
    model: ThreadModel | None = None,
) -> Generator[Outcome, None, None]:
    """What comes of each page, in the order they are read. The template named `EVERY_PAGE` is that of all."""
    return batch.each(_Finding(writer, templates, model), progress)


@dataclass(frozen=True)
class _Finding(PageWork):
    """A page into its thread."""

    writer: ThreadWriter
    templates: Mapping[str, ThreadTemplate | None]
    model: ThreadModel | None

    def outcome(self, found: RawPage) -> Outcome:
        """The thread, with what the site of the page taught."""
        outline = read(found.body, found.url, found.content_type)
        name = EVERY_PAGE if EVERY_PAGE in self.templates else site_name(outline.page, found.source)
        thread = compose_thread(
            outline, self.templates.get(name), found.body, _moment(found.fetched_at), self.model
        )
        return Outcome(
            source=found.source,
            encoded=self.writer.encode(thread, found.source),
            reason=thread.reason or "",
            posts=len(thread),
            site=name if name in self.templates else "",
        )


def _named(page: RawPage) -> tuple[str, RawPage] | None:
    """The name of a page's site, and the page; None if it cannot be read, which finding will report."""
    try:
        name = site_name(read(page.body, page.url, page.content_type).page, page.source)
    except Exception:
        return None
    return name, _packed(page)


def _packed(page: RawPage) -> RawPage:
    return replace(page, body=zlib.compress(page.body, 1))


def _learned(model: ThreadModel | None, pages: Sequence[RawPage]) -> ThreadTemplate | None:
    """The template that packed pages teach; None if they teach nothing, or show a defect of ours."""
    try:
        outlines = (read(zlib.decompress(page.body), page.url, page.content_type) for page in pages)
        return template_of(outlines, model)
    except Exception:
        return None


def _moment(iso: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(iso) if iso else None
    except ValueError:
        return None
