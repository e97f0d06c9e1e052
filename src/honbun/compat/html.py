"""The tree of a document as html."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from xml.etree.ElementTree import Element, tostring

from honbun.compat.tree import BLOCK

_NAMES = {"p": "p", "quote": "blockquote", "ref": "a", "row": "tr", "graphic": "img", "lb": "br", "del": "del"}
_MARKS = {"#b": "strong", "#i": "i", "#sub": "sub", "#sup": "sup"}
_ATTRIBUTES = {"target": "href", "src": "src", "alt": "alt", "cols": "colspan", "rows": "rowspan"}


def html_of(body: Element, meta: Mapping[str, str]) -> str:
    """A document with the facts as `meta` elements."""
    facts = [f'<meta name="{escape(name)}" content="{escape(value)}">' for name, value in meta.items()]
    head = ["<head>", *facts, "</head>"] if facts else []
    blocks = [tostring(_renamed(block), "unicode", "html").strip() for block in body]
    return "\n".join(["<html>", *head, "<body>", *blocks, "</body>", "</html>"])


def _renamed(element: Element) -> Element:
    attributes = {new: element.attrib[old] for old, new in _ATTRIBUTES.items() if old in element.attrib}
    copy = Element(_name(element), attributes)
    copy.text, copy.tail = element.text, element.tail
    copy.extend(map(_renamed, element))
    return copy


def _name(element: Element) -> str:
    rend = element.get("rend", "")
    match element.tag:
        case "head":
            return rend or "h2"
        case "list":
            return rend
        case "item":
            return rend[:2] or "li"
        case "cell":
            return "th" if element.get("role") else "td"
        case "code":
            return "pre" if element.attrib == BLOCK else "code"
        case "hi":
            return _MARKS[rend]
        case "table":
            return "table"
        case _:
            return _NAMES[element.tag]
