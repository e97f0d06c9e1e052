"""One article under several addresses is one page."""

from __future__ import annotations

import random

import pytest
from profile_samples import CHROME, NAMES, page, sketched, story

from honbun.site.duplicates import group_duplicates

Lines = tuple[str, ...]


def groups_of(pages: list[Lines]) -> list[set[int]]:
    """The groups of several pages."""
    numbers = group_duplicates([sketched(lines) for lines in pages]).tolist()
    groups = [{i for i, number in enumerate(numbers) if number == group} for group in sorted(set(numbers))]
    return [group for group in groups if len(group) > 1]


SITE = [page(name) for name in NAMES[:6]]


def printed(lines: Lines) -> Lines:
    """The same story with other things around it."""
    return ("Print this page", *lines[4:], "You may also like the story of the lost anchor and its finder.")


def test_pages_of_one_site_are_different_pages() -> None:
    assert groups_of(SITE) == []


def test_the_same_article_under_two_addresses() -> None:
    assert groups_of([*SITE, printed(SITE[2])]) == [{2, 6}]


def test_half_of_the_smaller_page_is_enough_less_is_not() -> None:
    shared, own = story("Anna", 6), story("Zoe", 6)
    most = (*CHROME, *shared[:3], *own[:3])
    less = (*CHROME, *shared[:2], *own[:3])
    assert groups_of([*SITE[1:], (*CHROME, *shared), most]) == [{5, 6}]
    assert groups_of([*SITE[1:], (*CHROME, *shared), less]) == []


def test_a_long_article_with_little_around_it() -> None:
    pages = [(*CHROME[:3], *story(name, 10)) for name in NAMES[:8]]
    assert groups_of([*pages, ("Print", *pages[0])]) == [{0, 8}]


def test_identical_pages() -> None:
    assert groups_of([*SITE, SITE[1], SITE[1], SITE[4]]) == [{1, 6, 7}, {4, 8}]


def test_many_copies_on_a_large_site() -> None:
    others = [
        page(f"{name} the {word}") for name in NAMES for word in "bold calm deaf even free glad hale".split()
    ]
    copies = [(f"Copy {i * 'x'}", *SITE[0]) for i in range(35)]
    assert groups_of([*others, *copies]) == [set(range(84, 119))]


@pytest.mark.parametrize("pages", [[], [SITE[0]], [()], [(), ()]])
def test_too_few_pages_for_duplicates(pages: list[Lines]) -> None:
    assert groups_of(pages) == []


def test_what_two_pages_share_is_boilerplate() -> None:
    assert groups_of(SITE[:2]) == []
    assert groups_of([SITE[0], printed(SITE[0])]) == []
    assert groups_of([SITE[0], printed(SITE[0]), SITE[1]]) == [{0, 1}]


def test_pages_without_prose_are_all_different() -> None:
    assert groups_of([("Home", "News"), ("Home", "Contact"), ("Home", "News", "Contact")]) == []


def test_the_order_of_pages_does_not_matter() -> None:
    pages = [*SITE, printed(SITE[0]), printed(SITE[3]), SITE[3]]
    expected = {frozenset(pages[i] for i in group) for group in groups_of(pages)}
    assert len(expected) == 2
    for seed in range(5):
        shuffled = random.Random(seed).sample(pages, len(pages))
        assert {frozenset(shuffled[i] for i in group) for group in groups_of(shuffled)} == expected


def test_many_sites_together() -> None:
    """The long lines of a small site are on few of all pages, and still its boilerplate."""
    pages: list[Lines] = []
    for site in range(8):
        chrome = [f"{line} This is site {site * 'i'} of all." for line in CHROME]
        pages += [(*chrome, *story(f"{name} of site {site * 'i'}")) for name in NAMES[:3]]
    pages.append(("Print", *pages[4]))
    assert groups_of(pages) == [{4, 24}]
