"""Pages of known programs hold exactly what their gold says, wherever and whenever they are made."""

import hashlib
import json
import os
import random
import re
import subprocess
import sys
from datetime import datetime
from functools import cache

import pytest

from examples.build import HERE
from examples.threads.programs import COMMENTS, OTHERS, PROGRAMS, make_page
from examples.threads.programs.disguise import disguise
from examples.threads.programs.moments import FORMS, forms_of, iranian, states_day
from examples.threads.programs.posts import Habits, make_authors, make_posts
from examples.threads.tongues import LANGUAGES, read_tongue
from honbun.page import parse
from honbun.page.blocks import segment

SITES = 3
ALL = [*PROGRAMS, *COMMENTS, *OTHERS]
DIGEST = """
import hashlib
from examples.threads.programs import COMMENTS, OTHERS, PROGRAMS, make_page
names = [*PROGRAMS, *COMMENTS, *OTHERS]
print(hashlib.sha256(repr([make_page(name) for name in names]).encode()).hexdigest())
"""


@cache
def pages_of(name):
    return [make_page(name, site, number) for site in range(SITES) for number in range(2)]


def without_spaces(text):
    return "".join(text.split())


def shown(html):
    """What a reader sees of a page, without white space."""
    return without_spaces("".join(segment(parse(html)).texts))


def gold_of(page):
    return page.comments if page.posts is None else page.posts


@pytest.mark.parametrize("name", [*PROGRAMS, *COMMENTS])
def test_every_post_is_on_its_page_in_order(name):
    for page in pages_of(name):
        text, position = shown(page.html), 0
        for post in gold_of(page):
            position = text.find(without_spaces(post.text), position)
            assert position >= 0, post
            position += len(without_spaces(post.text))


@pytest.mark.parametrize("name", [*PROGRAMS, *COMMENTS])
def test_what_the_gold_says_of_a_post_is_in_its_whole_text(name):
    for post in (post for page in pages_of(name) for post in gold_of(page)):
        assert post.text
        assert without_spaces(post.text) in without_spaces(post.whole)
        for value in (post.author, post.date_raw, post.number, post.title):
            assert value is None or without_spaces(value) in without_spaces(post.whole)
        assert post.date is None or datetime.fromisoformat(post.date)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_shows_authors_and_dates_and_has_long_and_short_threads(name):
    pages = [make_page(name, site) for site in range(12)]
    posts = [post for page in pages for post in page.posts]
    named = sum(post.author is not None for post in posts)
    if name not in ("Futaba", "GameWith"):
        # Some boards of no program show no names.
        assert named >= 0.4 * len(posts) if name.startswith("free") else named == len(posts)
    assert sum(post.date_raw is not None for post in posts) >= 0.5 * len(posts)
    sizes = {len(page.posts) for page in pages}
    assert sizes == {1} if PROGRAMS[name].is_single else len(sizes) > 3


@pytest.mark.parametrize("name", COMMENTS)
def test_an_article_with_comments_has_its_text_and_no_thread(name):
    for page in pages_of(name):
        assert page.page_type == "article"
        assert page.posts is None
        assert page.text
        assert without_spaces(page.text) in shown(page.html)
        assert not any(post.text in page.text for post in page.comments if len(post.text) > 200)


@pytest.mark.parametrize("name", OTHERS)
def test_other_pages_have_no_posts(name):
    for page in pages_of(name):
        assert page.posts == ()
        assert page.page_type not in ("", "forum")
        assert len(shown(page.html)) > 100


def test_parents_are_posts_of_the_page_and_nested_ones_are_one_step_deeper():
    stated = 0
    for name in [*PROGRAMS, *COMMENTS]:
        for page in pages_of(name):
            posts = gold_of(page)
            for index, post in enumerate(posts):
                if post.parent is not None:
                    stated += 1
                    assert 0 <= post.parent < len(posts)
                    assert post.parent != index
                if post.depth:
                    assert post.depth == posts[post.parent].depth + 1
    assert stated > 500


def test_a_quoting_post_names_whom_it_answers():
    named = 0
    for page in pages_of("phpBB 3"):
        for post in page.posts:
            if post.parent is not None:
                named += 1
                assert page.posts[post.parent].author in post.text
    assert named > 5


@pytest.mark.parametrize("name", ["phpBB 2", "SMF 2"])
def test_signatures_and_notes_of_edits_are_not_in_the_text(name):
    posts = [post for site in range(100) for post in make_page(name, site).posts]
    for words in ("Greetings from", "Last edited by"):
        assert any(words in post.whole for post in posts)
        assert not any(words in post.text for post in posts)


def test_every_process_makes_the_same_pages():
    made = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            cwd=HERE.parent,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    here = hashlib.sha256(repr([make_page(name) for name in ALL]).encode()).hexdigest()
    assert made == [here, here]


def test_the_site_and_the_page_change_the_words():
    one = make_page("phpBB 2", 1, 0).html
    assert one != make_page("phpBB 2", 2, 0).html
    assert one != make_page("phpBB 2", 1, 1).html


def test_pages_of_a_site_share_language_and_host():
    for name in ALL:
        first, second = make_page(name, 3, 0), make_page(name, 3, 1)
        assert first.lang == second.lang
        assert first.url.rpartition("/")[0] == second.url.rpartition("/")[0]
        assert first.url != second.url


def test_many_languages_are_used():
    languages = {make_page(name, 7).lang for name in ALL}
    assert len(languages) > 12
    assert len(LANGUAGES) >= 16


def test_no_mark_is_left_on_a_page():
    for name in ALL:
        for page in pages_of(name):
            assert not re.search("[\ue000-\uf8ff]", page.html)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_of_a_date_can_be_written_in_its_languages(lang):
    tongue, moment = read_tongue(lang), datetime(2011, 11, 22, 7, 34, 12, 340_000)
    for form in forms_of(lang):
        assert FORMS[form](moment, tongue)
        if states_day(form, moment) and lang != "fa":
            assert "11" in FORMS[form](moment, tongue)
    assert len({len(tongue.months), len(tongue.short_months), len(tongue.months_alone)}) == 1
    assert (len(tongue.months), len(tongue.weekdays), len(tongue.units)) == (12, 7, 6)


def test_dates_are_written_as_boards_write_them():
    moment = datetime(2011, 11, 22, 7, 34, 12, 340_000)
    written = {form: write(moment, read_tongue("en")) for form, write in FORMS.items()}
    assert written["month first dashes"] == "11-22-2011, 07:34 AM"
    assert written["mail"] == "Tue, 22 Nov 2011 07:34:12 +0200"
    assert FORMS["asian seconds"](moment, read_tongue("ja")) == "2011/11/22(火) 07:34:12.34"
    assert FORMS["two digits asian"](moment, read_tongue("ja")) == "11/11/22(火)07:34:12"
    assert FORMS["month alone"](moment, read_tongue("cs")) == "22 Listopad, 2011 - 07:34"
    assert FORMS["long"](moment, read_tongue("fa")) == "۱ آذر ۱۳۹۰, ۰۷:۳۴"
    assert FORMS["relative"](moment, read_tongue("de")) == "vor 12 Jahren"


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        ((2001, 3, 21), (1380, 1, 1)),
        ((2024, 5, 17), (1403, 2, 28)),
        ((2013, 3, 20), (1391, 12, 30)),
        ((2000, 1, 1), (1378, 10, 11)),
    ],
)
def test_days_of_the_iranian_calendar(day, wanted):
    assert iranian(datetime(*day)) == wanted


def test_an_unknown_language_names_the_known_ones():
    with pytest.raises(KeyError, match="de, en"):
        read_tongue("xx")


def test_a_disguise_changes_names_and_never_words():
    html = '<div class="post row1" id="p12"><pre>a\n b</pre><p class=x>c <b>d</b></p></div>'
    made = {disguise(html, str(seed)) for seed in range(60)}
    assert len(made) > 10
    assert {shown(page) for page in made} == {shown(html)}
    assert any("class" not in page for page in made)
    assert all("<pre>a\n b</pre>" in page for page in made)


def test_texts_are_from_a_word_to_ten_paragraphs():
    tongue, rng = read_tongue("en"), random.Random(1)
    posts = []
    for lengths in ("short", "normal", "long", "mixed"):
        habits = Habits(lengths=lengths)
        authors = make_authors(rng, tongue, habits, 5)
        posts += make_posts(rng, tongue, authors, habits, ("t", 300, 1))
    assert {1, 10} <= {len(post.paragraphs) for post in posts}
    assert min(len(" ".join(post.paragraphs).split()) for post in posts) == 1


def test_the_gold_is_json():
    page = make_page("WordPress", 1)
    assert json.dumps([vars(post) for post in page.comments])
