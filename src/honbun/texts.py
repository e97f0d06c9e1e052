"""What a text is known by when a corpus is made: its language, its digest, its signature.

The signature is a MinHash (Broder 1997) over runs of five words, or of five characters where words are not spaced:
the share of places in which two signatures agree estimates how much of two texts is the same.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from honbun.optional import needed

Signature = npt.NDArray[np.uint32]

_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_RUN = 5
# Texts of which this share is the same are near duplicates, as corpora of web pages take it. With 112 numbers in
# 14 bands of 8 a pair that shares .8 of its runs is found with probability .92, one that shares .5 with .05.
_MIN_SHARE = 0.8
_BANDS, _BAND_ROWS = 14, 8
# Texts of fewer words are told apart by every word.
_MIN_WORDS = 20
# So many runs are hashed at once: few enough that their hashes stay near the processor (0.2 MB).
_RUNS_TOGETHER = 256
# A language is told from the beginning of a text, if that has so many letters.
_LANGUAGE_SAMPLE = 4000
_MIN_LANGUAGE_LENGTH = 20


def tokens(text: str) -> list[str]:
    """The words of a text, lower-cased; of scripts without spaces the characters."""
    return _TOKEN.findall(text.lower())


def has_unspaced(text: str) -> bool:
    """Whether some of it is in a script that writes no spaces between words."""
    return bool(_IS_UNSPACED.search(text))


@lru_cache(1)  # a text is asked for its digest and its signature
def _words(text: str) -> bytes:
    """The words of a text with a space between them."""
    return " ".join(tokens(text)).encode("utf-8", "replace")


def digest(text: str) -> str:
    """The same for texts of the same words, whatever stands between them."""
    return blake2b(_words(text), digest_size=16).hexdigest()


def signature(text: str) -> Signature:
    """112 numbers; of a text without words, all the same."""
    words = np.array([*map(zlib.crc32, _words(text).split())], dtype=np.uint64)
    runs = np.zeros(max(len(words) - _RUN + 1, 1), dtype=np.uint64)
    for place in range(min(_RUN, len(words))):
        runs = runs * np.uint64(1_000_003) + words[place : place + len(runs)]
    runs = _mixed(runs)
    smallest = np.full(len(_FACTORS), ~np.uint64(0))
    for start in range(0, len(runs), _RUNS_TOGETHER):
        hashed = np.multiply.outer(runs[start : start + _RUNS_TOGETHER], _FACTORS)
        hashed += _SHIFTS
        np.minimum(smallest, hashed.min(axis=0), out=smallest)
    return (smallest >> np.uint64(32)).astype(np.uint32)


def _mixed(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The finishing steps of SplitMix64: every bit of a number moves every bit of the result."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


_HASHES = _mixed(np.arange(1, 2 * _BANDS * _BAND_ROWS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
_FACTORS, _SHIFTS = _HASHES[::2] | np.uint64(1), _HASHES[1::2].copy()


class Seen:
    """The texts that went by, to know one that comes again. Grows by about two kilobytes a text."""

    def __init__(self) -> None:
        self._exact: dict[str, str] = {}
        self._bands: dict[bytes, list[tuple[str, Signature]]] = {}

    def first_like(self, name: str, digest_: str, signature_: Signature | None) -> str | None:
        """The name of the first text that this one repeats; None if it is new, and then it is remembered."""
        known = self._exact.get(digest_)
        if known is None and signature_ is not None:
            known = self._near(name, signature_)
        self._exact.setdefault(digest_, known or name)
        return known

    def _near(self, name: str, signature_: Signature) -> str | None:
        bands = [
            bytes([band]) + part.tobytes() for band, part in enumerate(signature_.reshape(_BANDS, _BAND_ROWS))
        ]
        for band in bands:
            for other, known in self._bands.get(band, ()):
                if float((known == signature_).mean()) >= _MIN_SHARE:
                    return other
        for band in bands:
            self._bands.setdefault(band, []).append((name, signature_))
        return None


def signature_of(text: str) -> Signature | None:
    """The signature of a text that is long enough to be nearly the same as another; None of a shorter one."""
    return signature(text) if len(_words(text).split()) >= _MIN_WORDS else None


def language_of(text: str) -> str | None:
    """The language that a text is in, by its letters: a tag such as `en` or `ja`; None if there is too little."""
    if sum(map(len, tokens(text[:_LANGUAGE_SAMPLE]))) < _MIN_LANGUAGE_LENGTH:
        return None
    language, _ = needed("py3langid").classify(text[:_LANGUAGE_SAMPLE])
    return str(language)


def known_languages() -> frozenset[str]:
    """The tags of all languages that a text can be told to be in."""
    return frozenset(str(tag) for tag, _ in needed("py3langid").rank("a"))
