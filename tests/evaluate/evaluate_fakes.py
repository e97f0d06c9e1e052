"""Systems that misbehave on pages that ask for it, and corpora of a few lines."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
import warnings

from honbun.evaluate.cases import Answer, Case, Gold, SitePage
from honbun.evaluate.corpus import Corpus


def case(name: str, html: str, text: str | None = None, site: str = "a") -> Case:
    return Case(
        name,
        "set",
        site,
        f"https://{site}.example/{name}",
        "en",
        "article",
        html.encode(),
        Gold(text=text or html),
    )


def corpus(*cases: Case, digest: str = "0123456789ab") -> Corpus:
    return Corpus("fakes", digest, list(cases))


class Echo:
    """Answers with the page itself; raises, hangs, dies, exits or prints where the page says so."""

    name = "echo"
    version = "1"
    tasks = frozenset({"content", "site"})

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        word = html.decode().split()[0]
        if word == "raise":
            raise ValueError("no such thing \udc80")
        if word == "exit":
            sys.exit(3)
        if word == "hang":
            time.sleep(600)
        if word == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if word == "print":
            sys.stdout.write("noise")
            os.write(1, b"raw noise\n")
            os.write(2, b"raw noise\n")
            warnings.warn("noise", stacklevel=1)
            logging.getLogger().error("noise")
        return Answer(text=html.decode())


class WrongAnswer(Echo):
    name = "wrong"

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        return html.decode()  # type: ignore[return-value]


class Unloadable(Echo):
    name = "unloadable"

    def load(self) -> None:
        raise ImportError("no module named peer")


class Together:
    """Answers for a site: each page with the number of pages that were known."""

    name = "together"
    version = "1"
    tasks = frozenset({"site"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        if any(html.startswith(b"lose") for _, html in pages):
            return []
        return [Answer(text=f"{html.decode()} {len(pages)}") for _, html in pages]


class Columns:
    """Answers with one field a page: the page itself."""

    name = "columns"
    version = "1"
    tasks = frozenset({"fields"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        return [Answer(fields={"page": (html.decode(),)}) for _, html in pages]


class Unsendable(Echo):
    name = "unsendable"

    def __init__(self) -> None:
        self.stream = (i for i in ())


NOT_A_SYSTEM = 1
