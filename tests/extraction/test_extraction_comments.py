"""Article and comments, kept apart, on pages of sites and pages that come alone."""

from __future__ import annotations

import json
import pickle

import numpy as np
import numpy.typing as npt
import pytest

import honbun
from honbun.compat import trafilatura

THINGS = "anchor barrel candle drum engine fiddle globe hammer icebox jug kettle ladder".split()
NAMES = "Anna Berta Carla Dora Erika Frida".split()
SAID = [
    "I was there when it happened, and it was not like that at all.",
    "Has anybody asked the people who live behind the pier?",
    "My uncle had one of these. It lasted for twenty years.",
    "Thank you, this is the best thing that I have read today.",
    "I do not believe a word of it, but it is well written.",
    "The pier was sold in spring, so this is old news to us.",
]
MENU = "<ul class=menu><li><a href=/>Home</a><li><a href=/about>About us</a><li><a href=/shop>Shop</a></ul>"


def sentence(thing: str, number: int) -> str:
    end = "before the rain came, and nobody asked who had ordered it."
    return f"The {thing} of house {number} was carried to the harbour {end}"


def comment(i: int, inside: str = "") -> str:
    return (
        f"<li class=comment id=comment-{4711 + i}><div class=head><b>{NAMES[i]}</b> "
        f"<span class=date>May {i + 3}, 2021 at 10:2{i} am</span></div>"
        f"<div class=body><p>{SAID[i]}</p></div>{inside}</li>"
    )


def page(number: int = 0, comments: str = "") -> str:
    thing = THINGS[number]
    text = "".join(f"<p>{sentence(thing, i)}</p>" for i in range(5))
    said = f"<div id=comments><h3>What readers say</h3><ol>{comments}</ol></div>" if comments else ""
    return (
        f"<title>The {thing} of the harbour</title>{MENU}"
        f"<div class=article><h1>The {thing} of the harbour</h1>{text}</div>"
        f"{said}<div class=footer><p>© 2021 Harbour News</p></div>"
    )


THREE = "".join(map(comment, range(3)))


def test_an_article_and_three_comments() -> None:
    document = honbun.extract(page(0, THREE))
    assert [sentence("anchor", i) in document.text for i in range(5)] == [True] * 5
    assert not any(said in document.text for said in (*SAID, "What readers say"))
    assert [(each.author, each.date, each.text) for each in document.comments] == [
        (NAMES[i], f"2021-05-0{i + 3}T10:2{i}", SAID[i]) for i in range(3)
    ]
    assert document.posts == ()


def test_a_page_without_comments_has_none() -> None:
    assert honbun.extract(page()).comments == ()


def test_the_text_ends_with_the_comments_if_they_are_asked_for() -> None:
    without = honbun.extract(page(0, THREE))
    document = honbun.extract(page(0, THREE), options=honbun.ExtractOptions(comments=True))
    assert document.text.split() == " ".join([without.text, *SAID[:3]]).split()
    assert document.comments == without.comments


def test_replies_know_what_they_answer() -> None:
    nested = comment(0, f"<ul>{comment(1)}{comment(2)}</ul>") + comment(3, f"<ul>{comment(4)}</ul>") + comment(5)
    comments = honbun.extract(page(0, nested)).comments
    assert [each.text for each in comments] == SAID
    assert [each.parent for each in comments] == [None, 0, 0, None, 3, None]


@pytest.mark.parametrize("counts", [[1, 2, 3, 4], [0, 0, 0, 0], [0, 1, 0, 3]])
def test_pages_of_a_site(counts: list[int]) -> None:
    """The published method needs pages of both kinds; here every page may have comments, or none."""
    pages = [
        (None, page(i, "".join(comment((i + k) % 6) for k in range(count)))) for i, count in enumerate(counts)
    ]
    site = honbun.Site.learn(pages)
    documents = [site.extract(html) for _, html in pages]
    assert [len(document.comments) for document in documents] == counts
    for i, document in enumerate(documents):
        assert sentence(THINGS[i], 0) in document.text
        assert not any(said in document.text for said in SAID)


def test_a_thread_has_posts_and_no_comments() -> None:
    posts = "".join(
        f"<div class=post><div class=head><b>{name}</b> <span>May {i + 3}, 2021 at 10:2{i} am</span></div>"
        f"<div class=body><p>{SAID[i]}</p><p>{sentence(THINGS[i], i)}</p></div></div>"
        for i, name in enumerate(NAMES)
    )
    html = (
        f"<title>Where is the barrel? - Harbour Forum</title>{MENU}<h1>Where is the barrel?</h1>"
        f"<div id=posts>{posts}</div><p><a href=/reply>Reply</a></p>"
    )
    document = honbun.extract(html)
    assert document.comments == ()
    assert all(said in document.text for said in SAID)
    assert [post.author for post in document.posts] == list(NAMES)


@pytest.mark.parametrize(
    "html",
    [
        "<li class=comment>" * 300,
        "<h1>x</h1>" + "<div id=comments><p>12:30" * 200,
        f"<div class=comment>{'<br>12:30 ' * 500}",
        f"<title>t</title><h1>t</h1><p>{SAID[0] * 3}</p>" + "<form class=comment><textarea>10:20" * 50,
    ],
)
def test_hostile_pages_never_raise(html: str) -> None:
    document = honbun.extract(html)
    assert all(each.text for each in document.comments)


def test_compat_gives_comments_unless_they_are_not_wanted() -> None:
    html = page(0, THREE)
    assert trafilatura.extract(html).split("\n")[-3:] == SAID[:3]
    assert SAID[0] not in trafilatura.extract(html, include_comments=False)
    for given, expected in ((True, "\n".join(SAID[:3])), (False, "")):
        answer = json.loads(trafilatura.extract(html, output_format="json", include_comments=given))
        assert SAID[0] not in answer["text"]
        assert answer["comments"] == expected
        for format_ in ("xml", "xmltei", "html", "markdown", "csv"):
            written = trafilatura.extract(html, output_format=format_, include_comments=given)
            assert (SAID[0] in written) == given, format_


def test_comments_without_which_there_is_hardly_a_text_are_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from honbun.article import View

    def expected(_: View, without: npt.NDArray[np.bool_] | None = None) -> float:
        return 0.8 if without is None else 0.3

    monkeypatch.setattr(View, "expected", expected)
    assert honbun.extract(page(0, THREE)).comments == ()


@pytest.mark.parametrize(("way", "is_thread"), [("/forum", True), ("/news", False)])
def test_answers_made_like_comments_are_the_text_of_a_board(way: str, is_thread: bool) -> None:
    six = "".join(map(comment, range(6)))
    where = f"<div class=trail><a href=/>Home</a> › <a href={way}>All</a> › <a href={way}/3>Harbour</a></div>"
    question = page(0, six).replace("<div class=article>", f"{where}<div class=article>")
    document = honbun.extract(question)
    assert sentence("anchor", 1) in document.text
    assert all((said in document.text) is is_thread for said in SAID)
    assert [post.text for post in (document.posts if is_thread else document.comments)][-6:] == SAID
    assert (document.comments, document.posts)[not is_thread] == ()
    assert (document.kind == "forum") is is_thread
    named = {name for block in document.content for name in document.labels.evidence_of(block.i)}
    assert ("in the body of a post" in named) is is_thread
    assert pickle.loads(pickle.dumps(document)).to_dict() == document.to_dict()
