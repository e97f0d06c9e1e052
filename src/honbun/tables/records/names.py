"""Names of the fields of records: from labels, the head of a table, properties, headings, or the markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from honbun.page import Page, tags
from honbun.tables.columns import clean_label
from honbun.tables.records.align import Field
from honbun.tables.records.grain import has_words
from honbun.tables.records.header import Header
from honbun.tables.table import NamedBy

_COLONS = (":", "：")
# Names of things and values come in pairs in these.
_LABEL_TAGS = frozenset({"dt", "th", "label"})
# So many values of a field must have a label in common.
_MOSTLY = 0.8
# So far up from its element a value may get its name, and classes that may give one.
_CLIMB = 4
_WORD = re.compile(r"[^\W\d]{2,}(?:[-_]+[^\W\d]{2,})*")
_SPLIT = re.compile(r"[-_]+")

Named = tuple[str, NamedBy]


class Namer:
    """Names the fields of one list."""

    def __init__(self, page: Page, fields: Sequence[Field], header: Header, roots: Sequence[int]) -> None:
        self.page, self.fields, self.header, self.roots = page, fields, header, roots
        self.shared = Counter(word for each in fields for word in self._class_words(each))

    def names(self) -> list[Named]:
        """For each field its name and where that comes from; "" if nothing names it."""
        before: list[Field | None] = [None, *self.fields]
        return [self._name(each, last) for each, last in zip(self.fields, before, strict=False)]

    def _name(self, each: Field, before: Field | None) -> Named:
        for name, by in (
            (label_of(each), NamedBy.LABEL),
            (self._label_before(each, before), NamedBy.LABEL),
            (self._header(each), NamedBy.HEADER),
            (self._property(each), NamedBy.PROPERTY),
            (self._markup(each), NamedBy.MARKUP),
            ("title" if self._is_heading(each) else "", NamedBy.HEADING),
        ):
            if cleaned := clean_label(name):
                return cleaned, by
        return "", NamedBy.NUMBER

    def _label_before(self, each: Field, before: Field | None) -> str:
        """The field before this one, if it says the same in all records that have both."""
        if before is None or before.is_list or each.is_list:
            return ""
        texts = {parts[0].text for record, parts in before.parts.items() if record in each.parts}
        if len(texts) != 1 or len(before.parts) < 2 or len({own[0].text for own in each.parts.values()}) == 1:
            return ""
        text = texts.pop()
        row = next(iter(before.parts.values()))[0].row
        return text if text.endswith(_COLONS) or self.page.tag_name(row) in _LABEL_TAGS else ""

    def _header(self, each: Field) -> str:
        return _mostly([self.header.name(row) for row in _rows(each)])

    def _property(self, each: Field) -> str:
        values = []
        for around in self._around(each):
            found = (self.page.attribute(row, "itemprop") for row in around)
            values.append(next(filter(None, found), ""))
        return _mostly(values)

    def _markup(self, each: Field) -> str:
        """The word of a class, nearest to the text, that fewest other fields have."""
        words = self._class_words(each)
        if not words:
            return ""
        best = min(words, key=lambda word: self.shared[word])
        is_of_most = self.shared[best] > max(1, len(self.fields) // 2)
        return "" if is_of_most and len(self.fields) > 1 else " ".join(_SPLIT.split(best))

    def _is_heading(self, each: Field) -> bool:
        heads = [any(tags.is_in(tags.HEADING, self.page.tag[around])) for around in self._around(each)]
        return sum(heads) >= _MOSTLY * len(heads)

    def _around(self, each: Field) -> Iterator[list[int]]:
        """For each record the element of the field and those around it, as far as they lie in the record."""
        for record, parts in each.parts.items():
            row, root = parts[0].row, self.roots[record]
            around = [row]
            while len(around) < _CLIMB and (row := int(self.page.parent[row])) > root:
                around.append(row)
            yield around

    def _class_words(self, each: Field) -> list[str]:
        """Words of the classes around the values that most records have there, the nearest first."""
        counts: Counter[str] = Counter()
        level: dict[str, int] = {}
        for around in self._around(each):
            found: dict[str, int] = {}
            for number, row in enumerate(around):
                for word in (self.page.attribute(row, "class") or "").split():
                    if _WORD.fullmatch(word):
                        found.setdefault(word, number)
            counts.update(found.keys())
            level = {**found, **level}
        least = _MOSTLY * len(each.parts)
        return sorted((word for word, times in counts.items() if times >= least), key=level.__getitem__)


def label_of(each: Field) -> str:
    """The words before the colon with which nearly all values begin; "" if there are none."""
    labels = Counter(part.label for own in each.parts.values() for part in own)
    label, times = labels.most_common(1)[0]
    if label.endswith(_COLONS) and times >= _MOSTLY * labels.total():
        return label
    return ""


def without_label(text: str, label: str) -> str:
    """A value without its label; the text itself if nothing else is left."""
    rest = text.removeprefix(label).strip() if label else text
    return rest if has_words(rest) else text


def _rows(each: Field) -> Iterator[int]:
    """The element of the first value of each record."""
    return (own[0].row for own in each.parts.values())


def _mostly(values: Sequence[str]) -> str:
    """The value that nearly all have, or ""."""
    value, times = Counter(values).most_common(1)[0]
    return value if times >= _MOSTLY * len(values) else ""
