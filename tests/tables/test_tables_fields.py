"""Pages are sorted by the template that made them."""

from __future__ import annotations

from pathlib import Path

from series_samples import PAGES, page, parsed

import honbun
from honbun.page import group_by_template, similarity, text_paths

OTHERS = tuple(
    f"<div class=box><ul><li>Maker {n}<li>Price {n}</ul><blockquote>{n}</blockquote></div>" for n in "ab"
)


def paths(*pages: str) -> list[frozenset[int]]:
    return [text_paths(page) for page in parsed(*pages)]


def test_paths_are_alike_on_pages_of_one_template() -> None:
    found = paths(*PAGES, *OTHERS)
    assert similarity(found[0], found[1]) > 0.9
    assert similarity(found[0], found[5]) < 0.3
    assert similarity(found[5], found[6]) == 1
    assert similarity(frozenset(), frozenset()) == 0


def test_sets_are_told_apart_the_largest_first() -> None:
    pages = [OTHERS[0], *PAGES[:2], OTHERS[1], "", *PAGES[2:]]
    assert group_by_template(paths(*pages)) == [[1, 2, 5, 6, 7], [0, 3]]


def test_optional_parts_join_by_steps() -> None:
    """The first and the last share little, but each is like the one between."""
    parts = ["<h2>A</h2>", "<ul><li>b</ul>", "<blockquote>c</blockquote>", "<dl><dt>d<dd>e</dl>", "<pre>f</pre>"]
    pages = ["".join(parts[i : i + 3]) for i in range(3)]
    assert group_by_template(paths(*pages)) == [[0, 1, 2]]


def test_the_order_of_pages_does_not_matter() -> None:
    pages = [*PAGES, *OTHERS, page({"Alone": "x"})]
    found = paths(*pages)
    forth = {frozenset(own) for own in group_by_template(found)}
    back = {frozenset(len(pages) - 1 - page for page in own) for own in group_by_template(found[::-1])}
    assert forth == back


def test_pages_without_text_are_in_no_set() -> None:
    assert group_by_template(paths("", "<p></p>")) == []


def test_what_the_whole_page_is_called_does_not_count() -> None:
    """Content systems write categories and numbers of posts there."""
    one, other = (f"<body class='{word} post-{word}'><div class=box><p>{word}</div>" for word in ("beef", "soup"))
    assert similarity(*paths(one, other)) == 1


def test_fields_of_nested_pages_are_read() -> None:
    names = ("one", "two", "three")
    pages = [f"<p>Name: {name}<b>{name * 3}</b>" + "<div>text " * 3000 for name in names]
    assert [row["Name"] for row in honbun.fields([(None, page) for page in pages]).rows()] == list(names)


def test_what_no_file_can_hold_does_not_keep_a_template_from_being_saved(tmp_path: Path) -> None:
    honbun.FieldTemplate((), ("a note with \ud800 in it",)).save(tmp_path / "template.json")
    assert honbun.FieldTemplate.load(tmp_path / "template.json").notes == ("a note with ? in it",)
