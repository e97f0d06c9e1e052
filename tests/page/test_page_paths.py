"""Signatures and paths: equal where a template made the same place, and in every process."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from page_samples import CASES, htmls

from honbun.page import RelativePaths, parse, tags
from honbun.page.page import Page
from honbun.page.paths import paths, signatures


def of(html: str) -> tuple[Page, list[int], list[int]]:
    page = parse(html)
    signature = signatures(page)
    return page, signature.tolist(), paths(page, signature).tolist()


def signature_of(tag: str) -> int:
    """The signature of the element that a start tag opens in a body."""
    return of(f"<body>{tag}")[1][3]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div class=post>", "<div class='post even'>"),
        ("<div class='post depth-2'>", "<div class='  post\todd depth-31 '>"),
        ("<div class=post12>", "<div class=post7>"),
        ("<div class=c1-2x>", "<div class=c-x>"),
        ("<div class=''>", "<div>"),
        ("<div id=a class=k>", "<div class=k title=t>"),
        ("<li class=odd>", "<li class=last>"),
        ("<article class=one>", "<article>"),
        ("<my-post class=a>", "<my-post class='a b'>"),
    ],
)
def test_alike(one, other):
    assert signature_of(one) == signature_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div class=post>", "<section class=post>"),
        ("<div class=post>", "<div class=reply>"),
        ("<div class=post>", "<div>"),
        ("<div class='a b'>", "<div class='b a'>"),
        ("<my-post>", "<my-reply>"),
        ("<my-post class=a>", "<my-post class=b>"),
        ("<li>", "<dd>"),
    ],
)
def test_unlike(one, other):
    assert signature_of(one) != signature_of(other)


def test_places_that_a_template_repeats_have_one_path():
    post = "<div class='post {0}' id=p{0}><p class=meta{0}>No. {0}<p>Text {0}</div>"
    page, _, path = of("<main>" + "".join(post.format(n) for n in range(1, 6)) + "</main>")
    posts = page.rows_of("div").tolist()
    metas, texts = page.rows_of("p").tolist()[::2], page.rows_of("p").tolist()[1::2]
    assert [len({path[row] for row in rows}) for rows in (posts, metas, texts)] == [1, 1, 1]
    assert len(set(path)) == 7


def test_the_same_place_has_the_same_path_in_another_page():
    one = of("<div id=x><ul><li>1<li>2</ul></div>")[2]
    other = of("<div><p>more</p><ul class=''><li>1<li>2<li>3</ul></div>")[2]
    assert set(one) < set(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div><p>a", "<section><p>a"),
        ("<div class=x><div><p>a", "<div class=y><div><p>a"),
        ("<div><p>a", "<div><div><p>a"),
        ("<html class=x><p>a", "<html class=y><p>a"),
    ],
)
def test_a_path_tells_what_stands_above(one, other):
    assert of(one)[1][-1] == of(other)[1][-1]
    assert of(one)[2][-1] != of(other)[2][-1]


def test_the_path_of_the_root_is_its_signature():
    _, signature, path = of("<p>")
    assert path[0] == signature[0]


def test_the_empty_page_has_no_paths():
    page = Page()
    assert paths(page, signatures(page)).tolist() == []


@settings(deadline=None)
@given(htmls)
def test_equal_path_means_equal_signatures_all_the_way_up(html):
    page, signature, path = of(html)
    above: dict[int, tuple[int, int]] = {}
    for row in range(len(page)):
        parent = int(page.parent[row])
        place = (path[parent] if parent >= 0 else 0, signature[row])
        assert above.setdefault(path[row], place) == place
    assert len(set(above.values())) == len(above)


def test_paths_are_equal_in_every_process():
    script = (
        "import sys; from honbun.page import parse; from honbun.page.paths import paths, signatures\n"
        "for name in sys.argv[1:]:\n"
        "    page = parse(open(name, encoding='utf-8').read())\n"
        "    sys.stdout.buffer.write(paths(page, signatures(page)).tobytes())"
    )
    pages = [parse(path.read_text(encoding="utf-8")) for path in CASES]
    here = b"".join(np.asarray(paths(page, signatures(page))).tobytes() for page in pages)
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", script, *map(str, CASES)]
        assert subprocess.run(command, env=environment, capture_output=True, check=True).stdout == here


def test_path_below_a_record_does_not_know_what_is_above_it() -> None:
    page = parse("<div><p><b>x</b></p></div><ul><li><p><b>y</b></p></li></ul><p><i>z</i></p>")
    paths = RelativePaths(page, page.tag.astype(np.uint64))
    one, other = np.flatnonzero(page.tag == tags.CODE["b"])
    div, item, _ = page.rows_of("div", "li")[0], page.rows_of("li")[0], None
    below = paths.below(np.array([one, other]), np.array([div, item], dtype=np.int32))
    assert below[0] == below[1]
    assert paths.whole[one] != paths.whole[other]
    italic = np.flatnonzero(page.tag == tags.CODE["i"])
    assert paths.below(italic, page.parent[page.parent[italic]])[0] != below[0]


@pytest.mark.parametrize("html", ["<div><p>a</div>" * 40, "<div>text" * 300, "<ul><li>a" * 20 + "<p>b" * 50])
def test_paths_are_the_same_level_by_level_and_row_by_row(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["honbun.page.paths"]
    found = []
    for least in (0, 10**6):
        monkeypatch.setattr(module, "_MIN_ROWS_OF_LEVEL", least)
        found.append(of(html)[2])
    assert found[0] == found[1]
    assert len(set(found[0])) > 3
