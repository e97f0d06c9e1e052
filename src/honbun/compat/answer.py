"""From what trafilatura takes for a page, and the keywords of a call, to the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from honbun.compat.formats import body_of, comments_of, plain, written
from honbun.compat.keywords import Keywords
from honbun.compat.metadata import Document, facts_of, fingerprint_of, language_of
from honbun.document import Document as Page
from honbun.errors import MissingPackageError
from honbun.extraction import ExtractOptions, Html, extract
from honbun.page import decode
from honbun.render import in_data_tables

_AROUND_ADDRESS = re.compile(r"^https?://|/+$")


def answer(filecontent: object, keywords: Keywords, *, is_bare: bool = False) -> Document | None:
    """What is asked for of a page, `text` in its format, or plain if bare; None if there is none to give."""
    html = load(filecontent)
    if keywords.prune_xpath:
        html = pruned(html, keywords.prune_xpath)
    page = _trimmed(page_of(html, keywords), keywords)
    facts = facts_of(page, keywords)
    if not page.text or not _is_wanted(page, facts["url"], keywords):
        return None
    if keywords.only_with_metadata and not all(facts[name] for name in ("date", "title", "url")):
        return None
    made = _filled(page, facts if keywords.needs_metadata else {}, keywords)
    return made if is_bare else replace(made, text=written(made, page, keywords))


def page_of(html: Html, keywords: Keywords) -> Page:
    """The page as honbun extracts it. Only here do keywords become options of the extraction."""
    favour = "precision" if keywords.favor_precision else "recall" if keywords.favor_recall else None
    return extract(html, keywords.url, options=ExtractOptions(favour=favour))


def _filled(page: Page, facts: dict[str, str | list[str] | None], keywords: Keywords) -> Document:
    body = body_of(page, keywords.render, formatting=keywords.has_formatting)
    text = plain(body)
    made = Document.from_dict(facts)
    made.id = keywords.record_id
    made.body, made.text, made.raw_text = body, text, " ".join(page.text.split())
    if keywords.include_comments:
        made.comments = "\n".join(comment.text for comment in page.comments)
        made.commentsbody = comments_of(page)
    else:
        made.comments = ""
    made.fingerprint = fingerprint_of(f"{made.title or ''} {made.raw_text}")
    return made


def _is_wanted(page: Page, url: str | None, keywords: Keywords) -> bool:
    """Whether the language is the one asked for, or not declared, and the address not on the blacklist."""
    language = language_of(page)
    if keywords.target_language and language and language != keywords.target_language.lower():
        return False
    unwanted = {_AROUND_ADDRESS.sub("", address) for address in keywords.url_blacklist or ()}
    return not any(_AROUND_ADDRESS.sub("", address) in unwanted for address in (url, keywords.url) if address)


def _trimmed(page: Page, keywords: Keywords) -> Page:
    """The page without what is not wanted of its content."""
    if keywords.include_tables:
        return page
    score = page.labels.score.copy()
    score[in_data_tables(page.blocks, page.labels.is_content)] = 0
    return replace(page, labels=replace(page.labels, score=score))


def load(filecontent: object) -> Html:
    """The html of a page; TypeError if it is nothing that holds any.

    None is an empty page: it is what fetching gives when it fails, and programs pass it on.
    """
    if filecontent is None:
        return ""
    if isinstance(filecontent, (str, bytes)):
        return filecontent
    if isinstance(filecontent, (bytearray, memoryview)):
        return bytes(filecontent)
    if is_tree(filecontent):
        return str(_lxml_html().tostring(filecontent, encoding="unicode"))
    data = getattr(filecontent, "data", None)
    if isinstance(data, bytes):
        headers = getattr(filecontent, "headers", None) or {}
        return decode(data, headers.get("content-type")).text
    raise TypeError(f"{type(filecontent).__name__} is no page: give str, bytes, a response or a tree of lxml")


def is_tree(filecontent: object) -> bool:
    """Whether this is an element of lxml."""
    return hasattr(filecontent, "getroottree")


def tree_of(html: Html) -> Any:
    """The page as a tree of lxml; None if there is nothing in it."""
    text = decode(html).text
    if not text.strip():
        return None
    library = _lxml_html()
    parser = library.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    return library.document_fromstring(text.encode("utf-8", "replace"), parser=parser)


def pruned(html: Html, xpaths: str | Sequence[str]) -> str:
    """The page without the elements that the expressions select; the text after an element stays."""
    tree = tree_of(html)
    if tree is None:
        return ""
    for xpath in [xpaths] if isinstance(xpaths, str) else xpaths:
        for element in tree.xpath(xpath):
            if is_tree(element) and element.getparent() is not None:
                element.drop_tree()
    return str(_lxml_html().tostring(tree, encoding="unicode"))


def _lxml_html() -> Any:
    """The module `lxml.html`, needed for trees and XPath only; else MissingPackageError."""
    try:
        return import_module("lxml.html")
    except ImportError:
        raise MissingPackageError("trees and prune_xpath need it", "lxml", "pip install lxml") from None
