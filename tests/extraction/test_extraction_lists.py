"""Many list pages: each is compared with its neighbours, and read as its server says."""

from __future__ import annotations

import pickle

import pytest

from honbun.extraction import PageStore, records_of_each, store
from honbun.input.types import RawPage


def page(number: int, encoding: str = "utf-8") -> RawPage:
    rows = "".join(
        f"<li class=hit><h2><a href=/{number}/{n}>検索結果 {number}-{n} の題名</a></h2>"
        f"<p>説明の文章がここに続く、{n} 番。</p>"
        for n in range(8)
    )
    html = f"<title>検索</title><ul>{rows}</ul>"
    return RawPage(
        url=f"http://a.example/{number}",
        body=html.encode(encoding),
        content_type=f"text/html; charset={encoding}",
        source=f"{number}.html",
    )


def titles(pages: list[RawPage], **options: bool) -> list[list[str]]:
    found = records_of_each(PageStore(pages), **options)
    return [[str(value) for value in table.rows()[0].values()] for table in found]


def test_the_charset_of_the_server_counts() -> None:
    """Without a meta element nothing else tells it."""
    (row,) = titles([page(1, "shift_jis")], alone=True)
    assert "検索結果 1-0 の題名" in row


def test_many_pages_of_one_site() -> None:
    pages = [page(number) for number in range(40)]
    assert all(f"検索結果 {number}-0 の題名" in row for number, row in enumerate(titles(pages)))


def test_pages_are_the_same_packed_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page(number) for number in range(4)]
    plain = PageStore(pages)
    monkeypatch.setattr(store, "_PLAIN_SIZE", len(pages[0].body))
    packed = PageStore(pages)
    assert [plain.raw(number) for number in range(4)] == [packed.raw(number) for number in range(4)] == pages
    assert [len(pickle.dumps(packed.some([number]))) < len(pages[0].body) for number in (0, 3)] == [False, True]
