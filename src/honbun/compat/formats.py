"""A page as the tree of elements that trafilatura's XML has, and the tree in trafilatura's formats."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from html import escape
from typing import Any
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from honbun import document
from honbun.compat.keywords import Keywords
from honbun.compat.metadata import Document
from honbun.output import tei_document
from honbun.render import RenderOptions, legal

_HEADER = "title author url hostname description sitename date categories tags fingerprint id license".split()
_ATTRIBUTES = (
    "sitename title author date url hostname description categories tags license id fingerprint language".split()
)
_COLUMNS = "url id fingerprint hostname title image date text comments license pagetype".split()
_NOTHING = "null"
_RENAMED = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}
_JOINED = ("categories", "tags")
_STRUCTURAL = frozenset({"comments", "doc", "list", "main", "quote", "row", "table"})
_FORMATTING = re.compile(r'</?(?:hi|del)(?: rend="\w+")?>')
# What YAML reads as a string without quotes, words that mean something else aside.
_PLAIN_SCALAR = re.compile(r"[^\W\d_](?:(?!: | #|[\n\t]).)*(?<![:\s])")
_NO_STRINGS = frozenset("false n no null off on true y yes".split())
_HTML_NAMES = {"quote": "blockquote", "ref": "a", "row": "tr", "graphic": "img", "lb": "br"}
_HTML_MARKS = {"#b": "strong", "#i": "i", "#sub": "sub", "#sup": "sup"}
_HTML_ATTRIBUTES = {"target": "href", "src": "src", "alt": "alt", "cols": "colspan", "rows": "rowspan"}
_BLOCKS = frozenset({"head", "list", "p", "quote", "table"})
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_RENDITIONS = {"bold": "#b", "italic": "#i", "subscript": "#sub", "superscript": "#sup"}
_RENDITIONS |= {"bulleted": "ul", "numbered": "ol"}
# What tells a block of code from code in a line.
_BLOCK = {"rend": "block"}

_FORMATTING_NAMES = frozenset({"del", "hi"})
_TRANSPARENT = frozenset({"div", "figure"})


def body_of(page: document.Document, options: RenderOptions, *, formatting: bool) -> Element:
    """A `body` of `head p list item quote code table row cell graphic hi del ref lb`, sections and figures opened.

    It is read off the TEI rendering, which has the same structure under other names.
    """
    body = Element("body")
    _grow(body, fromstring(f"<div>{page.tei(options)}</div>"), formatting)
    return body


def comments_of(page: document.Document) -> Element:
    """A `body` of paragraphs: what each comment says."""
    body = Element("body")
    for comment in page.comments:
        for paragraph in filter(None, comment.text.split("\n\n")):
            SubElement(body, "p").text = legal(paragraph)
    return body


def _grow(parent: Element, element: Element, formatting: bool) -> None:
    """Append what is in an element of TEI to its counterpart."""
    _add_text(parent, element.text)
    for number, child in enumerate(element):
        if child.tag in _TRANSPARENT or (child.tag in _FORMATTING_NAMES and not formatting):
            _grow(parent, child, formatting)
        elif child.tag in ("desc", "figDesc"):
            _label(parent, child)
        elif child.tag == "p" and len(child) == 1 and child[0].get(_SPACE):
            SubElement(parent, "code", _BLOCK).text = child[0].text
        elif child.tag == "table":
            _grow_table(parent, child, formatting)
        elif child.tag != "milestone":
            _grow(SubElement(parent, *_counterpart(element, child, number)), child, formatting)
        _add_text(parent, child.tail)


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
            return ("head", {"rend": rend}) if child.get("type") == "header" else ("code", dict(_BLOCK))
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


def _add_text(parent: Element, text: str | None) -> None:
    """Append text. Newlines at its ends only lay out the source, but in code, which has no elements in it."""
    text = text if text is None or parent.tag == "code" else text.strip("\n")
    if not text:
        return
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def plain(body: Element) -> str:
    """The blocks of a tree, one after another. Items begin with a hyphen, rows are as Markdown has them."""
    return "\n".join(filter(None, _blocks(body)))


def _is_block(element: Element, parent: Element) -> bool:
    """Whether an element stands by itself, and not in a line of its parent."""
    if element.tag == "graphic":
        return parent.tag == "body"
    return element.tag in _BLOCKS or element.attrib == _BLOCK


def _blocks(parent: Element, mark: str = "") -> Iterator[str]:
    """The lines of what is in an element; the first begins with the mark."""
    line = parent.text or ""
    for child in parent:
        if _is_block(child, parent):
            if line.strip():
                yield mark + line.strip()
                mark = ""
            for written in _block(child):
                yield mark + written
                mark = ""
            line = child.tail or ""
        else:
            line += _phrase(child) + (child.tail or "")
    if line.strip():
        yield mark + line.strip()


def _block(element: Element) -> Iterator[str]:
    if element.tag == "list":
        for item in element:
            yield from _blocks(item, "- ")
    elif element.tag == "table":
        for number, row in enumerate(element):
            yield "| " + " | ".join(_cell(cell) for cell in row) + " |"
            if number == 0:
                yield "|" + "---|" * len(row)
    elif element.tag == "code":
        yield (element.text or "").strip("\n")
    elif element.tag == "graphic":
        yield _phrase(element)
    else:
        yield from _blocks(element)


def _cell(cell: Element) -> str:
    return " ".join(" ".join(_blocks(cell)).split()).replace("|", "\\|")


def _phrase(element: Element) -> str:
    if element.tag == "lb":
        return "\n"
    if element.tag == "graphic":
        return f"![{element.get('alt', '')}]({element.get('src', '')})"
    inside = (element.text or "") + "".join(_phrase(child) + (child.tail or "") for child in element)
    return f"[{inside}]({element.get('target', '')})" if element.tag == "ref" else inside


def written(answer: Document, page: document.Document, keywords: Keywords) -> str:
    """The answer in the format that is asked for. `page` is the one it was made of, for renderings."""
    match keywords.output_format:
        case "json":
            return _json(answer, keywords)
        case "csv":
            return _csv(answer, _text(answer, page, keywords))
        case "xml":
            return _xml(answer)
        case "xmltei":
            return _tei(answer, page, keywords)
        case "html":
            body = deepcopy(answer.body)
            body.extend(deepcopy(answer.commentsbody))
            return _html_of(body, _meta(answer) if keywords.with_metadata else {})
        case _:
            header = _front_matter(answer) if keywords.with_metadata else ""
            return header + "\n".join(filter(None, (_text(answer, page, keywords), answer.comments)))


def _text(answer: Document, page: document.Document, keywords: Keywords) -> str:
    return page.markdown(keywords.render) if keywords.has_formatting else answer.text or ""


def _json(answer: Document, keywords: Keywords) -> str:
    if not keywords.with_metadata:
        return json.dumps({"text": answer.text, "comments": answer.comments}, ensure_ascii=False)
    values = {name: value for name, value in answer.as_dict().items() if name not in ("body", "commentsbody")}
    moved = {new: values.pop(old) for old, new in _RENAMED.items()}
    joined = {name: ";".join(values.pop(name) or ()) for name in _JOINED}
    return json.dumps({**values, **moved, **joined}, ensure_ascii=False)


def _csv(answer: Document, text: str) -> str:
    """A row of values with tabs between them."""
    values = {**answer.as_dict(), "text": text}
    line = io.StringIO()
    csv.writer(line, delimiter="\t").writerow([values[name] or _NOTHING for name in _COLUMNS])
    return line.getvalue()


def _xml(answer: Document) -> str:
    root = Element("doc", {name: legal(value) for name, value in _meta(answer).items()})
    SubElement(root, "main").extend(deepcopy(answer.body))
    SubElement(root, "comments").extend(deepcopy(answer.commentsbody))
    _indent(root, 0)
    return tostring(root, "unicode")


def _indent(element: Element, depth: int) -> None:
    """Put the parts of structural elements on lines of their own; within lines white space counts."""
    if element.tag not in _STRUCTURAL or not len(element) or (element.text or "").strip():
        return
    element.text = "\n" + "  " * (depth + 1)
    for child in element:
        _indent(child, depth + 1)
        child.tail = element.text
    element[-1].tail = "\n" + "  " * depth


def _tei(answer: Document, page: document.Document, keywords: Keywords) -> str:
    notes = {name: getattr(answer, name) or "" for name in ("id", "fingerprint")}
    metadata = replace(page.parts.metadata, author=answer.author)
    shown = page.with_parts(metadata=metadata, comments=page.comments if keywords.include_comments else ())
    document = tei_document(shown, notes, keywords.render)
    # Text is escaped, so that what looks like a tag is one.
    return (document if keywords.has_formatting else _FORMATTING.sub("", document)).rstrip("\n")


def _meta(answer: Document) -> dict[str, str]:
    """What is known, as attributes."""
    values = answer.as_dict()
    found = {
        name: ";".join(values[name]) if name in _JOINED and values[name] else values[name] for name in _ATTRIBUTES
    }
    return {name: value for name, value in found.items() if value}


def _front_matter(answer: Document) -> str:
    values: Mapping[str, Any] = answer.as_dict()
    lines = [f"{name}: {_scalar(values[name])}" for name in _HEADER if values[name]]
    return "\n".join(["---", *lines, "---", ""])


def _scalar(value: Any) -> str:
    """A value of YAML: strings quoted where they would be read as something else."""
    if isinstance(value, str) and _PLAIN_SCALAR.fullmatch(value) and value.lower() not in _NO_STRINGS:
        return value
    return json.dumps(value, ensure_ascii=False)


def _html_of(body: Element, meta: Mapping[str, str]) -> str:
    """A document with the facts as `meta` elements."""
    facts = [f'<meta name="{escape(name)}" content="{escape(value)}">' for name, value in meta.items()]
    head = ["<head>", *facts, "</head>"] if facts else []
    blocks = [tostring(_renamed(block), "unicode", "html").strip() for block in body]
    return "\n".join(["<html>", *head, "<body>", *blocks, "</body>", "</html>"])


def _renamed(element: Element) -> Element:
    attributes = {new: element.attrib[old] for old, new in _HTML_ATTRIBUTES.items() if old in element.attrib}
    copy = Element(_html_name(element), attributes)
    copy.text, copy.tail = element.text, element.tail
    copy.extend(map(_renamed, element))
    return copy


def _html_name(element: Element) -> str:
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
            return "pre" if element.attrib == _BLOCK else "code"
        case "hi":
            return _HTML_MARKS[rend]
        case _:
            return _HTML_NAMES.get(element.tag, element.tag)
