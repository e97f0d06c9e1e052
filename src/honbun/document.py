"""`Document`: what honbun makes of one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol, TypedDict, Unpack

from honbun import render
from honbun.metadata import Metadata
from honbun.notebook import html_table, line
from honbun.page import Block, Blocks, Labels
from honbun.render import DEFAULT, RenderOptions
from honbun.threads import Post

# What is stated of a page, in the order of output.
FACTS = tuple("title author date language site_name description image canonical_url kind".split())


class Reason(StrEnum):
    """Why a page gave an empty document, a thread without posts or a table without rows."""

    EMPTY_INPUT = "the input is empty"
    NOT_HTML = "the input is not HTML"
    NO_TEXT = "the page has no text"
    NO_MAIN_TEXT = "no text on the page stands out as its main text"
    NO_THREAD = "no thread on the page"
    NO_LIST = "no list of records on the page"
    CRASHED = "the page ended the process that worked on it"
    TOO_SLOW = "the page took too long"
    TOO_MUCH_MEMORY = "the page took too much memory"
    DEFECT = "the page brought a defect in honbun to light"


class Markup(TypedDict, total=False):
    """The fields of `RenderOptions`, as keywords."""

    links: bool
    images: bool
    tables: bool


class Parts(Protocol):
    """What a document states beside its text. Parts may be lazy: read off the page when first asked for."""

    @property
    def metadata(self) -> Metadata:
        """Title, author, date and the rest, each with its source."""

    @property
    def kind(self) -> str | None:
        """What kind of page it is: article, documentation, service, forum, collection, listing or product."""

    @property
    def posts(self) -> tuple[Post, ...]:
        """The posts of a page that is a thread."""

    @property
    def comments(self) -> tuple[Post, ...]:
        """The comments below an article."""


@dataclass(frozen=True)
class PlainParts:
    """Parts that are known."""

    metadata: Metadata = field(default_factory=Metadata)
    kind: str | None = None
    posts: tuple[Post, ...] = ()
    comments: tuple[Post, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """What a person came for on one page: its text and facts, each traceable to the blocks it came from.

    `title`, `author` and the other facts, `posts`, `comments` and `text` are lazy: computed when first asked for.
    """

    blocks: Blocks
    """All blocks of the page."""
    labels: Labels
    """What was decided of each of them, and why."""
    url: str | None = None
    confidence: float = 0.0
    """How good the text is expected to be: the F1 in words, 0 to 1."""
    reason: Reason | None = None
    """Why there is no text; None if there is."""
    parts: Parts = field(default_factory=PlainParts)
    """The lazy parts, where the properties below read them."""

    def with_parts(self, **changes: Any) -> Document:
        """This document with other `metadata`, `kind`, `posts` or `comments`; the others are read for it."""
        return replace(self, parts=replace(self._read_parts(), **changes))

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process: the parts as values, not the page they are read from."""
        return vars(self) | {"parts": self._read_parts()}

    def _read_parts(self) -> PlainParts:
        parts = self.parts
        return PlainParts(parts.metadata, parts.kind, parts.posts, parts.comments)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        parts = (f"{len(self.text):,} characters", f"confidence {self.confidence:.2f}")
        return line("Document", *parts, title=self.title, url=self.url, reason=self.reason)

    def _repr_html_(self) -> str:
        """The facts and the beginning of the text, as a notebook shows them."""
        facts = [(name, value) for name in FACTS if (value := getattr(self, name))]
        rows = [*facts, ("confidence", f"{self.confidence:.2f}"), ("text", self.text or self.reason)]
        return html_table(self.url or "Document", (), rows, len(rows))

    @cached_property
    def text(self) -> str:
        """The main text, plain."""
        return render.text(self.blocks, self.labels.is_content)

    @property
    def title(self) -> str | None:
        """What the page is called, without the name of the site."""
        return self.parts.metadata.title

    @property
    def author(self) -> str | None:
        """Who wrote it; several are joined with "; "."""
        return self.parts.metadata.author

    @property
    def date(self) -> str | None:
        """When it was published: ISO 8601, a day (2011-11-22) or a moment (2011-11-22T07:34:12+09:00)."""
        return self.parts.metadata.date

    @property
    def language(self) -> str | None:
        """The language tag that the page declares or its script shows."""
        return self.parts.metadata.language

    @property
    def site_name(self) -> str | None:
        """What the site is called."""
        return self.parts.metadata.site_name

    @property
    def description(self) -> str | None:
        """The summary that the page declares."""
        return self.parts.metadata.description

    @property
    def image(self) -> str | None:
        """Address of the picture that stands for the page."""
        return self.parts.metadata.image

    @property
    def canonical_url(self) -> str | None:
        """The address that the page says is its own."""
        return self.parts.metadata.canonical_url

    @property
    def kind(self) -> str | None:
        """What kind of page it is: article, documentation, service, forum, collection, listing or product."""
        return self.parts.kind

    @property
    def sources(self) -> Mapping[str, str]:
        """Where each fact came from: its name -> such as "JSON-LD", "meta og:title", "text of h1"."""
        return {**self.parts.metadata.sources, **({"kind": "model"} if self.kind else {})}

    @property
    def posts(self) -> tuple[Post, ...]:
        """The posts, if the page is a thread: its text is what they say."""
        return self.parts.posts

    @property
    def comments(self) -> tuple[Post, ...]:
        """What readers say below the text, which is not part of it."""
        return self.parts.comments

    def markdown(self, options: RenderOptions = DEFAULT, **keywords: Unpack[Markup]) -> str:
        """The main text as CommonMark, tables as GFM has them; `links=False` and the like leave markup out."""
        return render.markdown(self.blocks, self.labels.is_content, replace(options, **keywords), self.url)

    def html(self, options: RenderOptions = DEFAULT, **keywords: Unpack[Markup]) -> str:
        """The main text as a fragment of simple html in which nothing runs."""
        return render.html(self.blocks, self.labels.is_content, replace(options, **keywords), self.url)

    def tei(self, options: RenderOptions = DEFAULT, **keywords: Unpack[Markup]) -> str:
        """The main text as what a division of a TEI document holds."""
        return render.tei(self.blocks, self.labels.is_content, replace(options, **keywords), self.url)

    @property
    def content(self) -> list[Block]:
        """The kept blocks, in document order."""
        return [self.blocks[i] for i in self.labels.is_content.nonzero()[0].tolist()]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON: `blocks` are the kept ones, with address and evidence."""
        return {
            "url": self.url,
            **{name: getattr(self, name) for name in FACTS},
            "sources": dict(self.sources),
            "text": self.text,
            "confidence": round(self.confidence, 3),
            "reason": self.reason.value if self.reason else None,
            "posts": [post.to_dict() for post in self.posts],
            "comments": [comment.to_dict() for comment in self.comments],
            "blocks": [
                {
                    "text": block.text,
                    "xpath": block.xpath,
                    "score": round(float(self.labels.score[block.i]), 3),
                    "evidence": self.labels.evidence_of(block.i),
                }
                for block in self.content
            ],
        }
