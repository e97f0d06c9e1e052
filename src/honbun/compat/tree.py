"""The content of a document as a tree of the elements that trafilatura's XML has."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, fromstring

from honbun.document import Document
from honbun.render import RenderOptions, legal

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_RENDITIONS = {
    "bold": "#b",
    "bulleted": "ul",
    "italic": "#i",
    "numbered": "ol",
    "subscript": "#sub",
    "superscript": "#sup",
}
# What tells a block of code from code in a line.
BLOCK = {"rend": "block"}

_FORMATTING = frozenset({"del", "hi"})
_TRANSPARENT = frozenset({"div", "figure"})


def body_of(document: Document, options: RenderOptions, *, formatting: bool) -> Element:
    """A `body` of `head p list item quote code table row cell graphic hi del ref lb`, sections and figures opened.

    It is read off the TEI rendering, which has the same structure under other names.
    """
    body = Element("body")
    _grow(body, fromstring(f"<div>{document.tei(options)}</div>"), formatting)
    return body


def comments_of(document: Document) -> Element:
    """A `body` of paragraphs: what each comment says."""
    body = Element("body")
    for comment in document.comments:
        for paragraph in filter(None, comment.text.split("\n\n")):
            SubElement(body, "p").text = legal(paragraph)
    return body


def _grow(parent: Element, element: Element, formatting: bool) -> None:
    """Append what is in an element of TEI to its counterpart."""
    _say(parent, element.text)
    for number, child in enumerate(element):
        if child.tag in _TRANSPARENT or (child.tag in _FORMATTING and not formatting):
            _grow(parent, child, formatting)
        elif child.tag in ("desc", "figDesc"):
            _label(parent, child)
        elif child.tag == "p" and len(child) == 1 and child[0].get(_SPACE):
            SubElement(parent, "code", BLOCK).text = child[0].text
        elif child.tag == "table":
            _grow_table(parent, child, formatting)
        elif child.tag != "milestone":
            _grow(SubElement(parent, *_counterpart(element, child, number)), child, formatting)
        _say(parent, child.tail)


def _grow_table(parent: Element, table: Element, formatting: bool) -> None:
    """A table, with its caption as a paragraph before it."""
    for head in table.findall("head"):
        _grow(SubElement(parent, "p"), head, formatting)
        table.remove(head)
    _grow(SubElement(parent, "table"), table, formatting)


def _counterpart(element: Element, child: Element, number: int) -> tuple[str, dict[str, str]]:
    """Name and attributes of what stands for a child of an element."""
    rend = child.get("rend", "")
    is_gloss = element.get("type") == "gloss"
    kept = {name: value for name, value in child.items() if name in ("cols", "rows", "target")}
    match child.tag:
        case "graphic":
            return "graphic", {"src": child.get("url", "")}
        case "head" if element.tag == "figure":
            return "p", {}
        case "ab":
            return ("head", {"rend": rend}) if child.get("type") == "header" else ("code", dict(BLOCK))
        case "list":
            return "list", {"rend": _RENDITIONS.get(rend, "dl" if child.get("type") else "ul")}
        case "label" | "item":
            name = "dt" if child.tag == "label" else "dd"
            return "item", {"rend": f"{name}-{number // 2 + 1}"} if is_gloss else {}
        case "cell":
            return "cell", {**({"role": "head"} if child.get("role") else {}), **kept}
        case _:
            return child.tag, {**({"rend": _RENDITIONS.get(rend, rend)} if rend else {}), **kept}


def _label(parent: Element, description: Element) -> None:
    """Give the description of an image to it: it stands in it, or right after it."""
    image = parent if parent.tag == "graphic" else parent[-1]
    image.set("alt", description.text or "")


def _say(parent: Element, text: str | None) -> None:
    """Append text. Newlines at its ends only lay out the source, but in code, which has no elements in it."""
    text = text if text is None or parent.tag == "code" else text.strip("\n")
    if not text:
        return
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
