"""The desk at which pages are labelled: all that the web app does, without the web."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

from honbun.annotate.corpus import HONBUN, SCOPES, Agreement, MarkedPage, agreements, gold_of, write_corpus
from honbun.annotate.guess import GuessOptions, Skeleton, guesses
from honbun.annotate.marks import LETTERS, Edit, put, replaced, turn
from honbun.annotate.store import DONE, NEW, OPEN, SKIPPED, Store, Stored, Work
from honbun.annotate.transfer import anchors_of, carried, moved
from honbun.errors import FormatError, InputError
from honbun.extraction import read_page
from honbun.features import Outline
from honbun.input import Found, RawPage, Rejected
from honbun.page import MIN_SIMILARITY, decode, similarity
from honbun.studio import Explanation, frame_document, look_of
from honbun.workers import Loss

ORDERS = ("unsure", "given")
KINDS = ("article", "documentation", "service", "forum", "collection", "listing", "product")
_STYLE = Path(__file__).with_name("static") / "page.css"
_MAX_NAME_LENGTH = 40
_MAX_NOTE_LENGTH = 1000
# Pages whose parsed form is kept.
_MAX_PARSED = 16


def open_desk(corpus: Path | str) -> Desk:
    """The desk of a corpus. The work lies beside it, in a file of the same name that ends in `.work`."""
    corpus = Path(corpus)
    if not corpus.resolve().parent.is_dir():
        raise InputError("no such folder", str(corpus.parent))
    return Desk(Store(corpus.with_name(f"{corpus.name}.work")), corpus)


def add_pages(desk: Desk, pages: Iterable[Found]) -> tuple[int, list[Rejected]]:
    """Put pages on the desk that are not there yet; how many, and what gave no page.

    What annotating has written is none of the pages, though it may lie among them.
    """
    own = tuple(str(path.resolve()) for path in (desk.corpus, desk.model))
    added, rejected = 0, []
    for page in pages:
        if str(Path(page.source).resolve()).startswith(own):
            continue
        if isinstance(page, RawPage):
            added += desk.store.add(page)
        else:
            rejected.append(page)
    return added, rejected


class Desk:
    """A work file, its pages, parsed when they are asked for, and the corpus it is to become."""

    def __init__(self, store: Store, corpus: Path) -> None:
        self.store = store
        self.corpus = corpus
        self._outlines: OrderedDict[int, Outline] = OrderedDict()
        self._path_keys: dict[int, frozenset[int]] = {}
        self._lock = RLock()

    @property
    def model(self) -> Path:
        """Where a model is saved that learned from the corpus: beside it."""
        return self.corpus.with_suffix(".model.npz")

    def guess(
        self, options: GuessOptions, progress: Callable[[str], None] = lambda _: None
    ) -> tuple[int, list[Rejected]]:
        """Look at the pages that honbun has not looked at yet: how many those were, and those that it lost.

        A page that was lost is not shown. With a site or a model of the user's own, also at those that nobody
        has begun.
        """
        waiting = self.store.without_guess()
        if options.is_special:
            begun = {work.page for work in self.store.all_work()}
            waiting = [page for page in self.store.numbers() if page not in begun]
        if not waiting:
            return 0, []
        lost = []
        every = guesses(map(self.store.raw, waiting), self._every_page, options)
        for page, found in zip(waiting, every, strict=True):
            if isinstance(found, Loss):
                lost.append(Rejected(self.store.raw(page).source, found.reason, found.detail))
            else:
                self.store.set_guess(page, *found)
            progress(str(page))
        return len(waiting) - len(lost), lost

    def _every_page(self) -> Iterable[RawPage]:
        return map(self.store.raw, self.store.numbers())

    # Pages

    def outline(self, page: int) -> Outline:
        """A page, measured. Marks made on blocks that are cut otherwise now are moved to those of today."""
        with self._lock:
            if page in self._outlines:
                self._outlines.move_to_end(page)
                return self._outlines[page]
            outline = read_page(self.store.raw(page))
            skeleton, anchors = self.store.skeleton(page), anchors_of(outline.blocks)
            if anchors != skeleton.anchors:
                new = Skeleton(anchors, skeleton.path_keys, outline.blocks.length.tolist())
                move = partial(moved, anchors=skeleton.anchors, blocks=outline.blocks)
                self.store.recut(page, skeleton, new, move)
            self._outlines[page] = outline
            if len(self._outlines) > _MAX_PARSED:
                self._outlines.popitem(last=False)
            return outline

    def shown(self, page: int) -> dict[str, Any]:
        """What goes with the frame of a page.

        `like` has for each block a number, the same for blocks of one path in the template; `ranges` the blocks of
        each section that has several, first and first after.
        """
        outline = self.outline(page)
        inline = outline.page.node_owner[outline.blocks.first_node[:-1]]
        _, like = np.unique(outline.path[inline], return_inverse=True)
        pairs = np.stack([outline.first, outline.last], axis=1)
        ranges = np.unique(pairs[outline.last - outline.first > 1], axis=0)
        return {"like": like.tolist(), "ranges": ranges.tolist()}

    def frame(self, page: int) -> str:
        """A page to look at, in which nothing runs; without labels, which the app paints."""
        outline, raw = self.outline(page), self.store.raw(page)
        look = look_of(outline.page, decode(raw.body, raw.content_type).text)
        return frame_document(Explanation.undecided(outline), _STYLE.read_text("utf-8"), look)

    def kinds(self) -> list[str]:
        """The kinds of pages that may be told: honbun's own, and those that a model of the user's knows."""
        guessed = {stored.guess.kind for stored in self.store.all_stored()}
        return [*KINDS, *sorted(guessed.difference(KINDS, {""}))]

    def alike(self, page: int) -> list[int]:
        """The other pages that the template of this one made."""
        own = self._paths(page)
        others = (each for each in self.store.numbers() if each != page)
        return [each for each in others if similarity(own, self._paths(each)) >= MIN_SIMILARITY]

    def _paths(self, page: int) -> frozenset[int]:
        """The path keys of a page that have text."""
        if page not in self._path_keys:
            self._path_keys[page] = frozenset(self.store.skeleton(page).path_keys)
        return self._path_keys[page]

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

    def result(self, page: int, annotator: str) -> dict[str, Any]:
        """What the corpus will say of a page, if this annotator is right."""
        marks = self.store.work(page, annotator).marks
        gold = gold_of(self.outline(page), marks, self.store.stored(page).guess, self.store.labels())
        return {name: value for name, value in gold.items() if name != "labels"}

    # Changes

    def label(self, page: int, annotator: str, blocks: Iterable[int], label: str) -> None:
        """Say what blocks are."""
        letters = LETTERS | {own.name: own.letter for own in self.store.labels()}
        if label not in letters:
            raise FormatError(f"unknown label {label!r}", advice=f"known: {', '.join(letters)}")
        chosen = list(blocks)
        self._change(page, annotator, lambda marks: put(marks, chosen, letters[label]))

    def turn(self, page: int, annotator: str, block: int) -> None:
        """Have a post or a comment begin at a block, or no longer."""
        self._change(page, annotator, lambda marks: turn(marks, block))

    def _change(self, page: int, annotator: str, make: Callable[[str], list[Edit]]) -> None:
        _check_name(annotator)
        self.outline(page)
        self.store.change(page, annotator, make)

    def undo(self, page: int, annotator: str, change: int, *, again: bool = False) -> None:
        """Undo a change, or make it again."""
        _check_name(annotator)
        self.store.undo(page, annotator, change, again=again)

    def finish(self, page: int, annotator: str, *, is_done: bool, kind: str | None = None) -> None:
        """Say that a page is done, or is not; and of what kind it is."""
        _check_name(annotator)
        if kind and kind not in (kinds := self.kinds()):
            raise FormatError(f"unknown kind of page {kind!r}", advice=f"known: {', '.join(kinds)}")
        self.store.set_status(page, annotator, DONE if is_done else OPEN, kind)

    def skip(self, page: int, annotator: str) -> None:
        """Put a page aside: it is not asked for again, and not in the corpus, until it is labelled after all."""
        _check_name(annotator)
        self.store.set_status(page, annotator, SKIPPED)

    def note(self, page: int, annotator: str, note: str) -> None:
        """Flag a page with what is to be looked at again; "" takes the flag away."""
        _check_name(annotator)
        if len(note) > _MAX_NOTE_LENGTH:
            raise InputError("the note is too long", advice=f"at most {_MAX_NOTE_LENGTH} characters")
        self.store.set_note(page, annotator, note.strip())

    def add_label(self, name: str, scope: str) -> None:
        """Make a label: a `field` of pages, or a `column` of their records."""
        if scope not in SCOPES:
            raise FormatError(f"unknown scope {scope!r}", advice=f"known: {', '.join(SCOPES)}")
        if name in LETTERS or not name.strip() or len(name) > _MAX_NAME_LENGTH or not name.isprintable():
            raise InputError(
                "not a name for a label", repr(name), f"another one, of 1 to {_MAX_NAME_LENGTH} characters"
            )
        self.store.add_label(name.strip(), scope)

    def carry(self, page: int, annotator: str) -> list[dict[str, Any]]:
        """Carry the marks of a page over to all pages of its template that this annotator has not finished.

        The pages that changed come back, each with the number of its blocks that did; they wait for review.
        """
        _check_name(annotator)
        marks, source = self.store.work(page, annotator).marks, self.outline(page)
        changed = []
        for other in self.alike(page):
            make = partial(_carried, marks=marks, source=source, target=self.outline(other))
            edits = self.store.change(other, annotator, make, template=page)
            if edits:
                changed.append({"page": other, "differing": len(edits)})
        return changed

    # Everyone's

    def agreement(self) -> list[Agreement]:
        """How far those who finished the same pages agree, with each other and with honbun."""
        finished: dict[int, dict[str, str]] = defaultdict(dict)
        for work in self.store.finished():
            finished[work.page][work.annotator] = work.marks
        pages = []
        for page, marks in finished.items():
            self.outline(page)
            marks[HONBUN] = self.store.stored(page).guess.marks
            pages.append(MarkedPage(marks, self.store.skeleton(page).lengths))
        return agreements(pages)

    def export(self) -> int:
        """Write the corpus: every page that someone has finished. The number of pages."""
        return write_corpus(self.store, self.outline, self.corpus)


def _check_name(annotator: str) -> None:
    if not annotator.strip() or len(annotator) > _MAX_NAME_LENGTH or not annotator.isprintable():
        raise InputError("not a name", repr(annotator), f"1 to {_MAX_NAME_LENGTH} characters")
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
        "note": work.note if work else "",
        "others": others,
    }
