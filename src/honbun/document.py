"""`Document`: what honbun makes of one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from honbun import render
from honbun.later import Later, ReadOnce
from honbun.page import Block, Blocks, Labels
from honbun.render import DEFAULT, RenderOptions
from honbun.threads import Post

# What is said about a page, in the order of output.
FACTS = tuple("title author date language site_name description image canonical_url kind".split())


class Reason(StrEnum):
    """Why a page gave an empty document, a thread without posts or a table without rows."""

    EMPTY_INPUT = "the input is empty"
    NOT_HTML = "the input is not HTML"
    NO_TEXT = "the page has no text"
    NO_MAIN_TEXT = "no text on the page stands out as its main text"
    NO_THREAD = "no thread on the page"
    NO_LIST = "no list of records on the page"


@dataclass(frozen=True, eq=False)
class Document:
    """What a person came for on one page: its text and facts, each traceable to the blocks it came from."""

    blocks: Blocks
    """All blocks of the page."""
    labels: Labels
    """What was decided of each of them, and why."""
    url: str | None = None
    title: ReadOnce[str | None] = ReadOnce(None)
    author: ReadOnce[str | None] = ReadOnce(None)
    date: ReadOnce[str | None] = ReadOnce(None)
    """When it was published: ISO 8601, a day (2011-11-22) or a moment (2011-11-22T07:34:12+09:00)."""
    language: ReadOnce[str | None] = ReadOnce(None)
    site_name: ReadOnce[str | None] = ReadOnce(None)
    description: ReadOnce[str | None] = ReadOnce(None)
    image: ReadOnce[str | None] = ReadOnce(None)
    """Address of the picture that stands for the page."""
    canonical_url: ReadOnce[str | None] = ReadOnce(None)
    kind: ReadOnce[str | None] = ReadOnce(None)
    """What kind of page it is: article, documentation, service, forum, collection, listing or product."""
    sources: ReadOnce[Mapping[str, str]] = ReadOnce(MappingProxyType({}))
    """Where each fact came from: its name -> such as "JSON-LD", "meta og:title", "text of h1"."""
    confidence: float = 0.0
    """How good the text is expected to be: the F1 in words, 0 to 1."""
    reason: Reason | None = None
    """Why there is no text; None if there is."""
    comments: ReadOnce[tuple[Post, ...]] = ReadOnce(())
    """What readers say below the text, which is not part of it."""
    finder: Callable[[], tuple[Post, ...]] | None = field(default=None, repr=False)
    """Finds the posts of a page that may be a thread."""

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process: values, not what they are read from."""
        state = {name: value.read() if isinstance(value, Later) else value for name, value in vars(self).items()}
        return state | {"finder": None, "posts": self.posts}

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The content as plain text."""
        return render.text(self.blocks, self.labels.is_content)

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts, if the page is a thread: its text is what they say. Found when they are first asked for."""
        return self.finder() if self.finder else ()

    def markdown(self, options: RenderOptions = DEFAULT) -> str:
        """The content as CommonMark, tables as GFM has them."""
        return render.markdown(self.blocks, self.labels.is_content, options, self.url)

    def html(self, options: RenderOptions = DEFAULT) -> str:
        """The content as a fragment of simple html in which nothing runs."""
        return render.html(self.blocks, self.labels.is_content, options, self.url)

    def tei(self, options: RenderOptions = DEFAULT) -> str:
        """The content as what a division of a TEI document holds."""
        return render.tei(self.blocks, self.labels.is_content, options, self.url)

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
