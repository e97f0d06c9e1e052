"""The text of pages that show none: what lies in their data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

from honbun.metadata.linked_data import Thing, load_json, read_linked_data, types
from honbun.page import Page, parse, segment

# Keys and indices from the root of a value down to a part of it.
Path = tuple[str | int, ...]

_MAX_DATA_LENGTH = 8_000_000  # characters
_MAX_VALUES = 300_000
# A string is prose from so many characters on, if such a share of them are letters and spaces; an identifier or
# a class has no spaces, unless it is written in a script without them.
_MIN_PROSE_LENGTH = 60
_MIN_LETTER_SHARE = 0.75
_MAX_WORD_LENGTH = 15  # characters from space to space on average
_SAMPLE_LENGTH = 400
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7a3]")
_CODE = re.compile(r"^\s*(?:https?:|data:|[{\[<]\?|function|var |const |@|\.|#)|=>|\);|\};")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
# A part that holds so much of the prose is where the text is.
_MIN_PART_SHARE = 0.7
# What the page states as its text counts so much more than the longest string of its data.
_STATED_WEIGHT = 2

_ASSIGNMENT = re.compile(r"\s*(?:var\s+)?([\w.$\[\]\"']{1,80}?)\s*=\s*(JSON\.parse\()?")
_TEXT_KEYS = ("articleBody", "text", "reviewBody", "recipeInstructions", "description")


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
    """The texts of the things of the JSON-LD."""
    linked = read_linked_data(page, ())
    for thing in (linked.main, *linked.things):
        for key in _TEXT_KEYS:
            text = "\n\n".join(_prose(_texts_of_things(thing.get(key))))
            if text:
                yield (
                    text,
                    f"JSON-LD {key}",
                    _STATED_WEIGHT if thing is linked.main and key != "description" else 1,
                )


def _texts_of_things(value: object) -> object:
    """A value whose things are replaced by their texts: steps of a recipe, for example."""
    return [_text_of(one) if isinstance(one, dict) else one for one in value] if isinstance(value, list) else value


def _text_of(thing: Thing) -> object:
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
    value = load_json(source[match.end() :] if match else source, _MAX_DATA_LENGTH)
    if isinstance(value, str):
        value = load_json(value, _MAX_DATA_LENGTH)
    return value, match[1] if match else ""


def _prose(value: object) -> list[str]:
    """The paragraphs of the part of a value that holds most of its prose."""
    found = [(path, text) for path, string in _strings(value) if (text := plain(string)) and _is_prose(text)]
    depth = 0
    while found:
        total = sum(len(text) for _, text in found)
        shares: Counter[str | int | None] = Counter()
        for path, text in found:
            shares[path[depth] if depth < len(path) else None] += len(text)
        part, share = shares.most_common(1)[0]
        if part is None or share < _MIN_PART_SHARE * total:
            break
        found = [(path, text) for path, text in found if path[depth : depth + 1] == (part,)]
        depth += 1
    return list(dict.fromkeys(paragraph for _, text in found for paragraph in text.split("\n\n")))


def _strings(value: object) -> Iterator[tuple[Path, str]]:
    """The strings of a value, in its order, each after its path."""
    stack: list[tuple[Path, object]] = [((), value)]
    for _ in range(_MAX_VALUES):
        if not stack:
            return
        path, one = stack.pop()
        if isinstance(one, str):
            if len(one) >= _MIN_PROSE_LENGTH:
                yield path, one
        elif isinstance(one, dict):
            stack += [((*path, key), inner) for key, inner in reversed(one.items())]
        elif isinstance(one, list):
            stack += [((*path, i), inner) for i, inner in reversed(list(enumerate(one)))]


def plain(string: str) -> str:
    """A string as paragraphs with an empty line between them, its markup left out."""
    if "&lt;" in string and "<" not in string:
        string = unescape(string)
    if _TAG.search(string):
        return "\n\n".join(filter(None, (text.strip() for text in segment(parse(string)).texts)))
    lines = (" ".join(line.split()) for line in unescape(string).splitlines())
    return "\n\n".join(filter(None, lines))


def _is_prose(text: str) -> bool:
    if len(text) < _MIN_PROSE_LENGTH or _CODE.search(text[:_SAMPLE_LENGTH]):
        return False
    sample = text[:_SAMPLE_LENGTH]
    letters = sum(c.isalpha() or c.isspace() for c in sample)
    is_worded = sample.count(" ") * _MAX_WORD_LENGTH >= len(sample) or len(_UNSPACED.findall(sample)) * 2 > len(
        sample
    )
    return is_worded and letters >= _MIN_LETTER_SHARE * len(sample)
