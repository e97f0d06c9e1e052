"""Words as the table of names has them."""

from __future__ import annotations

import unicodedata


def fold(word: str) -> str:
    """In lower case, without accents and points: "Nov." and "nov", "Août" and "aout" are one word.

    Vowels that are written as marks (Thai, Devanagari) are letters here and stay.
    """
    word = word.casefold().replace(".", "").replace("ı", "i")
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
