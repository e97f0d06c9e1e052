"""`Template`: what a series of pages taught, enough to read the same fields off a new page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from honbun.page import Page
from honbun.tables.columns import guess_kind, unique_names
from honbun.tables.fields.alike import Places, places_of
from honbun.tables.fields.branching import Branching, tree_places
from honbun.tables.fields.choose import Candidate, choose, has_value
from honbun.tables.fields.labels import Labels, Vocabulary, find_labels, inner_label, learn_vocabulary
from honbun.tables.fields.media import Media
from honbun.tables.fields.names import Namer
from honbun.tables.fields.places import Way, find_places
from honbun.tables.fields.series import Ints, Series, class_words, series_of
from honbun.tables.table import Cell, ColumnKind, NamedBy

# A place is the template's if so many of its pages have it.
_USUAL = 0.5
# If so many of the values have their label in front of them, it is also cut off.
_LABELLED = 0.8
# A column links if so many of its values do, and to so many different targets.
_LINKED = 0.8
_DIFFERENT = 0.5
# The words by which people recognise a template.
_WORDS = 5


Cells = list[Cell | None]
"""What each page has in one slot."""


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
    PICTURE = "picture"
    """The address of a picture."""


@dataclass(frozen=True)
class Slot:
    """A place that pages fill differently: a column."""

    name: str
    named_by: NamedBy
    place: int
    way: Way = Way.TREE
    form: Form = Form.WHOLE
    kind: ColumnKind = ColumnKind.TEXT
    is_list: bool = False
    """Pages may have several values."""


@dataclass(frozen=True)
class Template:
    """The places, labels and slots of the pages that one template made."""

    words: frozenset[str]
    """The words of classes that tell its elements apart."""
    vocabulary: Vocabulary
    branching: Branching
    slots: tuple[Slot, ...]
    places: Places
    """Where most of its pages have texts: by these it is recognised."""
    text: str = ""
    """A few of its own words, for people."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "text": self.text,
            "slots": [
                {
                    "name": slot.name,
                    "named_by": slot.named_by.value,
                    "way": slot.way.value,
                    "place": f"{slot.place:x}",
                    "form": slot.form.value,
                    "kind": slot.kind.value,
                    "is_list": slot.is_list,
                }
                for slot in self.slots
            ],
            "words": sorted(self.words),
            "labels": self.vocabulary.to_dict(),
            "branching": self.branching.to_dict(),
            "places": [f"{place:x}" for place in sorted(self.places)],
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Template:
        """What `to_dict` gave; KeyError, TypeError or ValueError if it is something else."""
        slots = (
            Slot(
                name=str(slot["name"]),
                named_by=NamedBy(slot["named_by"]),
                place=int(slot["place"], 16),
                way=Way(slot["way"]),
                form=Form(slot["form"]),
                kind=ColumnKind(slot["kind"]),
                is_list=bool(slot["is_list"]),
            )
            for slot in value["slots"]
        )
        return cls(
            words=frozenset(map(str, value["words"])),
            vocabulary=Vocabulary.from_dict(value["labels"]),
            branching=Branching.from_dict(value["branching"]),
            slots=tuple(slots),
            places=frozenset(int(place, 16) for place in value["places"]),
            text=str(value["text"]),
        )


def learn_template(pages: Sequence[Page], most_columns: int) -> Template:
    """What pages that are made alike teach."""
    words = class_words(pages)
    series = series_of(pages, words)
    vocabulary = learn_vocabulary(series)
    labels = find_labels(series, vocabulary)
    tree, branching = tree_places(series, labels)
    chosen = choose(series, labels, find_places(series, labels, tree))
    slots = _slots(series, labels, chosen, most_columns)
    names = unique_names([slot.name for slot in slots])
    slots = [replace(slot, name=name) for slot, name in zip(slots, names, strict=True)]
    places = _usual([places_of(page) for page in pages])
    template = Template(words, vocabulary, branching, tuple(slots), places, _words(series, labels))
    columns = _read(template, series)
    return replace(template, slots=tuple(map(_typed, slots, columns)))


def _typed(slot: Slot, cells: Cells) -> Slot:
    """The slot with what its values are."""
    present = [cell for cell in cells if cell is not None]
    kind = guess_kind(value for cell in present for value in cell.values)
    return replace(slot, kind=kind, is_list=any(len(cell.values) > 1 for cell in present))


def _usual(places: Sequence[Places]) -> Places:
    counts = Counter(place for page in places for place in page)
    return frozenset(place for place, count in counts.items() if count >= _USUAL * len(places))


def _words(series: Series, labels: Labels) -> str:
    """The marked labels of most pages, in their order; other words of the template if there are none."""
    for mask in (labels.is_strong, labels.is_label):
        on_page = dict.fromkeys(
            (series.text_page[text], series.texts[text]) for text in np.flatnonzero(mask).tolist()
        )
        counts = Counter(text for _, text in on_page)  # in the order of the pages
        common = [text for text, count in counts.items() if count >= _USUAL * len(series.pages)]
        if common:
            return " · ".join(common[:_WORDS])
    return ""


def _slots(series: Series, labels: Labels, ranked: Sequence[Candidate], most: int) -> list[Slot]:
    """The best columns, in the order of the page; then, if there is room, where they link to, and pictures."""
    namer, media = Namer(series, labels), Media(series)
    chosen: list[tuple[float, Slot]] = []
    links = []
    for column in ranked[:most]:
        name, by = namer.name(column)
        forms = [Form.LINE if column.way == Way.LINE else Form.WHOLE]
        if column.way != Way.LINE and by == NamedBy.LABEL and _labelled(series, column.texts) >= _LABELLED:
            forms = [Form.AFTER_LABEL, Form.WHOLE]
        for form in forms[: most - len(chosen)]:
            shown = f"{name} (whole)" if form == Form.WHOLE and len(forms) > 1 else name
            chosen.append((column.position, Slot(shown, by, column.place, column.way, form)))
        if _links(series, media, column.texts):
            linked = Slot(f"{name}_url" if name else "url", by, column.place, column.way, Form.LINK)
            links.append((column.position, linked))
    pictures = [Slot("image", NamedBy.MARKUP, place, form=Form.PICTURE) for place in media.places_of_pictures()]
    slots = [slot for pairs in (chosen, links) for _, slot in sorted(pairs, key=lambda pair: pair[0])]
    return [*slots, *pictures][:most]


def _labelled(series: Series, texts: Ints) -> float:
    """The share of texts that hold their label."""
    return float(np.mean([inner_label(series.texts[text]) is not None for text in texts.tolist()]))


def _links(series: Series, media: Media, texts: Ints) -> bool:
    """One value a page, and most of them link to something of their own."""
    pages = len(np.unique(series.text_page[texts]))
    targets = [target for _, target, _ in media.targets(texts)] if pages == len(texts) else []
    return len(targets) >= _LINKED * pages and len(set(targets)) >= max(2, _DIFFERENT * pages)


def read_fields(template: Template, pages: Sequence[Page]) -> list[Cells]:
    """For each slot its cells on these pages."""
    return _read(template, series_of(pages, template.words))


def _read(template: Template, series: Series) -> list[Cells]:
    labels = find_labels(series, template.vocabulary)
    tree, _ = tree_places(series, labels, template.branching)
    places = find_places(series, labels, tree)
    media = Media(series)
    readable = has_value(series, labels)
    orders = {way: np.argsort(place, kind="stable") for way, place in places.items()}
    columns = []
    for slot in template.slots:
        if slot.form == Form.PICTURE:
            columns.append(_pictures(series, media, slot))
            continue
        place, order = places[slot.way], orders[slot.way]
        start, end = (
            int(np.searchsorted(place[order], np.uint64(slot.place), side)) for side in ("left", "right")
        )
        texts = np.sort(order[start:end])
        columns.append(_cells(series, media, slot, texts[readable[texts]]))
    return columns


def _cells(series: Series, media: Media, slot: Slot, texts: Ints) -> Cells:
    if slot.form == Form.LINK:
        found = [(series.text_page[text], target, link) for text, target, link in media.targets(texts)]
    elif slot.form == Form.LINE:
        lines = series.block[texts].tolist()
        found = [(int(series.page[line]), media.text(line), line) for line in lines]
    else:
        found = [
            (series.text_page[text], _value(series.texts[text], slot.form), int(series.above[text]))
            for text in texts.tolist()
        ]
    return _by_page(series, found)


def _value(text: str, form: Form) -> str:
    parts = inner_label(text) if form == Form.AFTER_LABEL else None
    return parts[1] if parts else text


def _pictures(series: Series, media: Media, slot: Slot) -> Cells:
    things, places = media.pictures
    found = [
        (int(series.page[thing]), media.source(thing), thing)
        for thing in things[places == np.uint64(slot.place)].tolist()
    ]
    return _by_page(series, found)


def _by_page(series: Series, found: Sequence[tuple[int, str, int]]) -> Cells:
    """Each page's values, each once, with the addresses of their elements."""
    values: list[dict[str, int]] = [{} for _ in series.pages]
    for page, value, thing in found:
        values[page].setdefault(value, thing)
    return [_cell(series, own) if own else None for own in values]


def _cell(series: Series, values: Mapping[str, int]) -> Cell:
    rows = map(series.row, values.values())
    return Cell(tuple(values), tuple(page.xpath(row) for page, row in rows))
