"""Which records are asides and which are the content."""

from __future__ import annotations

import numpy as np

from honbun.article.records import sort_records, vote_on_records
from honbun.features.title import find_title
from outline_samples import SENTENCES, comments, kept, outline_of, paragraphs, texts_of

ARTICLE = f"<title>A title of its own</title><h1>A title of its own</h1><div class=text>{paragraphs(5)}</div>"
COMMENTS = f"<div class=comments>{comments(4)}</div>"
THREAD = f"<title>A title of its own</title><h1>A title of its own</h1>{COMMENTS}"


def sorted_of(html: str, votes: dict[int, int] | None = None) -> tuple[list[str], list[str]]:
    """What asides say, and what records that are content say."""
    outline = outline_of(html)
    everything = np.ones(len(outline.blocks), dtype=np.bool_)
    secondary, primary = sort_records(outline, votes or {}, find_title(outline, ~everything), everything)
    return texts_of(outline, secondary), texts_of(outline, primary)


def test_comments_after_prose_are_asides() -> None:
    secondary, primary = sorted_of(ARTICLE + COMMENTS)
    assert len(secondary) == 8
    assert primary == []
    assert set(vote_on_records(outline_of(ARTICLE + COMMENTS)).values()) == {1}
    assert kept(ARTICLE + COMMENTS) == ["A title of its own", *SENTENCES[:5]]


def test_posts_of_a_thread_are_content() -> None:
    secondary, primary = sorted_of(THREAD)
    assert secondary == []
    assert len(primary) == 8
    assert set(vote_on_records(outline_of(THREAD)).values()) == {-1}
    assert len(kept(THREAD)) == 9


def test_a_line_of_introduction_makes_no_asides_of_posts() -> None:
    html = THREAD.replace(
        "<div class=comments>",
        "<p>Please be kind to each other and write in whole sentences.</p><div class=comments>",
    )
    assert sorted_of(html)[0] == []


def test_a_short_article_above_many_long_comments_is_weighed_against_them() -> None:
    lead = f"<p>{SENTENCES[0]} {SENTENCES[1]}</p>"
    long = "".join(f"<div><p>10:{10 + i}</p><p>{' '.join(SENTENCES)}</p></div>" for i in range(6))
    assert sorted_of(lead + long)[0] == []
    assert sorted_of(ARTICLE + long)[0] != []


def test_stamped_records_do_not_lead_each_other() -> None:
    html = f"<section>{comments(4)}</section><aside>{comments(3)}</aside>"
    assert sorted_of(html)[0] == []


def test_what_other_pages_say_outweighs_what_this_page_looks_like() -> None:
    comments_are = vote_on_records(outline_of(ARTICLE + COMMENTS))
    posts_are = vote_on_records(outline_of(THREAD))
    assert comments_are == {place: -vote for place, vote in posts_are.items()}
    assert sorted_of(THREAD, comments_are)[0] == sorted_of(ARTICLE + COMMENTS)[0]
    assert sorted_of(ARTICLE + COMMENTS, posts_are)[1] == sorted_of(THREAD)[1]


def test_votes_on_other_places_say_nothing_here() -> None:
    assert sorted_of(THREAD, {1: 5, 2: -5}) == sorted_of(THREAD)
    assert sorted_of(ARTICLE + COMMENTS, {1: -5}) == sorted_of(ARTICLE + COMMENTS)


def test_a_single_comment_is_an_aside_where_others_had_several() -> None:
    votes = vote_on_records(outline_of(ARTICLE + COMMENTS))
    one = ARTICLE + f"<div class=comments>{comments(1)}</div>"
    assert sorted_of(one) == ([], [])
    assert len(sorted_of(one, votes)[0]) == 2
    assert kept(one, record_votes=votes) == ["A title of its own", *SENTENCES[:5]]


def test_the_element_that_holds_the_title_is_no_aside_whatever_was_voted() -> None:
    votes = vote_on_records(outline_of(ARTICLE + COMMENTS))
    head = f"<div class=comment><h1>A title of its own</h1><p>{SENTENCES[7]}</p></div>"
    html = THREAD.replace("<div class=comments>", f"<div class=comments>{head}")
    html = html.replace("</title><h1>A title of its own</h1>", "</title>")
    secondary, _ = sorted_of(html, votes)
    assert SENTENCES[7] not in secondary
    assert len(secondary) == 8


def test_teasers_after_the_article_are_asides_results_are_not() -> None:
    items = "".join(
        f"<li><a href=/{word}>Another story about {word}</a><p>In short.</p></li>"
        for word in "art bread cats".split()
    )
    results = "".join(
        f"<li><a href=/{word}>Another story about {word}</a><p>{SENTENCES[6]} {SENTENCES[7]} {word}</p></li>"
        for word in "art bread cats".split()
    )
    assert len(sorted_of(f"{ARTICLE}<ul>{items}</ul>")[0]) == 6
    assert sorted_of(f"{ARTICLE}<ul>{results}</ul>")[0] == []
    assert sorted_of(f"<ul>{items}</ul>")[0] == []


def test_linked_records_cast_no_vote() -> None:
    items = "".join(f"<li><a href=/{i}>Story number {i} of all</a><p>In short.</p></li>" for i in range(4))
    assert vote_on_records(outline_of(f"{ARTICLE}<ul>{items}</ul>")) == {}
