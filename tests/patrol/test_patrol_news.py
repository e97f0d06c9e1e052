"""News without a feed followed for a week: each new article once, whatever moves on the page that lists them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from patrol_boards import Played
from patrol_news import HOST, SECTIONS, Article, News

from honbun.memory import Memory
from honbun.patrol import Patrol

SECTION = f"{HOST}/{SECTIONS[0]}/"
NUMBER = re.compile(r"\((\d+)\)")
LOOKS_A_DAY = 6
SITES = {
    "slug": {"seed": 1},
    "dated": {"seed": 2, "addresses": "dated"},
    "query": {"seed": 3, "addresses": "query"},
    "undated": {"seed": 4, "has_dates": False},
    "Japanese": {"seed": 5, "lang": "ja"},
}


def started(folder: Path, url: str = SECTION, **site: object) -> tuple[News, Played]:
    """A patrol that has taken what is there as known."""
    web = News(**site)  # type: ignore[arg-type]
    for _ in range(16):
        for section in SECTIONS:
            web.write(section)
    web.wait(days=1)
    memory = Memory(folder / "patrol.db", is_new=True)
    memory.add_board("b", url, 1800.0, web.now)
    played = Played(web, memory, Patrol(memory, web.fetch, web.clock))
    assert played.look() == []
    assert (played.state, memory.board("b").kind) == ("ok", "news")
    return web, played


def told(played: Played) -> Counter[tuple[str, int]]:
    return Counter((kind, int(NUMBER.findall(text)[-1])) for kind, text in played.look())


def newest(web: News) -> Article:
    return max(web.orders[SECTIONS[0]], key=lambda article: article.number)


@pytest.mark.parametrize("site", SITES)
def test_a_week_of_news_is_told_once(tmp_path: Path, site: str) -> None:
    web, played = started(tmp_path, **SITES[site])
    wanted: Counter[tuple[str, int]] = Counter()
    found: Counter[tuple[str, int]] = Counter()
    for look in range(7 * LOOKS_A_DAY):
        web.wait(hours=24 / LOOKS_A_DAY)
        web.live()
        if look % 14 == 8:
            article = newest(web)
            web.remove(article)
            wanted["gone", article.number] += 1
        if look == 4 * LOOKS_A_DAY:
            web.layout = "new"
        if look % 3 == 0:
            wanted["new", web.write().number] += 1
        if look % 12 == 5:
            article = newest(web)
            web.edit(article)
            wanted["changed", article.number] += 1
        found += told(played)
    for _ in range(4):
        web.wait(days=2)
        found += told(played)
    assert found == wanted
    assert played.state == "ok"
    assert "layout changed" in str(played.memory.board("b").note)


def test_a_front_page_is_followed_in_all_its_sections(tmp_path: Path) -> None:
    web, played = started(tmp_path, f"{HOST}/")
    for look in range(6):
        web.wait(hours=1)
        article = web.write(SECTIONS[look % 3])
        assert told(played) == Counter({("new", article.number): 1})
        assert told(played) == Counter()


def test_an_article_that_gets_another_address_is_no_news(tmp_path: Path) -> None:
    web, played = started(tmp_path)
    web.orders[SECTIONS[0]][2].slug = "renamed"
    web.wait(hours=1)
    assert told(played) == Counter()


def test_an_undated_article_that_moves_up_from_the_next_page_is_no_news(tmp_path: Path) -> None:
    web, played = started(tmp_path, has_dates=False)
    web.remove(web.orders[SECTIONS[0]][5])
    web.wait(minutes=30)
    assert told(played) == Counter()


def test_an_article_is_opened_once_while_it_is_not_due(tmp_path: Path) -> None:
    web, played = started(tmp_path)
    web.wait(minutes=30)
    address = web.write().address("slug")
    played.look()
    web.wait(minutes=30)
    web.live()
    played.look()
    assert web.asked.count(address) == 1


def test_comments_below_articles_are_no_articles(tmp_path: Path) -> None:
    web, played = started(tmp_path, has_comments=True)
    web.wait(minutes=30)
    article = web.write()
    assert told(played) == Counter({("new", article.number): 1})
