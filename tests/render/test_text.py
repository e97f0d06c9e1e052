"""Plain text where the cases in files say too little."""

import numpy as np
import pytest

from honbun import render
from honbun.page import parse
from honbun.page.blocks import segment


def text(html: str, drop: str = "-") -> str:
    blocks = segment(parse(html))
    keep = np.array([drop not in run for run in blocks.texts], dtype=np.bool_)
    return render.text(blocks, keep)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<p>b</p>c", "a\n\nb\n\nc"),
        ("<p>a<br>b<br><br>c</p>", "a\nb\n\nc"),
        ("<p><b>a</b><span>b</span><span>c</span></p>", "abc"),
        ("<div><span>a</span><span>b</span> <span>-</span><span>c</span></div>", "a b\n\nc"),
        ("<div><span>a</span><br><span>b</span><p>c</p><span>d</span><i>e</i></div>", "a\n\nb\n\nc\n\nd e"),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "a\nb\nc\nd\n\ne"),
        ("<ul><li>a<p>b</p><li>c</ul>", "a\n\nb\n\nc"),
        ("<table><tr><td>a<td>b<tr><td>-<td>c</table>", "a\tb\nc"),
        ("<table><tr><td>a<br>b<td>c</table>", "a b\tc"),
        ("<table><tr><td>a<tr><td>b</table>", "a\nb"),
        ("<table><tr><td>a<br>b<tr><td>c</table>", "a\nb\n\nc"),
        ("<p>日本\n語</p>", "日本語"),
        ("<p>\u200b</p><p>a</p>", "a"),
        ("<p>a</p><img src=x alt=y><hr><p>b</p>", "a\n\nb"),
        ("<ul><li>a<hr></li><li><hr></li><li>b</li></ul>", "a\nb"),
        ("<pre>  a \n b</pre>", "  a \n b"),
        ("", ""),
    ],
)
def test_text(html: str, expected: str) -> None:
    assert text(html) == expected


def test_as_many_decisions_as_runs() -> None:
    with pytest.raises(ValueError, match="shape"):
        render.text(segment(parse("<p>a</p><p>b</p>")), np.array([True, True, False]))
