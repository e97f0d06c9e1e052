"""Pages are fetched from the public web only: every way to name another address is refused."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Callable
from typing import Any

import pytest

from honbun.errors import InputError
from honbun.robot import FetchOptions, fetch, is_public
from honbun.robot.fetcher import MAX_REDIRECTS
from honbun.studio.server.work import Task, Work

PUBLIC = "93.184.216.34"
Web = Callable[..., list[tuple[str, int, bytes]]]


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Web:
    """A web of so many answers, one a connection, with names and addresses. It records who was asked what."""

    def make(*answers: bytes, names: dict[str, list[str]] | None = None) -> list[tuple[str, int, bytes]]:
        asked: list[tuple[str, int, bytes]] = []
        waiting = list(answers)

        def look_up(name: str, port: int, **_: Any) -> list[Any]:
            found = (names or {}).get(name, [PUBLIC])
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

        class Recorded(socket.socket):
            def sendall(self, data: Any, *_: Any) -> None:
                asked[-1] = (*asked[-1][:2], asked[-1][2] + bytes(data))

        def connect(address: str, port: int, timeout: float) -> socket.socket:
            assert timeout > 0
            ours, theirs = socket.socketpair()
            asked.append((address, port, b""))
            theirs.sendall(waiting.pop(0))
            theirs.close()
            return Recorded(fileno=ours.detach())

        monkeypatch.setattr("honbun.robot.guard.socket.getaddrinfo", look_up)
        monkeypatch.setattr("honbun.robot.exchange.connect", connect)
        return asked

    return make


def answer(body: bytes = b"", status: str = "200 OK", **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def get(url: str, max_bytes: int = 10_000, time_limit: float = 5.0) -> Any:
    options = FetchOptions(max_bytes=max_bytes, timeout=time_limit, obey_robots=False)
    return fetch(url, options=options)


@pytest.mark.parametrize(
    "address",
    "127.0.0.1 127.9.9.9 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.2.1 198.18.0.1 "
    "224.0.0.1 240.0.0.1 255.255.255.255 ::1 :: fe80::1 fe80::1%1 fc00::1 fd00::1 ff02::1 ::ffff:127.0.0.1 "
    "::ffff:10.0.0.1 ::ffff:93.184.216.34 ::7f00:1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: 2001:db8::1 "
    "fec0::1".split(),
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946"])
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "0",
        "localhost",
        "１２７.0.0.1",
    ],
)
def test_every_spelling_of_a_private_address_is_refused(host: str) -> None:
    # No name has to be looked up elsewhere, and no connection is tried: tests cannot make any.
    for port in ("", ":80", ":8080"):
        assert re.search("private address", get(f"http://{host}{port}/").reason or "")


@pytest.mark.parametrize("addresses", [["10.0.0.1"], [PUBLIC, "10.0.0.1"], ["::1"]])
def test_a_name_with_a_private_address_is_refused(web: Web, addresses: list[str]) -> None:
    asked = web(names={"sly.example": addresses})
    assert re.search("private address", get("https://sly.example/").reason or "")
    assert asked == []


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://a.example/",
        "gopher://a.example/",
        "//a.example/",
        "a.example",
        "",
        "http://",
        "http:///a",
        "http://user:secret@a.example/",
        "http://a.example:0/",
        "http://a.example:99999/",
        "http://[::1",
        "javascript:alert(1)",
    ],
)
def test_other_addresses_are_refused(web: Web, url: str) -> None:
    asked = web()
    assert re.search("not an address of http or https", get(url).reason or "")
    assert asked == []


def test_the_checked_address_is_asked_by_the_name_of_the_host(web: Web) -> None:
    asked = web(answer(b"<p>Hello", Content_Type="text/html; charset=utf-8"))
    page = get("http://bücher.example:8000/a b/ä?q=ü&r=%20#part")
    assert (page.body, page.content_type) == (b"<p>Hello", "text/html; charset=utf-8")
    [(address, port, request)] = asked
    assert (address, port) == (PUBLIC, 8000)
    lines = request.decode("ascii").split("\r\n")
    assert lines[0] == "GET /a%20b/%C3%A4?q=%C3%BC&r=%20 HTTP/1.1"
    assert "Host: xn--bcher-kva.example:8000" in lines
    assert not [line for line in lines if line.lower().startswith(("cookie", "authorization"))]


def test_certificates_are_those_of_the_name(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    names = []

    class Context:
        def wrap_socket(self, sock: socket.socket, server_hostname: str, **_: bool) -> socket.socket:
            names.append(server_hostname)
            return sock

    monkeypatch.setattr("honbun.robot.exchange.ssl.create_default_context", Context)
    asked = web(answer(b"<p>Hello"))
    assert get("https://a.example/").body == b"<p>Hello"
    assert names == ["a.example"]
    assert asked[0][:2] == (PUBLIC, 443)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See", "307 Temporary", "308 Permanent"])
def test_redirects_are_followed(web: Web, status: str) -> None:
    asked = web(answer(status=status, Location="../b?x=1"), answer(b"<p>B"))
    page = get("http://a.example/dir/a")
    assert (page.final_url, page.body) == ("http://a.example/b?x=1", b"<p>B")
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("http://inside.example/", "private address"),
        ("//inside.example/", "private address"),
        ("file:///etc/passwd", "not an address"),
        ("http://u:p@a.example/", "not an address"),
    ],
)
def test_redirects_are_checked(web: Web, target: str, said: str) -> None:
    asked = web(answer(status="302 Found", Location=target), names={"inside.example": ["192.168.0.1"]})
    assert re.search(said, get("http://a.example/").reason or "")
    assert len(asked) == 1


def test_redirects_end(web: Web) -> None:
    asked = web(*[answer(status="302 Found", Location=f"/{number}") for number in range(20)])
    assert get("http://a.example/").reason == "too many redirects"
    assert len(asked) == MAX_REDIRECTS + 1


def test_redirects_in_a_circle_are_named(web: Web) -> None:
    asked = web(*[answer(status="302 Found", Location="/again")] * 20)
    assert get("http://a.example/").reason == "redirects in a circle"
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (answer(b"x" * 20_000), "too large"),
        (answer(b"5\r\nabcde\r\n" * 5_000 + b"0\r\n\r\n", Transfer_Encoding="chunked"), "too large"),
        (answer(b"short", Content_Length="99"), "cut short"),
        (answer(b"x", status="404 Not Found"), "404"),
        (answer(b"x", status="302 Found"), "302"),
        (answer(b"x", Content_Encoding="gzip"), "encoding is broken"),
        (answer(gzip.compress(b"x" * 20_000, mtime=0), Content_Encoding="gzip"), "too large"),
        (b"nonsense\r\n\r\n", "no HTTP"),
        (b"", "no HTTP|connection reset"),
    ],
)
def test_bad_answers_are_told(web: Web, given: bytes, said: str) -> None:
    web(given)
    assert re.search(said, get("http://a.example/").reason or "")


def test_time_is_limited(web: Web) -> None:
    web(answer(b"<p>Hello"))
    assert re.search("time-out", get("http://a.example/", time_limit=1e-9).reason or "")


def test_a_line_break_in_an_address_sends_no_second_request(web: Web) -> None:
    asked = web(answer(b"<p>"))
    get("http://a.example/a\r\nX-Evil: 1\r\n\r\nGET /b")
    assert b"X-Evil: 1" not in asked[0][2]
    assert asked[0][2].count(b"\r\n\r\n") == 1


def test_a_fetched_page_is_read_by_its_headers(web: Web) -> None:
    html = "<title>T</title><p>Ein längerer Satz über Äpfel und Öl, den man lesen soll.</p>"
    web(answer(html.encode("utf-16-le"), Content_Type="text/html; charset=utf-16le"))
    work = Work(None, 10_000, 5.0)
    assert b"\\u00c4pfel" in work(Task("extract", None, "http://a.example/"))


def test_a_picture_is_no_page(web: Web) -> None:
    web(answer(b"\x89PNG\r\n\x1a\n" + b"\0" * 100))
    with pytest.raises(InputError, match="PNG"):
        Work(None, 10_000, 5.0)(Task("extract", None, "http://a.example/"))
