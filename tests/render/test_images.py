"""Which images and rules belong to the kept text, and where they are found."""

import numpy as np
import pytest

from honbun import render
from honbun.page import parse
from honbun.page.blocks import segment


def markdown(html: str, drop: str = "-", images: bool = True) -> str:
    """The page without the runs that contain the character `drop`."""
    blocks = segment(parse(html))
    keep = np.array([drop not in text for text in blocks.texts], dtype=np.bool_)
    return render.markdown(blocks, keep, render.RenderOptions(images=images))


IMAGE = "<img src=i.png>"
SHOWN = "![](i.png)"


@pytest.mark.parametrize(
    "html",
    [
        f"<p>a {IMAGE} b</p>",
        f"<p>{IMAGE} a</p>",
        f"<p>a</p><div><div>{IMAGE}</div></div><p>b</p><p>-</p>",
        f"<p>-</p><figure>{IMAGE}<figcaption>a</figcaption></figure><p>-</p>",
        f"<nav>-</nav><main><div>{IMAGE}</div><p>a</p><p>b</p></main>",
        f"<main><p>a</p>{IMAGE}</main><footer>-</footer>",
        f"<p>a</p>{IMAGE}<p hidden>-</p><p>b</p><p>-</p>",
    ],
)
def test_inside_the_kept_region(html: str) -> None:
    assert SHOWN in markdown(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{IMAGE}</div><p>-</p><p>a</p>",
        f"<p>- {IMAGE} -</p><p>a</p>",
        f"<p>a</p>{IMAGE}<p>-</p><p>b</p>",
        f"<p>a</p><div>- {IMAGE}</div><p>b</p>",
        f"<p>-</p>{IMAGE}<p>a</p>",
        f"<p>a</p><div hidden>{IMAGE}</div><p>b</p>",
        f"<p>a</p><pre>b{IMAGE}</pre>",
        IMAGE,
        "<p>a <img> <img src='data:image/gif;base64,R0'> <img src='javascript:x'> <img alt=x src=''></p>",
    ],
)
def test_outside_the_kept_region(html: str) -> None:
    assert "![" not in markdown(html)


def test_images_are_an_option() -> None:
    assert markdown(f"<p>a {IMAGE} b</p><ul><li>{IMAGE}</li><li>c</li></ul>", images=False) == "a b\n\n- c"


def test_a_lazy_image_and_its_copy_for_readers_without_scripts_are_one() -> None:
    html = f"<p>a</p><img data-src=i.png><noscript>{IMAGE}</noscript><p>b</p>{IMAGE}<p>c</p>"
    assert markdown(html) == f"a\n\n{SHOWN}\n\nb\n\n{SHOWN}\n\nc"


def test_an_image_in_a_line_of_text_stays_in_it() -> None:
    assert markdown(f"<p>a<br>{IMAGE}</p><p>{IMAGE}<br><br>b</p>") == f"a  \n{SHOWN}\n\n{SHOWN}\n\nb"


def test_rules_separate_what_is_kept() -> None:
    assert markdown("<hr><p>a</p><hr><hr><p>b</p><hr><p>-</p><hr><p>c</p><hr>") == "a\n\n***\n\nb\n\nc"
