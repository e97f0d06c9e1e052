"""A site learned from its own pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from extraction_samples import EXAMPLES, SITES, example_site, mean, pages_of, texts, word_f1

import honbun
from honbun.document import Reason

FLOORS = {"blog": 0.99, "board": 0.94, "news-en": 0.975, "news-ja": 0.99, "search": 0.9, "syllabus": 0.98}


@pytest.mark.parametrize("name", SITES)
def test_quality_on_the_examples(name: str) -> None:
    site = honbun.Site.learn(pages_of(name))
    scores = [word_f1(site.extract(page.html, page.url).text, page.gold) for page in example_site(name)]
    assert mean(scores) >= FLOORS[name]


@pytest.mark.parametrize("name", SITES)
def test_a_page_that_was_not_learned_is_extracted_as_well(name: str) -> None:
    first, *others = pages_of(name)
    site = honbun.Site.learn(others)
    assert word_f1(site.extract(first[1], first[0]).text, example_site(name)[0].gold) >= FLOORS[name] - 0.01


def test_the_site_teaches_what_a_page_alone_does_not_show() -> None:
    site = honbun.Site.learn(pages_of("syllabus"))
    alone = [word_f1(honbun.extract(page.html).text, page.gold) for page in example_site("syllabus")]
    assert (
        mean(alone)
        < FLOORS["syllabus"]
        <= mean([word_f1(site.extract(page.html).text, page.gold) for page in example_site("syllabus")])
    )


def test_pages_come_from_a_generator_and_none_is_kept() -> None:
    pages = pages_of("blog")
    alive: list[int] = []

    def stream() -> Iterator[tuple[str, bytes]]:
        for number, page in enumerate(pages):
            alive.append(number)
            yield page

    site = honbun.Site.learn(stream())
    assert alive == list(range(len(pages)))
    assert len(site) == len(pages)
    assert texts(site, pages) == texts(honbun.Site.learn(pages), pages)


def test_urls_may_be_none_and_html_text_or_bytes() -> None:
    pages = pages_of("blog")
    decoded = [(None, html.decode()) for _, html in pages]
    assert texts(honbun.Site.learn(decoded), pages) == texts(honbun.Site.learn(pages), pages)


def test_pages_without_text_teach_nothing() -> None:
    pages = pages_of("blog")
    site = honbun.Site.learn([*pages, (None, b""), (None, b"\x89PNG\r\n\x1a\n"), (None, "<img>")])
    assert len(site) == len(pages)
    assert texts(site, pages) == texts(honbun.Site.learn(pages), pages)


@pytest.mark.parametrize(("html", "reason"), [(b"", "EMPTY_INPUT"), (b"%PDF-1.7", "NOT_HTML"), ("<p>", "NO_TEXT")])
def test_a_site_gives_reasons_too(html: bytes | str, reason: str) -> None:
    assert honbun.Site.learn(pages_of("blog")).extract(html).reason is Reason[reason]


def test_a_site_that_learned_nothing_takes_pages_alone() -> None:
    url, html = pages_of("blog")[0]
    assert honbun.Site().extract(html, url).to_dict() == honbun.extract(html, url).to_dict()
    assert len(honbun.Site.learn([])) == 0


def test_learning_is_adding_one_by_one_and_merging() -> None:
    pages = pages_of("news-en")
    site, one, two = honbun.Site(), honbun.Site.learn(pages[7:]), honbun.Site.learn(pages[:7])
    for url, html in pages:
        site.add(url, html)
        assert site.extract(html, url).text
    expected = texts(honbun.Site.learn(pages), pages)
    assert texts(site, pages) == expected
    assert texts(one.merge(two), pages) == expected
    assert len(one) == 6


def test_what_is_given_is_left_alone() -> None:
    pages = pages_of("blog")
    site = honbun.Site.learn(pages)
    before = [site.extract(html, url).to_dict() for url, html in pages]
    site.drift(pages)
    site.merge(honbun.Site.learn(pages_of("board")))
    assert pages == pages_of("blog")
    assert [site.extract(html, url).to_dict() for url, html in pages] == before
    assert len(site) == len(pages)


def test_the_examples_are_there() -> None:
    assert sorted(path.stem for path in (EXAMPLES / "gold").glob("*.jsonl")) == sorted(SITES)
