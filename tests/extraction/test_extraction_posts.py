"""`honbun.posts`: whatever is given, a thread comes back, and an empty one says why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import honbun
from examples.threads import LAYOUTS, GeneratedThread, generate
from honbun import Post, Thread
from honbun.evaluate.cases import Answer, Gold, GoldPost, PostAnswer
from honbun.evaluate.metrics.posts import post_scores
from honbun.extraction import threads
from honbun.features.outline import Outline

SITES = Path(__file__).parents[2] / "examples" / "sites"

# Posts, authors, dates, on threads of every layout.
FLOORS_ALONE = (0.95, 0.92, 0.9)
FLOORS_KNOWN = (0.96, 0.93, 0.9)
PIECES = (
    *(
        "<div>",
        "<div class=post>",
        "</div>",
        "<p>",
        "<table>",
        "<tr>",
        "<td>",
        "<hr>",
        "<br>",
        "<ul>",
        "<li>",
        "<dl>",
    ),
    *("<dt>", "<dd>", "<b>", "<a href=#1>", "<noscript>"),
    "<time datetime=2020-01-02>",
    "2011-11-22",
    "3 hours ago",
    "user",
    "#1",
    "1 ：名無しさん：2011/11/22(火) 07:34:12",
    "I went to see it and it was larger than I thought.",
    "<blockquote>quoted</blockquote>",
    "<a href='http://[x'>#2</a>",
)
WORDS = "Which tyres do you take for gravel in winter, and at what pressure?".split()
MENU = "<ul><li><a href=/forum>Forum</a><li><a href=/search>Search</a></ul>"
PAGE = f"<title>Tyres</title>{MENU}<h1>Tyres</h1>" + "".join(
    f"<div class=post><b>user{i}</b><i>2011-11-2{i} 07:34</i><p>{' '.join(WORDS[i:] + WORDS[:i])}</p></div>"
    for i in range(1, 7)
)
PAGE += "<form>Reply <textarea></textarea></form>"


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("", "the input is empty"),
        (b" \n", "the input is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "the input is not HTML"),
        ("<img src=a.png>", "the page has no text"),
        ("<p>A sentence by itself.</p>", "no thread on the page"),
    ],
)
def test_a_page_without_posts_says_why(html: str | bytes, reason: str) -> None:
    thread = honbun.posts(html, "https://b.example/7")
    assert (len(thread), thread.reason, thread.url) == (0, reason, "https://b.example/7")
    assert honbun.Site().posts(html, "https://b.example/7") == thread


def test_posts_of_a_thread() -> None:
    thread = honbun.posts(PAGE, "https://b.example/7")
    assert thread.reason is None
    assert thread.url == "https://b.example/7"
    assert len(thread) == 6
    for i, post in enumerate(thread, 1):
        assert " ".join(WORDS[i:] + WORDS[:i]) in post.text
    of_site = honbun.Site.learn([(None, PAGE)]).posts(PAGE, "https://b.example/7")
    assert [post.text for post in of_site] == [post.text for post in thread]


@settings(deadline=None)
@given(st.text(alphabet="<>/=pdivbr clas'1:0-2 \n", max_size=200) | st.binary(max_size=80))
def test_any_input_gives_a_thread(html: str | bytes) -> None:
    thread = honbun.posts(html, siblings=[(None, html), ("not an address", "")])
    assert bool(thread.posts) == (thread.reason is None)


def fake(*posts: Post) -> object:
    def find_posts(outline: Outline, template: object, *_: object) -> Thread:  # noqa: ARG001
        return Thread(posts, title=str(template))

    return find_posts


def test_siblings_with_text_make_the_template(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_find_posts", fake(Post("x")))
    monkeypatch.setattr(
        threads, "learn_template", lambda outlines, _: [outline.page.title for outline in outlines]
    )
    siblings = [(None, "<title>a</title>x"), (None, b""), ("https://b.example", b"<title>b</title>y")]
    assert honbun.posts("x", siblings=iter(siblings)).title == "['a', 'b']"
    assert honbun.posts("x", siblings=[(None, "")]).title == "None"
    assert honbun.posts("x").title == "None"


def test_dates_are_counted_from_when_the_page_was_fetched() -> None:
    said = "I went to see it on {} and it was larger than I thought. Has anyone else been there?"
    posts = "".join(
        f"<div class=post><b class=author>{name}</b> <i>{hours} hours ago</i><p>{said.format(day)}</p></div>"
        for name, hours, day in (
            ("Rin", 9, "Monday"),
            ("Otto", 7, "Friday"),
            ("Ana", 4, "Sunday"),
            ("Bo", 3, "Tuesday"),
        )
    )
    fetched = datetime(2011, 11, 22, 12, tzinfo=UTC)
    thread = honbun.posts(posts, fetched=fetched)
    assert [(post.author, (post.date or "")[:16]) for post in thread] == [
        ("Rin", "2011-11-22T03:00"),
        ("Otto", "2011-11-22T05:00"),
        ("Ana", "2011-11-22T08:00"),
        ("Bo", "2011-11-22T09:00"),
    ]
    first = honbun.posts(posts)[0]
    assert (first.date, first.date_raw) == (None, "9 hours ago")
    assert honbun.Site().posts(posts, fetched=fetched) == thread


def scores_of(threads: Iterable[GeneratedThread], known: int) -> tuple[float, float, float]:
    """F1 of the posts, and the shares of right authors and dates, each page with so many others of its site."""
    total: Counter[str] = Counter()
    for thread in threads:
        (url, html), *others = thread.pages
        found = honbun.posts(html, url, siblings=others[:known])
        gold = tuple(GoldPost(post.text, post.author, post.date) for post in thread.gold[0])
        answer = tuple(PostAnswer(post.text, post.author, post.date) for post in found)
        total.update(
            {name: int(value) for name, value in post_scores(Answer(posts=answer), Gold(posts=gold)).items()}
        )
    f1 = 2 * total["correct"] / (total["predicted"] + total["gold"])
    return f1, total["authors_right"] / total["authors"], total["dates_right"] / total["dates"]


def test_posts_of_every_layout() -> None:
    """Floors a little below what is reached."""
    threads = [generate("floor", layout, pages=3, posts=(3, 25)) for layout in LAYOUTS]
    alone, known = scores_of(threads, 0), scores_of(threads, 2)
    assert all(value >= floor for value, floor in zip(alone, FLOORS_ALONE, strict=True)), alone
    assert all(value >= floor for value, floor in zip(known, FLOORS_KNOWN, strict=True)), known


def test_a_page_with_one_post_is_read_with_what_its_site_taught() -> None:
    thread = generate("one", "divisions", pages=5, posts=(6, 9))
    single = generate("one", "divisions", pages=5, posts=(1, 1))
    url, html = single.pages[0]
    found = honbun.posts(html, url, siblings=thread.pages[1:])
    assert [post.text.split() for post in found] == [single.gold[0][0].text.split()]


def test_a_site_knows_its_threads_after_it_was_saved(tmp_path: Path) -> None:
    thread = generate("saved", "cells", pages=6, posts=(4, 9))
    site = honbun.Site.learn(thread.pages[1:])
    site.save(tmp_path / "site.json")
    url, html = thread.pages[0]
    loaded = honbun.Site.load(tmp_path / "site.json")
    assert loaded.thread_template is not None
    assert [post.text for post in loaded.posts(html, url)] == [post.text for post in site.posts(html, url)]
    assert len(loaded.posts(html, url)) == len(thread.gold[0])


def test_on_a_board_that_is_known_the_posts_are_the_text() -> None:
    thread = generate("saved", "cells", pages=5, posts=(6, 9))
    document = honbun.Site.learn(thread.pages[1:]).extract(thread.pages[0][1], thread.pages[0][0])
    assert document.kind == "forum"
    assert "in the body of a post" in document.labels.names
    said = " ".join(post.text for post in document.posts).split()
    assert document.text.split()[-len(said) :] == said
    assert len(document.text.split()) - len(said) <= len((document.title or "").split())
    assert [post.author for post in document.posts] == [post.author for post in thread.gold[0]]


@pytest.mark.parametrize("site", ["blog", "board", "news-en", "news-ja", "search", "syllabus"])
def test_a_page_is_a_forum_if_it_has_posts_and_only_then(site: str) -> None:
    for path in sorted((SITES / site).rglob("*.html")):
        document = honbun.extract(path.read_bytes())
        assert (document.kind == "forum") is bool(document.posts) is (site == "board"), path.name
        assert document.sources["kind"] == "model"


def test_addresses_that_are_none_do_no_harm() -> None:
    thread = honbun.posts(PAGE.replace("<p>", "<a href='http://[x'>link</a><p>"), "http://[x/page=2")
    assert len(thread) == 6


def test_an_article_has_no_posts() -> None:
    said = (
        "The council met on Monday and talked about the bridge, which has been closed since the flood in spring. "
    )
    html = f"<h1>The bridge stays closed</h1><p>2011-11-22</p>{''.join(f'<p>{said * 3}{i}</p>' for i in range(8))}"
    thread = honbun.posts(html)
    assert (len(thread), thread.reason) == (0, "no thread on the page")


@given(st.lists(st.sampled_from(PIECES), max_size=40))
@settings(max_examples=150, deadline=None)
def test_any_markup_gives_a_thread(pieces: list[str]) -> None:
    html = "".join(pieces)
    thread = honbun.posts(html, siblings=[(None, html)])
    assert (thread.reason is None) == bool(thread.posts)
    for post in thread:
        assert post.text
        assert all(0 <= a < b <= len(post.text) for a, b in post.quotes)
        assert post.parent is None or 0 <= post.parent < len(thread)
    assert thread == honbun.posts(html, siblings=[(None, html)])


AGO = [
    (9, ("Ann", "What a nice thing this is, I would like to have one.")),
    (7, ("Bert", "I do not think so at all, and neither do the others.")),
    (5, ("Carl", "Why not? It is good to have more of them around here.")),
    (3, ("Dora", "Because they cost too much, that is all I can say.")),
]


def test_posts_dated_from_now_have_a_date_where_now_is_known() -> None:
    posts = "".join(f"<div class=post><p>{name} - {hours} hours ago<p>{text}</div>" for hours, (name, text) in AGO)
    page = f"<h1>About the kettle</h1>{posts}<p>Powered by nothing"
    without = honbun.posts(page)
    fetched = honbun.posts(page, fetched=datetime(2011, 11, 22, 12))
    assert [(post.author, post.date, post.date_raw) for post in without] == [
        (name, None, f"{hours} hours ago") for hours, (name, _) in AGO
    ]
    assert [post.date for post in fetched] == [f"2011-11-22T{12 - hours:02}:00" for hours, _ in AGO]
