"""What tells the comments of a page from other groups: how they are made, called and dated, and what the model of
text says of them and of what stands before them."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.dates import TIME_HINT
from honbun.features import GROUP_FEATURES, GroupFeatures, Groups, Lines, running
from honbun.page import Mask, Rows
from honbun.threads.surroundings import COMMENT_WORD, Surroundings

Floats = npt.NDArray[np.float64]

_AROUND = (
    "called called_first called_key forms timed_share lead lead_longest kept_share kept_before kept_after "
    "logit_inside logit_before writing_after counted_before board_links board_links_before titled".split()
)
# A member says something from this length on; of a group this share must, and that share must be called comments
# or state the time of day: teasers and lists of events are dated to the day.
_MIN_LENGTH = 10
# So many characters outside links stand between the title and the first comment: there is something to comment on.
_MIN_LEAD_LENGTH = 50
_MIN_FILLED_SHARE = 0.5
_MIN_CALLED_SHARE = 0.9
_MIN_TIMED_SHARE = 0.8

COMMENT_FEATURES = (*GROUP_FEATURES, *_AROUND)


class CommentFeatures:
    """The groups of a page, as they may be its comments.

    `title` is the line of the title, or -1; `called` the elements below it that are called comments, and what lies
    in them; `logit` what the model of text says of each block.
    """

    def __init__(self, lines: Lines, title: int, called: Mask, logit: npt.NDArray[np.float32]) -> None:
        self.lines, self.title, self.called = lines, title, called
        self.measure = GroupFeatures(lines)
        self.logit = np.clip(logit, -6, 6)[lines.block].astype(np.float64)

    def fits(self, groups: Groups) -> Mask:
        """Which groups may be comments: below the text, mostly saying something, called so or with times of day.

        One member is enough if it is dated.
        """
        said, dates = self.lines.unlinked_sum, self.lines.date_sum
        filled = groups.shares(said[groups.last] - said[groups.first] >= _MIN_LENGTH)
        is_dated = groups.shares(dates[groups.last] > dates[groups.first]) > 0
        is_called = groups.shares(self.called[groups.rows]) >= _MIN_CALLED_SHARE
        is_timed = groups.shares(self.timed_sum[groups.last] > self.timed_sum[groups.first]) >= _MIN_TIMED_SHARE
        first = groups.smallest(groups.first)
        is_below = (first > self.title) & (said[first] - said[max(self.title, 0)] >= _MIN_LEAD_LENGTH)
        is_told = (is_called | is_timed) & (is_dated | (groups.size > 1))
        return np.asarray(is_below & is_told & (filled >= _MIN_FILLED_SHARE))

    def matrix(self, groups: Groups) -> npt.NDArray[np.float32]:
        """A row for each group."""
        columns = self._names(groups) | self._places(groups)
        around = np.stack([columns[name] for name in _AROUND], axis=1).astype(np.float32)
        return np.concatenate([self.measure.matrix(groups), around], axis=1)

    def _names(self, groups: Groups) -> dict[str, Floats]:
        """What the members are called, and whether they hold forms and times of day."""
        forms = groups.shares(self.lines.page.input_counts[groups.rows] > 0)
        forms[[not kind.is_of_elements for kind in groups.kinds]] = 0.0
        is_called = self.called[groups.rows[groups.start]].astype(np.float64)
        return {
            "called": groups.shares(self.called[groups.rows]),
            "called_first": is_called,
            "called_key": np.array([bool(COMMENT_WORD.search(key.lower())) for key in groups.keys]) * is_called,
            "forms": forms,
            "timed_share": groups.shares(self.timed_sum[groups.last] > self.timed_sum[groups.first]),
        }

    def _places(self, groups: Groups) -> dict[str, Floats]:
        """What stands before, in and after each group."""
        first, last = groups.smallest(groups.first), groups.largest(groups.last)
        said, kept, sure = self.lines.unlinked_sum, self.kept_sum, self.logit_sum
        start = np.minimum(max(self.title, 0), first)
        total, inside = max(float(kept[-1]), 1.0), said[last] - said[first]
        before = said[first] - said[start]
        longest = [
            float(self.lines.unlinked_length[i:j].max(initial=0.0)) for i, j in zip(start, first, strict=True)
        ]
        return {
            "lead": np.log1p(before),
            "lead_longest": np.log1p(longest),
            "kept_share": (kept[last] - kept[first]) / np.maximum(inside, 1.0),
            "kept_before": (kept[first] - kept[start]) / total,
            "kept_after": (kept[-1] - kept[last]) / total,
            "logit_inside": (sure[last] - sure[first]) / np.maximum(inside, 1.0),
            "logit_before": (sure[first] - sure[start]) / np.maximum(before, 1.0),
            **self._around(groups, first, last),
        }

    def _around(self, groups: Groups, first: Rows, last: Rows) -> dict[str, Floats]:
        around, owner = self.surroundings, self.lines.outline.blocks.owner
        links, is_board = around.links
        before, behind = np.searchsorted(links, first), np.searchsorted(links, last)
        boards = np.append(0, np.cumsum(is_board))
        outside = boards[-1] - boards[behind] + boards[before]
        others = len(links) - behind + before
        counted = [around.counted(int(line), int(size)) for line, size in zip(first, groups.size, strict=True)]
        last_writing = around.writing_rows.max(initial=-1)
        return {
            "writing_after": (last_writing > owner[last - 1]).astype(np.float64),
            "counted_before": np.array(counted),
            "board_links": outside / np.maximum(others, 1),
            "board_links_before": boards[before] / np.maximum(before, 1),
            "titled": (first > self.title) * float(self.title >= 0),
        }

    @cached_property
    def surroundings(self) -> Surroundings:
        """The page as it is seen from its groups."""
        return Surroundings(self.lines)

    @cached_property
    def kept_sum(self) -> Floats:
        """Characters of the first 0, 1, 2 … lines that are likely text."""
        return running(np.where(self.logit > 0, self.lines.unlinked_length, 0.0))

    @cached_property
    def logit_sum(self) -> Floats:
        """The logits of the first 0, 1, 2 … lines, by characters."""
        return running(self.logit * self.lines.unlinked_length)

    @cached_property
    def timed_sum(self) -> Floats:
        """How many of the first 0, 1, 2 … lines state the time of day."""
        timed = self.lines.is_dated.copy()
        texts = self.lines.texts
        timed[timed] = [bool(TIME_HINT.search(texts[line])) for line in np.flatnonzero(timed).tolist()]
        return running(timed)
