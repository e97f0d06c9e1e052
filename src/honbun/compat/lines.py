"""The tree of a document as trafilatura's plain text: a line a block, links and images in Markdown where kept."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from honbun.compat.tree import BLOCK

_BLOCKS = frozenset({"head", "list", "p", "quote", "table"})


def plain(body: Element) -> str:
    """The blocks of a tree, one after another. Items begin with a hyphen, rows are as Markdown has them."""
    return "\n".join(filter(None, _blocks(body)))


def is_block(element: Element, parent: Element) -> bool:
    """Whether an element stands by itself, and not in a line of its parent."""
    if element.tag == "graphic":
        return parent.tag == "body"
    return element.tag in _BLOCKS or element.attrib == BLOCK


def _blocks(parent: Element, mark: str = "") -> Iterator[str]:
    """The lines of what is in an element; the first begins with the mark."""
    line = parent.text or ""
    for child in parent:
        if is_block(child, parent):
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
