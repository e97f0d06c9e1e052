"""Generated threads are the same everywhere, and every post of theirs is on the page where the gold says."""

import hashlib
import os
import re
import subprocess
import sys

import pytest

from examples.build import HERE
from examples.threads import LAYOUTS, SETS, generate, generate_set
from examples.threads.dates import NOW
from examples.threads.layouts import HR, NO_HR
from examples.threads.writer import BODY, CLOSE, POST, take_marks
from honbun.page import parse
from honbun.page.blocks import segment

DIGEST = """
import hashlib
from examples.threads import generate
print(hashlib.sha256(repr([generate(seed) for seed in range(6)]).encode()).hexdigest())
"""


def run_with_hash_seed(hash_seed):
    done = subprocess.run(
        [sys.executable, "-c", DIGEST],
        cwd=HERE.parent,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def without_spaces(text):
    return "".join(text.split())


def shown(html):
    """What a reader sees of a page, without white space."""
    return without_spaces("".join(segment(parse(html)).texts))


def each_page(thread):
    return zip(thread.pages, thread.gold, strict=True)


def test_every_process_makes_the_same_threads():
    here = hashlib.sha256(repr([generate(seed) for seed in range(6)]).encode()).hexdigest()
    assert run_with_hash_seed("1") == run_with_hash_seed("2") == here


def test_the_seed_changes_the_site_and_the_words():
    assert generate(1, layout="cells").pages != generate(2, layout="cells").pages


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_post_is_on_its_page_in_order(layout):
    for seed in range(4):
        thread = generate(seed, layout=layout, pages=3)
        for (_, html), posts in each_page(thread):
            page = shown(html)
            assert posts
            position = 0
            for post in posts:
                position = page.find(without_spaces(post.text), position)
                assert position >= 0, (thread.frame, post)
                position += len(without_spaces(post.text))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_the_gold_says_of_a_post_is_in_its_whole_text(layout):
    for seed in range(4):
        for post in (post for page in generate(seed, layout=layout).gold for post in page):
            assert without_spaces(post.text) in without_spaces(post.whole)
            for value in (post.author, post.date_raw, post.number, post.title):
                assert value is None or value in post.whole


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("posts", [(1, 1), (2, 2), (60, 60)])
def test_pages_have_as_many_posts_as_asked(layout, posts):
    assert {len(page) for page in generate(5, layout=layout, posts=posts).gold} == {posts[0]}


def test_signatures_are_not_in_the_text_and_quotes_are():
    posts = [post for seed in range(40) for page in generate(seed, layout="divisions").gold for post in page]
    assert any("Measure twice" in post.whole for post in posts)
    assert not any("Measure twice" in post.text for post in posts)
    assert any(re.search("wrote:|さんの発言：", post.text) for post in posts)


def test_replies_come_after_what_they_answer_and_one_step_deeper():
    depths = set()
    for page in generate(3, layout="nested lists", posts=(30, 30)).gold:
        for index, post in enumerate(page):
            depths.add(post.depth)
            if post.parent is None:
                assert post.depth == 0
            else:
                assert post.parent < index
                assert post.depth == page[post.parent].depth + 1
    assert max(depths) > 2


def test_what_answers_a_post_is_not_part_of_it():
    inner = f"{POST}1;<li>{BODY}1;second{CLOSE}</li>{CLOSE}"
    marked = take_marks(f"<ul>{POST}0;<li>one {BODY}0;first{CLOSE}<ul>{inner}</ul></li>{CLOSE}</ul>")
    assert marked.html == "<ul><li>one first<ul><li>second</li></ul></li></ul>"
    assert marked.whole == {0: "one first", 1: "second"}
    assert marked.body == {0: "first", 1: "second"}


def test_nobody_posts_in_the_future():
    dates = [post.date for seed in range(20) for page in generate(seed).gold for post in page if post.date]
    assert dates
    assert max(dates) <= NOW.isoformat()


def test_no_mark_is_left_on_a_page():
    for seed in range(20):
        for _, html in generate(seed).pages:
            assert not re.search("[\ue000-\uf8ff]", html)


def test_the_next_page_is_a_page_of_the_thread():
    paged = [thread for thread in map(generate, range(30)) if any(thread.next_urls)]
    assert paged
    for thread in paged:
        urls = [url for url, _ in thread.pages]
        assert list(thread.next_urls) == [*urls[1:], None]
        assert len(set(thread.titles)) == 1


@pytest.mark.parametrize("name", SETS)
def test_a_set_has_its_layouts_in_turn(name):
    threads = list(generate_set(name, sites=50, pages=1))
    wanted = {"hr": set(HR), "no hr": set(NO_HR), "hard": set(LAYOUTS)}[name]
    assert {thread.layout for thread in threads} == wanted
    assert len({thread.site for thread in threads}) == 50


def test_the_plain_sets_are_divided_by_rules_or_not():
    for name, has_rules in (("hr", True), ("no hr", False)):
        for thread in generate_set(name, sites=20, pages=1):
            rules = thread.pages[0][1].count("<hr")
            assert (rules >= len(thread.gold[0])) == has_rules


def test_an_unknown_set_names_the_known_ones():
    with pytest.raises(ValueError, match="no hr, hard"):
        next(generate_set("easy"))
