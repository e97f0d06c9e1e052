"""Codes that a board gives those who post, such as ID:Jk5wBq8N beside the date: no names where there are names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Lines
from honbun.page import Mask
from honbun.threads.marks.places import Mark, Place

# A code: perhaps a label, then letters and digits, or letters in a case that no word is written in.
_CODE = re.compile(
    r"(?:\w{1,8}[:：]\s?)?"
    r"(?=[a-zA-Z+/.]*\d[\d+/.]*[a-zA-Z]|[\d+/.]*[a-zA-Z]+\d|[a-zA-Z]*[a-z][A-Z])[a-zA-Z\d+/.]{6,12}"
)
_WORD = re.compile(r"[^\W\d_]{2}")
# So many of the texts of a place must be codes, and of one length.
_SHARE = 0.8
# Names must be there for so many of the posts, likely enough to be taken.
_NAMED = 0.8
_UNLIKELY = -9.0
# So many of the marks are looked at to see where codes stand.
_TRIED = 5


def names_before_codes(
    lines: Lines, places: Sequence[Place], scores: npt.NDArray[Any], body: Mask, least: float
) -> npt.NDArray[Any]:
    """The log-odds of places of names, those of codes made unlikely if other places name nearly all posts.

    Many posts of a board may be by one "anonymous", and codes differ more; that makes them look like names.
    """
    outside = [[mark for mark in place.marks if not body[mark.line]] for place in places]
    codes = np.array([_are_codes(lines, marks) for marks in outside], dtype=np.bool_)
    if not codes.any():
        return scores
    coded = {mark.member for i in np.flatnonzero(codes).tolist() for mark in outside[i]}
    named: set[int] = set()
    for i in np.flatnonzero(~codes & (scores >= least)).tolist():
        words = sum(bool(_WORD.search(mark.text)) for mark in outside[i])
        if len(outside[i]) == len(places[i].marks) and words > 0.5 * len(outside[i]):
            named.update(mark.member for mark in outside[i])
    return np.where(codes, _UNLIKELY, scores) if len(named & coded) >= _NAMED * len(coded) else scores


def _are_codes(lines: Lines, marks: Sequence[Mark]) -> bool:
    """Whether nearly all texts are codes of one length behind a date, and differ."""
    coded = [mark for mark in marks if _CODE.fullmatch(mark.text)]
    lengths = Counter(len(mark.text) for mark in coded)
    if len({mark.text for mark in coded}) < 2 or max(lengths.values()) < _SHARE * len(marks):
        return False
    return all(_is_behind_date(lines, mark) for mark in coded[:_TRIED])


def _is_behind_date(lines: Lines, mark: Mark) -> bool:
    text = lines.texts[mark.line]
    dates = lines.dates_in(text) if lines.is_dated[mark.line] else []
    return bool(dates) and text.rfind(mark.text) >= dates[-1].end
