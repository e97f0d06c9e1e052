"""What needs no method: the least that a system must beat."""

from __future__ import annotations

import honbun
from honbun.evaluate.cases import Answer, PostAnswer
from honbun.page import decode, parse, segment


def _all_text(html: bytes) -> str:
    return "\n".join(segment(parse(decode(html).text)).texts)


class AllText:
    """All text of the page."""

    name = "all-text"
    version = honbun.__version__
    tasks = frozenset({"content", "site", "comments"})

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """All of it."""
        return Answer(text=_all_text(html))


class OnePost:
    """All text of the page as one post."""

    name = "all-text"
    version = honbun.__version__
    tasks = frozenset({"posts"})

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """One post."""
        return Answer(posts=(PostAnswer(_all_text(html)),))
