"""The desk at which pages are labelled: all that the web app does, without the web."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from honbun.annotate.agreement import HONBUN, Agreement, Page, agreements
from honbun.annotate.carry import carried
from honbun.annotate.export import write_corpus
from honbun.annotate.gold import gold_of
from honbun.annotate.guess import guesser
from honbun.annotate.marks import LETTERS, Edit, put, replaced, turn
from honbun.annotate.pages import Pages, Shown
from honbun.annotate.store import DONE, NEW, OPEN, Store, Stored, Work
from honbun.errors import FormatError, InputError
from honbun.extraction import EVERY_PAGE, BatchOptions, ExtractOptions, Progress, Site, in_order, learn_sites
from honbun.features import Outline
from honbun.page import MIN_SIMILARITY, similarity

ORDERS = ("unsure", "given")
KINDS = ("article", "documentation", "service", "forum", "collection", "listing", "product")
_MOST_IN_NAME = 40


@dataclass(frozen=True, kw_only=True)
class GuessOptions:
    """How honbun makes its guesses."""

    site: Site | None = None
    """What is known of the site that all pages come from; by default sites are learned from the pages."""
    extract: ExtractOptions = field(default_factory=ExtractOptions)
    jobs: int = 1

    @property
    def is_special(self) -> bool:
        """Whether guesses are to differ from those that honbun makes by itself."""
        return self.site is not None or self.extract.model is not None


class Desk:
    """A work file, its pages, and the corpus it is to become."""

    def __init__(self, store: Store, corpus: Path) -> None:
        self.store = store
        self.corpus = corpus
        self._pages = Pages(store)

    @property
    def model(self) -> Path:
        """Where a model is saved that learned from the corpus: beside it."""
        return self.corpus.with_suffix(".model.npz")

    def guess(self, options: GuessOptions, progress: Progress = lambda _: None) -> int:
        """Look at the pages that honbun has not looked at yet, and say how many those were.

        With a site or a model of the user's own, also at those that nobody has begun; such a model has the word
        alone, for it has learned from what people said of these pages.
        """
        waiting = self.store.without_guess()
        if options.is_special:
            begun = {work.page for work in self.store.all_work()}
            waiting = [page for page in self.store.numbers() if page not in begun]
        if not waiting:
            return 0
        if options.site is not None:
            sites = {EVERY_PAGE: options.site}
        elif options.extract.model is not None:
            sites = {}
        else:
            batch = BatchOptions(jobs=options.jobs)
            pages, again = (map(self.store.raw, self.store.numbers()) for _ in range(2))
            sites = learn_sites(pages, again, batch)
        work = guesser(sites, options.extract)
        found = in_order(work, map(self.store.raw, waiting), options.jobs)
        for page, (guess, skeleton) in zip(waiting, found, strict=True):
            self.store.set_guess(page, guess, skeleton)
            progress(str(page))
        return len(waiting)

    # One annotator's view

    def queue(self, annotator: str, order: str = "unsure") -> list[dict[str, Any]]:
        """All pages with how far this annotator has come."""
        if order not in ORDERS:
            raise FormatError(f"unknown order {order!r}", advice=f"known: {', '.join(ORDERS)}")
        mine, others = {}, defaultdict(list)
        for work in self.store.all_work():
            if work.annotator == annotator:
                mine[work.page] = work
            elif work.status == DONE:
                others[work.page].append(work.annotator)
        pages = self.store.all_stored()
        if order == "unsure":
            pages.sort(key=lambda stored: (stored.guess.confidence, stored.page))
        return [_queued(stored, mine.get(stored.page), others[stored.page]) for stored in pages]

    def state(self, page: int, annotator: str) -> dict[str, Any]:
        """The marks of a page and all that changes with them."""
        self.outline(page)
        return asdict(self.store.work(page, annotator))

    def outline(self, page: int) -> Outline:
        """A page, measured."""
        return self._pages.outline(page)

    def shown(self, page: int) -> Shown:
        """What goes with the frame of a page."""
        return self._pages.shown(page)

    def frame(self, page: int) -> str:
        """A page to look at, in which nothing runs."""
        return self._pages.frame(page)

    def kinds(self) -> list[str]:
        """The kinds of pages that may be told: honbun's own, and those that a model of the user's knows."""
        guessed = {stored.guess.kind for stored in self.store.all_stored()}
        return [*KINDS, *sorted(guessed.difference(KINDS, {""}))]

    def alike(self, page: int) -> list[int]:
        """The other pages that the template of this one made."""
        own = self._pages.places(page)
        others = (each for each in self.store.numbers() if each != page)
        return [each for each in others if similarity(own, self._pages.places(each)) >= MIN_SIMILARITY]

    def result(self, page: int, annotator: str) -> dict[str, Any]:
        """What the corpus will say of a page, if this annotator is right."""
        gold = self._gold(page, self.store.work(page, annotator).marks)
        return {name: value for name, value in gold.items() if name != "labels"}

    # Changes

    def label(self, page: int, annotator: str, blocks: Iterable[int], label: str) -> None:
        """Say what blocks are."""
        self._check(annotator)
        if label not in LETTERS:
            raise FormatError(f"unknown label {label!r}", advice=f"known: {', '.join(LETTERS)}")
        self.outline(page)
        chosen = list(blocks)
        self.store.change(page, annotator, lambda marks: put(marks, chosen, LETTERS[label]))

    def turn(self, page: int, annotator: str, block: int) -> None:
        """Have a post or a comment begin at a block, or no longer."""
        self._check(annotator)
        self.outline(page)
        self.store.change(page, annotator, lambda marks: turn(marks, block))

    def undo(self, page: int, annotator: str, change: int, *, again: bool = False) -> None:
        """Undo a change, or make it again."""
        self._check(annotator)
        self.store.undo(page, annotator, change, again=again)

    def finish(self, page: int, annotator: str, *, is_done: bool, kind: str | None = None) -> None:
        """Say that a page is done, or is not; and of what kind it is."""
        self._check(annotator)
        if kind and kind not in (kinds := self.kinds()):
            raise FormatError(f"unknown kind of page {kind!r}", advice=f"known: {', '.join(kinds)}")
        self.store.set_status(page, annotator, DONE if is_done else OPEN, kind)

    def carry(self, page: int, annotator: str) -> list[dict[str, Any]]:
        """Carry the marks of a page over to all pages of its template that this annotator has not finished.

        The pages that changed come back, each with the number of its blocks that did; they wait for review.
        """
        self._check(annotator)
        marks, source = self.store.work(page, annotator).marks, self.outline(page)
        changed = []
        for other in self.alike(page):
            target = self.outline(other)
            make = partial(_carried, marks=marks, source=source, target=target)
            edits = self.store.carry(other, annotator, make, page)
            if edits:
                changed.append({"page": other, "differing": len(edits)})
        return changed

    # Everyone's

    def agreement(self) -> list[Agreement]:
        """How far those who finished the same pages agree, with each other and with honbun."""
        finished: dict[int, dict[str, str]] = defaultdict(dict)
        for work in self.store.all_work():
            if work.status == DONE:
                finished[work.page][work.annotator] = work.marks
        pages = []
        for page, marks in finished.items():
            self.outline(page)
            marks[HONBUN] = self.store.stored(page).guess.marks
            pages.append(Page(marks, self.store.skeleton(page).sizes))
        return agreements(pages)

    def export(self) -> int:
        """Write the corpus: every page that someone has finished. The number of pages."""
        return write_corpus(self.store, self._pages, self.corpus)

    def _gold(self, page: int, marks: str) -> dict[str, Any]:
        return gold_of(self.outline(page), marks, self.store.stored(page).guess)

    def _check(self, annotator: str) -> None:
        if not annotator.strip() or len(annotator) > _MOST_IN_NAME or not annotator.isprintable():
            raise InputError("not a name", repr(annotator), f"1 to {_MOST_IN_NAME} characters")
        if annotator == HONBUN:
            raise InputError("this is the name of the model", annotator, "choose your own")


def _carried(before: str, marks: str, source: Outline, target: Outline) -> list[Edit]:
    return replaced(before, carried(marks, source, target, before))


def _queued(stored: Stored, work: Work | None, others: list[str]) -> dict[str, Any]:
    return {
        "page": stored.page,
        "source": stored.url or stored.source,
        "title": stored.guess.title,
        "site": stored.guess.site,
        "confidence": round(stored.guess.confidence, 3),
        "status": work.status if work else NEW,
        "differing": len(work.differing) if work else 0,
        "others": others,
    }
