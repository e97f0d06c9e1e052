"""Line breaks that a style shows survive; all others stay what they are."""

from __future__ import annotations

from honbun import fields
from honbun.page import SHOWN_BREAK, mark_shown_breaks


def test_breaks_of_a_keeping_style_are_marked() -> None:
    html = "<span style='color: red; white-space: pre-wrap'>一行目。\r\n二行目。</span><p>三\n四</p>"
    assert mark_shown_breaks(html) == html.replace("\r\n", SHOWN_BREAK)
    assert mark_shown_breaks("<p style='white-space: nowrap'>a\nb") == "<p style='white-space: nowrap'>a\nb"


def test_fields_show_them() -> None:
    cell = "<tr><th>概要</th><td><span style='white-space: pre-wrap'>{}。\n次の行。</span></td></tr>"
    pages = [
        (None, f"<table>{cell.format(word)}<tr><th>番号</th><td>{word}1</td></tr></table>") for word in "甲乙丙丁"
    ]
    assert [row["概要"] for row in fields(pages).rows()] == [f"{word}。\n次の行。" for word in "甲乙丙丁"]
