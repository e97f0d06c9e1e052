"""honbun under the names of trafilatura 2.

    from honbun.compat.trafilatura import extract       # instead of: from trafilatura import extract

The rest of a program may stay: `feeds`, `sitemaps`, `spider` and `settings` are there, too. Functions, their
keywords and the keys of JSON are the same; the text is that of `honbun.extract`. docs/compat.md has what each
keyword does here and what differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from honbun.compat.answer import answer, is_tree, load, page_of, tree_of
from honbun.compat.fetch import Response, fetch, fetch_text
from honbun.compat.keywords import OptionError, asked, warn_of
from honbun.compat.metadata import Document, facts_of
from honbun.page import Blocks, Mask, decode, parse, segment

__all__ = [
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_response",
    "fetch_url",
    "html2txt",
    "load_html",
]

_PARAGRAPHS = ("blockquote", "p", "pre", "q")
_ASIDES = ("aside", "footer")


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> str | None:
    """The main text of a page as csv, html, json, markdown, txt, xml or xmltei; None if there is none."""
    found = _answer(locals())
    return found.text if found else None


def extract_with_metadata(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | None:
    """What is known of a page, with its main text in a format as `text`; None if there is none."""
    return _answer({**locals(), "with_metadata": True})


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    """The content as a tree and as text, with what is known of the page if that is asked for."""
    found = _answer(locals(), is_bare=True)
    return found.as_dict() if found and as_dict else found


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,  # noqa: ARG001 - there is one search for dates
    author_blacklist: set[str] | None = None,
) -> Document:
    """What is known of a page, without its text."""
    given = {
        "url": default_url,
        "date_extraction_params": date_config,
        "author_blacklist": author_blacklist,
    }
    keywords = asked(given, caller=3)
    return Document.from_dict(facts_of(page_of(load(filecontent), keywords), keywords))


def baseline(filecontent: Any) -> tuple[Element, str, int]:
    """Everything in paragraphs, else everything shown: a body of them, their text, and its length."""
    blocks = _blocks(filecontent)
    page = blocks.page
    inside = page.within(np.isin(np.arange(len(page)), page.rows_of(*_PARAGRAPHS)))
    shown = ~blocks.is_hidden & (blocks.length > 0)
    is_paragraph = shown & inside[blocks.owner]
    texts = _texts(blocks, is_paragraph if is_paragraph.any() else shown)
    body = Element("body")
    for text in texts:
        SubElement(body, "p").text = text
    joined = "\n".join(texts)
    return body, joined, len(joined)


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page on one line; `clean` leaves out asides, footers and what is not displayed."""
    blocks = _blocks(content)
    page = blocks.page
    shown = blocks.length > 0
    if clean:
        aside = page.within(np.isin(np.arange(len(page)), page.rows_of(*_ASIDES)))
        shown = shown & ~blocks.is_hidden & ~aside[blocks.owner]
    return " ".join(" ".join(_texts(blocks, shown)).split())


def load_html(htmlobject: Any, max_size: int | None = None) -> Any:
    """The page as a tree of lxml, which must be installed; None if it is empty or larger than `max_size`."""
    if is_tree(htmlobject):
        return htmlobject
    html = load(htmlobject)
    return None if max_size is not None and len(html) > max_size else tree_of(html)


def fetch_url(url: str, no_ssl: bool = False, config: Any = None, options: Any = None) -> str | None:
    """The page at an address as text; None if it cannot be had."""
    warn_of({"config": config, "options": options}, caller=3)
    return fetch_text(url, verify=not no_ssl)


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    no_ssl: bool = False,
    with_headers: bool = False,  # noqa: ARG001 - headers are always there
    config: Any = None,
) -> Response | None:
    """What a server answers at an address; None if it does not."""
    warn_of({"config": config}, caller=3)
    response = fetch(url, verify=not no_ssl)
    if response and decode:
        response.html = response.decoded()
    return response


def _answer(given: Mapping[str, Any], *, is_bare: bool = False) -> Document | None:
    """The answer to a call, given all its arguments by name."""
    keywords = asked(given)
    if keywords.output_format == "python" and not is_bare:
        raise OptionError("a format of bare_extraction only", "python", "take another output_format")
    return answer(given["filecontent"], keywords, is_bare=is_bare)


def _blocks(filecontent: Any) -> Blocks:
    return segment(parse(decode(load(filecontent)).text))


def _texts(blocks: Blocks, keep: Mask) -> list[str]:
    return [blocks.texts[block] for block in np.flatnonzero(keep).tolist()]
