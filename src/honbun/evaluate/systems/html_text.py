"""html-text: all text of a page, laid out."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode


class HtmlText(Peer):
    """`extract_text`."""

    name = "html-text"
    distribution = "html-text"
    module = "html_text"

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """All visible text."""
        return Answer(text=self.load().extract_text(decode(html).text))
