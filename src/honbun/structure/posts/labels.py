"""Lines that say what they hold, such as "Name: Anna": where all posts begin so, they are no part of a text."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from honbun.page.page import Mask, Rows
from honbun.structure.posts.lines import Lines

# So many of the members must have the label, each once.
_SHARE = 0.8


def labelled_heads(lines: Lines, member: Rows, inside: npt.NDArray[np.int64]) -> Mask:
    """Which of the lines inside members are such heads: labelled lines at their beginning, one of them dated."""
    label, of = lines.label[inside], member[inside]
    found = np.zeros(len(inside), dtype=np.bool_)
    pairs = Counter(zip(label.tolist(), of.tolist(), strict=True))
    once = Counter(name for (name, _), times in pairs.items() if name and times == 1)
    common = [name for name, times in once.items() if times >= max(_SHARE * len(set(of.tolist())), 2)]
    if not common:
        return found
    is_common = np.isin(label, common)
    starts = np.flatnonzero(np.diff(of, prepend=-1))
    for start, end in zip(starts.tolist(), np.append(starts[1:], len(of)).tolist(), strict=True):
        size = int(np.argmin(np.append(is_common[start:end], False)))
        # A head without anything below it is all that was said.
        if 0 < size < end - start and lines.is_dated[inside[start : start + size]].any():
            found[start : start + size] = True
    return found
