"""The same names, keywords and keys as trafilatura has, where it is installed."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from compat_samples import HTML, SITES, URL

from honbun.compat import trafilatura as compat

trafilatura = pytest.importorskip("trafilatura")
PAGES = [sorted(folder.glob("*.html"))[0] for folder in sorted(SITES.iterdir())]


def both(html: Any, **keywords: Any) -> tuple[str, str]:
    return compat.extract(html, **keywords) or "", trafilatura.extract(html, **keywords) or ""


def test_names_are_the_same() -> None:
    assert set(compat.__all__) == set(trafilatura.__all__)


@pytest.mark.parametrize("name", compat.__all__)
def test_keywords_are_the_same_in_the_same_order(name: str) -> None:
    ours, theirs = (inspect.signature(getattr(module, name)).parameters for module in (compat, trafilatura))
    assert [(p.name, p.kind) for p in ours.values()] == [(p.name, p.kind) for p in theirs.values()]
    for parameter in ours.values():
        if parameter.name != "config":
            assert parameter.default == theirs[parameter.name].default


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("with_metadata", [False, True])
def test_json_keys_are_the_same(path: Path, with_metadata: bool) -> None:
    ours, theirs = both(
        path.read_bytes(), url=f"https://e.example/{path.name}", output_format="json", with_metadata=with_metadata
    )
    if not theirs:
        pytest.skip("trafilatura finds nothing")
    assert list(json.loads(ours)) == list(json.loads(theirs))


def test_attributes_are_the_same() -> None:
    ours, theirs = (module.bare_extraction(HTML, URL, with_metadata=True) for module in (compat, trafilatura))
    assert list(ours.as_dict()) == list(theirs.as_dict())
    response = compat.Response(b"", 200, URL)
    assert response.as_dict().keys() == trafilatura.utils.Response(b"", 200, URL).as_dict().keys()


def test_plain_text_reads_alike() -> None:
    ours, theirs = both(HTML, url=URL, include_links=True)
    lines = {line.replace(" ", "") for line in theirs.splitlines()}
    assert {line.replace(" ", "") for line in ours.splitlines()} - lines <= {"Prices"}


def test_xml_has_the_same_elements() -> None:
    ours, theirs = (
        ElementTree.fromstring(text)
        for text in both(HTML, url=URL, output_format="xml", include_formatting=True, include_links=True)
    )
    assert {element.tag for element in ours.iter()} == {element.tag for element in theirs.iter()}


def test_an_extractor_says_what_keywords_say() -> None:
    from trafilatura.settings import Extractor

    options = Extractor(output_format="markdown", links=True, tables=False, lang="en", url=URL)
    keywords = {"output_format": "markdown", "include_links": True, "include_tables": False}
    assert compat.extract(HTML, options=options) == compat.extract(HTML, URL, **keywords)
    assert compat.extract(HTML, options=Extractor(lang="ja")) is None


def test_responses_of_trafilatura_are_pages() -> None:
    response = trafilatura.utils.Response(HTML.encode(), 200, URL)
    assert compat.extract(response, URL) == compat.extract(HTML, URL)
