"""Boards of several hosts are looked at at the same time, those of one host one after the other."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from patrol_boards import Web

from examples.living_board import LivingBoard, filled
from honbun.errors import InputError
from honbun.memory import Outbox
from honbun.patrol import Watch, WatchOptions
from honbun.patrol.watching import Polite
from honbun.robot import Fetched, Fetcher


def web_of(*hosts: str) -> Web:
    web = Web()
    for host in hosts:
        web.add(filled(LivingBoard(host, "divisions", "en", host=host), threads=2, posts=4))
    return web


def outbox_of(folder: Path, web: Web) -> Outbox:
    outbox = Outbox(folder / "patrol.db", is_new=True)
    for number, host in enumerate(web.boards):
        outbox.add_board(f"b{number}", f"{host}/", 1800.0, web.now)
    return outbox


def test_no_board_waits_for_a_slow_one_of_another_host(tmp_path: Path) -> None:
    web = web_of("http://slow.example", "http://a.example", "http://b.example")
    outbox = outbox_of(tmp_path, web)
    others_are_done = threading.Event()

    def fetch(url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        if "slow" in url:
            assert others_are_done.wait(60)
        return web.fetch(url, etag=etag, last_modified=last_modified)

    seen = []
    for look in Watch(outbox, WatchOptions(), fetch=fetch, clock=web.clock).run():
        seen.append((look.board.name, look.board.state))
        if len(seen) == 2:
            others_are_done.set()
    assert (sorted(seen[:2]), seen[2]) == ([("b1", "ok"), ("b2", "ok")], ("b0", "ok"))


def test_a_watch_goes_on_with_the_others_while_one_hangs(tmp_path: Path) -> None:
    web = web_of("http://slow.example", "http://a.example")
    outbox = outbox_of(tmp_path, web)
    is_over = threading.Event()
    looked: Counter[str] = Counter()

    def fetch(url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        if "slow" in url:
            assert is_over.wait(60)
        return web.fetch(url, etag=etag, last_modified=last_modified)

    def is_stopped(_: float) -> bool:
        web.wait(hours=6)
        if looked["b1"] >= 3:
            is_over.set()
        return is_over.wait(0.01)

    for look in Watch(outbox, WatchOptions(), fetch=fetch, clock=web.clock).watch(is_stopped):
        looked[look.board.name] += 1
    assert looked["b1"] >= 3
    assert looked["b0"] == 0


def test_one_host_is_asked_for_one_page_at_a_time_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    asking: Counter[str] = Counter()
    slept: list[float] = []

    def fetch(_: Fetcher, url: str, **__: str | None) -> Fetched:
        host = urlsplit(url).netloc
        asking[host] += 1
        assert asking[host] == 1
        threading.Event().wait(0.01)
        asking[host] -= 1
        return Fetched(url, url, 404, b"", None, None, None, Web().now, None, "HTTP 404")

    monkeypatch.setattr(Fetcher, "fetch", fetch)
    monkeypatch.setattr(Fetcher, "crawl_delay", lambda *_: 7.0)
    polite = Polite(WatchOptions(delay=2.0), sleep=slept.append)
    workers = [
        threading.Thread(target=polite, args=(f"http://{host}.example/{i}",)) for host in "ab" for i in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(slept) == 6  # all but the first of each host
    assert all(6.0 < seconds <= 7.0 for seconds in slept)


def test_a_defect_and_a_fault_of_one_board_leave_the_others(tmp_path: Path) -> None:
    web = web_of("http://a.example", "http://b.example", "http://c.example")
    outbox = outbox_of(tmp_path, web)

    def fetch(url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        if "a.example" in url:
            raise RuntimeError("unforeseen")
        web.fault = lambda url: "time-out" if "b.example" in url else None
        return web.fetch(url, etag=etag, last_modified=last_modified)

    looks = Watch(outbox, WatchOptions(), fetch=fetch, clock=web.clock).run()
    states = {look.board.name: look.board.state for look in looks}
    assert states == {"b0": "defect in honbun: RuntimeError: unforeseen", "b1": "time-out", "b2": "ok"}


def test_what_the_database_does_is_told_to_the_caller(tmp_path: Path) -> None:
    web = web_of("http://a.example")
    outbox = outbox_of(tmp_path, web)
    boards = outbox.boards()
    outbox.close()
    watch = Watch(outbox, WatchOptions(), fetch=web.fetch, clock=web.clock)
    with pytest.raises(InputError, match="cannot be used as a patrol database"):
        list(watch.run(boards))
