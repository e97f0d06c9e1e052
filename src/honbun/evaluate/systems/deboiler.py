"""deboiler: what remains of each page when subtrees shared with another page are gone."""

from __future__ import annotations

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Page, Peer
from honbun.page import decode


class Deboiler(Peer):
    """The cleaned text. It compares each page with the next one in the order of their addresses."""

    name = "deboiler"
    distribution = "deboiler"
    module = "deboiler"
    tasks = frozenset({"site"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The cleaned text of each page."""
        deboiler = self.load()
        # Addresses must differ, and be there.
        names = [f"{url or ''}#{i:06}" for i, (url, _) in enumerate(pages)]
        records = [
            {"url": name, "content": decode(html).text} for name, (_, html) in zip(names, pages, strict=True)
        ]
        dataset = deboiler.dataset.ListDataset(records, status_key=None, content_type_key=None, verbose=False)
        found = deboiler.Deboiler(operation_mode="memory", verbose=False)
        found.fit(dataset)
        texts = {page.url: page.cleaned_text or "" for page in found.transform(dataset)}
        return [Answer(text=texts[name]) for name in names]
