"""A site on disk, and whether new pages still fit it."""

from __future__ import annotations

from pathlib import Path

import pytest
from extraction_samples import SITES, pages_of, texts

import honbun
from examples.generate import generate_site
from honbun.errors import ProfileError


def test_saved_and_loaded(tmp_path: Path) -> None:
    pages = pages_of("news-ja")
    site = honbun.Site.learn(pages)
    site.save(tmp_path / "site.json")
    loaded = honbun.Site.load(str(tmp_path / "site.json"))
    assert len(loaded) == len(pages)
    assert texts(loaded, pages) == texts(site, pages)
    assert (tmp_path / "site.json").stat().st_size < 8_000
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "site.json").read_bytes()


def test_pages_learned_again_after_loading_do_no_harm(tmp_path: Path) -> None:
    pages = pages_of("news-en")
    honbun.Site.learn(pages).save(tmp_path / "site.json")
    site = honbun.Site.load(tmp_path / "site.json")
    for url, html in pages:
        site.add(url, html)
    assert texts(site, pages) == texts(honbun.Site.learn(pages), pages)


def test_a_file_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "text.json").write_text("no profile")
    for path, what in [
        (tmp_path / "missing.json", "cannot be read"),
        (tmp_path, "cannot be read"),
        (tmp_path / "bytes.json", "not a site profile"),
        (tmp_path / "text.json", "not a site profile"),
    ]:
        with pytest.raises(ProfileError, match=what) as caught:
            honbun.Site.load(path)
        assert caught.value.subject == str(path)


def test_a_place_that_cannot_be_written_is_the_system_s_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        honbun.Site.learn(pages_of("blog")).save(tmp_path / "missing" / "site.json")


def test_the_same_site_has_not_drifted_another_layout_has(tmp_path: Path) -> None:
    pages = list(generate_site(24, blocks=60, sites=1))
    site = honbun.Site.learn(pages[:16])
    same, other = site.drift(pages[16:]), site.drift(list(generate_site(8, blocks=60, seed=7)))
    assert (same.pages, same.is_drifted, other.is_drifted) == (8, False, True)
    assert abs(same.fit - same.expected) < 0.15
    assert other.fit < same.fit / 2
    site.save(tmp_path / "site.json")
    loaded = honbun.Site.load(tmp_path / "site.json").drift(pages[16:])
    assert loaded.expected == same.expected
    assert loaded.fit == pytest.approx(same.fit, abs=0.05)


@pytest.mark.parametrize("name", SITES)
def test_no_example_drifts_from_itself(name: str) -> None:
    pages = pages_of(name)
    assert not honbun.Site.learn(pages).drift(pages).is_drifted


def test_nothing_drifts_from_a_site_of_one_page_nor_do_no_pages() -> None:
    pages = pages_of("blog")
    assert not honbun.Site.learn(pages[:1]).drift(pages).is_drifted
    assert not honbun.Site().drift(pages).is_drifted
    assert not honbun.Site.learn(pages).drift([]).is_drifted


@pytest.mark.parametrize("name", SITES)
def test_pages_get_the_same_from_the_saved_site_as_when_it_was_learned(name: str, tmp_path: Path) -> None:
    pages = [(None, html) for _, html in pages_of(name)]
    site = honbun.Site.learn(pages)
    site.save(tmp_path / "site.json")
    saved = honbun.Site.load(tmp_path / "site.json")
    for _, html in pages:
        assert saved.extract(html).to_dict() == site.extract(html).to_dict()
        assert saved.posts(html).to_dict() == site.posts(html).to_dict()
