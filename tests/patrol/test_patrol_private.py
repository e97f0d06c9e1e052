"""A patrol asks no private address, however it comes in: as a board, by a redirect, in a list, as the next page of
a thread, in a feed, as a feed that a page names, as a webhook. To be asked at all, the server that names them is
declared public.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from examples.living_board import LivingBoard, filled
from honbun.memory import Outbox
from honbun.patrol import Watch, WatchOptions
from honbun.robot import guard

HERE = "127.0.0.1"
OTHERS = ("127.0.0.2", "[::1]", "10.1.2.3", "169.254.169.254", "2130706434")
RULES = """
[[rule]]
name = "all"
patterns = ["."]

[[deliver]]
to = "http://127.0.0.2:{port}/secret"
"""


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the place of the one for all tests: 127.0.0.1 may be reached, and is taken for public."""
    connect, is_public = socket.socket.connect, guard.is_public

    def refuse(self: socket.socket, address: Any) -> None:
        assert address[0] == HERE, f"a test tried to reach {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(guard, "is_public", lambda address: address == HERE or is_public(address))


class Local(ThreadingHTTPServer):
    """A board, with answers of its own at some addresses."""

    def __init__(self) -> None:
        self.board = filled(LivingBoard(3, "divisions", "en"), threads=2, posts=4)
        self.answers: dict[str, tuple[int, str, str]] = {}
        self.asked: list[str] = []
        super().__init__((HERE, 0), Handler)

    @property
    def base(self) -> str:
        return f"http://{HERE}:{self.server_port}"

    def private(self, host: str) -> str:
        return f"http://{host}:{self.server_port}/secret"


class Handler(BaseHTTPRequestHandler):
    server: Local

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        html = self.server.board.page(self.path)
        plain = (200, "text/html", html) if html else (404, "text/html", "nothing")
        status, kind, body = self.server.answers.get(self.path, plain)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", body)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def local() -> Iterator[Local]:
    pytest.importorskip("protego")
    with Local() as made:
        worker = threading.Thread(target=made.serve_forever)
        worker.start()
        yield made
        made.shutdown()
        worker.join()
    assert "/secret" not in made.asked


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    return Outbox(tmp_path / "patrol.db", is_new=True)


def states(outbox: Outbox) -> list[str]:
    list(Watch(outbox, WatchOptions(delay=0)).run(outbox.boards()))
    return [board.state for board in outbox.boards()]


def add(outbox: Outbox, *urls: str) -> None:
    for url in urls:
        outbox.add_board(url, url, 1.0, datetime.now(UTC))


@pytest.mark.parametrize("way", ["argument", "redirect", "named feed"])
def test_a_board_that_leads_to_a_private_address_is_not_asked(way: str, local: Local, outbox: Outbox) -> None:
    for number, host in enumerate(OTHERS):
        address = local.private(host)
        if way == "redirect":
            local.answers[f"/{number}"] = (302, "text/html", address)
        elif way == "named feed":
            link = f"<link rel=alternate type=application/rss+xml href={address}>"
            local.answers[f"/{number}"] = (200, "text/html", f"<html>{link}<p>Hello</p></html>")
        add(outbox, address if way == "argument" else f"{local.base}/{number}")
    expected = "no threads found" if way == "named feed" else "private address"
    assert states(outbox) == [expected] * len(OTHERS)


@pytest.mark.parametrize("way", ["entry", "list", "next page"])
def test_what_a_board_leads_to_is_not_asked_either(way: str, local: Local, outbox: Outbox) -> None:
    thread = local.board.threads[0]
    if way == "entry":
        local.answers["/"] = (200, "application/rss+xml", "<rss></rss>")
    add(outbox, f"{local.base}/")
    assert states(outbox) == ["ok"]
    links = [local.private(host) for host in OTHERS]
    if way == "entry":
        items = "".join(f"<item><title>Told</title><link>{link}</link></item>" for link in links)
        local.answers["/"] = (200, "application/rss+xml", f"<rss>{items}</rss>")
    elif way == "list":
        rows = "".join(f"<tr><td><a href='{link}'>A thread of another host</a></td></tr>" for link in links)
        page = local.board.page("/") or ""
        local.answers["/"] = (200, "text/html", page.replace("</table>", f"{rows}</table>"))
    else:
        local.board.post(thread)
        page = local.board.page(f"/talk/{thread.number}") or ""
        link = f'<a href="http://127.0.0.2:{local.server_port}/talk/{thread.number}?page=2" rel="next">Next</a>'
        local.answers[f"/talk/{thread.number}"] = (200, "text/html", page.replace("</body>", f"{link}</body>"))
    list(Watch(outbox, WatchOptions(delay=0)).run(outbox.boards()))
    assert not [path for path in local.asked if "page=2" in path]


def test_a_webhook_at_a_private_address_is_not_asked(local: Local, outbox: Outbox, tmp_path: Path) -> None:
    add(outbox, f"{local.base}/")
    assert states(outbox) == ["ok"]
    outbox.set_rules(RULES.format(port=local.server_port), tmp_path, datetime.now(UTC))
    local.board.post(local.board.threads[0])
    assert states(outbox) == ["ok"]
    assert [error for (error,) in outbox.read("SELECT error FROM deliveries")] == ["private address"]
