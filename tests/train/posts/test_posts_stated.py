"""Comments that the markup of a page states."""

from __future__ import annotations

from honbun.evaluate.cases import Case, Gold, GoldPost
from honbun.train.posts.stated import with_stated_comments

ARTICLE = "<h1>The pier</h1><p>It was closed in May, and nobody knows when it will open again to the public.</p>"
SAID = ("I was there when it was closed.", "My uncle built it, many years ago.")


def case_of(html: str, gold: Gold | None = None, name: str = "real") -> Case:
    return Case("1", name, "site", None, "en", "article", html.encode(), gold or Gold(text="It was closed"))


def comment(number: int, inner: str = "", body: str = '<div class="comment-content"><p>{}</p></div>') -> str:
    text = body.format(SAID[number])
    return f'<li id="comment-{number + 7}"><b>Anna</b> May 3, 2021 at 10:20{text}{inner}</li>'


def stated(html: str) -> list[str]:
    found = with_stated_comments(case_of(html))
    assert found
    return [post.text for post in found.gold.comment_posts or ()]


def test_numbered_elements_with_a_text_are_comments() -> None:
    assert stated(f"{ARTICLE}<ol>{comment(0)}{comment(1)}</ol>") == list(SAID)


def test_a_reply_is_no_part_of_what_it_answers() -> None:
    assert stated(f"{ARTICLE}<ol>{comment(0, f'<ol>{comment(1)}</ol>')}</ol>") == list(SAID)


def test_paragraphs_of_a_body_are_its_text() -> None:
    body = '<div class="comment-body"><span>says:</span><p>{}</p></div>'
    assert stated(f"{ARTICLE}<ol>{comment(0, body=body)}{comment(1, body=body)}</ol>") == list(SAID)


def test_pages_whose_comments_are_unclear_teach_nothing() -> None:
    unclear = f"{ARTICLE}<div id=comments><p>{' '.join(SAID * 4)}</p></div>"
    assert with_stated_comments(case_of(unclear)) is None
    plain = case_of(ARTICLE)
    assert with_stated_comments(plain) is plain


def test_what_the_gold_says_is_left_alone() -> None:
    page = f"{ARTICLE}<ol>{comment(0)}</ol>"
    posts = case_of(page, Gold(posts=(GoldPost("a"),)))
    assert with_stated_comments(posts) is posts
    assert with_stated_comments(case_of(page, Gold(text="a", comments=("b",)))) is None
    made = case_of(page, name="generated")
    assert with_stated_comments(made) is made
