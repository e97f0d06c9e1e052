"""honbun in LangChain: a document loader and a document transformer. Needs langchain-core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from honbun.extraction import Keywords
from honbun.integrations.reading import Paths, pieces_of, read_pieces
from honbun.optional import import_other

_documents = import_other("langchain_core.documents", "langchain-core")
_loaders = import_other("langchain_core.document_loaders", "langchain-core")


class HonbunLoader(_loaders.BaseLoader):  # type: ignore[name-defined]
    """Pages at paths (files, folders, WARC, JSON lines, …) as documents: one a page, or one a post.

    Keywords are those of `honbun.extract`.
    """

    def __init__(self, paths: Paths, *, by_post: bool = False, **keywords: Unpack[Keywords]) -> None:
        self._paths = paths
        self._by_post = by_post
        self._keywords = keywords

    def lazy_load(self) -> Iterator[Any]:
        """The documents, as they are read."""
        for text, facts in read_pieces(self._paths, by_post=self._by_post, **self._keywords):
            yield _documents.Document(page_content=text, metadata=facts)


class HonbunTransformer(_documents.BaseDocumentTransformer):  # type: ignore[name-defined]
    """Documents that hold HTML into documents that hold its text; those without any are left out."""

    def __init__(self, *, by_post: bool = False, **keywords: Unpack[Keywords]) -> None:
        self._by_post = by_post
        self._keywords = keywords

    def transform_documents(self, documents: Sequence[Any], **_: Any) -> list[Any]:
        """The texts, each with the metadata of its document and what the page states."""
        return [
            _documents.Document(page_content=text, metadata={**document.metadata, **facts})
            for document in documents
            for text, facts in pieces_of(
                document.page_content,
                document.metadata.get("source"),
                by_post=self._by_post,
                **self._keywords,
            )
        ]
