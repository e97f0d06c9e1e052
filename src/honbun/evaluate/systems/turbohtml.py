"""turbohtml's main content."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode


class Turbohtml(Peer):
    """The text of `main_content()`."""

    name = "turbohtml"
    distribution = "turbohtml"
    module = "turbohtml"

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """The text of the content element; none if nothing reads as content."""
        found = self.load().parse(decode(html).text).main_content()
        return Answer(text=found.to_text() if found is not None else "")
