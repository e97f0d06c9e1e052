"""Names for files of one page each."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.output import file_name


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("https://example.org/a/b.html?x=1&y=2", "example.org-a-b.html-x-1-y-2.md"),
        ("https://example.org/", "example.org.md"),
        ("pages/one.html", "pages-one.md"),
        ("crawl.warc.gz#https://e.example/日本語", "crawl.warc.gz-https-e.example-日本語.md"),
        ("https://ja.example/%E6%B8%AF", "ja.example-港.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("C:\\dir\\..\\file.htm", "C-dir-file.md"),
        ("%2e%2e%2fsecret", "secret.md"),
        ("con.html", "page-con.md"),
        ("COM¹", "page-COM1.md"),
        ("nul.tar", "page-nul.tar.md"),
        ("", "page.md"),
        ("...", "page.md"),
        ("-", "page.md"),
        ("a\0b\nc", "a-b-c.md"),
        ("name. ", "name.md"),
    ],
)
def test_name(source: str, expected: str) -> None:
    assert file_name(source, ".md", set()) == expected


def test_names_are_numbered_where_they_meet() -> None:
    taken: set[str] = set()
    names = []
    for source in ("a/b", "a-b", "A?B", "a-b-2", "a_b"):
        names.append(file_name(source, ".txt", taken))
        taken.add(names[-1].casefold())
    assert names == ["a-b.txt", "a-b-2.txt", "A-B-3.txt", "a-b-2-2.txt", "a_b.txt"]


def test_long_names_are_cut_and_stay_apart() -> None:
    names = {file_name("https://e.example/" + "港" * 200 + end, ".json", set()) for end in "ab"}
    assert len(names) == 2
    assert all(len(name.encode()) <= 170 for name in names)


@settings(deadline=None)
@given(st.text(), st.sampled_from([".txt", ".tei.xml", ".parquet"]))
def test_any_source_gives_a_safe_name(source: str, suffix: str) -> None:
    name = file_name(source, suffix, set())
    assert re.fullmatch(r"\w[\w.-]*", name)
    assert ".." not in name
    assert len(name.encode("utf-8")) < 200
    assert file_name(source, suffix, {name.casefold()}).casefold() != name.casefold()
