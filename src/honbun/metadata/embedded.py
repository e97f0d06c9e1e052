"""The text of pages that show none: what lies in their data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

from honbun.metadata.json_text import load
from honbun.metadata.linked_data import Thing, read_linked_data, types
from honbun.page import Page, cut, parse

# A place in a value: keys and indices from its root.
Path = tuple[str | int, ...]

_LONGEST = 8_000_000  # characters of data
_MOST_VALUES = 300_000
# A string is prose from so many characters on, if such a share of them are letters and spaces; an identifier or
# a class has no spaces, unless it is written in a script without them.
_SHORTEST = 60
_LETTERS = 0.75
_WORD = 15  # characters from space to space on average, at most
_SAMPLE = 400
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7a3]")
_CODE = re.compile(r"^\s*(?:https?:|data:|[{\[<]\?|function|var |const |@|\.|#)|=>|\);|\};")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
# A part that holds so much of the prose is where the text is.
_MOSTLY = 0.7
# What the page says is its text counts so much more than the longest string of its data.
_STATED = 2

_ASSIGNMENT = re.compile(r"\s*(?:var\s+)?([\w.$\[\]\"']{1,80}?)\s*=\s*(JSON\.parse\()?")
_STATING = ("articleBody", "text", "reviewBody", "recipeInstructions", "description")


def embedded_text(page: Page) -> tuple[str, str] | None:
    """The longest prose in the data of a page, as paragraphs, and where it was found; None if there is none.

    For a page that shows no text of its own. It reads all data, so it takes as long as the page has data.
    """
    best, best_weight = None, 0
    for text, source, weight in (*_stated(page), *_in_scripts(page)):
        if len(text) * weight > best_weight:
            best, best_weight = (text, source), len(text) * weight
    return best


def _stated(page: Page) -> Iterator[tuple[str, str, int]]:
    """What the main thing of the JSON-LD says."""
    linked = read_linked_data(page, ())
    for thing in (linked.main, *linked.things):
        for key in _STATING:
            text = "\n\n".join(_prose(_without_things(thing.get(key))))
            if text:
                yield text, f"JSON-LD {key}", _STATED if thing is linked.main and key != "description" else 1


def _without_things(value: object) -> object:
    """A value whose things are replaced by what they say: steps of a recipe, for example."""
    if isinstance(value, list):
        return [_said(one) if isinstance(one, dict) else one for one in value]
    return value


def _said(thing: Thing) -> object:
    return thing.get("text") or thing.get("itemListElement") if types(thing) else None


def _in_scripts(page: Page) -> Iterator[tuple[str, str, int]]:
    """The prose of each script that holds data."""
    kinds = page.attributes.get("type", {})
    for row, source in page.data.items():
        if page.tag_name(row) != "script" or "ld+json" in kinds.get(row, "").lower():
            continue
        value, name = _state(source)
        text = "\n\n".join(_prose(value))
        if text:
            yield text, f"script {page.attribute(row, 'id') or name or kinds.get(row, '')}".strip(), 1


def _state(source: str) -> tuple[object, str]:
    """The value of a script of data, and the name that it is given, if it is."""
    match = None if source.lstrip()[:1] in ("{", "[") else _ASSIGNMENT.match(source)
    value = load(source[match.end() :] if match else source, _LONGEST)
    if isinstance(value, str):
        value = load(value, _LONGEST)
    return value, match[1] if match else ""


def _prose(value: object) -> list[str]:
    """The paragraphs of the part of a value that holds most of its prose."""
    found = [(path, text) for path, said in _strings(value) if (text := plain(said)) and _is_prose(text)]
    depth = 0
    while found:
        total = sum(len(text) for _, text in found)
        shares: Counter[str | int | None] = Counter()
        for path, text in found:
            shares[path[depth] if depth < len(path) else None] += len(text)
        part, share = shares.most_common(1)[0]
        if part is None or share < _MOSTLY * total:
            break
        found = [(path, text) for path, text in found if path[depth : depth + 1] == (part,)]
        depth += 1
    return list(dict.fromkeys(paragraph for _, text in found for paragraph in text.split("\n\n")))


def _strings(value: object) -> Iterator[tuple[Path, str]]:
    """The strings of a value, in its order, each after its place."""
    stack: list[tuple[Path, object]] = [((), value)]
    for _ in range(_MOST_VALUES):
        if not stack:
            return
        path, one = stack.pop()
        if isinstance(one, str):
            if len(one) >= _SHORTEST:
                yield path, one
        elif isinstance(one, dict):
            stack += [((*path, key), inner) for key, inner in reversed(one.items())]
        elif isinstance(one, list):
            stack += [((*path, i), inner) for i, inner in reversed(list(enumerate(one)))]


def plain(said: str) -> str:
    """A string as paragraphs with an empty line between them, its markup left out."""
    if "&lt;" in said and "<" not in said:
        said = unescape(said)
    if _TAG.search(said):
        return "\n\n".join(filter(None, (text.strip() for text in cut(parse(said)).texts)))
    lines = (" ".join(line.split()) for line in unescape(said).splitlines())
    return "\n\n".join(filter(None, lines))


def _is_prose(text: str) -> bool:
    if len(text) < _SHORTEST or _CODE.search(text[:_SAMPLE]):
        return False
    sample = text[:_SAMPLE]
    letters = sum(c.isalpha() or c.isspace() for c in sample)
    is_worded = sample.count(" ") * _WORD >= len(sample) or len(_UNSPACED.findall(sample)) * 2 > len(sample)
    return is_worded and letters >= _LETTERS * len(sample)
