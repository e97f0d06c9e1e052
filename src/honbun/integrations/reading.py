"""Pages read and cut into what other programs call documents: a page each, or a post each."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Unpack

from honbun.document import FACTS, Document
from honbun.extraction import Html, Keywords, Site, extract, posts
from honbun.input import RawPage, Rejected, read

_log = logging.getLogger(__name__)
Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class Piece(NamedTuple):
    """A text and what is known of it, as plain values."""

    text: str
    facts: dict[str, Any]


def read_pieces(paths: Paths, *, by_post: bool = False, **keywords: Unpack[Keywords]) -> Iterator[Piece]:
    """The text of each page at these paths, or of each of its posts; what gives none is logged with the reason.

    Paths are what `honbun extract` takes, of one site or of many; pages are taken alone.
    """
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    for found in read(several):
        if isinstance(found, Rejected):
            _log.warning("%s: %s %s", found.source, found.reason, found.detail)
        else:
            yield from _of_page(found, by_post, keywords)


def _of_page(page: RawPage, by_post: bool, keywords: Keywords) -> Iterator[Piece]:
    found = list(pieces_of(page.body, page.url, by_post=by_post, **keywords))
    if not found:
        _log.warning("%s: no %s", page.source, "posts" if by_post else "text")
    for text, facts in found:
        yield Piece(text, {"source": page.source, **facts})


def pieces_of(
    html: Html,
    url: str | None = None,
    *,
    by_post: bool = False,
    site: Site | None = None,
    **keywords: Unpack[Keywords],
) -> Iterator[Piece]:
    """The text of a page with its facts, or each post with its own; nothing of a page that has none."""
    if by_post:
        thread = site.posts(html, url) if site else posts(html, url)
        for post in thread:
            stated = {"url": post.permalink or thread.url, "title": thread.title, "author": post.author}
            yield Piece(post.text, _known(stated | {"date": post.date, "key": post.key}))
        return
    document = site.extract(html, url, **keywords) if site else extract(html, url, **keywords)
    if document.text:
        yield Piece(document.text, facts_of(document))


def facts_of(document: Document) -> dict[str, Any]:
    """What is known of a document, without what is not."""
    stated = {"url": document.url, **{name: getattr(document, name) for name in FACTS}}
    return _known(stated | {"confidence": round(document.confidence, 3)})


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
