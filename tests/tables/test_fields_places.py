"""Each way to find a place is right where others fail."""

from __future__ import annotations

from fields_samples import PAGES, labels_of, series

from honbun.tables.fields.branching import tree_places
from honbun.tables.fields.places import Way, find_places
from honbun.tables.fields.series import Series


def together(known: Series, way: Way, *texts: str) -> bool:
    """Whether these texts have a place by this way, and the same one."""
    labels = labels_of(known)
    tree, _ = tree_places(known, labels)
    places = find_places(known, labels, tree)[way]
    found = {places[known.texts.index(text)] for text in texts}
    return len(found) == 1 and 0 not in found


def test_by_the_path_of_names() -> None:
    known = series(
        "<div class=a><p>x</p></div>",
        "<div class=b><p>y</p></div>",
        "<div><div class='a b'><p>z</p></div></div>",
    )
    assert together(known, Way.PATH, "x", "y")
    assert not together(known, Way.PATH, "x", "z")
    assert not together(known, Way.TREE, "x", "y")


def test_by_the_nearest_class_whatever_is_around_it() -> None:
    known = series("<p class=price>12</p>", "<div><div><p class=price>15</p></div></div>", "<p>17</p>")
    assert together(known, Way.CLASS, "12", "15")
    assert not together(known, Way.CLASS, "12", "17")
    boxes = ("old", "new", "old", "new")
    apart = series(*(f"<div class={box}><b class=n>{n}</b></div>" for n, box in enumerate(boxes, 1)))
    assert together(apart, Way.CLASS, "1", "2")
    assert not together(apart, Way.CLASSES, "1", "2")


def test_by_the_label_before_it() -> None:
    known = series(*PAGES)
    assert together(known, Way.LABEL, "Rin Ames", "Otto Lund", "Jun Oka")
    assert not together(known, Way.LABEL, "Rin Ames", "92 min")
    assert not together(known, Way.LABEL, "Harbour Lights", "The Quarry"), "no label comes before"


def test_by_the_label_whatever_is_around_the_value() -> None:
    known = series(
        *(f"<p><b>Maker:</b> {value}</p>" for value in ("Acme", "<a href=x>Bolt</a>", "<i>Cork</i>", "Dale"))
    )
    assert together(known, Way.LABEL_ONLY, "Acme", "Bolt", "Cork", "Dale")
    assert not together(known, Way.LABEL, "Acme", "Bolt")


def test_by_the_label_in_the_text_itself() -> None:
    known = series("<p>Size: 3</p><p>Made: here</p>", "<p>Made: there</p>", "<p>Made: x</p><p>Size: 4</p>")
    assert together(known, Way.INNER, "Made: here", "Made: there", "Made: x")
    assert together(known, Way.INNER, "Size: 3", "Size: 4")
    assert not together(known, Way.INNER, "Size: 3", "Made: x")
