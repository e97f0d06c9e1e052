"""honbun in datatrove: an extractor for its pipelines. Needs datatrove."""

from __future__ import annotations

from typing import Unpack

from honbun.extraction import Keywords, extract
from honbun.optional import import_other

_extractors = import_other("datatrove.pipeline.extractors.base", "datatrove")

# A page takes milliseconds; the limit is for those that are made to take longer.
_TIMEOUT = 5.0


class HonbunExtractor(_extractors.BaseExtractor):  # type: ignore[name-defined]
    """HTML into its main text, one document at a time. Keywords are those of `honbun.extract`."""

    name = "⛏ honbun"

    def __init__(self, timeout: float = _TIMEOUT, **keywords: Unpack[Keywords]) -> None:
        super().__init__(timeout)
        self._keywords = keywords

    def extract(self, text: str) -> str:
        """The main text of a page."""
        return extract(text, **self._keywords).text
