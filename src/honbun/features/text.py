"""What the text of a block is: its characters, and whether the page's data for machines repeats it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from honbun.features.outline import Columns, Outline, letters_of_each
from honbun.page import Mask, Page, Rows

# Code points from here on are letters of scripts written without spaces, but for the full-width forms.
_TABLE_END = 0x3100
_WIDE, _WIDE_END = 0xFF01, 0xFF5F  # full-width forms of ! to ~
# The first two, which most characters are, are not counted; words are made of those from _LETTER to _DIGIT.
_SPACE, _LETTER, _UPPER, _DIGIT, _STOP, _COMMA, _MONEY, _ARROW, _MARK, _HAN = range(10)
_CLASSES = 10
_STOPS = frozenset(".!?…。！？｡؟।॥;")
_COMMAS = frozenset(",:、，：؛،")
_ARROWS = frozenset("|>»›→•·<«‹←▶►▼▲✓+#&@/\\=*~^")


@cache
def _table() -> npt.NDArray[np.uint8]:
    """The class of each code point before `_TABLE_END`; built once, for it takes milliseconds."""
    table = np.array([_class_of(chr(point)) for point in range(_TABLE_END + 1)], dtype=np.uint8)
    table[_TABLE_END] = _HAN
    table.setflags(write=False)
    return table


def _class_of(character: str) -> int:
    category = unicodedata.category(character)
    for kind, members in ((_STOP, _STOPS), (_COMMA, _COMMAS), (_ARROW, _ARROWS)):
        if character in members:
            return kind
    if "\u3040" <= character <= "\u30ff":
        return _HAN
    first = {"Z": _SPACE, "C": _SPACE, "N": _DIGIT, "P": _MARK, "S": _MARK, "M": _LETTER}
    whole = {"Lu": _UPPER, "Lt": _UPPER, "Sc": _MONEY}
    return whole.get(category, first.get(category[0], _LETTER))


def classes(points: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """The class of each character, given its code point."""
    if int(points.max(initial=0)) >= _WIDE:
        is_wide = (points >= _WIDE) & (points < _WIDE_END)
        points = np.where(is_wide, points - np.uint32(_WIDE - 0x21), points)
    return np.asarray(_table().take(points, mode="clip"))


def character_features(outline: Outline) -> Columns:
    """Counts of kinds of characters, and words: a character each in scripts without spaces."""
    start, end = outline.blocks.start, outline.blocks.end
    kind = classes(outline.page.points)
    counts, words = _count(kind, start, end)
    words += counts[:, _HAN]
    length = np.maximum(outline.blocks.length, 1)
    stops, commas = counts[:, _STOP], counts[:, _COMMA]
    first, last = kind[start], kind[np.maximum(end - 1, 0)]
    return {
        "words": words,
        "log_length": np.log1p(outline.blocks.length),
        "word_length": length / np.maximum(words, 1),
        "stops": stops,
        "commas": commas,
        "stop_share": stops / np.maximum(words, 1),
        "comma_share": commas / np.maximum(words, 1),
        "digit_share": counts[:, _DIGIT] / length,
        "upper_share": counts[:, _UPPER] / np.maximum(words, 1),
        "money": counts[:, _MONEY],
        "arrow_share": counts[:, _ARROW] / length,
        "mark_share": counts[:, _MARK] / length,
        "han_share": counts[:, _HAN] / length,
        "ends_with_stop": (last == _STOP) | (last == _COMMA),
        "starts_upper": (first == _UPPER) | (first == _HAN),
    }


def _count(
    kind: npt.NDArray[np.uint8], start: Rows, end: Rows
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each block, its characters of each class, and how many words begin in it."""
    n = len(start)
    edges = np.full(2 * n + 2, len(kind), dtype=np.intp)
    edges[0], edges[1:-1:2], edges[2:-1:2] = 0, start, end
    # Which block each character is in; n stands for none.
    held_by = np.full(2 * n + 1, n, dtype=np.intp)
    held_by[1::2] = np.arange(n)
    which = np.repeat(held_by, edges[1:] - edges[:-1])
    counted = np.flatnonzero(kind > _LETTER)
    place = which[counted] * _CLASSES + kind[counted]
    counts = np.bincount(place, minlength=(n + 1) * _CLASSES).reshape(n + 1, _CLASSES)
    spaced = (kind >= _LETTER) & (kind <= _DIGIT)
    begins = spaced.copy()
    begins[1:] &= ~spaced[:-1]
    # Between two elements there need not be a space.
    begins[start] = spaced[start]
    return counts[:n], np.bincount(which[begins], minlength=n + 1)[:n]


# Texts of JSON-LD. Reviews are told apart: they are about the thing, not of it.
_TEXT = re.compile(r'"(description|articleBody|text|reviewBody)"\s*:\s*"([^"\\]*+(?:\\.[^"\\]*+)*+)"')
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w+)"')
_TAG = re.compile(r"<[^<>]*>")
# Letters; shorter blocks are found in a text by chance.
_MIN_LETTERS = 10
# Letters of a description that are looked for in a block.
_DESCRIPTION_LETTERS = 60
_KINDS = {
    "article": re.compile(r"Article|BlogPosting|Report|article"),
    "product": re.compile(r"Product|Offer|product"),
    "forum": re.compile(r"Discussion|QAPage|Question|Comment"),
    "list": re.compile(r"ItemList|CollectionPage|SearchResults"),
    "place": re.compile(r"LocalBusiness|Organization|Service|WebPage$"),
}
_NOTHING, _REPEATED, _REVIEWED = 0, 2, -1


def data_features(outline: Outline) -> Columns:
    """Whether JSON-LD or the description repeat a block, how much of the page they do, and the types they name."""
    page, blocks = outline.page, outline.blocks
    data = "\n".join(text for text in page.data.values() if text.lstrip()[:1] in ("{", "["))
    texts = list(_texts(data))
    texts_joined = "|".join(letters for name, letters in texts if name != "reviewBody")
    reviews = "|".join(letters for name, letters in texts if name == "reviewBody")
    descriptions, declared = _head(page)
    repeated, described = _repeated(outline, texts_joined, reviews), _described(outline, descriptions)
    kinds = " ".join((*_TYPE.findall(data), *declared, *page.attributes.get("itemtype", {}).values()))
    whole = {
        "data_length": np.log1p(len(texts_joined)),
        "data_share": blocks.length[repeated == _REPEATED].sum() / max(int(blocks.length.sum()), 1),
        **{f"kind_{name}": bool(pattern.search(kinds)) for name, pattern in _KINDS.items()},
    }
    columns: Columns = {"in_data": repeated, "in_description": described}
    return columns | {name: np.full(len(blocks), value, dtype=np.float32) for name, value in whole.items()}


def _repeated(outline: Outline, texts_joined: str, reviews: str) -> npt.NDArray[np.int8]:
    """Of each block, whether the texts or the reviews repeat it."""
    if not texts_joined and not reviews:
        return np.zeros(len(outline.blocks), dtype=np.int8)

    def find(letters: str) -> int:
        if len(letters) < _MIN_LETTERS:
            return _NOTHING
        return _REPEATED if letters in texts_joined else _REVIEWED if letters in reviews else _NOTHING

    return np.array(list(map(find, outline.letters)), dtype=np.int8)


def _described(outline: Outline, descriptions: list[str]) -> Mask:
    """Which blocks are in a description or hold the beginning of one."""
    described = np.zeros(len(outline.blocks), dtype=np.bool_)
    texts_joined = "|".join(descriptions)
    if texts_joined:
        described[:] = [len(letters) >= _MIN_LETTERS and letters in texts_joined for letters in outline.letters]
    for start in {text[:_DESCRIPTION_LETTERS] for text in descriptions}:
        described[outline.blocks_with(start)] = True
    return described


def _texts(data: str) -> Iterator[tuple[str, str]]:
    """The texts in JSON, each with the name it has there, letters only, whether or not the JSON is well formed."""
    found = _TEXT.findall(data)
    plain = (_TAG.sub(" ", _unescaped(value)) for _, value in found)
    for (name, _), letters in zip(found, letters_of_each(list(plain)), strict=True):
        if len(letters) >= _MIN_LETTERS:
            yield name, letters


def _unescaped(value: str) -> str:
    """The string that is so written in JSON."""
    if "\\" not in value:
        return value
    try:
        return str(json.loads(f'"{value}"', strict=False))
    except ValueError:
        return value


def _head(page: Page) -> tuple[list[str], list[str]]:
    """The descriptions in the head of the page, letters only, and the types it declares."""
    texts, kinds = [], []
    names = {**page.attributes.get("name", {}), **page.attributes.get("property", {})}
    for row, value in page.attributes.get("content", {}).items():
        name = names.get(row, "").lower()
        if name.endswith("description"):
            texts.append(value)
        elif name == "og:type":
            kinds.append(value)
    return [letters for letters in letters_of_each(texts) if len(letters) >= _DESCRIPTION_LETTERS // 3], kinds
