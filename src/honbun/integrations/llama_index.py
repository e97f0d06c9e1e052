"""honbun in LlamaIndex: a reader. Needs llama-index-core."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from honbun.extraction import Keywords
from honbun.integrations.reading import Paths, read_pieces
from honbun.optional import import_other

_readers = import_other("llama_index.core.readers.base", "llama-index-core")
_schema = import_other("llama_index.core.schema", "llama-index-core")


class HonbunReader(_readers.BaseReader):  # type: ignore[name-defined]
    """Pages at paths as documents: one a page, or one a post. Keywords are those of `honbun.extract`."""

    def __init__(self, *, by_post: bool = False, **keywords: Unpack[Keywords]) -> None:
        self._by_post = by_post
        self._keywords = keywords

    def lazy_load_data(self, paths: Paths, extra_info: dict[str, Any] | None = None) -> Iterator[Any]:
        """The documents, as they are read, each also with `extra_info`."""
        for text, facts in read_pieces(paths, by_post=self._by_post, **self._keywords):
            yield _schema.Document(text=text, metadata={**facts, **(extra_info or {})})
