"""resiliparse's main content."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode


class Resiliparse(Peer):
    """`extract_plain_text` with main_content."""

    name = "resiliparse"
    distribution = "resiliparse"
    module = "resiliparse.extract.html2text"

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """The main text."""
        return Answer(text=self.load().extract_plain_text(decode(html).text, main_content=True))
