"""readability-lxml, its summary as text."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode, parse, segment


class ReadabilityLxml(Peer):
    """`Document(…).summary()`, an HTML fragment, written out by honbun as text."""

    name = "readability-lxml"
    distribution = "readability-lxml"
    module = "readability"

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The text of the summary."""
        summary = self.load().Document(decode(html).text, url=url).summary(html_partial=True)
        return Answer(text="\n".join(segment(parse(summary)).texts))
