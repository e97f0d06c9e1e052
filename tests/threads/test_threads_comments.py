"""Comments below an article: which groups are taken, and which pages are threads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from honbun.features.outline import Outline
from honbun.model.threads import shipped_threads
from honbun.page import tags
from honbun.threads.boards import is_thread
from honbun.threads.comments import Comments, find_comments
from honbun.threads.segmentation import Segmentation, segment_group, segment_page
from outline_samples import markup, outline_of, paragraphs, run_of, texts_of

TITLE = "<h1>How the harbour was emptied</h1>"
NAMES = "Anna Berta Carla Dora Erika".split()
SAID = [
    "I was there when it happened, and it was not like that at all.",
    "Has anybody asked the people who live behind the pier?",
    "My uncle had one of these. It lasted for twenty years.",
    "Thank you, this is the best thing that I have read today.",
    "I do not believe a word of it, but it is well written.",
]


def comment(i: int, word: str) -> str:
    return (
        f"<li class={word} id={word}-{4711 + i}><p><b>{NAMES[i]}</b> says:</p>"
        f"<p>May {i + 3}, 2021 at 10:2{i} am</p><p>{SAID[i]}</p></li>"
    )


def comments(n: int, word: str = "comment") -> str:
    return f"<ol>{''.join(comment(i, word) for i in range(n))}</ol>"


def found(html: str) -> tuple[Outline, Comments | None]:
    outline = outline_of(html)
    title = run_of(outline, "How the harbour was emptied") if TITLE in html else -1
    return outline, find_comments(outline, title, likely(outline))


def likely(outline: Outline) -> np.ndarray:
    """What a model of text says: lists are none."""
    page = outline.page
    in_list = page.within(page.tag == tags.CODE["li"])[outline.blocks.owner]
    return np.where(in_list, -3, 3).astype(np.float32)


def said(html: str) -> list[str]:
    comments = found(html)[1]
    return [post.text for post in comments.posts] if comments else []


def test_each_comment_is_one() -> None:
    _, comments_ = found(f"{TITLE}<div>{paragraphs(4)}</div>{comments(3)}")
    assert comments_
    assert [(post.author, post.date and post.date[:10], post.text) for post in comments_.posts] == [
        (name, f"2021-05-0{i + 3}", text) for i, (name, text) in enumerate(zip(NAMES[:3], SAID, strict=False))
    ]


def test_a_single_comment_is_found_where_it_is_called_so() -> None:
    assert said(f"{TITLE}<div>{paragraphs(4)}</div>{comments(1)}") == SAID[:1]
    assert said(f"{TITLE}<div>{paragraphs(4)}</div>{comments(1, 'x')}") == []


def test_comments_of_which_no_line_is_told_to_be_the_body_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_bodies(*asked: Any) -> Segmentation:
        segmentation = segment_group(*asked)
        assert segmentation
        return replace(segmentation, bodies=[np.zeros(0, dtype=np.intp) for _ in segmentation.bodies])

    monkeypatch.setattr("honbun.threads.comments.segment_group", without_bodies)
    texts = said(f"{TITLE}<div>{paragraphs(4)}</div>{comments(3)}")
    assert len(texts) == 3
    assert all(text in whole for text, whole in zip(SAID, texts, strict=False))


def test_nothing_stands_before_the_first_comment() -> None:
    assert said(TITLE + comments(5)) == []


def test_a_form_is_no_comment() -> None:
    form = "".join(f"<p>{label} (required) <input type=text></p>" for label in ("Name", "Mail", "Website"))
    box = f"<div id=comments><h3>Leave a comment</h3><form>{form}<p>Your comment</p></form></div>"
    assert said(f"{TITLE}<div>{paragraphs(4)}</div>{box}") == []


def test_dated_links_are_no_comments() -> None:
    items = "".join(f"<li><a href=/{i}>{text}</a> May {i + 3}, 2021</li>" for i, text in enumerate(SAID))
    assert said(f"{TITLE}<div>{paragraphs(4)}</div><ul>{items}</ul>") == []


def test_the_area_holds_names_dates_and_the_heading() -> None:
    box = f"<div id=comments><h3>Three answers</h3>{comments(3)}</div>"
    outline, found_ = found(f"{TITLE}<div>{paragraphs(4)}</div>{box}<p>Imprint</p>")
    area = texts_of(outline, found_.area)
    assert area[:3] == ["Three answers", "Anna says:", "May 3, 2021 at 10:20 am"]
    assert area[-1] == SAID[2]
    assert texts_of(outline, found_.segmentation.body_blocks) == SAID[:3]


def test_a_thread_has_no_text_before_its_posts() -> None:
    thread = outline_of(TITLE + comments(5, "post"))
    article = outline_of(f"{TITLE}<div>{paragraphs(4)}</div>{comments(5, 'post')}")
    cuts = [segment_page(outline, shipped_threads()) for outline in (thread, article)]
    assert is_thread(cuts[0], 0, None)
    assert not is_thread(cuts[1], 0, None)


@given(markup)
@settings(max_examples=100, deadline=None)
def test_never_raises(html: str) -> None:
    outline = outline_of(html)
    comments_ = find_comments(outline, min(len(outline.blocks) - 1, 0), likely(outline))
    assert comments_ is None or len(comments_.area) == len(outline.blocks)
