"""Boards that have no element for a post: whole posts, and nothing of the header or the footer.

The pages of `boards` are written by hand; beside each, as x.json, what its posts are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import honbun
from honbun.thread import Thread

EXAMPLES = Path(__file__).parents[2] / "examples"
BOARDS = sorted((Path(__file__).parent / "boards").glob("*.html"))
GOLD = [json.loads(line) for line in (EXAMPLES / "gold" / "board.jsonl").read_text("utf-8").splitlines()]
PAGES = {page["page"]: (page["url"], (EXAMPLES / "sites" / "board" / page["page"]).read_bytes()) for page in GOLD}

# Which post of the examples answers which, by number.
ANSWERS = {
    "1319976903.html": {5: 4, 8: 7, 9: 8, 17: 16, 19: 18},
    "1321914852.html": {4: 3, 5: 4, 12: 11, 17: 16, 18: 16},
    "1322017360.html": {4: 3, 7: 6, 8: 7, 10: 9, 12: 11, 15: 14},
    "1322417486.html": {3: 2, 6: 5, 7: 6, 9: 8, 13: 12},
    "1322923737.html": {5: 4, 10: 9},
}


def answers(thread: Thread) -> dict[int, int]:
    """Number -> number of the post that it answers."""
    return {
        int(post.number or 0): int(thread[post.parent].number or 0) for post in thread if post.parent is not None
    }


@pytest.mark.parametrize("with_siblings", [False, True])
@pytest.mark.parametrize("gold", GOLD, ids=lambda gold: gold["page"])
def test_the_posts_of_the_example_are_its_gold(gold: dict[str, Any], with_siblings: bool) -> None:
    url, html = PAGES[gold["page"]]
    others = [page for name, page in PAGES.items() if with_siblings and name != gold["page"]]
    thread = honbun.posts(html, url, siblings=others)
    parts = ("text", "author", "date", "date_raw")
    assert [[getattr(post, part) for part in parts] for post in thread] == [
        [post[part] for part in parts] for post in gold["posts"]
    ]
    assert [post.number for post in thread] == [str(post["number"]) for post in gold["posts"]]
    assert answers(thread) == ANSWERS[gold["page"]]


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_posts_of_a_small_board(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    thread = honbun.posts(path.read_bytes(), "http://board.example/read/7.html")
    found = [
        {
            "number": post.number,
            "author": post.author,
            "date": post.date,
            "parent": post.parent,
            "quotes": [post.text[start:end] for start, end in post.quotes],
            "text": post.text,
        }
        for post in thread
    ]
    assert found == expected


def test_codes_are_the_authors_where_there_are_no_names() -> None:
    posts = "".join(
        f"<hr>{number} 2011/11/22(火) 07:3{number}:12 ID:{code}<br><br>{text}<br>"
        for number, (code, text) in enumerate(
            [
                ("k3Xq0aVz", "今朝、駅に行く途中でパンクしました。どうすればいいですか？"),
                ("Pw9dLr2c", "近くの自転車屋さんに聞くのが早いと思います。"),
                ("k3Xq0aVz", "まだ開いていませんでした。歩いて帰ることにします。"),
                ("Zt5mYh8e", "お気をつけて。夕方なら開いているはずです。"),
            ],
            1,
        )
    )
    thread = honbun.posts(f"<html><body>{posts}</body></html>")
    assert [post.author for post in thread] == ["ID:k3Xq0aVz", "ID:Pw9dLr2c", "ID:k3Xq0aVz", "ID:Zt5mYh8e"]
