"""What trafilatura takes as a page, as html: text, bytes, responses, trees of lxml."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from honbun.errors import MissingPackageError
from honbun.extraction import Html
from honbun.page import decode


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
        return str(lxml_html().tostring(filecontent, encoding="unicode"))
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
    library = lxml_html()
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
    return str(lxml_html().tostring(tree, encoding="unicode"))


def lxml_html() -> Any:
    """The module `lxml.html`, needed for trees and XPath only; else MissingPackageError."""
    try:
        return import_module("lxml.html")
    except ImportError:
        raise MissingPackageError("trees and prune_xpath need it", "lxml", "pip install lxml") from None
