"""What callers pass: keywords beside options, and mistakes that are told what to pass instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from extraction_samples import example_site

import honbun

SENTENCE = "The kettle was carried down to the harbour before the rain came, and nobody asked who had ordered it."


@pytest.mark.parametrize(
    ("html", "advice"),
    [
        (None, "what a server answered"),
        (3, "what a server answered"),
        ("page.html", "read_bytes()"),
        ("pages/a b.html".replace(" ", "-") + "\n", "read_bytes()"),
        (Path("page.html"), "read_bytes()"),
        ("https://news.example/a", "honbun.fetch(url)"),
    ],
    ids=repr,
)
def test_what_is_no_page_is_told_what_to_pass(html: Any, advice: str) -> None:
    for function in (honbun.extract, honbun.posts, honbun.records):
        with pytest.raises(honbun.ArgumentError) as raised:
            function(html)
        assert advice in str(raised.value)
        assert isinstance(raised.value, TypeError)


@pytest.mark.parametrize("html", ["page html", "a.html is the page", "<p>a.html", "html", "", f"<p>{SENTENCE}"])
def test_any_other_text_is_a_page(html: str) -> None:
    assert honbun.extract(html) is not None


@pytest.mark.parametrize(
    "pages",
    ["<p>x", b"<p>x", ["<p>x"], [b"ab"], [5], [("u", "<p>", 1)], [(5, "<p>")], [(None, None)], {"u": "<p>"}],
)
def test_pages_are_pairs_of_address_and_page(pages: Any) -> None:
    functions = (
        honbun.Site.learn,
        honbun.fields,
        honbun.FieldTemplate.learn,
        lambda pages: list(honbun.extract_many(pages)),
        lambda pages: honbun.posts("<p>x", siblings=pages),
        lambda pages: honbun.records("<p>x", siblings=pages),
        lambda pages: honbun.Site().drift(pages),
    )
    for function in functions:
        with pytest.raises(honbun.ArgumentError, match=r"pass"):
            function(pages)


def test_an_address_is_text_and_a_template_is_loaded() -> None:
    site = honbun.Site.learn([(None, f"<p>{SENTENCE}")])
    for function in (honbun.extract, honbun.posts, honbun.records, site.extract):
        with pytest.raises(honbun.ArgumentError, match="address"):
            function(f"<p>{SENTENCE}", 5)  # type: ignore[operator]
    with pytest.raises(honbun.ArgumentError, match=r"pass RecordTemplate\.load"):
        honbun.records("<p>x", template="mine.json")  # type: ignore[arg-type]
    with pytest.raises(honbun.ArgumentError, match=r"pass FieldTemplate\.load"):
        honbun.fields([(None, "<p>x")], template="mine.json")  # type: ignore[arg-type]


THREAD = honbun.Thread((honbun.Post("yes"),))
TABLE = honbun.Table()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: honbun.extract("<p>x", options={"favour": "recall"}), "options is ExtractOptions, not dict"),
        (lambda: honbun.extract("<p>x", model="m.npz"), "pass honbun.load_model(path)"),
        (lambda: honbun.extract("<p>x", comments="no"), "comments is bool, not str"),
        (lambda: honbun.extract("<p>x", time_limit="3"), "time_limit is float or int or None, not str"),
        (lambda: honbun.posts("<p>x", model="m.npz"), "pass honbun.load_thread_model(path)"),
        (lambda: honbun.posts("<p>x", fetched="2026-11-17"), "pass datetime.fromisoformat(…)"),
        (lambda: honbun.records("<p>x", rank="1"), "rank is int, not str"),
        (lambda: honbun.Site.learn(None), "pass (url, html) pairs"),
        (lambda: honbun.Site().merge("site.json"), "pass Site.load(path)"),
        (lambda: honbun.join_threads(THREAD), "each of the threads is Thread, not Post"),
        (lambda: honbun.fetch(None), "an address is str, not NoneType"),
        (lambda: TABLE.select("price"), "pass a list: [name]"),
    ],
)
def test_what_is_of_another_kind_is_told_what_to_pass(call: Any, said: str) -> None:
    with pytest.raises(honbun.ArgumentError) as raised:
        call()
    assert said in str(raised.value)


def test_names_and_numbers_that_cannot_be_are_told() -> None:
    for columns in (0, "9"):
        with pytest.raises(honbun.FormatError, match=r"columns is .*, but at least 1"):
            honbun.fields([(None, "<p>x")], columns=columns)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="price"):
        TABLE.rename({"price": "Price"})


def test_pages_may_be_lists_of_two() -> None:
    assert len(honbun.Site.learn([[None, f"<p>{SENTENCE}"]])) == 1  # type: ignore[list-item]


def test_keywords_say_what_options_say() -> None:
    pages = [(None, page.html) for page in example_site("blog")]
    site = honbun.Site.learn(pages)
    kept = honbun.ExtractOptions(comments=True, favour="recall")
    for _, html in pages[:3]:
        assert honbun.extract(html, comments=True, favour="recall").text == honbun.extract(html, options=kept).text
        assert (
            site.extract(html, comments=True).text
            == site.extract(html, options=honbun.ExtractOptions(comments=True)).text
        )
    some = [document.text for document in honbun.extract_many(pages[:3], comments=True, threads=2)]
    assert some == [honbun.extract(html, comments=True).text for _, html in pages[:3]]
    with pytest.raises(TypeError):
        honbun.extract("<p>x", coments=True)  # type: ignore[call-arg]
    with pytest.raises(honbun.FormatError):
        honbun.extract("<p>x", favour="speed")


def test_markup_is_left_out_by_keyword() -> None:
    document = honbun.extract(
        f'<h1>Kettles</h1><p>{SENTENCE} <a href="/a">more of it</a></p><p>{SENTENCE[:80]}</p>'
    )
    assert "](" in document.markdown()
    assert "](" not in document.markdown(links=False)
    assert "<a " not in document.html(links=False)
