"""No private address is asked, however it comes in: as an argument, in a list, a feed, a sitemap, by a redirect,
as a link or the next page of a thread. To be asked at all, the server that names them is declared public.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from robot_sites import Answer, Local, link, serve

from honbun.extraction import BatchOptions
from honbun.input import Rejected
from honbun.robot import WebOptions, guard, open_pages

HERE = "127.0.0.1"
SPELLINGS = (
    "localhost 127.1 127.9.9.9 2130706433 0x7f000001 0177.0.0.1 0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 "
    "100.64.0.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [fe80::1] [fd00::1] [64:ff9b::7f00:1] [2002:7f00:1::]"
).split()


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the place of the one for all tests: 127.0.0.1 may be reached, and is taken for public."""
    connect, is_public = socket.socket.connect, guard.is_public

    def refuse(self: socket.socket, address: Any) -> None:
        assert address[0] == HERE, f"a test tried to reach {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(guard, "is_public", lambda address: address == HERE or is_public(address))


@pytest.fixture
def local() -> Iterator[Local]:
    with serve({"/robots.txt": Answer("", "text/plain")}) as found:
        yield found


def urls(local: Local) -> list[str]:
    return [f"http://{host}:{local.port}/secret" for host in SPELLINGS]


def reasons(paths: list[str], lists: tuple[str, ...] = ()) -> list[str]:
    web = WebOptions(delay=0.0)
    with open_pages(paths, BatchOptions(), BytesIO(), urls=lists, web=web) as batch:
        return [found.detail for found in batch.pages() if isinstance(found, Rejected)]


@pytest.mark.parametrize("way", ["argument", "list", "feed", "sitemap", "index", "redirect"])
def test_no_way_in_leads_to_a_private_address(local: Local, way: str, tmp_path: Path) -> None:
    # The guard of this test takes 127.0.0.1 alone for public: names that lead there are not what is tested.
    private = [url for url in urls(local) if not _leads_here(url)]
    paths = [local.base + "/x"]
    lists: tuple[str, ...] = ()
    if way == "argument":
        paths = private
    elif way == "list":
        (tmp_path / "list").write_text("\n".join(private))
        paths, lists = [], (str(tmp_path / "list"),)
    elif way == "feed":
        items = "".join(f"<item><link>{url}</link></item>" for url in private)
        local.answers["/x"] = Answer(f"<rss><channel>{items}</channel></rss>", "text/xml")
    elif way in ("sitemap", "index"):
        root, part = ("urlset", "url") if way == "sitemap" else ("sitemapindex", "sitemap")
        items = "".join(f"<{part}><loc>{url}</loc></{part}>" for url in private)
        local.answers["/x"] = Answer(f"<{root}>{items}</{root}>", "text/xml")
    else:
        paths = [f"{local.base}/{number}" for number in range(len(private))]
        for number, url in enumerate(private):
            local.answers[f"/{number}"] = Answer(status=302, headers={"Location": url})
    found = reasons(paths, lists)
    assert len(found) == len(private)
    assert all(detail.startswith("private address") for detail in found)
    assert "/secret" not in local.paths


def _leads_here(url: str) -> bool:
    try:
        return guard.addresses_of(guard.host_name(guard.split_address(url)), 80, allow_private=True) == [HERE]
    except guard.RefusedError:
        return False


CRAWL = """
import sys
from honbun.robot import guard
real = guard.is_public
def is_public(address): return address == "127.0.0.1" or real(address)
guard.is_public = is_public
import honbun.robot.engine as engine
engine.is_public = is_public
from honbun.robot import CrawlOptions, crawl
found = crawl([sys.argv[1]], sys.argv[2], options=CrawlOptions(delay=0, all_hosts=True))
print(found.pages, found.moved, dict(found.refused))
"""


def test_a_crawl_is_led_to_none_either(local: Local, tmp_path: Path) -> None:
    pytest.importorskip("scrapy")
    private = [url for url in urls(local) if not _leads_here(url)]
    local.answers |= {
        "/": Answer(link(*private, "/moved", "/thread?page=1", "/feed")),
        "/moved": Answer(status=302, headers={"Location": f"http://[::1]:{local.port}/secret?2"}),
        "/thread?page=1": Answer(
            f'<p>Posts</p><a rel=next href="http://127.0.0.2:{local.port}/thread?page=2">Next</a>'
        ),
        "/feed": Answer(
            f"<rss><item><link>http://127.0.0.3:{local.port}/secret?3</link></item></rss>", "text/xml"
        ),
    }
    words = [sys.executable, "-c", CRAWL, f"{local.base}/", str(tmp_path / "a.warc")]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == f"2 1 {{'private address': {len(private) + 3}}}".split()
    assert not [path for path in local.paths if "secret" in path or "page=2" in path]
