"""One site shared by threads and processes."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from extraction_samples import pages_of, texts

import honbun
from honbun.site.fingerprint import Fingerprint
from honbun.site.profile import Profile


def test_a_site_pickles() -> None:
    pages = pages_of("blog")
    site = honbun.Site.learn(pages)
    assert texts(pickle.loads(pickle.dumps(site)), pages) == texts(site, pages)


def test_eight_threads_get_what_one_gets() -> None:
    pages = [*pages_of("blog"), *pages_of("board")]
    expected = texts(honbun.Site.learn(pages), pages)
    for _ in range(3):
        site = honbun.Site.learn(pages)
        start = threading.Barrier(8)

        def run(_: int, site: honbun.Site = site, start: threading.Barrier = start) -> list[str]:
            start.wait()
            return texts(site, pages)

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(run, range(8))) == [expected] * 8


def test_no_thread_sees_a_site_that_is_half_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one thread works its pages in, another must not find the site empty."""
    pages = pages_of("blog")
    site = honbun.Site.learn(pages)
    add, others = Profile.add, []

    def add_slowly(profile: Profile, fingerprints: list[Fingerprint]) -> Profile:
        monkeypatch.setattr(Profile, "add", add)
        others.append(len(site))
        return add(profile, fingerprints)

    monkeypatch.setattr(Profile, "add", add_slowly)
    assert len(site) == len(pages)
    assert others == [len(pages)]
