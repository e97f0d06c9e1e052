"""`extract` and its keywords: each does what trafilatura's does, or says that it does not."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from compat_samples import HTML, LONG, URL
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.compat import trafilatura as compat
from honbun.compat.keywords import FORMATS, IDLE, OptionError
from honbun.errors import HonbunError

TEXT_FORMATS = [name for name in FORMATS if name != "python"]


def test_text_is_a_line_a_block() -> None:
    assert compat.extract(HTML, URL, favor_recall=True) == "\n".join(
        [
            "Ducks and more",
            f"First bold and slanted, about ducks. {LONG}",
            "Second head",
            "- one item",
            "- two items",
            "- deep",
            "- Term",
            "- Definition",
            "quoted words",
            "x = 1",
            "y = 2",
            "H2O x2 gone",
            "after the break",
            "Prices",
            "| A | B |",
            "|---|---|",
            "| 1\\|2 | 3 |",
            "Its words are said of a duck that swims on a pond.",
            f"Last paragraph. {LONG}",
        ]
    )


@pytest.mark.parametrize("nothing", ["", b"", None, "<html></html>", "<p> </p>", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3"])
def test_nothing_is_none(nothing: Any) -> None:
    for name in TEXT_FORMATS:
        assert compat.extract(nothing, output_format=name) is None
    assert compat.bare_extraction(nothing) is None
    assert compat.extract_with_metadata(nothing) is None


def test_links_and_images_are_there_on_demand() -> None:
    bare = compat.extract(HTML, URL)
    rich = compat.extract(HTML, URL, include_links=True, include_images=True, favor_recall=True)
    assert bare is not None
    assert rich is not None
    assert "](" not in bare
    assert "[ducks](https://www.pond.example/x)" in rich
    assert "\n![A duck](https://www.pond.example/a.png)\nIts words are said" in rich


def test_tables_can_be_dropped_in_every_format() -> None:
    for name in TEXT_FORMATS:
        written = compat.extract(HTML, URL, output_format=name, include_tables=False, favor_recall=True)
        assert written is not None
        assert "Prices" not in written
        assert "Its words are said" in written


@pytest.mark.parametrize("name", ["txt", "csv", "markdown"])
def test_formatting_is_markdown(name: str) -> None:
    written = compat.extract(HTML, URL, output_format=name, include_formatting=True)
    assert written is not None
    assert "**bold**" in written
    assert "## Second head" in written
    plain = compat.extract(HTML, URL, output_format=name, include_formatting=False)
    assert plain is not None
    assert "**" not in plain


@pytest.mark.parametrize(("name", "mark"), [("xml", "<hi"), ("xmltei", "<hi"), ("html", "<strong")])
def test_formatting_is_markup(name: str, mark: str) -> None:
    written = compat.extract(HTML, URL, output_format=name, include_formatting=True)
    plain = compat.extract(HTML, URL, output_format=name)
    assert mark in (written or "")
    assert mark not in (plain or mark)


def test_metadata_in_text_is_front_matter() -> None:
    written = compat.extract(HTML, URL, with_metadata=True, record_id="007")
    assert written is not None
    head, _, text = written.removeprefix("---\n").partition("---\n")
    values = dict(line.split(": ", 1) for line in head.splitlines())
    assert values["title"] == "Ducks and more"
    assert values["hostname"] == "pond.example"
    assert values["id"] == '"007"'
    assert text == compat.extract(HTML, URL)


def test_json_has_the_text_and_on_demand_the_rest() -> None:
    bare = json.loads(compat.extract(HTML, URL, output_format="json") or "")
    assert bare == {"text": compat.extract(HTML, URL), "comments": ""}
    full = json.loads(compat.extract(HTML, URL, output_format="json", with_metadata=True, record_id="1") or "")
    assert (full["title"], full["source"], full["id"]) == ("Ducks and more", URL, "1")
    assert full["text"] == bare["text"]


def test_csv_is_one_row_with_tabs() -> None:
    written = compat.extract(HTML, URL, output_format="csv", with_metadata=True)
    (row,) = csv.reader(io.StringIO(written or "", newline=""), delimiter="\t")
    assert row[0] == URL
    assert row[4] == "Ducks and more"
    assert row[7] == compat.extract(HTML, URL)
    assert row[1] == row[9] == "null"


def test_xml_has_the_elements_of_trafilatura() -> None:
    asked = {"include_formatting": True, "include_links": True, "include_images": True, "favor_recall": True}
    written = compat.extract(HTML, URL, output_format="xml", **asked)
    root = ElementTree.fromstring(written or "")
    assert [child.tag for child in root] == ["main", "comments"]
    tags = {element.tag for element in root.iter()}
    assert tags == set(
        "doc main comments head p hi ref list item quote code del lb table row cell graphic".split()
    )
    assert {element.get("rend") for element in root.iter("hi")} == {"#b", "#i", "#sub", "#sup"}
    assert [element.get("rend") for element in root.iter("list")] == ["ul", "ol", "dl"]
    assert [element.get("rend") for element in root.findall("main/list[@rend='dl']/item")] == ["dt-1", "dd-1"]
    assert root.findall("main/graphic")[0].attrib == {"src": "https://www.pond.example/a.png", "alt": "A duck"}


def test_tei_has_identity_and_no_declaration() -> None:
    written = compat.extract(HTML, URL, output_format="xmltei", record_id="x1")
    root = ElementTree.fromstring(written or "")
    notes = {note.get("type"): note.text for note in root.iter("{http://www.tei-c.org/ns/1.0}note")}
    assert notes["id"] == "x1"
    assert (written or "").startswith("<TEI ")


def test_html_is_a_document() -> None:
    asked = {"output_format": "html", "with_metadata": True, "include_links": True}
    written = compat.extract(HTML, URL, favor_recall=True, **asked)
    assert written is not None
    assert '<meta name="title" content="Ducks and more">' in written
    assert '<a href="https://www.pond.example/x">ducks</a>' in written
    assert "<li>two <code>items</code><ol><li>deep</li></ol></li>" in written
    assert "<pre>x = 1\ny = 2</pre>" in written


def test_pages_of_other_languages_are_dropped() -> None:
    assert compat.extract(HTML, target_language="en")
    assert compat.extract(HTML, target_language="ja") is None
    assert compat.extract(HTML.replace(' lang="en-GB"', ""), target_language="ja")


def test_blacklisted_addresses_are_dropped() -> None:
    assert compat.extract(HTML, URL, url_blacklist={"http://www.pond.example/ducks/"}) is None
    assert compat.extract(HTML, URL, url_blacklist={"https://www.pond.example/geese"})


def test_only_with_metadata_wants_date_title_and_address() -> None:
    assert compat.extract(HTML, URL, only_with_metadata=True) is None


def test_prune_xpath_drops_elements() -> None:
    pytest.importorskip("lxml")
    for xpath in ("//h2", ["//h2", "//nothing"]):
        pruned = compat.extract(HTML, URL, prune_xpath=xpath)
        assert pruned is not None
        assert "Second head" not in pruned
        assert "one item" in pruned


def test_prune_xpath_without_lxml_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lxml.html", None)
    with pytest.raises(ImportError, match="pip install lxml"):
        compat.extract(HTML, prune_xpath="//h2")


def test_pages_come_in_many_forms() -> None:
    expected = compat.extract(HTML, URL)
    response = SimpleNamespace(data=HTML.encode("shift_jis", "replace"), headers={"content-type": "text/html"})
    assert compat.extract(HTML.encode(), URL) == expected
    assert compat.extract(bytearray(HTML.encode()), URL) == expected
    assert compat.extract(response, URL) == (expected or "").replace("©", "?")
    with pytest.raises(TypeError, match="int is no page"):
        compat.extract(3)


def test_trees_of_lxml_are_pages() -> None:
    pytest.importorskip("lxml")
    tree = compat.load_html(HTML)
    assert compat.extract(tree, URL) == compat.extract(HTML, URL)
    assert compat.load_html(tree) is tree
    assert compat.load_html("") is None
    assert compat.load_html(HTML, max_size=10) is None


@pytest.mark.parametrize(
    ("keywords", "named"),
    [
        ({"settingsfile": "settings.cfg"}, "settingsfile"),
        ({"config": object()}, "config"),
        ({"deduplicate": object()}, "deduplicate"),
        ({"date_extraction_params": {"deferred_url_extractor": True}}, "deferred_url_extractor"),
    ],
)
def test_what_has_no_meaning_is_warned_of_where_it_is_said(keywords: dict[str, Any], named: str) -> None:
    with pytest.warns(UserWarning, match=f"honbun ignores .*{named}") as caught:
        compat.extract(HTML, **keywords)
    assert len(caught) == 1
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"output_format": "docx"}, "docx: unknown output format"),
        ({"output_format": "python"}, "bare_extraction"),
        ({"max_tree_size": 10}, "max_tree_size"),
        ({"options": object()}, "not an Extractor"),
    ],
)
def test_what_cannot_be_honoured_is_an_error(keywords: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        compat.extract(HTML, **keywords)
    assert isinstance(caught.value, (OptionError, HonbunError))


def test_what_makes_no_difference_makes_none() -> None:
    assert compat.extract(HTML, **dict.fromkeys(IDLE, True)) == compat.extract(HTML)


def test_copies_are_never_kept() -> None:
    for keywords in ({}, {"deduplicate": True}):
        assert (compat.extract(HTML, **keywords) or "").count("Last paragraph") == 1


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.sampled_from("p h1 h4 ul li dl dt dd table tr td pre code b a figure".split()), max_size=20),
    st.text("ab <&\n|あ\x01", max_size=5),
    st.sampled_from(TEXT_FORMATS),
    st.booleans(),
)
def test_any_page_gives_text_or_none(names: list[str], text: str, name: str, is_rich: bool) -> None:
    html = "".join(f"<{tag} href=/x>{text}<img src=a.png>" for tag in names)
    written = compat.extract(
        html, output_format=name, include_formatting=is_rich, include_links=is_rich, include_images=is_rich
    )
    assert written is None or isinstance(written, str)
    if written and name in ("xml", "xmltei"):
        ElementTree.fromstring(written)


def test_importing_loads_no_lxml() -> None:
    code = "import sys, honbun.compat.trafilatura; assert not {'lxml', 'trafilatura'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
