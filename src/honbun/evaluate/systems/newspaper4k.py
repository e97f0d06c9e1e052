"""newspaper4k, from the html that is given; it fetches nothing."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode


class Newspaper4k(Peer):
    """The text of an `Article`."""

    name = "newspaper4k"
    distribution = "newspaper4k"
    module = "newspaper"

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The text of the article."""
        newspaper = self.load()
        article = newspaper.Article(
            url or "https://unknown.example/", fetch_images=False, follow_meta_refresh=False
        )
        article.download(input_html=decode(html).text, ignore_read_more=True)
        article.parse()
        return Answer(text=article.text or "")
