"""The article of a page: what is kept, what is dropped, and why."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from honbun.article.structure import EVIDENCE, SiteEvidence, alone, find_article
from outline_samples import JAPANESE, SENTENCES, kept, labels_of, markup, outline_of, paragraphs, run_of

TITLE = "Kettles carried to the harbour"
MENU = "".join(f"<li><a href=/{i}>Section {word}</a></li>" for i, word in enumerate("news sport arts".split()))
FOOT = "Copyright of the courier and its readers, all rights reserved"


def page(body: str, head: str = f"<h1>{TITLE}</h1>") -> str:
    return (
        f"<title>{TITLE} | Courier</title><ul>{MENU}</ul>"
        f"<div id=main>{head}<div class=text>{body}</div></div><footer>{FOOT}</footer>"
    )


# What every page of the site shows: ten other pages have it.
CHROME = {"Section news": 10, "Section sport": 10, "Section arts": 10, FOOT: 10}


def test_the_article_is_kept_and_the_rest_dropped() -> None:
    assert kept(page(paragraphs(4)), CHROME) == [TITLE, *SENTENCES[:4]]
    assert kept(page(paragraphs(4))) == [TITLE, *SENTENCES[:4]]


def test_the_title_is_kept_even_if_other_pages_show_it_or_it_is_a_link() -> None:
    linked = page(paragraphs(4), head=f"<h1><a href=/>{TITLE}</a></h1>")
    assert kept(page(paragraphs(4)), CHROME | {TITLE: 10})[0] == TITLE
    assert kept(linked, CHROME)[0] == TITLE


def test_without_a_title_the_heading_above_is_kept() -> None:
    html = page(paragraphs(4), head="<h2>Quite another heading</h2>")
    assert kept(html, CHROME) == ["Quite another heading", *SENTENCES[:4]]


def test_prose_that_other_pages_show_is_dropped() -> None:
    assert kept(page(paragraphs(5)), CHROME | {SENTENCES[4]: 10}) == [TITLE, *SENTENCES[:4]]


def test_dateline_and_byline_below_the_title_are_kept_though_repeated() -> None:
    head = f"<div class=head><h1>{TITLE}</h1><p>Monday 3 May 2021</p><p>By Ann Ferrer</p></div>"
    seen = CHROME | {"Monday 3 May 2021": 10, "By Ann Ferrer": 2}
    html = page(paragraphs(4), head)
    assert kept(html, seen) == [TITLE, "Monday 3 May 2021", "By Ann Ferrer", *SENTENCES[:4]]
    outline = outline_of(html)
    labels = labels_of(outline, seen)
    assert "date or byline" in labels.evidence_of(run_of(outline, "By Ann Ferrer"))


def test_a_byline_on_every_page_is_dropped() -> None:
    head = f"<div class=head><h1>{TITLE}</h1><p>Monday 3 May 2021</p><p>By Ann Ferrer</p></div>"
    assert "By Ann Ferrer" not in kept(page(paragraphs(4), head), CHROME | {"By Ann Ferrer": 10})


def test_a_repeated_date_far_below_the_title_is_dropped() -> None:
    html = page(paragraphs(12) + "<p>3 May 2021</p>")
    assert "3 May 2021" not in kept(html, CHROME | {"3 May 2021": 10})


def test_an_agency_line_on_few_pages_is_kept_beside_the_prose() -> None:
    html = page(paragraphs(4) + "<p>(Harbour News Agency)</p>")
    seen = CHROME | {"(Harbour News Agency)": 2}
    assert kept(html, seen)[-1] == "(Harbour News Agency)"
    outline = outline_of(html)
    agency = run_of(outline, "(Harbour News Agency)")
    assert "on few other pages" in labels_of(outline, seen).evidence_of(agency)
    assert "(Harbour News Agency)" not in kept(html, CHROME | {"(Harbour News Agency)": 8})


def test_field_tables_are_kept_whole() -> None:
    rows = [
        ("Lecturer", "Prof. Ame"),
        ("Credits", "2"),
        ("Room", "B12"),
        ("Level", "Basic"),
        ("Goal", SENTENCES[0]),
    ]
    table = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows)
    seen = CHROME | {name: 10 for name, _ in rows} | {"Basic": 9}
    html = page(f"<table>{table}</table>")
    assert kept(html, seen) == [TITLE, *(text for row in rows for text in row)]
    outline = outline_of(html)
    assert "row of a kept table" in labels_of(outline, seen).evidence_of(run_of(outline, "Basic"))


def test_tables_of_boilerplate_with_a_few_lines_of_its_own_are_not() -> None:
    rows = "".join(f"<tr><td>Service {word}</td></tr>" for word in "abcdefgh")
    own = "".join(f"<tr><td>Only here {word}</td></tr>" for word in "xyz")
    texts = kept(
        page(f"{paragraphs(4)}<table>{rows}{own}</table>"), CHROME | {f"Service {c}": 10 for c in "abcdefgh"}
    )
    assert texts == [TITLE, *SENTENCES[:4], "Only here x", "Only here y", "Only here z"]


def test_copies_within_the_page_are_dropped_short_ones_and_refrains_are_meant() -> None:
    again = f"<blockquote><p>{SENTENCES[0]}</p></blockquote><p>{SENTENCES[1]}</p><p>Yes.</p>"
    html = page(f"<p>{SENTENCES[0]}</p><p>Yes.</p>{paragraphs(3, 1)}{again}")
    texts = kept(html)
    assert texts.count(SENTENCES[0]) == 1
    assert texts.count(SENTENCES[1]) == 2
    assert texts.count("Yes.") == 2
    outline = outline_of(html)
    copies = [i for i, text in enumerate(outline.blocks.texts) if text == SENTENCES[0]]
    marks = ["copy of an earlier block" in labels_of(outline).evidence_of(i) for i in copies]
    assert marks == [False, True]


@pytest.mark.parametrize("mark", ["hidden", "style='display: none'", "style='visibility:hidden'"])
def test_hidden_text_is_dropped(mark: str) -> None:
    html = page(f"{paragraphs(3)}<p {mark}>{SENTENCES[8]}</p><div {mark}><p>{SENTENCES[9]}</p></div>")
    assert kept(html) == [TITLE, *SENTENCES[:3]]


def test_text_above_the_title_is_dropped_unless_it_is_much() -> None:
    little = page(f"<p>{SENTENCES[9]}</p><h1>{TITLE}</h1>{paragraphs(5)}", head="")
    much = page(f"{paragraphs(4, 6)}<h1>{TITLE}</h1>{paragraphs(5)}", head="")
    assert kept(little) == [TITLE, *SENTENCES[:5]]
    assert kept(much) == [*SENTENCES[6:10], TITLE, *SENTENCES[:5]]


def test_links_are_dropped_from_prose_but_paragraphs_may_hold_many() -> None:
    related = f"<div><a href=/1>{SENTENCES[8]}</a></div>"
    citing = f"<p>{SENTENCES[7]} <a href=/2>{SENTENCES[9]} {SENTENCES[5]}</a></p>"
    texts = kept(page(f"{paragraphs(4)}{related}{citing}"))
    assert texts == [TITLE, *SENTENCES[:4], f"{SENTENCES[7]} {SENTENCES[9]} {SENTENCES[5]}"]


def test_a_list_of_links_is_the_content_of_a_page_without_prose() -> None:
    words = "anchors barrels candles drums engines".split()
    items = "".join(f"<li><a href=/{word}>All that is known about {word}</a><p>{word}!</p></li>" for word in words)
    html = f"<title>Things</title><ul class=menu>{MENU}</ul><div><ul>{items}</ul></div>"
    assert kept(html) == [text for word in words for text in (f"All that is known about {word}", f"{word}!")]


@pytest.mark.parametrize("links", [3, 60])
def test_prose_behind_many_links_is_another_matter(links: int) -> None:
    """With few links between, the two are parts of one text."""
    between = "".join(f"<li><a href=/{i}>Go on to place {i}</a></li>" for i in range(links))
    html = page(f"<div><div>{paragraphs(5)}</div></div><ul>{between}</ul><div><div>{paragraphs(5, 6)}</div></div>")
    assert (SENTENCES[6] in kept(html)) == (links == 3)


def test_long_notices_far_below_the_title_are_not_the_article() -> None:
    between = "".join(f"<li><a href=/{i}>Go on to place {i}</a></li>" for i in range(400))
    html = page(f"<div><div>{paragraphs(4)}</div></div><ul>{between}</ul><div><div>{paragraphs(7, 5)}</div></div>")
    assert kept(html) == [TITLE, *SENTENCES[:4]]


def test_japanese_prose_is_prose() -> None:
    body = "".join(f"<p>{i}番の話。{JAPANESE}</p>" for i in "一二三")
    assert kept(f"<ul>{MENU}</ul><div>{body}</div>") == [f"{i}番の話。{JAPANESE}" for i in "一二三"]


def test_a_page_without_prose_gives_what_only_it_shows() -> None:
    html = "<p>Home</p><p>Gate 4</p><p hidden>secret</p>"
    assert kept(html, {"Home": 3}) == ["Gate 4"]
    assert kept(html, {"Home": 3, "Gate 4": 3}) == ["Home", "Gate 4"]
    assert kept("<p hidden>secret</p>") == ["secret"]
    outline = outline_of(html)
    assert labels_of(outline).evidence_of(0) == ["nothing better on the page"]


def test_evidence_is_named_and_scores_tell_how_sure() -> None:
    outline = outline_of(page(paragraphs(4)))
    labels = labels_of(outline, CHROME)
    assert labels.names == EVIDENCE
    assert labels.evidence_of(run_of(outline, TITLE)) == ["title", "between title and container"]
    assert labels.evidence_of(run_of(outline, SENTENCES[0])) == ["in the container"]
    assert labels.evidence_of(run_of(outline, FOOT)) == ["repeated on other pages"]
    assert labels.evidence_of(run_of(outline, "Section arts")) == ["repeated on other pages", "link"]
    assert labels.score[run_of(outline, SENTENCES[0])] > 0.9
    assert labels.score[run_of(outline, FOOT)] < 0.1


@given(markup, st.integers(0, 2**30))
@example("<p>Menu</p><p>&#8203;</p>", 1)
@example(f"{SENTENCES[0]}<article>{SENTENCES[0]}<article>&#8203;", 1)
@settings(max_examples=200, deadline=None)
def test_no_page_with_text_gives_nothing(html: str, bits: int) -> None:
    outline = outline_of(html)
    n = len(outline.blocks)
    seen = np.array([bits >> i % 31 & 1 for i in range(n)], dtype=np.int32)
    labels = find_article(outline, SiteEvidence(seen, seen)).labels.check()
    assert len(labels) == n
    length = outline.blocks.length
    shown = outline.is_visible & (length > 0)
    assert length[labels.is_content].any() == length.any()
    assert not shown.any() or not np.any(labels.is_content & ~outline.is_visible)


@given(markup)
@settings(max_examples=40, deadline=None)
def test_the_same_page_gives_the_same_labels(html: str) -> None:
    one, two = (find_article(outline, alone(outline)).labels for outline in (outline_of(html), outline_of(html)))
    assert one.score.tolist() == two.score.tolist()
    assert one.evidence.tolist() == two.evidence.tolist()
