"""Templates from markup as it comes: bytes are decoded, names are kept, too few pages are an error."""

from __future__ import annotations

import pytest

from honbun.errors import InputError
from honbun.papers.templates.series import find_page_records, find_templates

FRAME = '<html><meta charset="{1}"><h1>講義題目：{0}</h1><p>担当者の名前はこちら</p></html>'


def test_pages_in_any_encoding_have_one_template() -> None:
    codecs = ("utf-8", "shift_jis", "euc_jp")
    pages = [(f"{name}.html", FRAME.format(name, "x").encode("utf-8")) for name in ("甲", "乙")]
    pages += [(f"{codec}.html", FRAME.format(codec, codec).encode(codec)) for codec in codecs]
    found = find_templates(pages)
    assert found.names[:2] == ("甲.html", "乙.html")
    assert found.templates[0].pages == (0, 1, 2, 3, 4)
    assert "</h1><p>担当者の名前はこちら</p></html>" in found.templates[0].strings
    assert found.peak is not None
    assert found.meaning == "F is highest at 5, the number of pages: all of them have one template."


@pytest.mark.parametrize("pages", [[], [("a.html", "<p>alone</p>")]])
def test_too_few_pages_are_an_error(pages: list[tuple[str, str]]) -> None:
    with pytest.raises(InputError, match=f"two pages or more, not {len(pages)}"):
        find_templates(pages)


def test_no_peak_is_said() -> None:
    assert find_templates([(None, "ab"), (None, "cd")]).meaning.endswith("there is no peak.")
    assert find_page_records((None, "no tags")).records is None
