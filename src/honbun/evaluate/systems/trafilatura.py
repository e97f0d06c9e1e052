"""trafilatura, with the options it has by default."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer


class Trafilatura(Peer):
    """The article, and all comments as one text; `trafilatura.extract` would join the two and lose precision."""

    name = "trafilatura"
    distribution = "trafilatura"
    module = "trafilatura"
    tasks = frozenset({"content", "site", "comments"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """Nothing where it finds nothing."""
        found = self.load().bare_extraction(html, url=url, include_comments=True)
        if found is None:
            return Answer()
        return Answer(text=found.text or "", comments=(found.comments,) if found.comments else ())
