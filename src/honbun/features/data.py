"""What the page's data for machines says: which runs it repeats, and what kind of thing it describes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from honbun.features.columns import Columns
from honbun.features.outline import Outline, letters_of_each
from honbun.page import Mask, Page

# Texts of JSON-LD. Reviews are told apart: they are about the thing, not of it.
_TEXT = re.compile(r'"(description|articleBody|text|reviewBody)"\s*:\s*"([^"\\]*+(?:\\.[^"\\]*+)*+)"')
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w+)"')
_TAG = re.compile(r"<[^<>]*>")
# Letters; shorter runs are found in a text by chance.
_SHORTEST = 10
# Letters of a description that are looked for in a run.
_DESCRIPTION = 60
_KINDS = {
    "article": re.compile(r"Article|BlogPosting|Report|article"),
    "product": re.compile(r"Product|Offer|product"),
    "forum": re.compile(r"Discussion|QAPage|Question|Comment"),
    "list": re.compile(r"ItemList|CollectionPage|SearchResults"),
    "place": re.compile(r"LocalBusiness|Organization|Service|WebPage$"),
}
_NOTHING, _REPEATED, _REVIEWED = 0, 2, -1


def data_features(outline: Outline) -> Columns:
    """Whether JSON-LD or the description repeat a run, how much of the page they do, and the types they name."""
    page, blocks = outline.page, outline.blocks
    data = "\n".join(text for text in page.data.values() if text.lstrip()[:1] in ("{", "["))
    texts = list(_texts(data))
    said = "|".join(letters for name, letters in texts if name != "reviewBody")
    reviews = "|".join(letters for name, letters in texts if name == "reviewBody")
    descriptions, declared = _head(page)
    repeated, described = _repeated(outline, said, reviews), _described(outline, descriptions)
    kinds = " ".join((*_TYPE.findall(data), *declared, *page.attributes.get("itemtype", {}).values()))
    whole = {
        "data_length": np.log1p(len(said)),
        "data_share": blocks.length[repeated == _REPEATED].sum() / max(int(blocks.length.sum()), 1),
        **{f"kind_{name}": bool(pattern.search(kinds)) for name, pattern in _KINDS.items()},
    }
    columns: Columns = {"in_data": repeated, "in_description": described}
    return columns | {name: np.full(len(blocks), value, dtype=np.float32) for name, value in whole.items()}


def _repeated(outline: Outline, said: str, reviews: str) -> npt.NDArray[np.int8]:
    """Of each run, whether the texts or the reviews repeat it."""
    if not said and not reviews:
        return np.zeros(len(outline.blocks), dtype=np.int8)

    def find(letters: str) -> int:
        if len(letters) < _SHORTEST:
            return _NOTHING
        return _REPEATED if letters in said else _REVIEWED if letters in reviews else _NOTHING

    return np.array(list(map(find, outline.letters)), dtype=np.int8)


def _described(outline: Outline, descriptions: list[str]) -> Mask:
    """Which runs are in a description or hold the beginning of one."""
    described = np.zeros(len(outline.blocks), dtype=np.bool_)
    said = "|".join(descriptions)
    if said:
        described[:] = [len(letters) >= _SHORTEST and letters in said for letters in outline.letters]
    for start in {text[:_DESCRIPTION] for text in descriptions}:
        described[outline.blocks_with(start)] = True
    return described


def _texts(data: str) -> Iterator[tuple[str, str]]:
    """The texts in JSON, each with the name it has there, letters only, whether or not the JSON is well formed."""
    found = _TEXT.findall(data)
    plain = (_TAG.sub(" ", _unescaped(value)) for _, value in found)
    for (name, _), letters in zip(found, letters_of_each(list(plain)), strict=True):
        if len(letters) >= _SHORTEST:
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
    return [letters for letters in letters_of_each(texts) if len(letters) >= _DESCRIPTION // 3], kinds
