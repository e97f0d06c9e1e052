"""Pages explained: one, or many of a site together. All that is asked of `honbun.extraction` for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.article import Decision, findings
from honbun.errors import MissingPackageError
from honbun.extraction import (
    DEFAULT,
    Batch,
    Composition,
    ExtractOptions,
    Html,
    Outcome,
    PageStore,
    PageWork,
    Progress,
    Site,
    Sites,
    compose,
    compose_records,
    keys_of,
    learn_and_read,
    observe_page,
    read,
    site_of,
)
from honbun.features import Outline
from honbun.input import RawPage
from honbun.model import Contributions, contributions, shipped, shipped_threads
from honbun.page import Rows, decode, segment
from honbun.site import Profile
from honbun.studio.explanation import Explanation, PostBlocks
from honbun.studio.html_file import html_file
from honbun.studio.looks import look_of
from honbun.studio.series import Curve, Series, Siblings, curve_of, fields_of, spread
from honbun.threads import MIN_THREAD_CONFIDENCE, Post, Segmentation, ThreadTemplate, posts_of, segment_page

# Pages of a site that are compared; those beyond are explained without fields and template.
MAX_SERIES_PAGES = 1000
# Names of pages that repeat a block, a few to look at.
MAX_PAGE_NAMES = 5
# Pages of more blocks are shown without a card for each and without frames around records: nobody reads so many,
# and each costs more than a block.
_MAX_BLOCKS = 5000


def explain(
    html: Html,
    url: str | None = None,
    *,
    site: Site | None = None,
    siblings: Iterable[tuple[str | None, Html]] = (),
    options: ExtractOptions = DEFAULT,
) -> str:
    """One self-contained HTML file that shows a page with every block tinted by what was decided, and why.

    What is shown is the decision that `extract` takes, or `site.extract` if a `site` is given, with these options.
    `siblings`, (url, html), are other pages of its site: they show the fields of the page, its template, and what
    repeats where; without a `site` they are one. Nothing of the page runs in the file and nothing is fetched.
    Total: any input gives a file, the same the same.
    """
    outline, others = read(html, url), tuple(siblings)
    shown = None
    if others:
        pages = ((url, html), *others)
        site = site if site is not None else Site.learn(pages)
        shown = siblings_of(series_of(PageStore.of(pages)), outline, 0)
    explanation = explanation_of(outline, html, site=site, siblings=shown, options=options)
    return _file(explanation, html, url or "")


def _file(explanation: Explanation, html: Html, source: str) -> str:
    """The file of an explanation, with the records of the page's list and the look of the page."""
    outline = explanation.outline
    has_fields = explanation.siblings is not None and bool(explanation.siblings.fields)
    is_framed = explanation.posts is None and not has_fields and len(outline.blocks) <= _MAX_BLOCKS
    if explanation.decision is not None and is_framed:
        explanation = replace(explanation, records=_record_rows(outline, html))
    return html_file(explanation, source, look_of(outline.page, decode(html).text))


def _record_rows(outline: Outline, html: Html) -> list[int]:
    """The elements that hold the records that `honbun.records` finds, but for those that none holds alone."""
    table = compose_records(outline, (), html, 0)
    cells = [
        [x for column in table.fields if (cell := column.cells[k]) for x in cell.xpaths] for k in range(len(table))
    ]
    rows = outline.page.rows_at(xpath for own in cells for xpath in own)
    member = np.full(len(outline.blocks), -1, dtype=np.int32)
    for number, own in enumerate(cells):
        for row in (rows[xpath] for xpath in own if xpath in rows):
            member[outline.first[row] : outline.last[row]] = number
    return [row for row in _holders(outline, member, len(cells)) if row >= 0]


def explanation_of(
    outline: Outline,
    html: Html,
    *,
    site: Site | None = None,
    siblings: Siblings | None = None,
    options: ExtractOptions = DEFAULT,
) -> Explanation:
    """The explanation of a page: the document is what `extract` gives, or `site.extract` if there is a site.

    `siblings` change nothing of what is decided.
    """
    composed = compose(outline, html, options, site)
    document, decision = composed.document, composed.decision
    if decision is None:
        return Explanation(outline, document, None)
    frequency = composed.evidence.document_frequency if composed.evidence else np.zeros(0, dtype=np.int32)
    return Explanation(
        outline=outline,
        document=document,
        decision=decision,
        posts=_post_blocks(outline, composed),
        contributions=_contributions(outline, decision, options),
        document_frequency=frequency,
        site_pages=len(site) if site is not None and composed.evidence else 0,
        comment_area=composed.comments.area if composed.comments else None,
        siblings=siblings,
    )


def _contributions(outline: Outline, decision: Decision, options: ExtractOptions) -> Contributions | None:
    """What each family of features says of each block; None if there are too many blocks."""
    if len(outline.blocks) > _MAX_BLOCKS:
        return None
    return contributions(options.model or shipped(), outline, findings(decision.view.article))


def _post_blocks(outline: Outline, composed: Composition) -> PostBlocks | None:
    """The comments that were taken apart from the text; else the posts that `honbun.posts` finds, if any.

    A single post is shown on a forum only: elsewhere it is the article, and to call it a post tells nothing.
    """
    if composed.comments is not None and composed.comments.posts:
        return _placed("comment", composed.comments.segmentation, composed.comments.posts, outline)
    thread = composed.thread or _segmentation(outline, composed)
    min_posts = 1 if composed.decision and composed.decision.view.prediction.kind == "forum" else 2
    if thread is None or thread.confidence < MIN_THREAD_CONFIDENCE or len(thread.members) < min_posts:
        return None
    known = composed.document.posts if composed.thread or composed.forum else ()
    return _placed("post", thread, known or posts_of(thread), outline)


def _segmentation(outline: Outline, composed: Composition) -> Segmentation | None:
    """The page cut into posts; what it takes for a forum was cut already, or will be for its kind."""
    if composed.forum:
        return composed.forum.segmentation
    return segment_page(outline, shipped_threads(), composed.template or ThreadTemplate())


def _placed(name: str, thread: Segmentation, posts: tuple[Post, ...], outline: Outline) -> PostBlocks:
    """The posts of a thread, with their blocks. Of a block that two posts share the first has it."""
    member = np.full(len(outline.blocks), -1, dtype=np.int32)
    number = np.full(len(thread.bodies) + 1, -1, dtype=np.int32)  # the last for lines of no post
    number[thread.members] = np.arange(len(thread.members))
    of_line = number[thread.member]
    order = np.argsort(-of_line, kind="stable")
    order = order[of_line[order] >= 0]
    member[thread.lines.block[order]] = of_line[order]
    if thread.group.is_of_elements:
        rows = [int(thread.group.rows[k]) for k in thread.members]
    else:
        rows = _holders(outline, member, len(posts))
    return PostBlocks(name, posts, rows, member, thread.body_blocks)


def _holders(outline: Outline, member: Rows, count: int) -> list[int]:
    """For each post the smallest element that holds all its blocks; -1 if it holds blocks of others too."""
    order = np.argsort(member, kind="stable")
    edges = np.searchsorted(member[order], np.arange(count + 1)).tolist()
    return [_holder(outline, order[start:end]) for start, end in pairwise(edges)]


def _holder(outline: Outline, own: npt.NDArray[np.integer]) -> int:
    if not len(own):
        return -1
    row, last = int(outline.blocks.owner[own[0]]), int(own[-1])
    while row >= 0 and outline.last[row] <= last:
        row = int(outline.page.parent[row])
    return row if row >= 0 and outline.last[row] - outline.first[row] == len(own) else -1


def series_of(known: PageStore) -> Series:
    """The series of these pages, two or more."""
    fingerprints = [observe_page(Outline(segment(known.page(number)))) for number in range(len(known))]
    table = learn_and_read(known)[1]
    try:
        curves, advice = tuple(_curve(known, template.rows) for template in table.templates), ""
    except MissingPackageError as error:
        curves, advice = (), error.advice
    return Series(
        names=_without_folder([known.source(number) for number in range(len(known))]),
        profile=Profile().add(fingerprints),
        digests=tuple(fingerprint.digest for fingerprint in fingerprints),
        table=table,
        curves=curves,
        advice=advice,
    )


def _curve(known: PageStore, rows: tuple[int, ...]) -> Curve | None:
    return curve_of(((known.source(row), known.text(row)) for row in spread(rows)), len(rows))


def _without_folder(names: list[str]) -> tuple[str, ...]:
    """Names without the folder that all of them have."""
    folder = names[0].rpartition("/")[0] + "/" if names else ""
    is_shared = bool(folder.strip("/")) and all(name.startswith(folder) and name != folder for name in names)
    return tuple(name.removeprefix(folder) for name in names) if is_shared else tuple(names)


def siblings_of(series: Series, outline: Outline, row: int) -> Siblings:
    """What the others of a series show of the page in this row."""
    names = dict(zip(reversed(series.digests), reversed(series.names), strict=True))
    fingerprint, keys = observe_page(outline), keys_of(outline)
    lines = [
        tuple(names[digest] for digest in digests[:MAX_PAGE_NAMES])
        for digests in series.profile.pages_showing(fingerprint)
    ]
    curves = zip(series.table.templates, series.curves, strict=False)
    return Siblings(
        pages=len(series.names),
        fields=fields_of(outline.page, series.table, row),
        notes=series.table.notes,
        shown_on=tuple(lines[line] for line in np.searchsorted(fingerprint.keys, keys.plain).tolist()),
        curve=next((curve for template, curve in curves if row in template.rows), None),
        advice=series.advice,
    )


@dataclass(frozen=True)
class ExplainFrame:
    """How explained pages are written: one by one, never joined."""

    suffix: str = ".explain.html"

    def join(self, pages: Iterable[bytes]) -> Iterator[bytes]:
        """The pages as they are."""
        return iter(pages)

    def encode_rejected(self, source: str, reason: str) -> bytes:  # noqa: ARG002
        """Nothing: the summary names rejected pages."""
        return b""


@dataclass(frozen=True)
class Compared:
    """The series of the pages of a batch, and which page is which row of which."""

    series: Mapping[str, Series] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Source of a page -> the name of its site, and its row."""

    def siblings(self, outline: Outline, source: str) -> Siblings | None:
        """What the others of its series show of a page; None if it has no series."""
        name, row = self.rows.get(source, ("", -1))
        return siblings_of(self.series[name], outline, row) if name in self.series else None


def compare_pages(batch: Batch, sites: Sites, progress: Progress) -> Compared:
    """The pages of each of these sites as a series, the first thousand of each."""
    store, _ = batch.store(progress)
    numbers: dict[str, list[int]] = {}
    rows: dict[str, tuple[str, int]] = {}
    for number in range(len(store)):
        page = store.raw(number)
        name, site = site_of(sites, page)
        own = numbers.setdefault(name, [])
        if site is not None and len(own) < MAX_SERIES_PAGES:
            rows[page.source] = (name, len(own))
            own.append(number)
    series = {name: series_of(store.some(own)) for name, own in numbers.items() if len(own) > 1}
    return Compared(series, rows)


@dataclass(frozen=True)
class ExplainWork(PageWork):
    """A page into its explanation."""

    writer: ExplainFrame = field(default_factory=ExplainFrame)
    sites: Sites = field(default_factory=dict)
    options: ExtractOptions = field(default_factory=ExtractOptions)
    compared: Compared = field(default_factory=Compared)

    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """The explanation, with what the site of the page taught."""
        siblings = self.compared.siblings(outline, found.source)
        explanation = explanation_of(outline, found.body, site=site, siblings=siblings, options=self.options)
        return Outcome(
            source=found.source,
            encoded=_file(explanation, found.body, found.url or found.source).encode("utf-8"),
            reason=explanation.document.reason or "",
            kept=int((explanation.score >= 0.5).sum()),
            blocks=len(explanation.blocks),
        )
