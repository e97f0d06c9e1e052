"""Small series of pages, written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from honbun.page import class_words, parse, text_paths
from honbun.page.page import Page
from honbun.tables.labels import SeriesLabels, find_labels, learn_vocabulary
from honbun.tables.series import Series, series_of
from honbun.tables.template import Template, learn_template


def parsed(*pages: str) -> list[Page]:
    return [parse(page) for page in pages]


def series(*pages: str) -> Series:
    known = parsed(*pages)
    return series_of(known, class_words(known))


def labels_of(known: Series) -> SeriesLabels:
    return find_labels(known, learn_vocabulary(known))


def learned(pages: Sequence[Page], max_columns: int = 60) -> Template:
    """The template of these pages."""
    return learn_template([(page, text_paths(page)) for page in pages], max_columns)[0]


def texts_with(known: Series, mask: Sequence[bool]) -> set[str]:
    """The texts that a mask marks."""
    return {text for text, is_marked in zip(known.texts, mask, strict=True) if is_marked}


def table(rows: Mapping[str, str]) -> str:
    """A table of two columns: a label and a value a row."""
    return "".join(f"<tr><td>{label}</td><td>{value}</td></tr>" for label, value in rows.items())


def page(rows: Mapping[str, str], title: str = "") -> str:
    return f"<html><body><h1>{title}</h1><table>{table(rows)}</table><p>All rights reserved</p></body></html>"


FILMS = (
    {"Director": "Rin Ames", "Genre": "Drama", "Length": "92 min", "Rated": "PG"},
    {"Directors": "Otto Lund", "Genre": "Drama", "Rated": "PG"},
    {"Director": "Ana Bo", "Genre": "Comedy", "Length": "101 min", "Rated": "PG"},
    {"Directors": "Ida Sol", "Length": "88 min", "Rated": "PG"},
    {"Director": "Jun Oka", "Genre": "Drama", "Length": "110 min", "Rated": "PG"},
)
TITLES = ("Harbour Lights", "The Quarry", "Second Ferry", "Kettle", "A Mossy Meadow")
PAGES = tuple(page(film, title) for film, title in zip(FILMS, TITLES, strict=True))
