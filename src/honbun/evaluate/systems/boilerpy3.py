"""boilerpy3's article extractor."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode


class Boilerpy3(Peer):
    """`ArticleExtractor`."""

    name = "boilerpy3"
    distribution = "boilerpy3"
    module = "boilerpy3.extractors"

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """The content; markup that it cannot read gives what was read before it."""
        extractor = self.load().ArticleExtractor(raise_on_failure=False)
        return Answer(text=extractor.get_content(decode(html).text))
