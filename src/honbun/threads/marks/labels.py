"""Lines that say what they hold, such as "Name: Anna": where all posts begin so, they are no part of a text."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from honbun.features import Lines
from honbun.page import Rows

# So many of the members must have the label, each once.
_SHARE = 0.8


def head_labels(lines: Lines, member: Rows) -> npt.NDArray[np.int64]:
    """For each line its label, if its member begins with labelled lines, this one and a dated one; else 0."""
    found = np.zeros(len(lines), dtype=np.int64)
    inside = np.flatnonzero((member >= 0) & (lines.length > 0))
    label, of = lines.label[inside], member[inside]
    if not label.any():
        return found
    pairs = Counter(zip(label.tolist(), of.tolist(), strict=True))
    once = Counter(name for (name, _), times in pairs.items() if name and times == 1)
    common = [name for name, times in once.items() if times >= max(_SHARE * len(set(of.tolist())), 2)]
    order = np.lexsort((inside, of))
    inside, label, of = inside[order], np.where(np.isin(label, common), label, 0)[order], of[order]
    starts = np.flatnonzero(np.diff(of, prepend=-1))
    for start, end in zip(starts.tolist(), np.append(starts[1:], len(of)).tolist(), strict=True):
        size = int(np.argmin(np.append(label[start:end], 0) > 0))
        head = inside[start : start + size]
        # A head without anything below it is all that was said.
        if size < end - start and lines.is_dated[head].any():
            found[head] = label[start : start + size]
    return found
