"""`Fingerprint`: what a site remembers of one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from honbun.page import Blocks, Mask
from honbun.site.keys import Keys, line_keys

# Lines of at least so many characters, that are no links, tell whether two pages are the same article.
_TELLING_INK = 40
# As much of a repeated line is kept as a person needs to recognise it in the saved profile.
_SAMPLE_LENGTH = 20


Votes = Mapping[str, tuple[float, float]]
"""What is voted on -> the weight of the votes, and their sum."""


def _no_keys() -> Keys:
    return np.zeros(0, dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """The lines of a page as keys, and what its records say of themselves."""

    keys: Keys = field(default_factory=_no_keys)
    """Each line once, ascending."""
    telling: Keys = field(default_factory=_no_keys)
    """Those of them that are prose, ascending."""
    samples: tuple[str, ...] = ()
    """The beginning of each line, in the order of `keys`."""
    asides: Mapping[int, int] = field(default_factory=dict)
    """Place in the template -> 1 if dated records there are asides, -1 if they are content."""
    threads: Votes = field(default_factory=dict)
    """What the page says about the threads of its site: see `honbun.threads.shape`."""

    @property
    def digest(self) -> str:
        """The same for pages that show the same lines."""
        return blake2b(self.keys.tobytes(), digest_size=6).hexdigest()

    def check(self) -> Fingerprint:
        """This fingerprint, once known to be well formed; else ValueError."""
        if np.any(self.keys[1:] <= self.keys[:-1]):
            raise ValueError("not a valid Sketch: keys")
        if np.any(self.telling[1:] <= self.telling[:-1]) or not np.all(np.isin(self.telling, self.keys)):
            raise ValueError("not a valid Sketch: telling")
        if len(self.samples) not in (0, len(self.keys)):
            raise ValueError("not a valid Sketch: samples")
        return self


def observe(blocks: Blocks, is_link: Mask, asides: Mapping[int, int]) -> tuple[Fingerprint, Keys]:
    """The fingerprint of a page, and the key of each of its blocks."""
    keys = line_keys(blocks, is_link)
    distinct, first = np.unique(keys, return_index=True)
    is_telling = ~is_link & ~blocks.is_hidden & (blocks.length >= _TELLING_INK)
    samples = tuple(blocks.texts[i][:_SAMPLE_LENGTH] for i in first.tolist())
    return Fingerprint(distinct, np.unique(keys[is_telling]), samples, dict(asides)), keys
