"""Documents in the formats of trafilatura."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from honbun import document
from honbun.compat.html import html_of
from honbun.compat.keywords import Keywords
from honbun.compat.metadata import Document
from honbun.output import tei_document
from honbun.render import legal

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
            return html_of(body, _meta(answer) if keywords.with_metadata else {})
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
