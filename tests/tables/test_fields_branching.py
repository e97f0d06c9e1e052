"""Siblings are told apart by their label, by their number, or not at all."""

from __future__ import annotations

import json
from collections.abc import Sequence

from fields_samples import PAGES, labels_of, page, series

from honbun.tables.fields.branching import Branching, tree_places
from honbun.tables.fields.series import Series


def groups(known: Series, branching: Branching | None = None) -> list[Sequence[str]]:
    """The texts of each place, in order of the first."""
    places, _ = tree_places(known, labels_of(known), branching)
    found: dict[int, list[str]] = {}
    for text, place in zip(known.texts, places.tolist(), strict=True):
        found.setdefault(place, []).append(text)
    return list(found.values())


def test_rows_are_told_apart_by_their_label() -> None:
    found = groups(series(*PAGES))
    assert ["Rin Ames", "Otto Lund", "Ana Bo", "Ida Sol", "Jun Oka"] in found
    assert ["92 min", "101 min", "88 min", "110 min"] in found


def test_cells_are_told_apart_by_their_number() -> None:
    known = series(
        *(f"<table><tr><td>Chair {n}</td><td>{n}0 kg</td><td>{n},00 €</td></tr></table>" for n in (3, 5, 7, 9))
    )
    assert groups(known) == [
        [f"Chair {n}" for n in (3, 5, 7, 9)],
        [f"{n}0 kg" for n in (3, 5, 7, 9)],
        [f"{n},00 €" for n in (3, 5, 7, 9)],
    ]


def test_items_of_a_list_have_one_place() -> None:
    items = (
        ["salt", "two eggs", "flour"],
        ["rye"],
        ["milk", "a pound of butter"],
        ["tea", "figs", "dill", "oats"],
    )
    known = series(*("<ul>" + "".join(f"<li>{item}" for item in own) + "</ul>" for own in items))
    assert groups(known) == [[item for own in items for item in own]]


def test_saved_branching_finds_the_same_places() -> None:
    known = series(*PAGES)
    _, learned = tree_places(known, labels_of(known))
    again = Branching.from_dict(json.loads(json.dumps(learned.to_dict())))
    assert again == learned
    assert groups(known, again) == groups(known)


def test_more_pages_of_the_series_do_not_move_places() -> None:
    known = series(*PAGES)
    places, learned = tree_places(known, labels_of(known))
    more = series(*PAGES, page({"Directors": "Bo", "Rated": "PG"}))
    again, _ = tree_places(more, labels_of(more), learned)
    assert again[: len(places)].tolist() == places.tolist()


def test_no_pages() -> None:
    places, learned = tree_places(series(), labels_of(series("")))
    assert (len(places), learned) == (0, Branching())
