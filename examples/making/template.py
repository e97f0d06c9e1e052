"""Markup with holes: a template and values into a page."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# A mark that opens or closes a section and stands alone on its line takes the line with it.
_MARK = re.compile(
    r"^[ \t]*\{\{(?P<line_sign>[#^/])(?P<line_name>[\w.]+)\}\}[ \t]*\n|\{\{(?P<sign>[#^/]?)(?P<name>[\w.]+)\}\}",
    re.MULTILINE,
)


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


@dataclass(frozen=True)
class _Section:
    name: str
    is_inverted: bool
    nodes: list[Any]


@dataclass(frozen=True)
class _Hole:
    name: str


class Template:
    """`{{name}}` is a value, `{{#name}}…{{/name}}` stands for each item or if true, `{{^name}}` if not.

    Inside a section the names of the item come first, then those around it; `{{.}}` is the item itself.
    Values are escaped unless they bring their own markup (`__html__`). A value that is missing is a
    KeyError, a section whose name is missing is left out.
    """

    def __init__(self, text: str) -> None:
        self._nodes = _parse(_tokens(text), None)

    def fill(self, values: Mapping[str, Any]) -> str:
        """The text with every hole filled."""
        return "".join(_fill(self._nodes, [values]))


def escape(text: str) -> str:
    """The text as it stands in markup and in double-quoted attributes."""
    return html.escape(text, quote=False).replace('"', "&quot;")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Text and marks in turn, as (sign, text or name); the sign of plain text is "text"."""
    position = 0
    for mark in _MARK.finditer(text):
        yield "text", text[position : mark.start()]
        yield mark["line_sign"] or mark["sign"], mark["line_name"] or mark["name"]
        position = mark.end()
    yield "text", text[position:]


def _parse(tokens: Iterator[tuple[str, str]], section: str | None) -> list[Any]:
    """The nodes up to the end of the section, or of the template."""
    nodes: list[Any] = []
    for sign, name in tokens:
        if sign == "text":
            nodes.append(name)
        elif sign == "":
            nodes.append(_Hole(name))
        elif sign != "/":
            nodes.append(_Section(name, sign == "^", _parse(tokens, name)))
        elif name == section:
            return nodes
        else:
            raise ValueError(f"{{{{/{name}}}}} closes nothing")
    if section is not None:
        raise ValueError(f"{{{{#{section}}}}} is not closed")
    return nodes


def _fill(nodes: list[Any], scopes: list[Mapping[str, Any]]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, str):
            yield node
        elif isinstance(node, _Hole):
            value = _value(node.name, scopes)
            yield value.__html__() if hasattr(value, "__html__") else escape(str(value))
        else:
            for item in _items(node, scopes):
                yield from _fill(node.nodes, [item if isinstance(item, Mapping) else {".": item}, *scopes])


def _items(section: _Section, scopes: list[Mapping[str, Any]]) -> list[Any]:
    """What a section is filled with, one after another."""
    try:
        value = _value(section.name, scopes)
    except KeyError:
        value = None
    if section.is_inverted:
        return [] if value else [{}]
    if not value:
        return []
    return value if isinstance(value, list) else [{} if value is True else value]


def _value(name: str, scopes: list[Mapping[str, Any]]) -> Any:
    for scope in scopes:
        if name in scope:
            return scope[name]
    raise KeyError(name)
