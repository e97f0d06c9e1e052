"""The records of a list page as a table: a row for each record, a column for what stands at the same path."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from honbun.features import Group, Lines, Outline, cut_lines
from honbun.lists.about import MIN_CONFIDENCE, confidence
from honbun.lists.cells import Key, RecordCell, cut_cells
from honbun.lists.measure import roots_of
from honbun.lists.members import drop_strangers
from honbun.lists.rank import Site, measure_lists, rank_lists
from honbun.page import Page, collapse, span, spanned_columns, tags
from honbun.table import Cell, Column, ColumnKind, NamedBy, Table, TemplateRows
from honbun.tables import (
    LABEL_ELEMENTS,
    LABEL_SIGNS,
    PROPERTY_ATTRIBUTES,
    TABLE_CELLS,
    TITLE,
    Addresses,
    Name,
    first_name,
    has_words,
    kind_of,
    numbered_cells,
    property_of,
    unique_names,
)

# A path that this share of the records has equally often is as many columns; else it is a column of lists.
_MIN_SAME_NUMBER_SHARE = 0.8
# Such a share of a column's values must have a name in common, and be found at most so far above their element.
_MIN_NAME_SHARE = 0.8
_MAX_NAMING_RECORDS = 500  # more tell the same
_MAX_NAME_LEVELS = 4
# Such a share of the records must link somewhere, and of those to different targets; or must have an image.
_MIN_LINKED_SHARE = 0.8
_MIN_IMAGE_SHARE = 0.5
# Words of the template that a table shows.
_MAX_SHARED_WORDS = 5
_CLASS_WORD = re.compile(r"[^\W\d]{2,}(?:[-_]+[^\W\d]{2,})*")
_CLASS_SEPARATOR = re.compile(r"[-_]+")
_HEADINGS = frozenset(tags.CODE[name] for name in tags.HEADING_NAMES)
_ROW, _HEAD, _HEAD_CELL = (tags.CODE[name] for name in ("tr", "thead", "th"))
_BOLD = tags.table(["b", "strong"])


def find_records(
    outline: Outline, siblings: Iterable[Outline] = (), rank: int = 0, labelled: Mapping[str, float] | None = None
) -> Table:
    """The table of the list of this rank on a page; without rows or notes if the page is not about a list.

    `siblings` are other pages of the same site: what they show as well is a menu, and where they have their
    records this page has its own. `labelled` are lists by name, and how well they have records that were labelled.
    """
    lines = cut_lines(outline)
    others = [cut_lines(other) for other in siblings if other.blocks.length.any()]
    ranked = rank_lists(lines, others, labelled)
    sureness = [confidence(lines, each) for each in ranked]
    if not ranked or sureness[0] < MIN_CONFIDENCE:
        return Table(confidence=max(sureness[:1], default=0.0))
    lists = [each for each, sure in zip(ranked, sureness, strict=True) if sure >= MIN_CONFIDENCE]
    if rank >= len(lists):
        return Table(notes=(f"only {len(lists)} lists on the page",))
    note = f"{len(lists)} lists on the page: this is number {rank + 1} of them"
    group = drop_strangers(lines, lists[rank].group)
    table = _table(lines, group, (note,) if len(lists) > 1 else ())
    return replace(table, confidence=sureness[ranked.index(lists[rank])])


def possible_lists(outline: Outline) -> Iterator[tuple[str, list[str]]]:
    """What may be a list on a page: what pages of its site call it, and the text of each of its records."""
    lines = cut_lines(outline)
    for group, _ in measure_lists(lines, Site()):
        records, _ = split_header(lines.page, group)
        members = zip(records.first.tolist(), records.last.tolist(), strict=True)
        yield group.key, [" ".join(lines.texts[first:last]) for first, last in members]


def _table(lines: Lines, group: Group, notes: tuple[str, ...]) -> Table:
    page = lines.page
    group, header = split_header(page, group)
    fields = align(cut_cells(lines, group))
    _spread(page, group, fields)
    names = _Namer(page, fields, header, roots_of(lines, group).tolist()).names()
    columns = [_column(page, len(group), each, *name) for each, name in zip(fields, names, strict=True)]
    addresses = Addresses(page)
    if main_link := _main_link(page, addresses, fields, len(group)):
        linked, links = main_link
        name = f"{columns[linked].name}_url".strip("_")
        columns.append(Column(name, links, NamedBy.MARKUP, ColumnKind.URL))
    columns += _image_columns(page, addresses, group)
    unique = unique_names([column.name for column in columns])
    return Table(
        fields=tuple(replace(column, name=name) for name, column in zip(unique, columns, strict=True)),
        sources=(page.url or "1",) * len(group),
        xpaths=tuple(map(page.xpath, group.rows.tolist())),
        templates=(TemplateRows(tuple(range(len(group))), _shared_words(columns)),),
        notes=notes,
    )


def split_header(page: Page, group: Group) -> tuple[Group, dict[int, str]]:
    """The rows of a table without those of head cells only, and for each cell what the head says of its column."""
    if not np.all(page.tag[group.rows] == _ROW):
        return group, {}
    table = int(page.nearest(page.tag == tags.CODE["table"])[group.rows[0]])
    start = table if table >= 0 else int(group.rows[0])
    rows = [row for row in range(start, int(page.end[group.rows[-1]])) if page.tag[row] == _ROW]
    spanned = spanned_columns(page)

    def numbered(row: int) -> dict[int, int]:
        return {cell: spanned.get(cell, number) for cell, number in numbered_cells(page, row).items()}

    said = {row: [cell for cell in numbered_cells(page, row) if _text(page, cell)] for row in rows}
    heads = {row for row in rows if len(said[row]) > 1 and _is_head(page, row, said[row])}
    kept = ~np.isin(group.rows, [*heads])
    if kept.sum() < 2:
        return group, {}
    group = replace(group, rows=group.rows[kept], first=group.first[kept], last=group.last[kept])
    above = [row for row in rows if row < group.rows[0] and len(said[row]) > 1]
    named = [row for row in above if row in heads] or [row for row in above if _is_bold(page, said[row])]
    names = {number: _text(page, cell) for row in named[-1:] for cell, number in numbered(row).items()}
    cells = (pair for row in group.rows.tolist() for pair in numbered(row).items())
    return group, {cell: names.get(number, "") for cell, number in cells}


def _spread(page: Page, group: Group, fields: Iterable[Field]) -> None:
    """Gives what a cell of a table says to all records that it spans."""
    if not page.attributes.get("rowspan"):
        return
    cells, table = page.nearest(tags.is_in(TABLE_CELLS, page.tag)), page.parent[group.rows].tolist()
    for each in fields:
        for record, own in [*each.cells.items()]:
            end = record + span(page, int(cells[own[0].row]), "rowspan")
            for other in range(record + 1, min(end, len(table))):
                if table[other] == table[record]:
                    each.cells.setdefault(other, own)


def _text(page: Page, row: int) -> str:
    return collapse(page.text[page.text_start[row] : page.text_end[row]])


def _is_head(page: Page, row: int, cells: list[int]) -> bool:
    """Whether a row heads those below, by these of its cells: the others say nothing."""
    return bool(page.tag[page.parent[row]] == _HEAD or np.all(page.tag[cells] == _HEAD_CELL))


def _is_bold(page: Page, cells: list[int]) -> bool:
    """Whether all that these cells say is in bold."""
    for cell in cells:
        bold = cell + np.flatnonzero(tags.is_in(_BOLD, page.tag[cell : page.end[cell]]))
        if _text(page, cell) not in {_text(page, row) for row in bold.tolist()}:
            return False
    return True


@dataclass
class Field:
    """A column to be: for each record that has it its cells."""

    outer_path: Key
    element: Key
    cells: dict[int, list[RecordCell]] = field(default_factory=dict)
    is_list: bool = False
    position: float = 0.0
    """Where it stands in the records, on average: 0 is first, 1 last."""

    @property
    def first_cells(self) -> Iterator[RecordCell]:
        """The first cell of each record that has one."""
        return (own[0] for own in self.cells.values())

    @cached_property
    def label(self) -> str:
        """The words before the colon with which nearly all values begin; "" if there are none."""
        labels = Counter(cell.label for own in self.cells.values() for cell in own)
        label, times = labels.most_common(1)[0]
        return label if label.endswith(LABEL_SIGNS) and times >= _MIN_NAME_SHARE * labels.total() else ""


def align(cells: Sequence[RecordCell]) -> list[Field]:
    """The fields of all records, in the order of the page."""
    by_path: dict[Key, dict[int, list[RecordCell]]] = defaultdict(lambda: defaultdict(list))
    for cell in cells:
        by_path[cell.path][cell.record].append(cell)
    fields = [each for own in by_path.values() for each in _fields_of_path(own)]
    # A title is a link in some records; a promoted record has the same elements elsewhere.
    fields = _joined(_joined(fields, lambda each: each.outer_path), lambda each: each.element)
    positions = _positions(cells)
    for each in fields:
        each.position = sum(positions[cell.start] for cell in each.first_cells) / len(each.cells)
    return sorted(fields, key=lambda each: each.position)


def _fields_of_path(own: dict[int, list[RecordCell]]) -> list[Field]:
    """The fields of one path: one for each time that a record has it, or one of lists if that varies."""
    numbers = Counter(map(len, own.values()))
    usual, times = numbers.most_common(1)[0]
    one = next(iter(own.values()))[0]
    is_same_number = times >= _MIN_SAME_NUMBER_SHARE * len(own) and usual > 1 and len(own) > 1
    if max(numbers) == 1 or not is_same_number:
        return [Field(one.outer_path, one.element, dict(own), is_list=max(numbers) > 1)]
    fields = [Field((*one.outer_path, i), (*one.element, i)) for i in range(max(numbers))]
    for record, cells in own.items():
        for i, cell in enumerate(cells):
            fields[i].cells[record] = [cell]
    return fields


def _joined(fields: list[Field], key: Callable[[Field], Key]) -> list[Field]:
    """The fields, those of one key joined of which no record has two."""
    kept: dict[Key, list[Field]] = defaultdict(list)
    for each in sorted(fields, key=lambda each: -len(each.cells)):
        for other in kept[key(each)]:
            if other.is_list == each.is_list and not other.cells.keys() & each.cells.keys():
                other.cells |= each.cells
                break
        else:
            kept[key(each)].append(each)
    return [each for own in kept.values() for each in own]


def _positions(cells: Sequence[RecordCell]) -> dict[int, float]:
    """For each cell, by its start, how far in its record it stands."""
    numbers = Counter(cell.record for cell in cells)
    before: Counter[int] = Counter()
    positions = {}
    for cell in cells:
        positions[cell.start] = before[cell.record] / numbers[cell.record]
        before[cell.record] += 1
    return positions


class _Namer:
    """Names the fields of one list: from labels, the head of a table, properties, the markup, or headings."""

    def __init__(self, page: Page, fields: Sequence[Field], header: dict[int, str], roots: Sequence[int]) -> None:
        self.page, self.fields, self.header = page, fields, header
        self.around = {id(each): list(_around(page, each, roots)) for each in fields}
        """For each field of some records its element and those around it, as far as they lie in the record."""
        named = [page.attributes.get(name, {}) for name in PROPERTY_ATTRIBUTES]
        self.has_properties = any(max(column, default=-1) >= roots[0] for column in named)
        self.words_in = cache(lambda value: tuple(filter(_CLASS_WORD.fullmatch, value.split())))
        self.class_words = {id(each): self._class_words(each) for each in fields}
        self.frequency = Counter(word for words in self.class_words.values() for word in words)

    def names(self) -> list[Name]:
        """For each field its name and where that comes from; "" if nothing names it."""
        before: list[Field | None] = [None, *self.fields]
        pairs = zip(self.fields, before, strict=False)
        return [first_name(self._sources(each, last), _MIN_NAME_SHARE) for each, last in pairs]

    def _sources(self, each: Field, before: Field | None) -> Iterator[tuple[NamedBy, Iterable[str]]]:
        yield NamedBy.LABEL, [each.label]
        yield NamedBy.LABEL, [self._label_before(each, before) if before else ""]
        if self.header:
            cells = self.page.nearest(tags.is_in(TABLE_CELLS, self.page.tag))
            yield NamedBy.HEADER, (self.header.get(int(cells[cell.row]), "") for cell in _first(each))
        around = self.around[id(each)]
        if self.has_properties:
            yield NamedBy.PROPERTY, (property_of(self.page, rows) for rows in around)
        yield NamedBy.MARKUP, [self._rarest_class_word(each)]
        is_heading = (any(self.page.tag[row] in _HEADINGS for row in rows) for rows in around)
        yield NamedBy.HEADING, (TITLE if heading else "" for heading in is_heading)

    def _label_before(self, each: Field, before: Field) -> str:
        """The field before this one, if it is marked as a label and the same in all records that have both."""
        if before.is_list or each.is_list:
            return ""
        texts = {own[0].text for record, own in before.cells.items() if record in each.cells}
        if len(texts) != 1 or len(before.cells) < 2 or len({cell.text for cell in each.first_cells}) == 1:
            return ""
        text, row = texts.pop(), next(before.first_cells).row
        is_marked = text.endswith(LABEL_SIGNS) or tags.is_in(LABEL_ELEMENTS, self.page.tag[row])
        return text if is_marked else ""

    def _rarest_class_word(self, each: Field) -> str:
        """The word of a class, nearest to the text, that fewest other fields have."""
        words = self.class_words[id(each)]
        if not words:
            return ""
        best = min(words, key=lambda word: self.frequency[word])
        is_of_most = self.frequency[best] > max(1, len(self.fields) // 2)
        return "" if is_of_most and len(self.fields) > 1 else " ".join(_CLASS_SEPARATOR.split(best))

    def _class_words(self, each: Field) -> list[str]:
        """Words of the classes around the values that most records have there, the nearest first."""
        counts: Counter[str] = Counter()
        level: dict[str, int] = {}
        get = self.page.attributes.get("class", {}).get
        for classes_around, times in Counter(tuple(map(get, rows)) for rows in self.around[id(each)]).items():
            found: dict[str, int] = {}
            for number, value in enumerate(classes_around):
                for word in self.words_in(value or ""):
                    found.setdefault(word, number)
            for word, number in found.items():
                counts[word] += times
                level.setdefault(word, number)
        min_times = _MIN_NAME_SHARE * min(len(each.cells), _MAX_NAMING_RECORDS)
        return sorted((word for word, times in counts.items() if times >= min_times), key=level.__getitem__)


def _around(page: Page, each: Field, roots: Sequence[int]) -> Iterator[list[int]]:
    for cell in _first(each):
        yield page.around(cell.row, _MAX_NAME_LEVELS, roots[cell.record])


def _first(each: Field) -> Iterator[RecordCell]:
    """The cells of the records that name a field."""
    return islice(each.first_cells, _MAX_NAMING_RECORDS)


def _column(page: Page, rows: int, each: Field, name: str, by: NamedBy) -> Column:
    label = each.label
    cells: list[Cell | None] = [None] * rows
    for record, own in each.cells.items():
        if len(own) == 1 and not label:  # most are such
            cells[record] = Cell((own[0].text,), (page.xpath(own[0].row),))
            continue
        values = [_without_label(cell.text, label) for cell in own]
        cells[record] = Cell(tuple(values), tuple([page.xpath(cell.row) for cell in own]))
    return Column(name, tuple(cells), by, kind_of(cells), each.is_list)


def _without_label(text: str, label: str) -> str:
    """A value without its label; the text itself if nothing else is left."""
    if not label:
        return text
    rest = text.removeprefix(label).strip()
    return rest if has_words(rest) else text


def _main_link(
    page: Page, addresses: Addresses, fields: Sequence[Field], records: int
) -> tuple[int, tuple[Cell | None, ...]] | None:
    """The number of the field that leads to what a record is about, and where it leads; None if there is none.

    It links in most records, from each to a target of its own; of several, that of the longest texts is taken.
    """
    best, longest = None, 0.0
    for number, each in enumerate(fields if page.attributes.get("href") else ()):
        if each.is_list or len(each.cells) < _MIN_LINKED_SHARE * records:
            continue
        links = [(cell, *addresses.link(cell.row)) for cell in each.first_cells]
        links = [found for found in links if found[1]]
        targets = {target for _, target, _ in links}
        is_in_most = len(links) >= _MIN_LINKED_SHARE * records and len(targets) >= _MIN_LINKED_SHARE * len(links)
        length = sum(len(cell.text) for cell, _, _ in links) / max(len(links), 1)
        if is_in_most and length > longest:
            by_record = {cell.record: Cell((to,), (page.xpath(link),)) for cell, to, link in links}
            best, longest = (number, tuple(map(by_record.get, range(records)))), length
    return best


def _image_columns(page: Page, addresses: Addresses, group: Group) -> Iterator[Column]:
    """The column of the first image of each record, if most have one and they differ."""
    if not len(addresses.images):
        return
    cells: list[Cell | None] = []
    images = addresses.images.tolist()
    for low, high in np.searchsorted(addresses.images, _row_ranges(page, group)).tolist():
        found = ((addresses.image(row), row) for row in images[low:high])
        source, row = next((pair for pair in found if pair[0]), ("", -1))
        cells.append(Cell((source,), (page.xpath(row),)) if source else None)
    column = Column("image", tuple(cells), NamedBy.MARKUP, ColumnKind.IMAGE)
    if column.present >= _MIN_IMAGE_SHARE * len(cells) and column.distinct > 1:
        yield column


def _row_ranges(page: Page, group: Group) -> npt.NDArray[np.int32]:
    """For each record its elements: the first, and the first after it."""
    rows, parent = group.rows, page.parent
    if group.is_of_elements:
        ends = page.end[rows]
    else:
        ends = page.end[np.maximum(parent[rows], 0)]
        is_same = parent[rows[1:]] == parent[rows[:-1]]
        ends[:-1] = np.where(is_same, rows[1:], ends[:-1])
    return np.stack([rows, ends], axis=1)


def _shared_words(columns: Sequence[Column]) -> str:
    """A few of the words that all records share."""
    constant = [column for column in columns if column.is_constant and len(column.cells) == column.present > 1]
    return " ".join(str(column.cells[0]) for column in constant[:_MAX_SHARED_WORDS])
