"""Lines of text as numbers: what makes two lines of two pages the same line."""

from __future__ import annotations

import re
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from honbun.page import Blocks, Mask

Keys = npt.NDArray[np.uint64]

_NOT_LETTERS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")
# Up to this length numbers do not tell lines apart: "12 comments", "Page 3 of 7". Longer lines are prose.
_MASKED_LENGTH = 40
# 48 bits: among a million lines a chance match is rarer than one in a hundred million, and 12 hex digits print.
_BITS = 48


def line_keys(blocks: Blocks, is_link: Mask) -> Keys:
    """A number per block, the same for blocks with the same letters and digits.

    A link and a text with the same words differ: elsewhere a headline is a link to the page that shows it.
    """
    digests = b"".join(
        blake2b(_normal(text, link).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for text, link in zip(blocks.texts, is_link.tolist(), strict=True)
    )
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64) >> np.uint64(64 - _BITS)


def _normal(text: str, is_link: bool) -> str:
    letters = _NOT_LETTERS.sub("", text.lower()) or text
    if len(letters) <= _MASKED_LENGTH:
        letters = _DIGITS.sub("0", letters)
    return "a " + letters if is_link else letters
