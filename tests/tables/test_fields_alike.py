"""Pages are sorted by the template that made them."""

from __future__ import annotations

from fields_samples import PAGES, page, parsed

from honbun.tables.fields.alike import Places, likeness, places_of, sort_out

OTHERS = tuple(
    f"<div class=box><ul><li>Maker {n}<li>Price {n}</ul><blockquote>{n}</blockquote></div>" for n in "ab"
)


def places(*pages: str) -> list[Places]:
    return [places_of(page) for page in parsed(*pages)]


def test_places_are_alike_on_pages_of_one_template() -> None:
    found = places(*PAGES, *OTHERS)
    assert likeness(found[0], found[1]) > 0.9
    assert likeness(found[0], found[5]) < 0.3
    assert likeness(found[5], found[6]) == 1
    assert likeness(frozenset(), frozenset()) == 0


def test_sets_are_told_apart_the_largest_first() -> None:
    pages = [OTHERS[0], *PAGES[:2], OTHERS[1], "", *PAGES[2:]]
    assert sort_out(places(*pages)) == [[1, 2, 5, 6, 7], [0, 3]]


def test_optional_parts_join_by_steps() -> None:
    """The first and the last share little, but each is like the one between."""
    parts = ["<h2>A</h2>", "<ul><li>b</ul>", "<blockquote>c</blockquote>", "<dl><dt>d<dd>e</dl>", "<pre>f</pre>"]
    pages = ["".join(parts[i : i + 3]) for i in range(3)]
    assert sort_out(places(*pages)) == [[0, 1, 2]]


def test_the_order_of_pages_does_not_matter() -> None:
    pages = [*PAGES, *OTHERS, page({"Alone": "x"})]
    found = places(*pages)
    forth = {frozenset(own) for own in sort_out(found)}
    back = {frozenset(len(pages) - 1 - page for page in own) for own in sort_out(found[::-1])}
    assert forth == back


def test_pages_without_text_are_in_no_set() -> None:
    assert sort_out(places("", "<p></p>")) == []


def test_what_the_whole_page_is_called_does_not_count() -> None:
    """Content systems write categories and numbers of posts there."""
    one, other = (f"<body class='{word} post-{word}'><div class=box><p>{word}</div>" for word in ("beef", "soup"))
    assert likeness(*places(one, other)) == 1
