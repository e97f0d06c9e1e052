"""Many pages that come alone, in threads: the compiled core works while Python does something else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Unpack

from honbun.article import DEFAULT, ExtractOptions
from honbun.document import Document
from honbun.errors import FormatError
from honbun.extraction.asking import Html, Keywords, Pages, asked, pairs_of
from honbun.extraction.composing import extract, found_or_lost
from honbun.workers import each, in_threads

# So many pages are under way for each thread: enough to keep it busy, few enough that memory stays flat.
_AHEAD = 4


def extract_many(
    pages: Pages,
    *,
    options: ExtractOptions = DEFAULT,
    threads: int | None = None,
    **keywords: Unpack[Keywords],
) -> Iterator[Document]:
    """The document of each page, (url, html), in their order, as soon as it is there.

    `threads` is by default as many as the machine has processors. Pages are read as they are needed, so there may
    be any number of them. Without the compiled core threads wait for each other, and gain nothing. If the options
    have limits, there are processes instead, which are watched: a page that passes a limit, or ends its process,
    gives an empty document with the reason.
    """
    if threads is not None and threads < 1:
        raise FormatError("threads must be at least 1")
    return _in_order(pairs_of(pages), asked(options, keywords), threads or os.cpu_count() or 1)


def _in_order(pages: Pages, options: ExtractOptions, threads: int) -> Iterator[Document]:
    if options.limits:
        free = replace(options, time_limit=None, memory_limit=None)
        for (url, _), found in each(partial(_extracted, options=free), pages, threads, options.limits):
            yield found_or_lost(found, url)
        return
    if threads == 1:
        yield from (_written(page, options) for page in pages)
        return
    with closing(in_threads(partial(_written, options=options), pages, threads, _AHEAD)) as documents:
        for _, document in documents:
            yield document


def _extracted(page: tuple[str | None, Html], options: ExtractOptions) -> Document:
    url, html = page
    return extract(html, url, options=options)


def _written(page: tuple[str | None, Html], options: ExtractOptions) -> Document:
    """The document, with its text, which would else be written where it is asked for."""
    document = _extracted(page, options)
    _ = document.text
    return document
