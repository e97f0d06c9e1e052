"""honbun in Haystack 2 and later: a converter. Needs haystack-ai."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from honbun.extraction import Keywords
from honbun.integrations.reading import pieces_of
from honbun.optional import import_other

_haystack = import_other("haystack", "haystack-ai")
_component = _haystack.component
_Document = _haystack.Document
_ByteStream = import_other("haystack.dataclasses", "haystack-ai").ByteStream


@_component
class HonbunConverter:
    """Files or byte streams of HTML into documents: one a page, or one a post."""

    def __init__(self, by_post: bool = False, keywords: dict[str, Any] | None = None) -> None:
        self.by_post = by_post
        self.keywords = keywords

    @_component.output_types(documents=list[_Document])  # type: ignore[untyped-decorator, valid-type]
    def run(
        self,
        sources: list[str | Path | _ByteStream],  # type: ignore[valid-type]
        meta: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The documents, each with the meta of its source, what the page states, and `meta`."""
        keywords: Keywords = {**(self.keywords or {})}  # type: ignore[typeddict-item]
        documents = []
        for source in sources:
            known = source.meta if isinstance(source, _ByteStream) else {"file_path": str(source)}
            html = source.data if isinstance(source, _ByteStream) else Path(source).read_bytes()
            for text, facts in pieces_of(html, known.get("url"), by_post=self.by_post, **keywords):
                documents.append(_Document(content=text, meta={**known, **facts, **(meta or {})}))
        return {"documents": documents}
