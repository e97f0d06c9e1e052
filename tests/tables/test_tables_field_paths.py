"""Each kind of path is right where others fail; siblings are told apart by label, by number, or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from series_samples import PAGES, labels_of, page, series

from honbun.tables.field_paths import Branching, PathKind, find_paths
from honbun.tables.series import Series


def groups(known: Series, branching: Branching | None = None) -> list[Sequence[str]]:
    """The texts of each path by the tree, in order of the first."""
    paths, _ = find_paths(known, labels_of(known), branching)
    found: dict[int, list[str]] = {}
    for text, path in zip(known.texts, paths[PathKind.TREE].tolist(), strict=True):
        found.setdefault(path, []).append(text)
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


def test_items_of_a_list_have_one_path() -> None:
    items = (
        ["salt", "two eggs", "flour"],
        ["rye"],
        ["milk", "a pound of butter"],
        ["tea", "figs", "dill", "oats"],
    )
    known = series(*("<ul>" + "".join(f"<li>{item}" for item in own) + "</ul>" for own in items))
    assert groups(known) == [[item for own in items for item in own]]


def test_given_branching_finds_the_same_paths() -> None:
    known = series(*PAGES)
    _, learned = find_paths(known, labels_of(known))
    assert learned != Branching()
    assert groups(known, learned) == groups(known)


def test_more_pages_of_the_series_do_not_move_paths() -> None:
    known = series(*PAGES)
    paths, learned = find_paths(known, labels_of(known))
    more = series(*PAGES, page({"Directors": "Bo", "Rated": "PG"}))
    again, _ = find_paths(more, labels_of(more), learned)
    for kind, path in paths.items():
        assert again[kind][: len(path)].tolist() == path.tolist()


def test_no_pages() -> None:
    paths, learned = find_paths(series(), labels_of(series("")))
    assert ({len(path) for path in paths.values()}, learned) == ({0}, Branching())


def together(known: Series, kind: PathKind, *texts: str) -> bool:
    """Whether these texts have a path of this kind, and the same one."""
    paths, _ = find_paths(known, labels_of(known))
    found = {paths[kind][known.texts.index(text)] for text in texts}
    return len(found) == 1 and 0 not in found


def test_by_the_path_of_names() -> None:
    known = series(
        "<div class=a><p>x</p></div>",
        "<div class=b><p>y</p></div>",
        "<div><div class='a b'><p>z</p></div></div>",
    )
    assert together(known, PathKind.NAMES, "x", "y")
    assert not together(known, PathKind.NAMES, "x", "z")
    assert not together(known, PathKind.TREE, "x", "y")


def test_by_the_nearest_class_whatever_is_around_it() -> None:
    known = series("<p class=price>12</p>", "<div><div><p class=price>15</p></div></div>", "<p>17</p>")
    assert together(known, PathKind.CLASS, "12", "15")
    assert not together(known, PathKind.CLASS, "12", "17")
    boxes = ("old", "new", "old", "new")
    apart = series(*(f"<div class={box}><b class=n>{n}</b></div>" for n, box in enumerate(boxes, 1)))
    assert together(apart, PathKind.CLASS, "1", "2")
    assert not together(apart, PathKind.CLASSES, "1", "2")


def test_by_the_label_before_it() -> None:
    known = series(*PAGES)
    assert together(known, PathKind.LABEL, "Rin Ames", "Otto Lund", "Jun Oka")
    assert not together(known, PathKind.LABEL, "Rin Ames", "92 min")
    assert not together(known, PathKind.LABEL, "Harbour Lights", "The Quarry"), "no label comes before"


def test_by_the_label_whatever_is_around_the_value() -> None:
    known = series(
        *(f"<p><b>Maker:</b> {value}</p>" for value in ("Acme", "<a href=x>Bolt</a>", "<i>Cork</i>", "Dale"))
    )
    assert together(known, PathKind.LABEL_ONLY, "Acme", "Bolt", "Cork", "Dale")
    assert not together(known, PathKind.LABEL, "Acme", "Bolt")


def test_by_the_label_in_the_text_itself() -> None:
    known = series("<p>Size: 3</p><p>Made: here</p>", "<p>Made: there</p>", "<p>Made: x</p><p>Size: 4</p>")
    assert together(known, PathKind.INNER_LABEL, "Made: here", "Made: there", "Made: x")
    assert together(known, PathKind.INNER_LABEL, "Size: 3", "Size: 4")
    assert not together(known, PathKind.INNER_LABEL, "Size: 3", "Made: x")
