"""What stands around a group of posts: how the page calls it, where its links lead, what comes before and after.

By it a model tells posts from other things that repeat.
"""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np

from honbun.features import Group, Indices, Lines, find_title
from honbun.page import Mask, Page, tags

SURROUNDING_FEATURES = tuple(
    """called called_above input_share writing_after board_links board_links_before said_before longest_before
    lead lead_longest said_after counted_before titled pre_share mail_share""".split()
)

# What people call comments in ids and class words, in whatever software: one hint among others. On comments-dev
# 91 % of the pages with comments have it, and 57 % of those without.
COMMENT_WORD = re.compile(r"com+ent|kom+ent|responses?(?![a-z])")
# How software calls boards in addresses, in whatever language people write there; and what lies on them, but a
# newspaper has topics, too.
BOARD = re.compile(r"forum|bbs|(?<![a-z])(?:message)?boards?(?![a-z])|viewtopic|showthread")
ON_BOARD = re.compile(rf"{BOARD.pattern}|thread|topic|discussion")
# A heading above the posts that says how many they are stands within so many lines, and is so short.
_MAX_HEADING_LINES = 8
_MAX_HEADING_LENGTH = 60
# A link with a text of so many characters may be the headline of another page.
_MIN_HEADLINE_LENGTH = 25
# A link that shows where it leads is no headline.
_ADDRESS = re.compile(r"https?:|www\.", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.,:/-])\d{1,5}(?![\d.,:/-])")


class Surroundings:
    """A page as it is seen from its groups."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def features(self, group: Group) -> dict[str, float]:
        """What is measured around one group, by the names of `SURROUNDING_FEATURES`."""
        lines, page = self.lines, self.lines.page
        first, last = int(group.first.min()), int(group.last.max())
        start, after = max(self.title, 0), int(lines.outline.blocks.owner[last - 1])
        said, longest = lines.unlinked_sum, lines.unlinked_length
        link_lines, is_board = self.links
        inside = (link_lines >= first) & (link_lines < last)
        above = page.parent[group.rows[0]]
        return {
            "called": _share(self.called[group.rows]),
            "called_above": float(above >= 0 and bool(self.called[above])),
            "input_share": _share(page.input_counts[group.rows] > 0) if group.is_of_elements else 0.0,
            "writing_after": float(np.any(self.writing_rows > after)),
            "board_links": _share(is_board[~inside]),
            "board_links_before": _share(is_board[link_lines < first]),
            "said_before": float(np.log1p(said[first])),
            "longest_before": float(np.log1p(longest[:first].max(initial=0.0))),
            "lead": float(np.log1p(max(said[first] - said[start], 0.0))),
            "lead_longest": float(np.log1p(longest[start:first].max(initial=0.0))),
            "said_after": float(np.log1p(said[-1] - said[last])),
            "counted_before": self.counted(first, len(group)),
            "titled": float(first > self.title >= 0),
            "pre_share": self.pre_share(first, last),
            "mail_share": _share(self.mail_counts[group.last] > self.mail_counts[group.first]),
        }

    def lead_links(self, group: Group) -> float:
        """The share of members that lead to another page by a text as long as a headline, in them or right before.

        A sequence may begin behind the headline that it is about.
        """
        first, last = group.first, group.last
        gap = int(np.max(first[1:] - last[:-1], initial=0))
        before = np.minimum(np.append(max(int(first[0]) - gap, 0), last[:-1]), first)
        return _share(self.lead_counts[last] > self.lead_counts[before])

    @cached_property
    def lead_counts(self) -> Indices:
        """How many of the first 0, 1, 2 … lines lead away from the page by a text as long as a headline."""
        page = self.lines.page
        links = page.attributes.get("href", {})
        rows = np.array([row for row in links if "#" not in links[row]], dtype=np.int64)
        rows = rows[page.text_end[rows] - page.text_start[rows] >= _MIN_HEADLINE_LENGTH]
        shown = (page.text[page.text_start[row] : page.text_end[row]].lstrip() for row in rows.tolist())
        is_lead = [len(text) >= _MIN_HEADLINE_LENGTH and not _ADDRESS.match(text) for text in shown]
        leading = np.bincount(
            self.lines.line_of_row[rows[np.array(is_lead, dtype=np.bool_)]], minlength=len(self.lines)
        )
        return np.append(0, np.cumsum(leading[: len(self.lines)] > 0))

    def counted(self, first: int, number: int) -> float:
        """Whether a short line right before says how many they are."""
        near = self.lines.texts[max(first - _MAX_HEADING_LINES, 0) : first]
        found = (_NUMBER.findall(text) for text in near if len(text) <= _MAX_HEADING_LENGTH)
        return float(any(int(match) == number for matches in found for match in matches))

    @cached_property
    def title(self) -> int:
        """The line that shows the title of the page, or -1."""
        return find_title(self.lines.outline, np.zeros(len(self.lines), dtype=np.bool_))

    def pre_share(self, first: int, last: int) -> float:
        """The share of the text of these lines that is shown as it was written, as letters are."""
        length, is_pre = self.lines.unlinked_length, self.lines.outline.blocks.is_preformatted
        return float(length[first:last][is_pre[first:last]].sum() / max(length[first:last].sum(), 1.0))

    @cached_property
    def mail_counts(self) -> Indices:
        """How many addresses of mail the first 0, 1, 2 … lines link to."""
        links = self.lines.page.attributes.get("href", {})
        rows = [row for row, href in links.items() if href.startswith("mailto:")]
        return np.append(0, np.cumsum(np.bincount(self.lines.line_of_row[rows], minlength=len(self.lines))))

    @cached_property
    def called(self) -> Mask:
        """The elements that the page itself calls comments, and what lies in them."""
        return called_comments(self.lines.page)

    @cached_property
    def writing_rows(self) -> Indices:
        """The elements in which people write texts."""
        return np.flatnonzero(self.lines.page.tag == tags.CODE["textarea"])

    @cached_property
    def links(self) -> tuple[Indices, Mask]:
        """For each link the line in which it begins, and whether it leads to a board, as its address is called."""
        page = self.lines.page
        links = page.attributes.get("href", {})
        rows = [row for row in links if page.tag[row] == tags.CODE["a"]]
        is_board = [bool(ON_BOARD.search(links[row].lower())) for row in rows]
        return self.lines.line_of_row[rows].astype(np.int64), np.array(is_board, dtype=np.bool_)


def called_comments(page: Page) -> Mask:
    """The elements that a page calls comments, but for the whole of it, and what lies in them."""
    named = named_comments(page)
    named[page.rows_of("html", "body")] = False
    return page.within(named)


def named_comments(page: Page) -> Mask:
    """The elements whose id or class calls them comments."""
    named = np.zeros(len(page), dtype=np.bool_)
    for attribute in ("id", "class"):
        named[page.rows_named(attribute, COMMENT_WORD)] = True
    return named


def _share(mask: Mask) -> float:
    return np.count_nonzero(mask) / len(mask) if len(mask) else 0.0
