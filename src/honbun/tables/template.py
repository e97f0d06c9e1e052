"""`Template`: what a series of pages taught, enough to read the same fields off a new page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np

from honbun.page import Hashes, Page, TextPaths, class_words, collapse
from honbun.table import Cell, ColumnKind, NamedBy
from honbun.tables.columns import Addresses, kind_of, split_label, unique_names
from honbun.tables.field_columns import Candidate, ColumnNamer, choose_columns, has_value
from honbun.tables.field_paths import Branching, PathKind, find_paths
from honbun.tables.labels import SeriesLabels, Vocabulary, find_labels, learn_vocabulary
from honbun.tables.series import Ints, Series, distinct_per, group_keys, series_of

# A path or a word is the template's if this share of its pages has it.
_MIN_USUAL_SHARE = 0.5
# If such a share of the values has its label in front of it, it is also cut off.
_MIN_LABELLED_SHARE = 0.8
# A column links if this share of its values does, and to this share of different targets.
_MIN_LINKED_SHARE = 0.8
_MIN_DISTINCT_TARGETS = 0.5
# An image is a value if this share of the pages has it once, and this share of them another one.
_MIN_IMAGE_SHARE = 0.6
_MIN_DISTINCT_IMAGES = 0.5
_MAX_IMAGES = 3
# The words by which people recognise a template.
_MAX_WORDS = 5

WHOLE = " (whole)"
"""What is added to the name of a column of texts with their label, where another one has them without."""
Cells = list[Cell | None]
"""What each page has in one field."""
Value = tuple[int, str, int]
"""The number of a page, a value on it, and its node."""


class Form(StrEnum):
    """What of a text is the value."""

    WHOLE = "whole"
    """As the page has it."""
    AFTER_LABEL = "after label"
    """What stands behind the label in the same text."""
    LINK = "link"
    """Where it links to."""
    LINE = "line"
    """The whole line that it begins."""
    IMAGE = "image"
    """The address of an image."""


@dataclass(frozen=True)
class TemplateField:
    """A path that pages fill differently: a column."""

    name: str
    named_by: NamedBy
    path: int
    path_kind: PathKind = PathKind.TREE
    form: Form = Form.WHOLE
    kind: ColumnKind = ColumnKind.TEXT
    is_list: bool = False
    """Pages may have several values."""


@dataclass(frozen=True)
class Template:
    """The paths, labels and fields of the pages that one template made."""

    words: frozenset[str]
    """The words of classes that tell its elements apart."""
    vocabulary: Vocabulary
    branching: Branching
    fields: tuple[TemplateField, ...]
    paths: frozenset[int]
    """Where most of its pages have texts: by these it is recognised."""
    text: str = ""
    """A few of its own words, for people."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        same = {f"{key:x}": f"{value:x}" for key, value in sorted(self.vocabulary.same.items())}
        return {
            "text": self.text,
            "fields": [{**vars(field), "path": f"{field.path:x}"} for field in self.fields],
            "words": sorted(self.words),
            "labels": _to_hex(self.vocabulary, "texts", "inner") | {"same": same},
            "branching": _to_hex(self.branching, "by_label", "by_number"),
            **_to_hex(self, "paths"),
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Template:
        """What `to_dict` gave; AttributeError, KeyError, TypeError or ValueError if it is something else."""
        same = {int(key, 16): int(other, 16) for key, other in value["labels"]["same"].items()}
        return cls(
            words=frozenset(map(str, value["words"])),
            vocabulary=Vocabulary(_from_hex(value["labels"]["texts"]), _from_hex(value["labels"]["inner"]), same),
            branching=Branching(*(_from_hex(value["branching"][by]) for by in ("by_label", "by_number"))),
            fields=tuple(map(_field_from_dict, value["fields"])),
            paths=_from_hex(value["paths"]),
            text=str(value["text"]),
        )


def _to_hex(holder: object, *names: str) -> dict[str, Any]:
    """Sets of keys, in order, as JSON keeps them."""
    return {name: [f"{key:x}" for key in sorted(getattr(holder, name))] for name in names}


def _from_hex(keys: Iterable[str]) -> frozenset[int]:
    return frozenset(int(key, 16) for key in keys)


def _field_from_dict(value: Mapping[str, Any]) -> TemplateField:
    return TemplateField(
        name=str(value["name"]),
        named_by=NamedBy(value["named_by"]),
        path=int(value["path"], 16),
        path_kind=PathKind(value["path_kind"]),
        form=Form(value["form"]),
        kind=ColumnKind(value["kind"]),
        is_list=bool(value["is_list"]),
    )


def learn_template(pages: Sequence[tuple[Page, TextPaths]], max_columns: int) -> tuple[Template, list[Cells]]:
    """What pages of one template teach, each given with the paths of its texts; and for each field its cells."""
    series = series_of([page for page, _ in pages], class_words([page for page, _ in pages]))
    vocabulary = learn_vocabulary(series)
    labels = find_labels(series, vocabulary)
    paths, branching = find_paths(series, labels)
    reader = _Reader(series, labels, paths)
    fields = _fields(series, labels, choose_columns(series, labels, paths), reader.addresses, max_columns)
    names = unique_names([field.name for field in fields])
    columns = list(map(reader.read, fields))
    typed = tuple(
        replace(
            field, name=name, kind=kind_of(cells), is_list=any(cell and len(cell.values) > 1 for cell in cells)
        )
        for field, name, cells in zip(fields, names, columns, strict=True)
    )
    counts = Counter(path for _, own in pages for path in own)
    usual = frozenset(path for path, count in counts.items() if count >= _MIN_USUAL_SHARE * len(pages))
    return Template(series.words, vocabulary, branching, typed, usual, _own_words(series, labels)), columns


def _own_words(series: Series, labels: SeriesLabels) -> str:
    """The marked labels of most pages, in their order; other words of the template if there are none."""
    for mask in (labels.is_marked, labels.is_label):
        on_page = dict.fromkeys(
            (series.text_page[text], series.texts[text]) for text in np.flatnonzero(mask).tolist()
        )
        counts = Counter(text for _, text in on_page)  # in the order of the pages
        common = [text for text, count in counts.items() if count >= _MIN_USUAL_SHARE * len(series.pages)]
        if common:
            return " · ".join(common[:_MAX_WORDS])
    return ""


def _fields(
    series: Series,
    labels: SeriesLabels,
    columns: Sequence[Candidate],
    addresses: _SeriesAddresses,
    max_columns: int,
) -> list[TemplateField]:
    """The best columns, in the order of the page; then, if there is room, where they link to, and images."""
    namer = ColumnNamer(series, labels)
    found: list[tuple[float, TemplateField]] = []
    links = []
    for column in columns[:max_columns]:
        name, by = namer.name(column)
        forms = [Form.LINE if column.kind == PathKind.LINE else Form.WHOLE]
        if forms == [Form.WHOLE] and by == NamedBy.LABEL:
            labelled = sum(split_label(series.texts[text]) is not None for text in column.texts.tolist())
            is_labelled = labelled >= _MIN_LABELLED_SHARE * len(column.texts)
            forms = [Form.AFTER_LABEL, Form.WHOLE] if is_labelled else forms
        for form in forms[: max_columns - len(found)]:
            full_name = f"{name}{WHOLE}" if form == Form.WHOLE and len(forms) > 1 else name
            found.append((column.position, TemplateField(full_name, by, column.path, column.kind, form)))
        if addresses.is_linked(column.texts):
            link_name = f"{name}_url" if name else "url"
            links.append((column.position, TemplateField(link_name, by, column.path, column.kind, Form.LINK)))
    fields = [field for pairs in (found, links) for _, field in sorted(pairs, key=lambda pair: pair[0])]
    images = [TemplateField("image", NamedBy.MARKUP, path, form=Form.IMAGE) for path in addresses.image_fields()]
    return [*fields, *images][:max_columns]


def read_fields(template: Template, pages: Sequence[Page]) -> list[Cells]:
    """For each field its cells on these pages."""
    series = series_of(pages, template.words)
    labels = find_labels(series, template.vocabulary)
    paths, _ = find_paths(series, labels, template.branching)
    return list(map(_Reader(series, labels, paths).read, template.fields))


class _Reader:
    """Reads fields off a series, given its labels and, for each kind, the paths of its texts."""

    def __init__(self, series: Series, labels: SeriesLabels, paths: Mapping[PathKind, Hashes]) -> None:
        self._series, self._paths = series, paths
        self._is_readable = has_value(series, labels)
        self.addresses = _SeriesAddresses(series)

    def read(self, field: TemplateField) -> Cells:
        """The cells of a field, page by page."""
        if field.form == Form.IMAGE:
            return _by_page(self._series, self.addresses.images_at(field.path))
        is_at = self._paths[field.path_kind] == np.uint64(field.path)
        return _by_page(self._series, self._values(field.form, np.flatnonzero(is_at & self._is_readable)))

    def _values(self, form: Form, texts: Ints) -> Iterator[Value]:
        if form == Form.LINK:
            yield from self.addresses.links(texts)
            return
        series = self._series
        nodes = (series.block if form == Form.LINE else series.above)[texts].tolist()
        for text, node, number in zip(texts.tolist(), nodes, series.text_page[texts].tolist(), strict=True):
            value = series.texts[text]
            if form == Form.LINE:
                page, row = series.row(node)
                value = collapse(page.text[page.text_start[row] : page.text_end[row]])
            elif form == Form.AFTER_LABEL and (parts := split_label(value)):
                value = parts[1]
            yield number, value, node


def _by_page(series: Series, found: Iterable[Value]) -> Cells:
    """Each page's values, each once, with the addresses of their elements."""
    values: list[dict[str, int]] = [{} for _ in series.pages]
    for number, value, node in found:
        values[number].setdefault(value, node)
    of_pages = zip(series.pages, series.roots.tolist(), values, strict=True)
    return [
        Cell(tuple(own), tuple(page.xpath(node - root) for node in own.values())) if own else None
        for page, root, own in of_pages
    ]


class _SeriesAddresses:
    """Links and images of a series."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._pages = tuple(map(Addresses, series.pages))

    def links(self, texts: Ints) -> Iterator[Value]:
        """Of these texts those that link, with their targets and links."""
        for text in texts.tolist():
            page, above = int(self._series.text_page[text]), int(self._series.above[text])
            _, row = self._series.row(above)
            target, link = self._pages[page].link(row)
            if target:
                yield page, target, above - row + link

    def is_linked(self, texts: Ints) -> bool:
        """One value a page, and most of them link to something of their own."""
        pages = len(np.unique(self._series.text_page[texts]))
        targets = [target for _, target, _ in self.links(texts)] if pages == len(texts) else []
        is_distinct = len(set(targets)) >= max(2, _MIN_DISTINCT_TARGETS * pages)
        return is_distinct and len(targets) >= _MIN_LINKED_SHARE * pages

    @cached_property
    def _images(self) -> tuple[Ints, Hashes]:
        """The images of all pages as nodes, and their paths."""
        roots = self._series.roots.tolist()
        nodes = [own.images + root for own, root in zip(self._pages, roots, strict=True)]
        found = np.concatenate([np.zeros(0, dtype=np.int64), *nodes])
        return found, self._series.path[found]

    def images_at(self, path: int) -> Iterator[Value]:
        """The images at one path, with their addresses."""
        nodes, paths = self._images
        at = nodes[paths == np.uint64(path)]
        numbers = self._series.page[at]
        rows = zip(numbers.tolist(), (at - self._series.roots[numbers]).tolist(), at.tolist(), strict=True)
        for page, row, node in rows:
            if source := self._pages[page].image(row):
                yield page, source, node

    def image_fields(self) -> list[int]:
        """The paths that have one image on most pages, and different ones."""
        nodes, paths = self._images
        keys, group = group_keys(paths)
        min_pages = max(2, _MIN_IMAGE_SHARE * len(self._pages))
        found = []
        for path in keys[distinct_per(group, self._series.page[nodes], len(keys)) >= min_pages].tolist():
            own = _one_a_page(self.images_at(path))
            sources = {source for source, _ in own}
            if len(own) >= min_pages and len(sources) >= max(2, _MIN_DISTINCT_IMAGES * len(own)):
                found.append((float(np.mean(self._series.first[[node for _, node in own]])), path))
        return [path for _, path in sorted(found)[:_MAX_IMAGES]]


def _one_a_page(found: Iterable[Value]) -> list[tuple[str, int]]:
    """These values and their nodes; nothing if a page has two of them."""
    by_page: dict[int, tuple[str, int]] = {}
    for page, value, node in found:
        if page in by_page:
            return []
        by_page[page] = value, node
    return list(by_page.values())
