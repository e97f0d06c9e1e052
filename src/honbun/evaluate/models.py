"""honbun with models of one's own, as systems that are measured beside the shipped one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import honbun
from honbun.errors import FormatError
from honbun.evaluate.cases import Answer, SitePage
from honbun.evaluate.ours import Ours, document_answer, nearest, post_answer
from honbun.evaluate.systems import System, does
from honbun.model import Model, ThreadModel, load_model, load_thread_model, read_bytes

# A process measures several pages with each model.
_content = cache(load_model)
_threads = cache(load_thread_model)


@dataclass(frozen=True)
class _Own(Ours):
    """honbun with the model of a file; another file of this name is another version."""

    file: str

    @property
    def name(self) -> str:  # type: ignore[override]
        """What the tables call it."""
        return f"honbun, {self.file}"

    @property
    def version(self) -> str:
        """That of the package, with a digest of the model."""
        return f"{super().version}+{blake2b(read_bytes(self.file), digest_size=4).hexdigest()}"

    def load(self) -> Model | ThreadModel:
        """The model, read once in a process."""
        return _content(self.file)


class _Page(_Own):
    tasks = frozenset({"content"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The text of a page that comes alone."""
        return document_answer(honbun.extract(html, url, model=_content(self.file)))


class _Site(_Own):
    tasks = frozenset({"site", "comments"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The text and the comments of each page with what all of them taught."""
        site = honbun.Site.learn(pages)
        return [document_answer(site.extract(html, url, model=_content(self.file))) for url, html in pages]


class _Threads(_Own):
    tasks = frozenset({"posts"})

    def load(self) -> ThreadModel:
        """The model, read once in a process."""
        return _threads(self.file)

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The posts of each page, with the pages that are nearest in order."""
        return [
            post_answer(honbun.posts(html, url, siblings=nearest(pages, i), model=self.load()))
            for i, (url, html) in enumerate(pages)
        ]


def with_model(file: str, task: str) -> System:
    """honbun with the model of this file, for a task; ModelError or FormatError if it cannot be used for it."""
    for kind in (_Page, _Site, _Threads):
        system = kind(file)
        if does(system, task):
            system.load()
            return system
    raise FormatError(
        "no model is trained for this task", task, "content, site, blocks, comments and posts have one"
    )
