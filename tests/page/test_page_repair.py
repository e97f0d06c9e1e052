"""Text behind markup that was never closed, or closed as XML does, is read."""

import pytest
from hypothesis import given, settings
from page_samples import CASES, htmls

from honbun.page import parse
from honbun.page.blocks import segment
from honbun.page.parse import close_last, close_self_closed

SWALLOWING = "iframe noembed noframes script style textarea title xmp".split()


def texts_of(html: str) -> list[str]:
    return segment(parse(html).check()).check().texts


@pytest.mark.parametrize("name", SWALLOWING)
@pytest.mark.parametrize("start", ["<{}/>", "<{} />", "<{} src='a'/>", '<{} id="b" src="a" />', "<{} async />"])
def test_an_element_closed_as_in_xml_swallows_nothing(name, start):
    for tag in (start.format(name), start.format(name.upper())):
        assert texts_of(f"<p>one</p>{tag}<p>two</p>") == ["one", "two"]


def test_an_address_that_ends_in_a_slash_closes_nothing():
    assert texts_of("<p>one<script src=//a.example/>two</script><p>three") == ["one", "three"]


@pytest.mark.parametrize("quoted", ["<script src='a'/>", "<SCRIPT />", "<iframe src='a' />", "<script><script/>"])
def test_a_tag_in_a_script_is_a_string(quoted):
    assert texts_of(f'<p>one<script>write("{quoted}");</script><p>two<title/>') == ["one", "two"]


@pytest.mark.parametrize(
    "start", ["<!--", "<!-- a ", "<title>a ", "<script>a ", "<style>", "<textarea>a", "<iframe>"]
)
@pytest.mark.parametrize("before", ["", "İ" * 50])
def test_text_behind_what_was_never_closed(start, before):
    assert texts_of(f"<body>{before}<p>one</p>{start}<div>two</div><p>three")[-3:] == ["one", "two", "three"]


@pytest.mark.parametrize("end", ["<!-- a", "<script>a", "<title>a", "<!-- 1 < 2", "<script>if (a<b) c()"])
def test_a_page_that_ends_in_it_stays_as_it_is(end):
    assert texts_of(f"<p>one</p>{end}") == ["one"]


@pytest.mark.parametrize(
    "end", ["<!-- <p>a</p> -->", "<script>'<p>a</p>'</script>", "<title><p>a</p></TITLE >", "<style><p></style>\n"]
)
def test_what_was_closed_stays_closed(end):
    assert texts_of(f"<p>one</p>{end}") == ["one"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_sound_markup_is_left_alone(path):
    html = path.read_text(encoding="utf-8")
    assert close_self_closed(html) == html
    assert all(close_last(html, name) is html for name in ("!--", "script", "title", "style"))


@settings(deadline=None, max_examples=200)
@given(htmls)
def test_mending_is_idempotent(html):
    once = close_self_closed(html)
    assert close_self_closed(once) == once
    for name in ("!--", *SWALLOWING):
        closed = close_last(html, name)
        assert close_last(closed, name) is closed
