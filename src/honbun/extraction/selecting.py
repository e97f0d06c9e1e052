"""What came of one page; which documents belong into a corpus, and which repeat one that is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

import numpy as np

from honbun.document import Document
from honbun.errors import FormatError
from honbun.input import RawPage
from honbun.texts import Seen, digest, known_languages, language_of, signature_of, tokens
from honbun.thread import Thread


@dataclass(frozen=True)
class Outcome:
    """What came of one page, written out."""

    source: str
    encoded: bytes
    """The page as the writer writes it, rejected or not."""
    reason: str = ""
    """Why the page was rejected, or gave nothing."""
    detail: str = ""
    is_rejected: bool = False
    is_skipped: bool = False
    """It is something of an archive that is no page, and is not written."""
    is_left_out: bool = False
    """It is not what was asked for, and is not written."""
    kept: int = 0
    """Number of blocks kept."""
    blocks: int = 0
    """Number of blocks on the page."""
    posts: int = 0
    """Number of posts found."""
    fit: float | None = None
    """The share of its lines that the site shows on other pages, too; None if it was taken alone."""
    site: str = ""
    """The site it was taken to belong to; "" if the page was taken alone."""
    digest: str = ""
    """What its text is known by, if repeats are to be left out."""
    signature: bytes | None = None
    """And what it is nearly known by."""
    thread: Thread | None = None
    """What is to be written once the pages of its thread are joined."""
    columns: Mapping[str, object] = field(default_factory=dict)
    """And what is written besides."""


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What a document must be to be written. By default nothing."""

    languages: tuple[str, ...] = ()
    """Tags such as `ja` and `en`, of which the text must be in one."""
    min_words: int = 0
    """Words of the text; characters, where words are not spaced."""
    since: str | None = None
    """The first and the last day, ISO 8601, of the page's date; a page without one is left out."""
    until: str | None = None
    include: tuple[str, ...] = ()
    """Regular expressions, of which one must be found in the address of a page; in its source, if it has none."""
    exclude: tuple[str, ...] = ()
    """Regular expressions of which none may be."""
    unique: bool = False
    """Its text repeats none before it, not even nearly."""

    def __post_init__(self) -> None:
        for pattern in (*self.include, *self.exclude):
            try:
                re.compile(pattern)
            except re.error as error:
                raise FormatError(f"not a regular expression: {error}", pattern) from None
        if unknown := sorted(self._tags - known_languages()) if self._tags else []:
            raise FormatError("no such language", unknown[0], f"known: {', '.join(sorted(known_languages()))}")
        for day in filter(None, (self.since, self.until)):
            try:
                date.fromisoformat(day)
            except ValueError:
                raise FormatError("not a day", day, "write it as 2026-11-17") from None

    @cached_property
    def _tags(self) -> frozenset[str]:
        return frozenset(tag.lower().partition("-")[0] for tag in self.languages)

    def reason_of_page(self, page: RawPage) -> str:
        """Why a page is left out before it is read; "" if nothing speaks against it."""
        address = page.url or page.source
        if self.include and not any(re.search(pattern, address) for pattern in self.include):
            return "address not included"
        return "address excluded" if any(re.search(pattern, address) for pattern in self.exclude) else ""

    def reason(self, document: Document) -> str:
        """Why a document is left out; "" if it belongs into the corpus."""
        text = document.text
        if self.min_words and len(tokens(text)) < self.min_words:
            return "too few words"
        if self._tags and language_of(text) not in self._tags:
            return "another language"
        return self._reason_of_date(document.date) if self.since or self.until else ""

    def with_language(self, document: Document) -> Document:
        """The document with the language of its text, if that was asked for and its page states none."""
        if not self._tags or document.language:
            return document
        known = document.parts.metadata
        sources = {**known.sources, "language": "letters of the text"}
        return document.with_parts(metadata=replace(known, language=language_of(document.text), sources=sources))

    def _reason_of_date(self, day: str | None) -> str:
        if day is None:
            return "no date"
        return "" if (self.since or "") <= day[:10] <= (self.until or "9999") else "another date"

    def marked(self, outcome: Outcome, document: Document) -> Outcome:
        """The outcome with what it is known by, if repeats are to be left out."""
        if not self.unique or not document.text:
            return outcome
        numbers = signature_of(document.text)
        known = None if numbers is None else numbers.tobytes()
        return replace(outcome, digest=digest(document.text), signature=known)


EVERYTHING = Selection()


def without_repeats(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes; those whose text repeats one before are left out."""
    seen = Seen()
    for outcome in outcomes:
        if outcome.digest:
            numbers = None if outcome.signature is None else np.frombuffer(outcome.signature, dtype=np.uint32)
            if seen.first_like(outcome.source, outcome.digest, numbers) is not None:
                yield Outcome(outcome.source, b"", "duplicate", is_left_out=True)
                continue
        yield outcome
