"""Trees of the core in the notation of the html5lib tests."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from honbun.core import dump_tree

ELEMENT, TEXT, COMMENT, DOCTYPE = 1, 2, 3, 4
SVG, MATH = 1, 2

# The core knows names in lower case only: of these the standard restores the case.
_SVG_NAMES = (
    "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend "
    "feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap "
    "feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge "
    "feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence "
    "foreignObject glyphRef linearGradient radialGradient textPath"
).split()
_SVG_ATTRIBUTES = (
    "attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode "
    "filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines "
    "keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits "
    "numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ "
    "preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions "
    "requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles "
    "surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector "
    "yChannelSelector zoomAndPan"
).split()
_SVG_CASE = {name.lower(): name for name in (*_SVG_NAMES, *_SVG_ATTRIBUTES)}
_PREFIXED = {
    f"{prefix}:{name}": f"{prefix} {name}"
    for prefix, names in {
        "xlink": "actuate arcrole href role show title type",
        "xml": "lang space",
        "xmlns": "xlink",
    }.items()
    for name in names.split()
}


class Node(NamedTuple):
    kind: int
    namespace: int
    depth: int
    strings: list[str]


def nodes(html: str) -> Iterator[Node]:
    """The nodes of the tree, in document order."""
    data, at = dump_tree(html.encode("utf-8", "surrogatepass")), 0
    while at < len(data):
        kind, namespace, depth, count = struct.unpack_from("<BBII", data, at)
        at += 10
        strings = []
        for _ in range(count):
            (size,) = struct.unpack_from("<I", data, at)
            strings.append(data[at + 4 : at + 4 + size].decode("utf-8", "replace"))
            at += 4 + size
        yield Node(kind, namespace, depth, strings)


def written(html: str) -> str:
    """The tree as the tests write it."""
    lines: list[str] = []
    templates: list[int] = []  # the depths of templates that are open: their content is one level deeper
    text_at = ""
    for node in nodes(html):
        while templates and templates[-1] >= node.depth:
            templates.pop()
        start = "| " + "  " * (node.depth + len(templates))
        if node.kind == TEXT and text_at == start:
            lines[-1] = lines[-1][:-1] + node.strings[0] + '"'
            continue
        text_at = start if node.kind == TEXT else ""
        lines += _lines(node, start)
        if node.kind == ELEMENT and node.strings[0] == "template" and not node.namespace:
            lines.append(f"{start}  content")
            templates.append(node.depth)
    return "\n".join(lines)


def _lines(node: Node, start: str) -> list[str]:
    if node.kind == TEXT:
        return [f'{start}"{node.strings[0]}"']
    shown = [string.replace("\0", "\ufffd") for string in node.strings]
    if node.kind == COMMENT:
        return [f"{start}<!-- {shown[0]} -->"]
    if node.kind == DOCTYPE:
        return [f"{start}<!DOCTYPE {shown[0]}" + (f' "{shown[1]}" "{shown[2]}"' if len(shown) > 1 else "") + ">"]
    name = {SVG: f"svg {_SVG_CASE.get(shown[0], shown[0])}", MATH: f"math {shown[0]}"}.get(
        node.namespace, shown[0]
    )
    pairs = zip(shown[1::2], node.strings[2::2], strict=True)
    attributes = sorted((_attribute(key, node.namespace), value) for key, value in pairs)
    return [f"{start}<{name}>", *(f'{start}  {key}="{value}"' for key, value in attributes)]


def _attribute(name: str, namespace: int) -> str:
    if namespace == SVG:
        name = _SVG_CASE.get(name, name)
    if namespace == MATH and name == "definitionurl":
        name = "definitionURL"
    return _PREFIXED.get(name, name) if namespace else name


_SECTIONS = frozenset("errors new-errors document-fragment document script-off script-on".split())


def cases(path: Path) -> Iterator[tuple[str, str]]:
    """Markup and expected tree of each test of a file that is of a whole document, with scripting off."""
    whole = "\n" + path.read_bytes().decode("utf-8", "surrogatepass")
    for part in whole.split("\n#data\n")[1:]:
        sections: dict[str, list[str]] = {"data": []}
        name = "data"
        for line in part.split("\n"):
            if line[:1] == "#" and line[1:] in _SECTIONS:
                name = line[1:]
                sections[name] = []
            else:
                sections[name].append(line)
        if "document" in sections and not sections.keys() & {"document-fragment", "script-on"}:
            yield "\n".join(sections["data"]), "\n".join(sections["document"]).rstrip("\n")
