"""`Fingerprint`: what a site remembers of one page, its lines as numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.page import Blocks, Mask

Keys = npt.NDArray[np.uint64]

_NOT_LETTERS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")
# Up to this length lines are also known without their numbers: "12 comments", "Page 3 of 7". Longer: prose.
_MAX_MASKED_LENGTH = 40
# 48 bits: among a million lines a chance match is rarer than one in a hundred million, and 12 hex digits print.
_KEY_BITS = 48
# Lines of at least so many characters, that are no links, tell whether two pages are the same article.
_MIN_TELLING_LENGTH = 40
# As much of a repeated line is kept as a person needs to recognise it in the saved profile.
_MAX_SAMPLE_LENGTH = 20


Votes = Mapping[str, tuple[float, float]]
"""What is voted on -> the weight of the votes, and their sum."""


def _no_keys() -> Keys:
    return np.zeros(0, dtype=np.uint64)


class LineKeys(NamedTuple):
    """Two numbers per block. A link and a text with the same words differ: elsewhere a headline is a link."""

    plain: Keys
    """The same for blocks with the same letters and digits."""
    masked: Keys
    """The same for short blocks with the same letters, whatever their numbers; of others as `plain`."""


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """The lines of a page as keys, and what its records say of themselves."""

    keys: Keys = field(default_factory=_no_keys)
    """Each line once, and those with numbers once more without them, ascending."""
    telling: Keys = field(default_factory=_no_keys)
    """Those of them that are prose, ascending."""
    samples: tuple[str, ...] = ()
    """The beginning of each line, in the order of `keys`."""
    record_votes: Mapping[int, int] = field(default_factory=dict)
    """Path key -> 1 if dated records there are secondary, -1 if they are primary."""
    threads: Votes = field(default_factory=dict)
    """What the page says about the threads of its site: see `honbun.thread.ThreadTemplate`."""

    @property
    def digest(self) -> str:
        """The same for pages that show the same lines."""
        return blake2b(self.keys.tobytes(), digest_size=6).hexdigest()

    @property
    def number(self) -> int:
        """The digest as a number of 48 bits."""
        return int(self.digest, 16)

    def check(self) -> Fingerprint:
        """This fingerprint, once known to be well formed; else ValueError."""
        if np.any(self.keys[1:] <= self.keys[:-1]):
            raise ValueError("not a valid Fingerprint: keys")
        if np.any(self.telling[1:] <= self.telling[:-1]) or not np.all(np.isin(self.telling, self.keys)):
            raise ValueError("not a valid Fingerprint: telling")
        if len(self.samples) not in (0, len(self.keys)):
            raise ValueError("not a valid Fingerprint: samples")
        return self


def observe(blocks: Blocks, is_link: Mask, keys: LineKeys, record_votes: Mapping[int, int]) -> Fingerprint:
    """What a site remembers of a page, given the keys of each of its blocks."""
    first = np.unique(np.concatenate(keys), return_index=True)[1] % max(len(blocks), 1)
    samples = tuple(blocks.texts[i][:_MAX_SAMPLE_LENGTH] for i in first.tolist())
    return replace(recognise(blocks, is_link, keys), samples=samples, record_votes=dict(record_votes))


def recognise(blocks: Blocks, is_link: Mask, keys: LineKeys) -> Fingerprint:
    """As much of it as a site needs to know the lines of the page again."""
    is_telling = ~is_link & ~blocks.is_hidden & (blocks.length >= _MIN_TELLING_LENGTH)
    return Fingerprint(np.union1d(*keys), np.unique(keys.plain[is_telling]))


def line_keys(blocks: Blocks, is_link: Mask) -> LineKeys:
    """The keys of the blocks of a page."""
    letters = [_NOT_LETTERS.sub("", text.lower()) or text for text in blocks.texts]
    masked = [_DIGITS.sub("0", own) if len(own) <= _MAX_MASKED_LENGTH else own for own in letters]
    return LineKeys(_keys(letters, is_link), _keys(masked, is_link))


def _keys(texts: list[str], is_link: Mask) -> Keys:
    digests = b"".join(
        blake2b(("a " * link + text).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for text, link in zip(texts, is_link.tolist(), strict=True)
    )
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64) >> np.uint64(64 - _KEY_BITS)
