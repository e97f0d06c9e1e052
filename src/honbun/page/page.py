"""`Page`: one HTML document as one text and columns, one row per element in document order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.notebook import line
from honbun.page import tags

Rows = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

ROW_COLUMNS = ("tag", "parent", "end", "text_start", "text_end")
NODE_COLUMNS = ("node_owner", "node_start", "node_end")

# Per code point: whether it counts in a length. White space, control characters and U+200B, a space of no width,
# do not. The last entry stands for all code points from there on: no white space comes after U+3000.
_COUNTS = np.array([point > 0x20 and point != 0x200B and not chr(point).isspace() for point in range(0x3002)])
_COUNTS.setflags(write=False)
_LAST_ASCII = 0x7E
# Types of inputs in which people write.
_TYPED = frozenset({"text", "email", "url", "password", "tel"})
_BETWEEN = "\0"  # in no attribute: a parser takes it for a fault
# Elements farther down are numbered on the whole page: on one of nested elements only, addresses by steps would be
# as long as the page, each.
_MAX_STEPS = 100
_NUMBERED = re.compile(
    r'\(//(?:\*\[name\(\)="(?P<odd>.*)"\]|(?P<name>[^\[\]]+))\)\[(?P<number>[0-9]+)\]', re.DOTALL
)


def _no_rows() -> Rows:
    return np.zeros(0, dtype=np.int32)


class Values(NamedTuple):
    """The values of an attribute: row `rows[i]` has the value `distinct[which[i]]`."""

    rows: npt.NDArray[np.intp]
    which: npt.NDArray[np.intp]
    distinct: list[str]


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """A parsed document. Row i is an element; its subtree is rows `i:end[i]`; its text is one slice of `text`.

    `text` holds every character of the page's text nodes, white space untouched, in document order; the
    content of scripts, styles, drawings, form state and the head is not text. A *node* is a text node that is
    not only white space: `node_owner` is the row of the element it lies in.
    """

    text: str = ""
    tag: Rows = field(default_factory=_no_rows)
    """Code of the element's name, see `honbun.page.tags`."""
    parent: Rows = field(default_factory=_no_rows)
    """Row of the parent; `parent[i] < i`, and -1 for the root."""
    end: Rows = field(default_factory=_no_rows)
    """First row after the subtree."""
    text_start: Rows = field(default_factory=_no_rows)
    text_end: Rows = field(default_factory=_no_rows)
    is_hidden: Mask = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    """The element or an ancestor is marked as not displayed."""
    node_owner: Rows = field(default_factory=_no_rows)
    node_start: Rows = field(default_factory=_no_rows)
    node_end: Rows = field(default_factory=_no_rows)
    attributes: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """Attribute name -> row -> value, for the names that some step reads."""
    data: Mapping[int, str] = field(default_factory=dict)
    """Row -> content of elements that are data, not text: `title`, JSON scripts, scripts that set a state."""
    custom_tags: tuple[str, ...] = ()
    url: str | None = None

    def __len__(self) -> int:
        """Number of elements."""
        return len(self.tag)

    def __repr__(self) -> str:
        return line(type(self).__name__, f"{len(self):,} elements", f"{len(self.text):,} characters", url=self.url)

    def check(self) -> Page:
        """This page, once its columns are known to keep the contract; else ValueError names the column."""
        n = len(self)
        for name in ROW_COLUMNS:
            _check_column(name, getattr(self, name), n)
        for name in NODE_COLUMNS:
            _check_column(name, getattr(self, name), len(self.node_owner))
        rows = np.arange(n)
        codes = tags.FIRST_CUSTOM + len(self.custom_tags)
        _demand(bool(np.all((self.tag >= 0) & (self.tag < codes))), "tag: a code without a name")
        _demand(len(self.is_hidden) == n and self.is_hidden.dtype == np.bool_, "is_hidden")
        _demand(bool(np.all(self.parent < rows)) and bool(np.all(self.parent >= -1)), "parent")
        _demand(bool(np.all(self.end > rows)) and bool(np.all(self.end <= n)), "end")
        inner = self.parent >= 0
        above = self.parent[inner]
        _demand(bool(np.all(self.end[inner] <= self.end[above])), "end: a subtree leaves its parent's")
        _demand(bool(np.all(self.depth[inner] == self.depth[above] + 1)), "end: subtrees overlap")
        _demand(bool(np.all(self.text_start <= self.text_end)), "text_start")
        _demand(bool(np.all(self.text_start[inner] >= self.text_start[above])), "text_start")
        _demand(bool(np.all(self.text_end[inner] <= self.text_end[above])), "text_end")
        _demand(bool(np.all(self.text_end <= len(self.text))), "text_end")
        _demand(bool(np.all(self.node_start < self.node_end)), "node_start")
        _demand(bool(np.all(self.node_start[1:] >= self.node_end[:-1])), "node_start: nodes overlap")
        _demand(bool(np.all(self.node_owner >= 0)) and bool(np.all(self.node_owner < n)), "node_owner")
        _demand(bool(np.all(self.node_start >= self.text_start[self.node_owner])), "node_start: outside its owner")
        _demand(bool(np.all(self.node_end <= self.text_end[self.node_owner])), "node_end: outside its owner")
        return self

    # Names

    def tag_name(self, row: int) -> str:
        """The element's name in lower case, as written for custom elements."""
        code = int(self.tag[row])
        return tags.NAMES[code] if code < tags.FIRST_CUSTOM else self.custom_tags[code - tags.FIRST_CUSTOM]

    def attribute(self, row: int, name: str) -> str | None:
        """The value of a kept attribute, "" for one without a value, None for one that is not there."""
        column = self.attributes.get(name)
        return column.get(row) if column else None

    def values_of(self, name: str) -> Values:
        """The values of a kept attribute, each once, and the rows that have them."""
        if name not in self._values:
            column = self.attributes.get(name, {})
            distinct = list(dict.fromkeys(column.values()))
            number = dict(zip(distinct, range(len(distinct)), strict=True))
            which = np.fromiter(map(number.__getitem__, column.values()), dtype=np.intp, count=len(column))
            rows = np.fromiter(column, dtype=np.intp, count=len(column))
            self._values[name] = Values(rows, which, distinct)
        return self._values[name]

    def rows_named(self, name: str, pattern: re.Pattern[str]) -> npt.NDArray[np.intp]:
        """The rows whose value of a kept attribute, in lower case, holds what a pattern describes."""
        rows, which, values = self.values_of(name)
        joined = _BETWEEN.join(values).lower()
        has_it = np.zeros(len(values), dtype=np.bool_)
        index = last = 0
        for match in pattern.finditer(joined):
            index, last = index + joined.count(_BETWEEN, last, match.start()), match.start()
            has_it[index] = True
        return rows[has_it[which]]

    @cached_property
    def _values(self) -> dict[str, Values]:
        """What `values_of` has found, so that it looks once."""
        return {}

    def rows_of(self, *names: str) -> Rows:
        """Rows of the elements with one of these standard names, in document order."""
        found = np.zeros(len(self), dtype=np.bool_)
        for name in names:  # a few comparisons are faster than `isin`
            found |= self.tag == tags.CODE[name]
        return np.flatnonzero(found).astype(np.int32)

    @property
    def title(self) -> str:
        """The content of the first `<title>`, white space collapsed; "" if there is none."""
        titles = (" ".join(self.data.get(int(row), "").split()) for row in self.rows_of("title"))
        return next(filter(None, titles), "")

    def xpath(self, row: int) -> str:
        """The address of an element, such as `/html[1]/body[1]/div[2]`: names and positions from the root.

        That of one far down is such as `(//div)[512]`: its name, and its number among all of that name.
        """
        known = self._addresses
        address = known.get(row)
        if address is not None:
            return address
        if self.depth.item(row) >= _MAX_STEPS:
            return f"(//{self._names_in_steps[self.tag[row]]})[{self._number_of_name[row]}]"
        above = known.get(self.parents[row])
        if above is not None:  # most are such
            known[row] = address = f"{above}/{self._step(row)}"
            return address
        below = []
        while row not in known:
            below.append(row)
            row = self.parents[row]
        address = known[row]
        for row in reversed(below):
            known[row] = address = f"{address}/{self._step(row)}"
        return address

    @cached_property
    def _addresses(self) -> dict[int, str]:
        """The addresses that `xpath` has put together, of what is above the root nothing."""
        return {-1: ""}

    def _step(self, row: int) -> str:
        codes, numbers = self._codes_and_numbers
        return f"{self._names_in_steps[codes[row]]}[{numbers[row]}]"

    @cached_property
    def _codes_and_numbers(self) -> tuple[list[int], list[int]]:
        """Of each element the code of its name and its sibling number, as plain numbers: to look up one by one."""
        return self.tag.tolist(), self.sibling_number.tolist()

    @cached_property
    def parents(self) -> list[int]:
        """The parent of each row as a plain number: for walks up, one element at a time."""
        found: list[int] = self.parent.tolist()
        return found

    @cached_property
    def _names_in_steps(self) -> tuple[str, ...]:
        """By its code the name of an element as addresses have it."""
        is_plain = [name.replace("-", "").isalnum() and name.isascii() for name in self.custom_tags]
        custom = zip(self.custom_tags, is_plain, strict=True)
        return (*tags.NAMES, *(name if plain else f'*[name()="{name}"]' for name, plain in custom))

    def rows_at(self, addresses: Iterable[str]) -> dict[str, int]:
        """The row of each of these addresses, as `xpath` gives them; those of no element are left out."""
        wanted = set(addresses)
        numbered = {address for address in wanted if address.startswith("(")}
        found = {address: row for address in numbered if (row := self._row_numbered(address)) is not None}
        # Row -> the addresses that lead on from there, as steps: no name holds a "/".
        pending = {-1: [tuple(address.split("/")[1:]) for address in wanted - numbered]}
        depth = {-1: 0}
        while pending:
            row, here = pending.popitem()
            at = depth.pop(row)
            next_steps: dict[str, list[tuple[str, ...]]] = {}
            for steps in here:
                if len(steps) > at:
                    next_steps.setdefault(steps[at], []).append(steps)
                elif at:
                    found["/" + "/".join(steps)] = row
            child, end = row + 1, int(self.end[row]) if row >= 0 else len(self)
            while child < end and next_steps:
                if below := next_steps.pop(self._step(child), None):
                    pending[child], depth[child] = below, at + 1
                child = int(self.end[child])
        return found

    def _row_numbered(self, address: str) -> int | None:
        """The row of an element that is addressed by its number among all of its name."""
        parts = _NUMBERED.fullmatch(address)
        if parts is None:
            return None
        name, number = parts["odd"] or parts["name"], int(parts["number"][:9])
        code = tags.CODE.get(name)
        if code is None and name in self.custom_tags:
            code = tags.FIRST_CUSTOM + self.custom_tags.index(name)
        rows = np.flatnonzero(self.tag == code) if code is not None else np.zeros(0, dtype=np.int64)
        return int(rows[number - 1]) if 0 < number <= len(rows) else None

    @cached_property
    def _number_of_name(self) -> Rows:
        """1-based position of each element among all of its name."""
        order = np.argsort(self.tag, kind="stable")
        tag = self.tag[order]
        number = np.zeros(len(self), dtype=np.int32)
        number[order] = np.arange(len(self)) - np.searchsorted(tag, tag) + 1
        return number

    @cached_property
    def sibling_number(self) -> Rows:
        """1-based position of each element among its siblings of the same name."""
        order = np.lexsort((self.tag, self.parent))
        parent, tag = self.parent[order], self.tag[order]
        is_first = np.ones(len(self), dtype=np.bool_)
        is_first[1:] = (parent[1:] != parent[:-1]) | (tag[1:] != tag[:-1])
        position = np.arange(len(self))
        firsts = np.maximum.accumulate(np.where(is_first, position, 0))
        number = np.zeros(len(self), dtype=np.int32)
        number[order] = position - firsts + 1
        return number

    # Tree arithmetic

    def children(self, row: int) -> list[int]:
        """The elements right below one."""
        found, child, end = [], row + 1, self.end
        after = end[row]
        while child < after:
            found.append(child)
            child = int(end[child])
        return found

    def around(self, row: int, max_levels: int, root: int = -1) -> list[int]:
        """An element and those around it, the nearest first, as far as they lie below the root."""
        rows, parents = [row], self.parents
        while len(rows) < max_levels and (row := parents[row]) > root:
            rows.append(row)
        return rows

    def nearest(self, mask: Mask) -> Rows:
        """For each row the nearest row with the mask set among itself and its ancestors, or -1.

        Pointers double at each turn, so the cost is n·log(depth) even on a page of nested elements only.
        """
        n = len(self)
        up = self.above.copy()
        rows = np.flatnonzero(mask)
        up[rows] = rows
        for _ in range(self.doublings):
            up = up.take(up)
        found = up[:n].astype(np.int32)
        found[found == n] = -1
        return found

    @cached_property
    def above(self) -> npt.NDArray[np.intp]:
        """The parent of each row and, last, of what is above the root: n, that is itself."""
        above = np.append(self.parent, -1).astype(np.intp)
        above[above < 0] = len(self)
        return above

    @cached_property
    def doublings(self) -> int:
        """How often pointers to the parent must double until all of them are above the root."""
        return int(self.depth.max(initial=0) + 1).bit_length()

    @cached_property
    def nearest_link(self) -> Rows:
        """For each row the nearest link with an address, itself or around it, or -1."""
        is_link = np.zeros(len(self), dtype=np.bool_)
        is_link[list(self.attributes.get("href", {}))] = True
        return self.nearest(is_link & (self.tag == tags.CODE["a"]))

    def within(self, mask: Mask) -> Mask:
        """Rows that have the mask set or lie under one that has."""
        rows = np.flatnonzero(mask)
        if not len(rows):
            return np.zeros(len(self), dtype=np.bool_)
        reach = np.zeros(len(self), dtype=np.int32)
        reach[rows] = self.end[rows]
        return np.maximum.accumulate(reach, out=reach) > np.arange(len(self), dtype=np.int32)

    def subtree_sum(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """For each row the sum of the values of its subtree."""
        total = np.concatenate([np.zeros(1, dtype=values.dtype), np.cumsum(values)])
        return np.asarray(total[self.end] - total[:-1])

    @cached_property
    def input_counts(self) -> npt.NDArray[np.int64]:
        """For each row the number of inputs in its subtree in which people write."""
        is_input = (self.tag == tags.CODE["textarea"]) | (self.tag == tags.CODE["input"])
        types = self.attributes.get("type", {})
        is_input[[row for row, value in types.items() if value.strip().lower() not in _TYPED]] = False
        return np.asarray(self.subtree_sum(is_input.astype(np.int64)))

    @cached_property
    def depth(self) -> Rows:
        """Number of ancestors of each row."""
        closed = np.bincount(self.end, minlength=len(self) + 1)[:-1]
        return np.cumsum(1 - closed, dtype=np.int32) - np.int32(1)

    @cached_property
    def length_before(self) -> Rows:
        """`length_before[o]`: how many characters before offset o are not white space."""
        length = np.zeros(len(self.points) + 1, dtype=np.int32)
        np.cumsum(_counts(self.points), out=length[1:])
        return length

    @cached_property
    def node_length(self) -> Rows:
        """How many characters of each node are not white space."""
        if not len(self.node_start):
            return _no_rows()
        counts = np.append(_counts(self.points), False)  # so that the last end is an offset, too
        edges = np.stack([self.node_start, self.node_end], axis=1).ravel()
        return np.add.reduceat(counts, edges, dtype=np.int32)[::2]

    @cached_property
    def points(self) -> npt.NDArray[np.uint32]:
        """The code point of each character of the text."""
        return code_points(self.text)


def _counts(points: npt.NDArray[np.uint32]) -> Mask:
    """Which characters count in a length. Most are ASCII, for which a comparison is faster than a table."""
    found = np.asarray(points > 0x20)
    far = np.flatnonzero(points > _LAST_ASCII)
    found[far] = _COUNTS.take(points[far], mode="clip")
    return found


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """The code point of each character of a text."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _check_column(name: str, column: npt.NDArray[Any], length: int) -> None:
    _demand(column.dtype == np.int32, f"{name}: {column.dtype} instead of int32")
    _demand(column.shape == (length,), f"{name}: {column.shape} instead of {(length,)}")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"not a valid Page: {what}")
