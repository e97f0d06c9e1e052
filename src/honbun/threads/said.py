"""What is measured of each line of a post: is it what was said, or what the board writes around it?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.page import Rows
from honbun.threads.counting import digits_in
from honbun.threads.regularity import Measure

Floats = npt.NDArray[np.float64]

_OF_LINE = (
    "ink link_share words ends_sentence digit_share dated in_quote in_pre in_list in_cell in_heading "
    "in_paragraph in_form text_spread line_share from_start from_end place members".split()
)
_OF_KEY = "key_share key_once key_count key_varied key_ink key_link key_dated key_said key_place".split()
_OF_BOX = "box_share box_lines box_varied outer_share outer_varied".split()
_AROUND = "ink link_share key_share key_varied text_spread".split()
NAMES = (
    *_OF_LINE,
    *_OF_KEY,
    *_OF_BOX,
    *(f"before_{name}" for name in _AROUND),
    *(f"after_{name}" for name in _AROUND),
    "after_date",
    "after_largest",
)


def measure_lines(measure: Measure, member: Rows) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The shown lines that belong to members, and a row of measures for each."""
    lines = measure.lines
    inside = np.flatnonzero((member >= 0) & (lines.length > 0))
    if not len(inside):
        return inside, np.zeros((0, len(NAMES)), dtype=np.float32)
    inside = inside[np.lexsort((inside, member[inside]))]
    values = _Values(measure, inside, member[inside].astype(np.int64))
    columns = values.of_line() | values.of_key()
    columns |= values.of_box()
    columns |= values.around(columns)
    return inside, np.stack([columns[name] for name in NAMES], axis=1).astype(np.float32)


class _Values:
    """Columns over the lines of members, which are sorted by member."""

    def __init__(self, measure: Measure, inside: npt.NDArray[np.int64], of: npt.NDArray[np.int64]) -> None:
        self.measure, self.lines = measure, measure.lines
        self.inside, self.of = inside, of
        self.n = int(of.max()) + 1
        self.key = np.unique(measure.dated_key[inside], return_inverse=True)[1]
        self.text = np.unique(measure.text[inside], return_inverse=True)[1]
        self.length, self.said = self.lines.length[inside], self.lines.said[inside]
        self.count = np.bincount(of, minlength=self.n).astype(np.float64)
        self.start = (np.cumsum(self.count) - self.count)[of]
        self.index = np.arange(len(of)) - self.start
        self.members = max(int((self.count > 0).sum()), 1)

    def of_line(self) -> dict[str, Floats]:
        """What the line itself shows."""
        lines, inside = self.lines, self.inside
        owner = lines.outline.blocks.owner[inside]
        node = lines.page.node_owner[lines.outline.blocks.first_node[inside]]
        texts = [lines.texts[i] for i in inside.tolist()]
        said = np.maximum(np.bincount(self.of, self.length, self.n), 1.0)
        pairs = np.unique(self.of * (len(self.text) + 1) + self.text)
        spread = np.bincount(pairs % (len(self.text) + 1), minlength=int(self.text.max()) + 1)
        columns = {
            "ink": np.log1p(self.length),
            "link_share": lines.outline.link_share[inside],
            "words": np.log1p([text.count(" ") for text in texts]),
            "ends_sentence": np.array([text.rstrip()[-1:] in _SENTENCE_ENDS for text in texts], dtype=np.float64),
            "digit_share": np.array([digits_in(text[:100]) / min(len(text), 100) for text in texts]),
            "dated": lines.is_dated[inside].astype(np.float64),
            "text_spread": (spread[self.text] - 1) / max(self.members - 1, 1),
            "line_share": self.length / said[self.of],
            "from_start": np.log1p(self.index),
            "from_end": np.log1p(self.count[self.of] - 1 - self.index),
            "place": self.index / self.count[self.of],
            "members": np.full(len(inside), np.log1p(self.members)),
        }
        for name, mask in self.measure.within.items():
            columns[name] = (mask[owner] | mask[node]).astype(np.float64)
        return columns

    def of_key(self) -> dict[str, Floats]:
        """What the lines of the same place in other members are like."""
        key, of = self.key, self.of
        keys = int(key.max()) + 1
        number = np.bincount(key, minlength=keys)
        pair, times = np.unique(of * keys + key, return_counts=True)
        having = np.bincount(pair % keys, minlength=keys)
        once = np.bincount((pair % keys)[times == 1], minlength=keys)
        distinct = np.unique(key * (len(self.text) + 1) + self.text) // (len(self.text) + 1)
        total = max(float(self.said.sum()), 1.0)
        by_key = {
            "key_share": having / self.members,
            "key_once": once / self.members,
            "key_count": np.log1p(number / np.maximum(having, 1)),
            "key_varied": np.bincount(distinct, minlength=keys) / number,
            "key_ink": np.bincount(key, np.log1p(self.length), keys) / number,
            "key_link": np.bincount(key, self.lines.outline.link_share[self.inside], keys) / number,
            "key_dated": np.bincount(key, self.lines.is_dated[self.inside], keys) / number,
            "key_said": np.bincount(key, self.said, keys) / total,
            "key_place": np.bincount(key, self.index / self.count[of], keys) / number,
        }
        self.varied = by_key["key_varied"][key]
        return {name: values[key] for name, values in by_key.items()}

    def of_box(self) -> dict[str, Floats]:
        """How much of the member the boxes around the line hold, and how it varies there."""
        page, owner = self.lines.page, self.lines.outline.blocks.owner[self.inside]
        box = np.where(page.parent[owner] >= 0, page.parent[owner], 0)
        outer = np.where(page.parent[box] >= 0, page.parent[box], 0)
        member = np.maximum(np.bincount(self.of, self.said, self.n), 1.0)[self.of]
        columns = {}
        for name, rows in (("box", box), ("outer", outer)):
            same = np.unique(self.of * len(page) + rows, return_inverse=True)[1]
            said = np.bincount(same, self.said)
            columns[f"{name}_share"] = said[same] / member
            number = np.bincount(same)
            columns[f"{name}_varied"] = (np.bincount(same, self.varied) / number)[same]
            if name == "box":
                columns["box_lines"] = np.log1p(number)[same]
        return columns

    def around(self, columns: dict[str, Floats]) -> dict[str, Floats]:
        """The lines before and after in the same member, and where the date and the longest line are."""
        is_first, is_last = self.index == 0, self.index == self.count[self.of] - 1
        found = {}
        for name in _AROUND:
            values = columns[name]
            found[f"before_{name}"] = np.where(is_first, -1.0, np.append(-1.0, values[:-1]))
            found[f"after_{name}"] = np.where(is_last, -1.0, np.append(values[1:], -1.0))
        dates = np.cumsum(columns["dated"])
        before = np.append(0.0, dates)[self.start.astype(np.int64)]
        largest = np.zeros(self.n)
        order = np.lexsort((-self.index, self.said, self.of))
        largest[self.of[order]] = self.index[order]
        found["after_date"] = dates - before
        found["after_largest"] = np.sign(self.index - largest[self.of]) * np.log1p(
            np.abs(self.index - largest[self.of])
        )
        return found


_SENTENCE_ENDS = frozenset(".!?…。！？」』)）:;\"'”’")
