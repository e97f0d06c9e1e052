"""Pages fetched by the real client from a real server on this machine: what is allowed comes, within the limits.

The server listens on loopback, which the guard refuses; where a test needs an answer, 127.0.0.1 and nothing else
is declared public.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from honbun.errors import InputError
from honbun.robot import Fetched, FetchOptions, fetch, is_public
from honbun.studio.server.work import Task, Work

HERE = "127.0.0.1"
CONNECT = socket.socket.connect
HTML = "<title>Hafen</title><p>Die Mauer des Hafens wurde über den Winter ausgebessert, sagt der Meister.</p>"
Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Local:
    """A server, what it answers by path, and what it was asked."""

    port: int
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    connections: int = 0
    ended: threading.Event = field(default_factory=threading.Event)
    """The client hung up while it was being answered."""
    context: ssl.SSLContext | None = None

    def url(self, path: str = "/", host: str = HERE) -> str:
        return f"http://{host}:{self.port}{path}"


@pytest.fixture
def local() -> Iterator[Local]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found.asked.append((self.path, dict(self.headers.items())))
            self.close_connection = True
            try:
                found.answers[self.path](self)
            except OSError:
                found.ended.set()

        def setup(self) -> None:
            if found.context:
                self.request = found.context.wrap_socket(self.request, server_side=True)
            super().setup()

        def finish(self) -> None:
            super().finish()
            self.connection.close()

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """Clients hang up, and that is what is tested."""

        def process_request(self, *request: Any) -> None:
            found.connections += 1
            super().process_request(*request)

    with Server((HERE, 0), Handler) as server:
        found = Local(server.server_port)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield found
        server.shutdown()
        thread.join()


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections to 127.0.0.1 are made; to any other address they fail the test, as everywhere."""

    def connect(self: socket.socket, address: Any) -> None:
        assert address[0] == HERE, f"a test tried to reach {address}"
        CONNECT(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture
def allowed(reachable: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """The guard takes 127.0.0.1 for public, and `site.example` has this address; all else is as it is."""
    look_up = socket.getaddrinfo

    def look_up_here(name: str, *words: Any, **kinds: Any) -> Any:
        return look_up(HERE if name == "site.example" else name, *words, **kinds)

    monkeypatch.setattr("honbun.robot.guard.is_public", lambda address: address == HERE or is_public(address))
    monkeypatch.setattr("honbun.robot.guard.socket.getaddrinfo", look_up_here)


def get(url: str, max_bytes: int = 100_000, time_limit: float = 10.0) -> Fetched:
    options = FetchOptions(max_bytes=max_bytes, timeout=time_limit, obey_robots=False)
    return fetch(url, options=options)


def gives(body: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def endless(head: bytes, piece: bytes, pause: float) -> Answer:
    """Something, and then more and more, until the client hangs up, or for longer than it should wait."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        end = time.monotonic() + 5
        handler.wfile.write(head)
        while time.monotonic() < end:
            handler.wfile.write(piece)
            time.sleep(pause)

    return answer


@pytest.mark.usefixtures("reachable")
@pytest.mark.parametrize("host", [HERE, "localhost", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"])
def test_a_server_on_this_machine_is_not_asked(local: Local, host: str) -> None:
    local.answers["/"] = gives(b"<p>secret")
    assert re.search("private address", get(local.url(host=host)).reason or "")
    assert local.connections == 0


def test_the_command_does_not_ask_it_either(local: Local) -> None:
    pytest.importorskip("uvicorn")
    local.answers["/"] = gives(b"<p>secret")
    serve = "from honbun.cli import main; main()"
    words = [sys.executable, "-c", serve, "serve", "--port", "0", "--jobs", "1", "--allow-fetch"]
    ask = (
        "import sys, urllib.request, urllib.error\n"
        "kind = {'Content-Type': 'application/json'}\n"
        "asked = urllib.request.Request(sys.argv[1], sys.argv[2].encode(), kind)\n"
        "try: urllib.request.urlopen(asked, timeout=60)\n"
        "except urllib.error.HTTPError as error: print(error.code, error.read().decode())"
    )
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = process.stderr.readline().split()[3].rstrip(",")
            body = json.dumps({"url": local.url()})
            asked = [sys.executable, "-c", ask, f"{address}/extract", body]
            done = subprocess.run(asked, capture_output=True, text=True, check=True)
        finally:
            process.kill()
    assert done.stdout.startswith("422 ")
    assert "private address" in done.stdout
    assert local.connections == 0


@pytest.mark.usefixtures("allowed")
def test_a_page_is_fetched(local: Local) -> None:
    local.answers["/a?b=%C3%A4"] = gives(HTML.encode(), Content_Type="text/html; charset=utf-8", Set_Cookie="a=b")
    page = get(url := local.url("/a?b=ä", "site.example"))
    assert (page.url, page.final_url, page.status, page.reason) == (url, url, 200, None)
    assert (page.body, page.content_type) == (HTML.encode(), "text/html; charset=utf-8")
    [(_, headers)] = local.asked
    assert headers["Host"] == f"site.example:{local.port}"
    assert headers["User-Agent"].startswith("honbun")
    assert not {"Cookie", "Authorization", "Referer"} & set(headers)


@pytest.mark.usefixtures("allowed")
def test_redirects_are_followed_without_cookies(local: Local) -> None:
    local.answers["/dir/a"] = gives(b"", 302, Location="../b", Set_Cookie="a=b")
    local.answers["/b"] = gives(HTML.encode(), Content_Type="text/html")
    assert get(local.url("/dir/a")).final_url == local.url("/b")
    assert [path for path, _ in local.asked] == ["/dir/a", "/b"]
    assert "Cookie" not in local.asked[1][1]


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2:{port}/",
        "http://[::1]:{port}/",
        "//10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:127.0.0.1]:{port}/",
        "http://0:{port}/",
        "file:///etc/passwd",
    ],
)
def test_a_redirect_to_a_private_address_is_not_followed(local: Local, target: str) -> None:
    local.answers["/"] = gives(b"", 302, Location=target.format(port=local.port))
    assert re.search("private|not an address", get(local.url()).reason or "")
    assert local.connections == 1


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    "answer",
    [
        gives(b"x" * 30_000_000),
        endless(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 5_000, 0.0),
        endless(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"5\r\nabcde\r\n" * 500, 0.0),
    ],
    ids=["length", "endless", "chunked"],
)
def test_a_large_page_is_not_read_to_its_end(local: Local, answer: Answer) -> None:
    local.answers["/"] = answer
    assert re.search("too large", get(local.url(), max_bytes=10_000).reason or "")
    assert local.ended.wait(5)


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    "answer",
    [
        lambda _: time.sleep(3),
        endless(b"HTTP/1.1 200 OK\r\n", b"X-More: and more\r\n", 0.2),
        endless(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x", 0.05),
        endless(b"HTTP/1.1 200 OK\r\n\r\n", b"x", 0.05),
        endless(b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n", b"x", 0.05),
        endless(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", 0.05),
    ],
    ids=["silent", "headers", "header", "body", "length", "chunked"],
)
def test_a_slow_server_is_left_in_time(local: Local, answer: Answer) -> None:
    local.answers["/"] = answer
    begun = time.monotonic()
    assert re.search("time-out", get(local.url(), time_limit=0.6).reason or "")
    assert 0.5 < time.monotonic() - begun < 2


@pytest.mark.usefixtures("allowed")
def test_redirects_share_the_time(local: Local) -> None:
    def slowly(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(0.4)
        gives(b"", 302, Location="/again")(handler)

    local.answers |= {"/": slowly, "/again": slowly}
    assert re.search("time-out", get(local.url(), time_limit=0.6).reason or "")
    assert len(local.asked) == 2


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (HTML.encode("utf-8"), "text/html; charset=utf-8"),
        (HTML.encode("cp1252"), "text/html; charset=iso-8859-1"),
        (HTML.encode("utf-16-le"), "text/html; charset=utf-16le"),
        (b'<meta charset="windows-1252">' + HTML.encode("cp1252"), "text/html"),
        (HTML.encode("utf-8"), "application/octet-stream"),
    ],
)
def test_a_page_is_read_in_its_charset(local: Local, body: bytes, content_type: str) -> None:
    local.answers["/"] = gives(body, Content_Type=content_type)
    found = json.loads(Work(None, 100_000, 10.0)(Task("extract", None, local.url())))
    assert "über den Winter" in found["text"]
    assert found["url"] == local.url()


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (gives(b"\x89PNG\r\n\x1a\n" + b"\0" * 100, Content_Type="image/png"), "PNG"),
        (gives(b"%PDF-1.7\n" + b"\0" * 100, Content_Type="text/html"), "PDF"),
        (gives(gzip.compress(HTML.encode(), mtime=0)[:50], Content_Encoding="gzip"), "encoding is broken"),
        (gives(b"gone", 404), "404"),
        (gives(HTML.encode(), Content_Length="5000"), "cut short"),
    ],
    ids=["picture", "pdf", "gzip", "404", "short"],
)
def test_what_is_no_page_is_told(local: Local, answer: Answer, said: str) -> None:
    local.answers["/"] = answer
    with pytest.raises(InputError, match=said):
        Work(None, 100_000, 10.0)(Task("extract", None, local.url()))


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate of `site.example` that only its own file vouches for, with its key."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("no openssl to make a certificate with")
    file = tmp_path / "certificate.pem"
    words = (
        f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=site.example -keyout {file} -out {tmp_path}/c.pem"
    )
    names = ["-addext", "subjectAltName=DNS:site.example"]
    subprocess.run([program, *words.split(), *names], check=True, capture_output=True)
    file.write_text(file.read_text() + (tmp_path / "c.pem").read_text())
    return file


@pytest.fixture
def secured(local: Local, certificate: Path) -> Local:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    local.context = context
    return local


@pytest.mark.usefixtures("allowed")
def test_certificates_must_be_vouched_for(
    secured: Local, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secured.answers["/"] = gives(HTML.encode(), Content_Type="text/html")
    there, here = (f"https://{host}:{secured.port}/" for host in ("site.example", HERE))
    assert re.search(r"self.signed certificate", get(there).reason or "")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert get(there).body == HTML.encode()
    assert re.search("mismatch", get(here).reason or "")
    assert len(secured.asked) == 1


@pytest.mark.usefixtures("allowed")
def test_a_server_that_does_not_shake_hands_is_left_in_time() -> None:
    begun = time.monotonic()
    with socket.create_server((HERE, 0)) as silent:
        assert get(f"https://site.example:{silent.getsockname()[1]}/", time_limit=0.6).reason == "time-out"
    assert time.monotonic() - begun < 2
