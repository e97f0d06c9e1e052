"""Packages of others that do the same work, each imported when first needed, and baselines without a method."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import Any

import honbun
from honbun.evaluate.cases import Answer, PostAnswer, SitePage
from honbun.page import decode, parse, segment

# What a peer is told of a page without a URL, where it must have one.
_UNKNOWN_URL = "https://unknown.example/"
_LANGUAGE = re.compile(r"<html\b[^>]*?\blang\s*=\s*[\"']?([a-z]{2})\b", re.IGNORECASE)
# jusText names its stop lists in English; other languages are read with the English one.
_STOP_LISTS = {
    "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish",
    "fi": "Finnish", "fr": "French", "hu": "Hungarian", "it": "Italian", "nl": "Dutch", "no": "Norwegian_Bokmal",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish",
}  # fmt: skip
_NO_STOP_LIST = frozenset({"ja", "ko", "th", "zh"})
_TEXT_TASKS = frozenset({"content", "site"})


@dataclass(frozen=True)
class _Package:
    """A package: what the tables and pip call it, what to import, what it can be asked for."""

    name: str
    module: str
    tasks: frozenset[str]

    @property
    def version(self) -> str:
        """The version that is installed; empty if none is."""
        try:
            return installed_version(self.name)
        except PackageNotFoundError:
            return ""

    @property
    def missing(self) -> str:
        """The line that installs it; empty if it is installed."""
        return "" if self.version else f"pip install {self.name}"

    def load(self) -> Any:
        """The module."""
        return importlib.import_module(self.module)


@dataclass(frozen=True)
class Peer(_Package):
    """A package that answers for each page alone."""

    ask: Callable[[Any, bytes, str | None], Answer]
    """The answer of the module for a page and its URL."""

    def extract(self, html: bytes, url: str | None) -> Answer:
        """What the package finds on the page."""
        return self.ask(self.load(), html, url)


@dataclass(frozen=True)
class SitePeer(_Package):
    """A package that answers for the pages of a site together."""

    ask: Callable[[Any, list[SitePage]], list[Answer]]

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """What the package finds on each page."""
        return self.ask(self.load(), pages)


def _trafilatura(module: Any, html: bytes, url: str | None) -> Answer:
    """With its default options; `trafilatura.extract` would join article and comments and lose precision."""
    found = module.bare_extraction(html, url=url, include_comments=True)
    if found is None:
        return Answer()
    return Answer(text=found.text or "", comments=(found.comments,) if found.comments else ())


def _resiliparse(module: Any, html: bytes, _url: str | None) -> Answer:
    return Answer(text=module.extract_plain_text(decode(html).text, main_content=True))


def _readability(module: Any, html: bytes, url: str | None) -> Answer:
    """Its summary, an HTML fragment, written out by honbun as text."""
    return Answer(text=_all_text(module.Document(decode(html).text, url=url).summary(html_partial=True)))


def _justext(module: Any, html: bytes, _url: str | None) -> Answer:
    """Paragraphs that are not boilerplate, by the stop words of the language that the page declares or English."""
    text = decode(html).text
    if not text.strip():
        return Answer()
    declared = _LANGUAGE.search(text)
    language = declared[1].lower() if declared else "en"
    stoplist, thresholds = frozenset[str](), {"stopwords_low": 0, "stopwords_high": 0}
    if language not in _NO_STOP_LIST:
        stoplist, thresholds = module.get_stoplist(_STOP_LISTS.get(language, "English")), {}
    # Bytes in a known encoding: lxml refuses a str that declares one.
    paragraphs = module.justext(text.encode("utf-8"), stoplist, encoding="utf-8", **thresholds)
    return Answer(text="\n\n".join(found.text for found in paragraphs if not found.is_boilerplate))


def _newspaper4k(module: Any, html: bytes, url: str | None) -> Answer:
    """From the HTML that is given; it fetches nothing."""
    article = module.Article(url or _UNKNOWN_URL, fetch_images=False, follow_meta_refresh=False)
    article.download(input_html=decode(html).text, ignore_read_more=True)
    article.parse()
    return Answer(text=article.text or "")


def _boilerpy3(module: Any, html: bytes, _url: str | None) -> Answer:
    """Its article extractor; markup that it cannot read gives what was read before it."""
    extractor = module.ArticleExtractor(raise_on_failure=False)
    return Answer(text=extractor.get_content(decode(html).text))


def _turbohtml(module: Any, html: bytes, _url: str | None) -> Answer:
    found = module.parse(decode(html).text).main_content()
    return Answer(text=found.to_text() if found is not None else "")


def _html_text(module: Any, html: bytes, _url: str | None) -> Answer:
    return Answer(text=module.extract_text(decode(html).text))


def _deboiler(module: Any, pages: list[SitePage]) -> list[Answer]:
    """What remains without subtrees shared with another page: the next one in the order of their addresses."""
    # Addresses must differ, and be there.
    names = [f"{url or ''}#{i:06}" for i, (url, _) in enumerate(pages)]
    records = [{"url": name, "content": decode(html).text} for name, (_, html) in zip(names, pages, strict=True)]
    dataset = module.dataset.ListDataset(records, status_key=None, content_type_key=None, verbose=False)
    found = module.Deboiler(operation_mode="memory", verbose=False)
    found.fit(dataset)
    texts = {page.url: page.cleaned_text or "" for page in found.transform(dataset)}
    return [Answer(text=texts[name]) for name in names]


def _harvest_webforum(module: Any, html: bytes, url: str | None) -> Answer:
    """Its users are often links to profiles, which are given as they are."""
    posts = module.extract_data(decode(html).text, url or _UNKNOWN_URL)["posts"]
    found = ((post["post_text"], post.get("user"), post.get("datetime")) for post in posts)
    return Answer(
        posts=tuple(PostAnswer(text, *(str(fact) if fact else None for fact in facts)) for text, *facts in found)
    )


def _all_text(html: str) -> str:
    return "\n".join(segment(parse(html)).texts)


class AllText:
    """All text of the page: the least that a system must beat."""

    name = "all-text"
    version = honbun.__version__
    tasks = frozenset({"content", "site", "comments"})

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """All of it."""
        return Answer(text=_all_text(decode(html).text))


class OnePost(AllText):
    """All text of the page as one post."""

    tasks = frozenset({"posts"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """One post."""
        return Answer(posts=(PostAnswer(super().extract(html, url).text),))


PEERS = (
    Peer("trafilatura", "trafilatura", _TEXT_TASKS | {"comments"}, _trafilatura),
    Peer("resiliparse", "resiliparse.extract.html2text", _TEXT_TASKS, _resiliparse),
    Peer("readability-lxml", "readability", _TEXT_TASKS, _readability),
    Peer("justext", "justext", _TEXT_TASKS, _justext),
    Peer("newspaper4k", "newspaper", _TEXT_TASKS, _newspaper4k),
    Peer("boilerpy3", "boilerpy3.extractors", _TEXT_TASKS, _boilerpy3),
    Peer("turbohtml", "turbohtml", _TEXT_TASKS, _turbohtml),
    Peer("html-text", "html_text", _TEXT_TASKS, _html_text),
    SitePeer("deboiler", "deboiler", frozenset({"site"}), _deboiler),
    Peer("harvest-webforum", "harvest", frozenset({"posts"}), _harvest_webforum),
    AllText(),
    OnePost(),
)
