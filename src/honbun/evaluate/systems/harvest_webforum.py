"""harvest-webforum: the posts of a thread."""

from __future__ import annotations

from honbun.evaluate.cases import Answer, PostAnswer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode


class HarvestWebforum(Peer):
    """`extract_data`. Its users are often links to profiles, which are given as they are."""

    name = "harvest-webforum"
    distribution = "harvest-webforum"
    module = "harvest"
    tasks = frozenset({"posts"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The posts with user and date."""
        posts = self.load().extract_data(decode(html).text, url or "https://unknown.example/")["posts"]
        return Answer(
            posts=tuple(
                PostAnswer(post["post_text"], _text(post.get("user")), _text(post.get("datetime")))
                for post in posts
            )
        )


def _text(value: object) -> str | None:
    return str(value) if value else None
