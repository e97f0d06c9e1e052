"""Fetching from a server on this machine; nothing goes further."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from compat_samples import HTML

from honbun.compat import fetch
from honbun.compat import trafilatura as compat

JAPANESE = "<meta charset=shift_jis><p>こんにちは、世界。今日はよい天気です。</p>"


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the place of the one for all tests: this machine may be reached."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        assert address[0] == "127.0.0.1", f"a test tried to reach {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)


class Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, headers, body = ANSWERS.get(self.path, (404, {}, b"<p>there is no such page</p>"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words: Any) -> None:
        pass


ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "/page": (200, {"Content-Type": "text/html; charset=utf-8", "X-Odd": "1"}, HTML.encode()),
    "/packed": (200, {"Content-Encoding": "gzip"}, gzip.compress(HTML.encode())),
    "/broken": (200, {"Content-Encoding": "gzip"}, b"not gzip at all"),
    "/bomb": (200, {"Content-Encoding": "gzip"}, gzip.compress(b"x" * 100_000)),
    "/japanese": (200, {}, JAPANESE.encode("shift_jis")),
    "/cut": (200, {"Content-Length": "1000"}, HTML.encode()[:100]),
    "/large": (200, {}, b"x" * 20_000),
    "/tiny": (200, {}, b"x"),
    "/moved": (302, {"Location": "/page"}, b""),
    "/round": (302, {"Location": "/round?again"}, b""),
    "/round?again": (302, {"Location": "/round"}, b""),
    "/to-file": (302, {"Location": "file:///etc/hostname"}, b""),
    "/to-ftp": (302, {"Location": "ftp://127.0.0.1/x"}, b""),
}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


def test_a_page_is_text(server: str) -> None:
    assert compat.fetch_url(f"{server}/page") == HTML
    assert compat.fetch_url(f"{server}/packed") == HTML
    assert compat.fetch_url(f"{server}/moved") == HTML
    assert compat.fetch_url(f"{server}/japanese") == JAPANESE


def test_a_response_has_status_and_headers(server: str) -> None:
    response = compat.fetch_response(f"{server}/page")
    assert response is not None
    assert (response.status, response.url, response.html) == (200, f"{server}/page", None)
    assert response.headers is not None
    assert response.headers["x-odd"] == "1"
    assert str(response) == HTML
    moved = compat.fetch_response(f"{server}/moved", decode=True)
    assert moved is not None
    assert (moved.url, moved.html) == (f"{server}/page", HTML)
    assert compat.extract(moved) == compat.extract(HTML)


def test_other_statuses_are_responses_but_no_pages(server: str) -> None:
    response = compat.fetch_response(f"{server}/nothing")
    assert response is not None
    assert response.status == 404
    assert compat.fetch_url(f"{server}/nothing") is None
    assert compat.extract(compat.fetch_url(f"{server}/nothing")) is None


@pytest.mark.parametrize("path", ["/broken", "/cut", "/round", "/to-file", "/to-ftp"])
def test_what_fails_is_none(server: str, path: str) -> None:
    assert compat.fetch_response(server + path) is None
    assert compat.fetch_url(server + path) is None


def test_small_and_large_pages_are_none(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "MAX_BYTES", 10_000)
    assert compat.fetch_url(f"{server}/large") is None
    assert compat.fetch_url(f"{server}/bomb") is None
    assert compat.fetch_url(f"{server}/tiny") is None
    assert compat.fetch_url(f"{server}/page") == HTML


def test_time_is_limited(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "TIMEOUT", 1e-9)
    assert compat.fetch_url(f"{server}/page") is None


@pytest.mark.parametrize(
    "url", ["file:///etc/hostname", "ftp://e.example/", "data:text/html,x", "page.html", "//[x", ""]
)
def test_only_addresses_of_the_web_are_fetched(url: str) -> None:
    assert compat.fetch_url(url) is None
    assert compat.fetch_response(url) is None


def test_no_ssl_still_fetches(server: str) -> None:
    assert compat.fetch_url(f"{server}/page", no_ssl=True) == HTML


def test_settings_are_warned_of(server: str) -> None:
    with pytest.warns(UserWarning, match="honbun ignores config, options") as caught:
        compat.fetch_url(f"{server}/page", config=object(), options=object())
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="honbun ignores config"):
        compat.fetch_response(f"{server}/page", config=object())
