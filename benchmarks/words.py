"""Word-level precision, recall and F1 of a text against its reference, as the WCXB benchmark defines them."""

from __future__ import annotations

import re
from collections import Counter

_WORD = re.compile(r"\w+")
# Scripts written without spaces, where a word of `\w+` would be a whole sentence: Han, kana, Thai, Lao, Khmer.
_UNSPACED = "\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD_OR_CHARACTER = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def word_scores(text: str, gold: str, *, by_character: bool = False) -> tuple[float, float, float]:
    """Precision, recall and F1 of the multisets of words; with `by_character`, unspaced scripts by character."""
    pattern = _WORD_OR_CHARACTER if by_character else _WORD
    found, wanted = Counter(pattern.findall(text.lower())), Counter(pattern.findall(gold.lower()))
    if not found or not wanted:
        return (1.0, 1.0, 1.0) if not found and not wanted else (0.0, 0.0, 0.0)
    common = (found & wanted).total()
    if not common:
        return 0.0, 0.0, 0.0
    precision, recall = common / found.total(), common / wanted.total()
    return precision, recall, 2 * precision * recall / (precision + recall)
