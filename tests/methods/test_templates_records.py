"""Records from tags: the published peak, and where it is one less or half."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.methods.templates.records import find_records, plain_tag, published_records, read_tags


def results(records: int) -> str:
    """A page like the one that the paper shows, with its tags."""
    return "<DL>" + "".join(
        f'<P><DT><A HREF="/{n}"><STRONG>Title {n}</STRONG></A></DT><DD>What it says {n}<BR> <CITE>'
        f'<A HREF="/{n}.html">/{n}</A><FONT SIZE=-1> - {n} K</FONT> </CITE></DD>'
        for n in range(records)
    )


def test_the_example_of_the_paper() -> None:
    template = published_records(read_tags(results(10)))
    assert template is not None
    assert template.frequency == 10
    assert template.strings == (
        "<P><DT>",
        "<STRONG></STRONG></A></DT><DD><BR><CITE>",
        "</A><FONT SIZE=-1></FONT></CITE></DD>",
    )


def test_rows_in_two_colours_are_all_counted() -> None:
    colours = ("#fff", "#eee")
    rows = "".join(
        f'<tr bgcolor="{colours[n % 2]}"><td bgcolor="{colours[n % 2]}"><b>{n}</b> said something</td></tr>'
        for n in range(20)
    )
    page = read_tags(f"<table>{rows}</table>")
    published, ours = published_records(page), find_records(page)
    assert published is not None
    assert ours is not None
    assert (published.frequency, ours.frequency) == (10, 20)


def test_what_is_between_records_is_not_one_record_less() -> None:
    row = "<tr><td valign=top><a href={0}><b>Name {0}</b></a></td><td>and what it says<br></td></tr>"
    rows = "<tr><td colspan=2><hr></td></tr>".join(row.format(n) for n in range(9))
    page = read_tags(f"<table>{rows}</table>")
    published, ours = published_records(page), find_records(page)
    assert published is not None
    assert ours is not None
    assert (published.frequency, ours.frequency) == (8, 9)


def test_scripts_and_comments_are_no_tags() -> None:
    page = read_tags("<p>one<script>'<b></b>'</script><!-- <i> --> two\n three</p\n>")
    assert page.tags == ("<p>", "</p >")
    assert page.text_before.tolist() == [0, 11, 11]


@pytest.mark.parametrize(
    ("tag", "plain"),
    [
        ('<TR BGCOLOR="#eee" onclick="a = 1">', "<tr bgcolor onclick>"),
        ("</Td>", "</td>"),
        ("<br/>", "<br>"),
        ("<h1 class=x1>", "<h1 class>"),
    ],
)
def test_plain_tags(tag: str, plain: str) -> None:
    assert plain_tag(tag) == plain


@pytest.mark.parametrize("html", ["", "text", "<p>", "<p></p><p></p>", "<<<>>>", "<b><i><u>"])
def test_nothing_that_repeats_is_no_record(html: str) -> None:
    assert find_records(read_tags(html)) is None


@given(st.text('<>b/ "=x', max_size=60))
def test_never_raises(html: str) -> None:
    page = read_tags(html * 3)
    assert len(page.text_before) == len(page.tags) + 1
    find_records(page)
    published_records(page)


@pytest.mark.parametrize("part", ["<script>", "<!--", "<b a='", "</script ", "<style", "<b =", "< ", "<b>"])
def test_hostile_pages_take_no_longer_than_others(part: str) -> None:
    # Each of them in quadratic time would take minutes.
    find_records(read_tags(part * 100_000))


def test_many_kinds_of_tags_are_told_apart() -> None:
    # Beyond the characters of the first plane, surrogates left out.
    tags = "".join(f"<a{n}>" for n in range(70_000))
    page = read_tags(tags + "".join(f"<p><i></i><b{n}>" for n in range(5)))
    template = published_records(page)
    assert template is not None
    assert template.frequency == 5
    assert template.strings == ("<p><i></i>",)
