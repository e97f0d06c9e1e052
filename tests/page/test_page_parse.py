"""What is a page's text, what is marked, what is kept beside it."""

import json

import numpy as np
import pytest
import turbohtml
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from page_samples import CASES, elements, htmls, parse_and_tree, spoiled, squeezed

from honbun.page import decode, parse, tags
from honbun.page.page import Page
from honbun.page.parse import KEPT_ATTRIBUTES

NOT_TEXT = (
    "annotation audio canvas datalist iframe noembed noframes object rp rt script select style svg "
    "template textarea video"
).split()


def row_of(page: Page, name: str) -> int:
    """The only row of an element name."""
    (row,) = (row for row in range(len(page)) if page.tag_name(row) == name)
    return row


def names(page: Page) -> list[str]:
    return [page.tag_name(row) for row in range(len(page))]


def text_of(page: Page, row: int) -> str:
    return page.text[page.text_start[row] : page.text_end[row]]


def test_rows_are_elements_in_document_order():
    page = parse("<p>one <b>two</b> three<div>four</div>")
    assert names(page) == ["html", "head", "body", "p", "b", "div"]
    assert page.parent.tolist() == [-1, 0, 0, 2, 3, 2]
    assert page.end.tolist() == [6, 2, 6, 5, 5, 6]
    assert page.depth.tolist() == [0, 1, 1, 2, 3, 2]
    assert [text_of(page, row) for row in range(6)] == [
        "one two threefour", "", "one two threefour", "one two three", "two", "four"
    ]  # fmt: skip


def test_nodes_are_texts_that_are_not_white_space():
    page = parse("<p> <b>two</b>\n<i>&nbsp;</i> three ")
    texts = [page.text[start:end] for start, end in zip(page.node_start, page.node_end, strict=True)]
    assert texts == ["two", " three "]
    assert [page.tag_name(row) for row in page.node_owner.tolist()] == ["b", "p"]


@pytest.mark.parametrize("html", ["", " \n", "<!-- -->", "<!DOCTYPE html>", "<head>", "</p", "<>", "<frameset>"])
def test_an_empty_page_is_a_page(html):
    page = parse(html).check()
    assert page.text.strip() in ("", "<>")
    assert page.title == ""


@pytest.mark.parametrize("name", NOT_TEXT)
def test_what_is_not_text_leaves_one_row_and_no_text(name):
    page = parse(f"<p>before <{name} class=k>inside<x>inside</x></{name}> after").check()
    assert page.text == "before  after"
    assert page.attribute(row_of(page, name), "class") == "k"
    assert page.end[row_of(page, name)] == row_of(page, name) + 1


def test_the_head_is_not_text_and_its_elements_have_rows():
    page = parse("<head> <meta name=author content='A. B.'>\n<base href='/x'> </head>text")
    assert page.text == "text"
    assert page.attribute(row_of(page, "meta"), "content") == "A. B."
    assert page.attribute(row_of(page, "base"), "href") == "/x"


def test_scripts_that_set_a_state_are_data():
    sources = [
        'window.__STATE__ = {"a": 1}',
        '\n  window["__INITIAL_STATE__"]={"a": 1};',
        'window.__APOLLO_STATE__=JSON.parse("{}")',
        "var __DATA__ = [1]",
    ]
    page = parse("".join(f"<script>{source}</script>" for source in (*sources, "f()", "var a = {}", "__proto__")))
    assert list(page.data.values()) == sources


def test_title_and_json_are_data():
    page = parse(
        "<title>A &amp;\n B</title><script type='application/ld+json'>{\"a\": 1}</script>"
        "<script>var json = 1</script><script type='Application/JSON'>[2]</script><body><title>C</title>"
    )
    title, ld, _, other = page.rows_of("title", "script").tolist()[:4]
    assert page.title == "A & B"
    assert page.data[title] == "A &\n B"
    assert [json.loads(page.data[row]) for row in (ld, other)] == [{"a": 1}, [2]]
    assert len(page.data) == 4


def test_the_title_is_the_first_that_says_something():
    assert parse("<title> </title><svg><title>S</title></svg><body><title>B</title>").title == "B"


def test_noscript_is_markup():
    page = parse("<body><noscript><div id=n>one</div> two</noscript>")
    assert text_of(page, row_of(page, "noscript")) == "one two"
    assert page.attribute(row_of(page, "div"), "id") == "n"


def test_a_reading_aid_is_not_text():
    assert parse("<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp>字<rt>じ</ruby>").text == "漢字"


@pytest.mark.parametrize(
    "attribute",
    ["hidden", "hidden=''", "style='display:none'", "style='a:b;DISPLAY : NONE'", "style='visibility: hidden'"],
)
def test_hidden_is_marked_with_all_that_is_under_it(attribute):
    page = parse(f"<p>a<div {attribute}><p>b<i>c</i></p></div><p>d")
    assert page.text == "abcd"
    hidden = [page.tag_name(row) for row in np.flatnonzero(page.is_hidden).tolist()]
    assert hidden == ["div", "p", "i"]


@pytest.mark.parametrize(
    "attribute", ["style='display:block'", "style", "aria-hidden=true", "class=hidden", "data-hidden"]
)
def test_other_attributes_hide_nothing(attribute):
    assert not parse(f"<p {attribute}>a").is_hidden.any()


def test_attributes_are_kept_by_row():
    page = parse("<a href='/x?a=1&amp;b=2' HREF='/y' onclick=go() itemscope>t</a><a href>u</a>")
    first, second = page.rows_of("a").tolist()
    assert page.attribute(first, "href") == "/x?a=1&b=2"
    assert page.attribute(first, "itemscope") == ""
    assert page.attribute(first, "onclick") is None
    assert page.attribute(second, "href") == ""
    assert page.attribute(second, "id") is None


@pytest.mark.parametrize("name", sorted(KEPT_ATTRIBUTES))
def test_every_attribute_that_a_step_reads_is_kept(name):
    page = parse(f"<p {name}='v 1'>")
    assert page.attribute(row_of(page, "p"), name) == "v 1"


def test_elements_of_other_names_have_rows_and_names():
    page = parse("<my-post id=1>a<my-post>b</my-post></my-post><X:Y>c</X:Y><math><mi>d</mi></math>").check()
    assert names(page)[3:] == ["my-post", "my-post", "x:y", "math", "mi"]
    assert page.custom_tags == ("my-post", "x:y", "mi")
    assert page.text == "abcd"


KATEX = (
    "<p>Let <span><span><math><semantics><msup><mi>x</mi><mn>2</mn></msup>"
    "<annotation encoding='application/x-tex'>x^2</annotation></semantics></math></span>"
    "<span aria-hidden='true'><i>x</i><i>2</i></span></span> be.<i aria-hidden='true'>!</i></p>"
)


def test_a_formula_is_its_tex_if_the_page_states_that_and_not_drawn_once_more():
    page = parse(KATEX).check()
    assert page.text == "Let x^2 be.!"
    assert text_of(page, row_of(page, "math")) == "x^2"
    assert text_of(page, row_of(page, "msup")) == ""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<math><mi>a</mi><mo>=</mo></math>", "a="),
        ("<math><mi>a</mi><annotation encoding='text/x'>b</annotation></math>", "a"),
        ("<math><mi>a</mi></math><annotation encoding='application/x-tex'>b</annotation>", "a"),
        ("<math><mi>a</mi></math><b>b</b><i aria-hidden=true>c</i>", "abc"),
        ("<math><mi>a</mi></math><i aria-hidden=false>b</i>", "ab"),
    ],
    ids=["no TeX", "another language", "outside", "not beside", "not hidden"],
)
def test_other_formulas_are_what_they_show(html, text):
    assert parse(html).check().text == text


def test_standard_names_have_one_code_in_every_page():
    codes = {int(parse(f"<new-{n}><div>").tag[-1]) for n in range(3)}
    assert codes == {tags.CODE["div"]}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_an_address_leads_the_parser_to_the_element(path):
    html = path.read_text(encoding="utf-8")
    page, document = parse(html), turbohtml.parse(html)
    for row in range(len(page)):
        if "*" not in page.xpath(row):
            (element,) = document.xpath(page.xpath(row))
            assert element.tag == page.tag_name(row)


def test_an_address_names_and_numbers_the_elements_from_the_root():
    page = parse("<p>1<div>2<p>3</div><p>4<x:y></x:y>")
    assert [page.xpath(row).removeprefix("/html[1]") for row in range(len(page))] == [
        "", "/head[1]", "/body[1]", "/body[1]/p[1]", "/body[1]/div[1]", "/body[1]/div[1]/p[1]", "/body[1]/p[2]",
        '/body[1]/p[2]/*[name()="x:y"][1]',
    ]  # fmt: skip
    assert page.xpath(-1) == ""


def test_an_element_far_down_is_addressed_by_its_number():
    html = "<p>1" + "<div>" * 150 + "<x:y>2</x:y><p>3"
    page, document = parse(html), turbohtml.parse(html)
    addresses = [page.xpath(row) for row in range(len(page))]
    assert max(map(len, addresses)) < 1000
    assert addresses[-3:] == ["(//div)[150]", '(//*[name()="x:y"])[1]', "(//p)[2]"]
    assert page.rows_at(addresses) == {address: row for row, address in enumerate(addresses)}
    assert not page.rows_at(["(//div)[151]", "(//div)[0]", "(//div)[x]", "(//new)[1]", "("])
    assert [element.text for element in document.xpath("(//p)[2]")] == ["3"]


@settings(deadline=None, max_examples=100)
@given(htmls)
def test_an_address_leads_back_to_its_element(html):
    page = parse(html)
    addresses = [page.xpath(row) for row in range(len(page))]
    found = page.rows_at([*addresses, "", "/", "/html[2]", "nonsense"])
    # Elements of svg and html may have the same name and number.
    assert {address: addresses[row] for address, row in found.items()} == {
        address: address for address in addresses
    }


@settings(deadline=None, max_examples=300)
@given(htmls)
def test_any_markup_gives_the_elements_and_texts_of_the_parsers_tree(html):
    assume("<annotation" not in html)  # which is the text of a formula, as tests above have it
    page, tree = parse_and_tree(html)
    seen = list(elements(tree))
    page.check()
    assert names(page) == [element.name for element in seen]
    for row, element in enumerate(seen):
        assert squeezed(text_of(page, row)) == squeezed(element.text)
        if "*" not in page.xpath(row):
            assert page.xpath(row) == element.xpath
    assert len({page.xpath(row) for row in range(len(page))}) == len(page)


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(st.characters(), max_size=60), st.text("<>/!-=\"' abp&;#0\0\ud800", max_size=60)))
def test_any_text_gives_a_page(html):
    page = parse(html, "https://example.org/").check()
    assert page.url == "https://example.org/"


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.binary(max_size=200), spoiled().map(str.encode)))
def test_any_bytes_give_a_page(body):
    parse(decode(body).text).check()


@settings(deadline=None)
@given(htmls)
def test_parsing_is_deterministic(html):
    first, second = parse(html), parse(html)
    assert first.text == second.text
    assert first.tag.tobytes() + first.end.tobytes() == second.tag.tobytes() + second.end.tobytes()
    assert (first.attributes, first.data) == (second.attributes, second.data)
