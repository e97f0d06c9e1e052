"""The language of a text, where its script leaves no doubt."""

from __future__ import annotations

import re

# Characters looked at.
_SAMPLE = 3000
# So many characters of a script, and such a share of all letters, are no accident.
_FEWEST = 20
_SHARE = 0.2

_SCRIPTS = {
    "ja": "\u3041-\u30fa",
    "ko": "\uac00-\ud7a3",
    "zh": "\u4e00-\u9fff",
    "th": "\u0e01-\u0e5b",
    "el": "\u0370-\u03ff",
    "he": "\u05d0-\u05ea",
    "ka": "\u10a0-\u10ff",
    "hy": "\u0531-\u058a",
    "km": "\u1780-\u17f9",
    "lo": "\u0e81-\u0edf",
    "my": "\u1000-\u109f",
    "si": "\u0d80-\u0dff",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c00-\u0c7f",
    "kn": "\u0c80-\u0cff",
    "ml": "\u0d00-\u0d7f",
    "gu": "\u0a80-\u0aff",
}
_PATTERNS = {language: re.compile(f"[{letters}]") for language, letters in _SCRIPTS.items()}
_PAST_LATIN = re.compile("[\u0370-\U0003ffff]")
# Kana among Chinese characters: a quarter in Japanese, next to none in Chinese.
_KANA_SHARE = 0.05


def language_of_script(text: str) -> str | None:
    """The language that is written in the script of most of the text; None for scripts of many languages."""
    sample = text[:_SAMPLE]
    if not _PAST_LATIN.search(sample):
        return None
    total = sum(c.isalpha() for c in sample)
    counts = {language: len(pattern.findall(sample)) for language, pattern in _PATTERNS.items()}
    if counts["ja"] > _FEWEST and counts["ja"] > _KANA_SHARE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts["zh"]
        counts["zh"] = 0
    language = max(counts, key=lambda name: counts[name])
    return language if counts[language] > max(_FEWEST, _SHARE * total) else None
