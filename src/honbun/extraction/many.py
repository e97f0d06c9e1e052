"""Many pages that come alone, in threads: the compiled core works while Python does something else."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from honbun.article import DEFAULT, ExtractOptions
from honbun.document import Document
from honbun.errors import FormatError
from honbun.extraction.composing import Html, extract

# So many pages are under way for each thread: enough to keep it busy, few enough that memory stays flat.
_AHEAD = 4


def extract_many(
    pages: Iterable[tuple[str | None, Html]], *, options: ExtractOptions = DEFAULT, threads: int | None = None
) -> Iterator[Document]:
    """The document of each page, (url, html), in their order, as soon as it is there.

    `threads` is by default as many as the machine has processors. Pages are read as they are needed, so there may
    be any number of them. Without the compiled core threads wait for each other, and gain nothing.
    """
    if threads is not None and threads < 1:
        raise FormatError("threads must be at least 1")
    return _in_order(pages, options, threads or os.cpu_count() or 1)


def _in_order(
    pages: Iterable[tuple[str | None, Html]], options: ExtractOptions, threads: int
) -> Iterator[Document]:
    if threads == 1:
        yield from (_work(html, url, options) for url, html in pages)
        return
    with ThreadPoolExecutor(threads) as pool:
        under_way: deque[Future[Document]] = deque()
        try:
            for url, html in pages:
                under_way.append(pool.submit(_work, html, url, options))
                if len(under_way) >= _AHEAD * threads:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _work(html: Html, url: str | None, options: ExtractOptions) -> Document:
    """The document, with its text, which would else be written where it is asked for."""
    document = extract(html, url, options=options)
    _ = document.text
    return document
