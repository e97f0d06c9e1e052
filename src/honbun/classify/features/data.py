"""What the page's data for machines says: which runs it repeats, and what kind of thing it describes."""

from __future__ import annotations

import json
import re

import numpy as np

from honbun.classify.features.columns import Columns
from honbun.page.outline import Outline

_TEXTS = re.compile(r'"(description|articleBody|text|reviewBody|acceptedAnswer)"\s*:\s*"((?:[^"\\]|\\.)*)"')
_TYPES = re.compile(r'"@type"\s*:\s*\[?\s*"(\w+)"')
_TAGS = re.compile(r"<[^<>]*>")
_NOT_LETTERS = re.compile(r"[\W_]+")
_SHORTEST = 15
_KINDS = {
    "article": re.compile(r"Article|BlogPosting|NewsArticle|Report|article"),
    "product": re.compile(r"Product|Offer|product"),
    "forum": re.compile(r"Discussion|QAPage|Question|Comment"),
    "list": re.compile(r"ItemList|CollectionPage|SearchResults"),
    "place": re.compile(r"LocalBusiness|Organization|Service|WebPage$"),
}


def letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.lower())


def data_features(outline: Outline) -> Columns:
    page = outline.page
    data = "\n".join(text for row, text in page.data.items() if text.lstrip()[:1] in "{[")
    said, reviews = [], []
    for name, value in _TEXTS.findall(data):
        if len(value) < _SHORTEST: continue
        try:
            value = json.loads(f'"{value}"', strict=False)
        except ValueError:
            pass
        (reviews if name == "reviewBody" else said).append(letters(_TAGS.sub(" ", value.replace("&lt;","<").replace("&gt;",">"))))
    meta = []
    kinds = " ".join(set(_TYPES.findall(data)))
    for row, value in page.attributes.get("content", {}).items():
        name = page.attribute(row, "property") or page.attribute(row, "name") or page.attribute(row, "itemprop") or ""
        if name.lower().endswith("description"):
            meta.append(letters(value))
        elif name == "og:type":
            kinds += " " + value
    kinds += " " + " ".join(page.attributes.get("itemtype", {}).values())
    blob, review, head = "|".join(said), "|".join(reviews), "|".join(meta)
    n = len(outline.blocks)
    in_data, in_head = np.zeros(n, np.int8), np.zeros(n, np.int8)
    if blob or review or head:
        for run, text in enumerate(outline.blocks.texts):
            if len(text) >= _SHORTEST:
                key = letters(text[:400])
                if len(key) >= 10:
                    in_data[run] = 2 if key in blob else -1 if key in review else 0
                    in_head[run] = key in head or (head[:60] != "" and any(m[:60] in key for m in meta if len(m) >= 20))
    c = {"in_data": in_data, "in_description": in_head, "data_length": np.full(n, np.log1p(len(blob))),
     "data_seen": np.full(n, outline.blocks.ink[in_data == 2].sum() / max(outline.blocks.ink.sum(), 1))}
    for kind, pattern in _KINDS.items():
        c[f"kind_{kind}"] = np.full(n, bool(pattern.search(kinds)))
    return c
