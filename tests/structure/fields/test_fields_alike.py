"""Pages are sorted by the template that made them."""

from __future__ import annotations

from fields_samples import PAGES, page, series

from honbun.structure.fields import likeness, places_of, sort_out

OTHERS = tuple(
    f"<div class=box><ul><li>Maker {n}<li>Price {n}</ul><blockquote>{n}</blockquote></div>" for n in "ab"
)


def test_places_are_alike_on_pages_of_one_template() -> None:
    places = places_of(series(*PAGES, *OTHERS))
    assert likeness(places[0], places[1]) > 0.9
    assert likeness(places[0], places[5]) < 0.3
    assert likeness(places[5], places[6]) == 1
    assert likeness(frozenset(), frozenset()) == 0


def test_sets_are_told_apart_the_largest_first() -> None:
    pages = [OTHERS[0], *PAGES[:2], OTHERS[1], "", *PAGES[2:]]
    assert sort_out(places_of(series(*pages))) == [[1, 2, 5, 6, 7], [0, 3]]


def test_optional_parts_join_by_steps() -> None:
    """The first and the last share little, but each is like the one between."""
    parts = ["<h2>A</h2>", "<ul><li>b</ul>", "<blockquote>c</blockquote>", "<dl><dt>d<dd>e</dl>", "<pre>f</pre>"]
    pages = ["".join(parts[i : i + 3]) for i in range(3)]
    assert sort_out(places_of(series(*pages))) == [[0, 1, 2]]


def test_the_order_of_pages_does_not_matter() -> None:
    pages = [*PAGES, *OTHERS, page({"Alone": "x"})]
    places = places_of(series(*pages))
    forth = {frozenset(own) for own in sort_out(places)}
    back = {frozenset(len(pages) - 1 - page for page in own) for own in sort_out(places[::-1])}
    assert forth == back


def test_pages_without_text_are_in_no_set() -> None:
    assert sort_out(places_of(series("", "<p></p>"))) == []


def test_where_little_is_common_it_must_not_be_a_mere_handful() -> None:
    def made(common: int, own: int, name: str) -> str:
        shared = "".join(f"<p class={'a' * n}>x</p>" for n in range(1, common + 1))
        return shared + "".join(f"<p class={name * n}>y</p>" for n in range(1, own + 1))

    pages = [made(6, 20, "b"), made(6, 20, "c"), made(1, 4, "d"), made(1, 4, "e")]
    places = places_of(series(*pages))
    assert sort_out(places) == [[0], [1], [2], [3]]
    assert sort_out(places[:2], is_loose=True) == [[0, 1]]
    assert sort_out(places[2:], is_loose=True) == [[0], [1]]
