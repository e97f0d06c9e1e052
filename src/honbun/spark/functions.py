"""Functions for people who live in SQL: `SELECT honbun_text(html, url) FROM pages`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from honbun.extraction import extract, site_name
from honbun.input import RawPage, surt
from honbun.optional import needed
from honbun.spark.pages import configure
from honbun.spark.source import data_source
from honbun.texts import digest, language_of, signature
from honbun.workers import Loss, guarded

Html = bytes | str


def _site(html: Html, url: str | None) -> str | None:
    body = html.encode("utf-8", "replace") if isinstance(html, str) else html
    return site_name(RawPage(body, url)) or None


# Name -> the function of a page that comes alone and its address.
_OF_PAGES: dict[str, Callable[[Html, str | None], Any]] = {
    "honbun_author": lambda html, url: extract(html, url).author,
    "honbun_date": lambda html, url: extract(html, url).date,
    "honbun_language": lambda html, url: extract(html, url).language,
    "honbun_markdown": lambda html, url: extract(html, url).markdown(),
    "honbun_site": _site,
    "honbun_text": lambda html, url: extract(html, url).text,
    "honbun_title": lambda html, url: extract(html, url).title,
}


@dataclass(frozen=True)
class _OfPage:
    """A page and its address into a text; None where there is no page, or honbun fails."""

    name: str

    def __call__(self, html: bytes | bytearray | str | None, url: str | None) -> str | None:
        if html is None:
            return None
        page = html if isinstance(html, str) else bytes(html)
        found = guarded(lambda each: _OF_PAGES[self.name](each, url), page)
        return None if found is None or isinstance(found, Loss) else str(found)


def _of_text(function: Callable[[str], Any]) -> Callable[[str | None], Any]:
    """The function of a text, None of none."""

    def call(text: str | None) -> Any:
        return None if text is None else function(text)

    return call


def register(spark: Any) -> list[str]:
    """Make the functions and the format `warc` known to a session; the names of the functions come back.

    `honbun_text(html, url)` and the like take a page alone. `honbun_surt(url)`, `honbun_digest(text)` and
    `honbun_minhash(text)` are what `extract` gives beside the text; `honbun_language_of(text)` tells the language
    of a text by its letters, where a page states none.
    """
    functions = needed("pyspark.sql.functions")
    configure(spark)
    known: dict[str, tuple[Callable[..., Any], str]] = {
        **{name: (_OfPage(name), "string") for name in _OF_PAGES},
        "honbun_digest": (_of_text(digest), "string"),
        "honbun_language_of": (_of_text(language_of), "string"),
        "honbun_minhash": (_of_text(lambda text: signature(text).tolist()), "array<bigint>"),
        "honbun_surt": (surt, "string"),
    }
    for name, (function, kind) in known.items():
        spark.udf.register(name, functions.udf(function, kind, useArrow=True))
    spark.dataSource.register(data_source())
    return sorted(known)
