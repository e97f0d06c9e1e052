"""Many pages in threads give what one after the other gives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from extraction_samples import pages_of

import honbun


def pages() -> list[tuple[str, bytes]]:
    return [page for name in ("news-en", "board") for page in pages_of(name)]


@pytest.mark.parametrize("threads", [1, 2, None])
def test_documents_are_those_of_extract_in_order(threads: int | None) -> None:
    found = [document.to_dict() for document in honbun.extract_many(pages(), threads=threads)]
    assert found == [honbun.extract(html, url).to_dict() for url, html in pages()]


def test_pages_are_read_as_they_are_needed() -> None:
    read = 0

    def endless() -> Iterator[tuple[str | None, bytes]]:
        nonlocal read
        while True:
            read += 1
            yield None, b"<p>text"

    documents = honbun.extract_many(endless(), threads=2)
    for _ in range(3):
        next(documents)
    assert read < 20
    documents.close()  # type: ignore[attr-defined]


def test_some_threads_there_must_be() -> None:
    with pytest.raises(honbun.FormatError):
        honbun.extract_many([], threads=0)
