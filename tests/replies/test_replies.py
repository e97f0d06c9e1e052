"""Which post answers which: what is decided without a page, and what is read of one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.features.lines import Lines, cut_lines
from honbun.features.outline import Outline
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.replies import (
    Quotation,
    Said,
    called,
    find_replies,
    mark_quotes,
    quotation_of,
    quoting_rows,
    refers_to,
    repeated_lines,
    text_of,
)

ANNA = Said("The harbour is closed on Mondays. Take the ferry instead.", "Anna")
OTTO = Said("I took the train and it was fine.", "Otto")


def said(*lines: str, **parts: object) -> Said:
    return Said("I see.", "Mia", quotations=(Quotation(lines, **parts),))  # type: ignore[arg-type]


def parents(*posts: Said, newest_first: bool = False) -> list[int | None]:
    return [reply.parent for reply in find_replies(posts, newest_first)]


def lines_of(html: str) -> Lines:
    return cut_lines(Outline(segment(parse(html))))


@pytest.mark.parametrize(
    "answer",
    [
        said("The harbour is closed on Mondays."),
        said("Anna wrote:", "Take the ferry instead...", "Click to expand", heads=("Anna wrote:",)),
        said("the harbour is closed", heads=("Anna schrieb:",)),
        said("ferry!", name="Anna"),
        said("something else", refers=("71",)),
        Said("@anna so what?", "Mia"),
        Said("＠Anna そうですか", "Mia"),
        Said(">>1 so what?", "Mia", numbers=(1,)),
        Said("so what?", "Mia", refers=("71",)),
        Said("so what?", "Mia", links=("#x",)),
    ],
)
def test_an_answer_is_told_by_what_it_quotes_names_or_refers_to(answer: Said) -> None:
    first = Said(ANNA.text, "Anna", called=frozenset({"71", "#x"}), number=1)
    assert parents(first, OTTO, answer) == [None, None, 0]
    assert parents(answer, OTTO, first) == [None, None, None]
    assert parents(answer, OTTO, first, newest_first=True) == [2, None, None]


@pytest.mark.parametrize(
    "post",
    [
        said("What nobody on this page has said at any time."),
        said("What nobody on this page has said at any time.", name="Anna"),
        said("I"),
        said(name="Unknown"),
        Said("mail@anna is no name", "Mia"),
        Said("@Annabel is another", "Mia"),
        Said("@Anna", "Anna"),
        Said(">>8", "Mia", numbers=(8,)),
        Said("", "Mia", refers=("8",)),
    ],
)
def test_what_is_not_on_the_page_is_not_answered(post: Said) -> None:
    assert parents(ANNA, OTTO, post) == [None, None, None]


def test_what_quotes_a_quotation_answers_the_one_that_quotes() -> None:
    between = Said("No, it is open.", "Otto", whole=f"{ANNA.text} No, it is open.")
    last = said("The harbour is closed on Mondays.", "No, it is open.")
    assert parents(ANNA, between, last) == [None, None, 1]
    # Who merely quotes the same is not answered.
    assert parents(ANNA, between, said("The harbour is closed on Mondays.")) == [None, None, 0]


def test_whom_a_quotation_quotes_is_known_without_its_post() -> None:
    (reply,) = find_replies([said("What nobody said.", name="Jo")])
    assert reply.quoted == (("Jo", None),)
    assert find_replies([ANNA, said("The harbour is closed on Mondays.")])[1].quoted == (("Anna", 0),)


@given(
    st.lists(st.builds(Said, st.text(), st.text(), numbers=st.tuples(st.integers(0, 5)), number=st.integers(0, 5)))
)
def test_any_posts_answer_earlier_ones(posts: list[Said]) -> None:
    assert all(parent is None or parent < i for i, parent in enumerate(parents(*posts)))


def test_what_boards_put_bodies_in_is_no_quotation() -> None:
    html = "".join(
        f"<blockquote><p>It is {word}.</p><div class=quote_block><p>said {word}</p></div><p>End.</p></blockquote>"
        for word in ("one", "two")
    )
    lines = lines_of(html)
    bodies = [np.arange(3), np.arange(3, 6)]
    is_quoting = quoting_rows(lines, bodies)
    texts = [text_of(lines, body, is_quoting) for body in bodies]
    assert [text[block.start : block.end] for text, blocks in texts for block in blocks] == [
        "said one",
        "said two",
    ]


def test_what_markup_says_of_a_quotation() -> None:
    lines = lines_of(
        "<p>Well.</p><p>Anna said: <a href='?p=7#post-71'>up</a></p>"
        "<blockquote data-author=Anna data-source='post: 71'><p>Hello.</p></blockquote><p>Hello Anna.</p>"
    )
    body = np.arange(4)
    text, (block,) = text_of(lines, body, quoting_rows(lines, [body, body[:0]]))
    found = quotation_of(lines, body, block)
    assert (found.lines, found.name, found.heads[-1]) == (("Hello.",), "Anna", "Anna said: up")
    assert set(found.refers) == {"71"}
    (quote,) = mark_quotes(text, [block], [("Anna", 0)])
    assert text[quote.start : quote.end] == "Anna said: up\n\nHello."
    assert [*quote] == [quote.start, quote.end]
    (quote,) = mark_quotes(text, [block], [(None, None)])
    assert text[quote.start : quote.end] == "Hello."


def test_long_lines_that_others_have_said_are_quoted() -> None:
    long = "The harbour is closed on every Monday of the year."
    lines = lines_of(f"<p>{long}</p><p>{long}</p><p>Yes.</p><p>Yes.</p><p>{long}</p>")
    bodies = [np.array([0, 2]), np.array([1, 3]), np.array([4])]
    assert repeated_lines(lines, bodies, ["Anna", "Otto", "Anna"]) == {1}


def test_what_posts_are_called() -> None:
    html = "".join(
        f"<div id=post-{n}><p id=u{n % 2}>text {n}</p><a href='/t/5/page-2#post-{n - 1}'>in reply to</a></div>"
        for n in (70, 71, 72)
    )
    lines = lines_of(html)
    member = np.repeat(np.arange(3, dtype=np.int32), 2)
    names = called(lines, member, [0, 1, 2])
    assert [{"70", "71", "72"} & names[k] for k in range(3)] == [{"70"}, {"71"}, {"72"}]
    assert "#post-71" in names[1]
    assert list(refers_to(lines, lines.page.rows_of("a").tolist())) == ["69", "70", "71"]


def test_names_are_found_whole_and_the_longest_first() -> None:
    posts = [Said("the first of all", "Ann"), Said("another word", "Ann Lee"), Said("a third", "Ann Le")]
    for head, parent in (
        ("Ann Lee wrote:", 1),
        ("so said Ann Le:", 2),
        ("Annie wrote:", None),
        ("(Ann) wrote", 0),
    ):
        answer = Said("yes", "Bob", quotations=(Quotation(("what nobody said",), (head,)),))
        assert find_replies([*posts, answer])[-1].parent == parent
    assert find_replies([*posts, Said("@ann lee, yes", "Bob")])[-1].parent == 1


def test_what_all_repeat_is_quoted_of_the_first() -> None:
    line = "Some words of a line that everybody says again and again."
    quoting = Said("", "Bob", line, quotations=(Quotation((line,)),))
    assert [reply.parent for reply in find_replies([Said(line, "Ann"), *[quoting] * 700])] == [None] + [0] * 700
