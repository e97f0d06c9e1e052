"""Small sites on loopback for tests of the robot, and commands that meet them."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from honbun.input import RawPage, read

HTML = "text/html; charset=utf-8"
COMMAND = [sys.executable, "-c", "from honbun.cli import main; main()"]


@dataclass
class Answer:
    """What a path gives."""

    body: str | bytes = ""
    content_type: str = HTML
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def data(self) -> bytes:
        return self.body.encode() if isinstance(self.body, str) else self.body


@dataclass
class Local:
    """A server, what it gives by path, and what it was asked, with the request's headers."""

    port: int
    answers: dict[str, Answer]
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]


@contextmanager
def serve(answers: dict[str, Answer], default: Answer | None = None) -> Iterator[Local]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            local.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            answer = local.answers.get(self.path) or default or Answer("no such page", status=404)
            time.sleep(answer.seconds)
            etag = answer.headers.get("ETag")
            is_known = etag is not None and self.headers.get("If-None-Match") == etag
            self.send_response(304 if is_known else answer.status)
            headers = {
                "Content-Type": answer.content_type,
                "Content-Length": str(len(answer.data)),
                **answer.headers,
            }
            for name, value in headers.items():
                if not (is_known and name.startswith("Content-")):
                    self.send_header(name, value)
            self.close_connection = "Content-Length" in answer.headers
            self.end_headers()
            if not is_known:
                self.wfile.write(answer.data)

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """Clients hang up, and some are killed."""

    with Server(("127.0.0.1", 0), Handler) as server:
        local = Local(server.server_port, answers)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield local
        finally:
            server.shutdown()
            thread.join()


def article(number: int, links: str = "", lines: int = 5) -> Answer:
    said = "".join(
        f"<p>The harbour of the year {1500 + number * 3 + line} has a wall, and keeper {number * line} mends it."
        for line in range(1, lines + 1)
    )
    head = f"<title>Page {number}</title><nav>Harbours of the world</nav>"
    return Answer(f"{head}<main><h1>Page {number}</h1>{said}</main>{links}")


def link(*paths: str) -> str:
    return "".join(f'<a href="{path}">see {path}</a> ' for path in paths)


def honbun(*words: str, code: int = 0, text: str = "") -> tuple[str, str]:
    """What a command says on standard output and on standard error, in a process of its own."""
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, input=text, timeout=120)
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


def crawl(local: Local, output: Path, *words: str, start: str = "/", code: int = 0) -> str:
    """What a crawl as fast as it goes says of itself."""
    given = [local.base + start, "-o", str(output), "--allow-private", "--delay", "0", *words]
    return honbun("crawl", *given, code=code)[1]


def written(output: Path) -> list[str]:
    """The addresses of the pages in a WARC file, without the host."""
    found = [page for page in read([str(output)]) if isinstance(page, RawPage)]
    return [f"/{(page.url or '').split('/', 3)[3]}" for page in found]
