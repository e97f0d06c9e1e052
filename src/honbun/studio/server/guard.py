"""What a server may do, what every request meets before it is read, and every answer before it leaves: plain ASGI.

A page in a browser on the same machine can reach a server on loopback. It is kept out by its `Origin`, and, if its
name was made to point here (DNS rebinding), by the `Host` that the browser sends.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import math
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from honbun.errors import FormatError
from honbun.extraction import Site
from honbun.workers import Limits

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
# Requests under way, and bytes that their bodies hold: many small ones may wait, of large ones a few.
MAX_REQUESTS = 256
MAX_HELD_BYTES = 256 * 1024 * 1024
# So many clients are remembered; those that asked for nothing lately are forgotten first.
MAX_CLIENTS = 10_000
# A request holds a whole page, or a series of them, as JSON. Chosen, not measured: far above any page.
MAX_BODY_BYTES = 16 * 1024 * 1024
# Most pages take 30 ms; series of hundreds of pages take seconds.
MAX_SECONDS = 30.0
# Requests a minute from one client; at 30 ms a page about what two processes can answer.
MAX_REQUESTS_PER_MINUTE = 3000


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """Where to listen, and the limits that every request meets."""

    host: str = "127.0.0.1"
    port: int = 8080
    """0 takes a free one."""
    max_bytes: int = MAX_BODY_BYTES
    """The largest body of a request, and the largest page that is fetched."""
    time_limit: float = MAX_SECONDS
    """Seconds that the work on a request may take, and its body to come."""
    rate: int = MAX_REQUESTS_PER_MINUTE
    """Requests a minute from one address; 0 sets no limit."""
    memory_limit: int = Limits().memory
    """Bytes that the process of a request may take."""
    jobs: int = 2
    site: Site | None = None
    """What is known of the site that all pages come from."""
    allow_fetch: bool = False
    """A request with an address and no html has the page fetched, unless the address is not public."""

    def __post_init__(self) -> None:
        for name, minimum in (("port", 0), ("max_bytes", 1), ("memory_limit", 1), ("rate", 0), ("jobs", 1)):
            if getattr(self, name) < minimum:
                raise FormatError(f"{name} is {getattr(self, name)}", advice=f"give {minimum} or more")
        if not self.time_limit > 0:
            raise FormatError(f"time_limit is {self.time_limit}", advice="give a number of seconds")


class Refused(Exception):  # noqa: N818
    """A request that is not answered: the status, what is wrong, what to do, and headers."""

    def __init__(self, status: int, error: str, advice: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(status, error, advice)
        self.status, self.error, self.advice, self.headers = status, error, advice, headers or {}


class Rates:
    """How much each client may still ask for: so many requests a minute, all at once or evenly."""

    def __init__(self, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def check(self, client: str) -> None:
        """Count a request; Refused if it is one too many."""
        if not self._rate:
            return
        now, client = self._clock(), _network(client)
        left, then = self._left.pop(client, (float(self._rate), now))
        left = min(float(self._rate), left + (now - then) * self._rate / 60)
        if len(self._left) >= MAX_CLIENTS:
            del self._left[next(iter(self._left))]
        self._left[client] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            seconds = math.ceil((1 - left) * 60 / self._rate)
            advice = f"wait {seconds} s, or start honbun serve with a larger --rate"
            raise Refused(429, f"more than {self._rate} requests a minute", advice, {"retry-after": str(seconds)})


def _too_much() -> Refused:
    return Refused(503, "too many requests at once", "wait for some answers first", {"retry-after": "1"})


class Guard:
    """An application behind the checks."""

    def __init__(self, app: App, options: ServeOptions) -> None:
        self._app = app
        self._options = options
        self._rates = Rates(options.rate)
        self._under_way = 0
        self._held = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or pass on what is none."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        held: list[int] = []
        self._under_way += 1
        try:
            receive = await self._checked(scope, receive, held)
            await self._app(scope, receive, _with_headers(send))
        except Refused as refused:
            await _answer(refused, _with_headers(send))
        finally:
            self._under_way -= 1
            self._held -= sum(held)

    async def _checked(self, scope: Message, receive: Receive, held: list[int]) -> Receive:
        """How the application receives the request, whose body was read by then; Refused if it gets no answer.

        `held` is told how many bytes were read.
        """
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        check_host(headers.get("host", ""), self._options.host)
        check_origin(headers.get("origin"), headers["host"])
        self._rates.check(scope["client"][0] if scope.get("client") else "")
        if self._under_way > MAX_REQUESTS:
            raise _too_much()
        if scope["method"] != "POST":
            return receive
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(415, "the body is not called JSON", "send the header Content-Type: application/json")
        length = headers.get("content-length", "0")
        self._check_size(int(length) if length.isascii() and length.isdigit() else 0)
        try:
            body = await asyncio.wait_for(self._body(receive, held), self._options.time_limit)
        except TimeoutError:
            raise Refused(408, "the body did not come in time", "send it at once") from None
        return _replayed(body, receive)

    async def _body(self, receive: Receive, held: list[int]) -> bytes:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refused(400, "the body was cut short", "send it whole")
            piece = message.get("body", b"")
            held.append(len(piece))
            self._held += len(piece)
            body += piece
            self._check_size(len(body))
            if self._held > MAX_HELD_BYTES:
                raise _too_much()
            if not message.get("more_body"):
                return bytes(body)

    def _check_size(self, size: int) -> None:
        if size > self._options.max_bytes:
            advice = "send less, or start honbun serve with a larger --max-bytes"
            raise Refused(413, f"more than {self._options.max_bytes:,} bytes", advice)


def check_host(header: str, bound: str) -> None:
    """Refuse a request to a name that is not ours. Bound to all addresses, every address is ours, but no name."""
    name = _host_name(header)
    if name in LOCAL or (name and name == bound.strip("[]").lower()):
        return
    if _is_address(name) and _is_address(bound) and ipaddress.ip_address(bound).is_unspecified:
        return
    raise Refused(403, "this server does not go by that name", "ask for localhost, or for what --host says")


def check_origin(origin: str | None, host: str) -> None:
    """Refuse a request that a page of another site makes: same host, same port, or none."""
    if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
        raise Refused(403, "requests of pages of other sites are not answered", "ask from a program, not a page")


def _host_name(header: str) -> str:
    """The host of a `Host` header, without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.rpartition(":")[0].lower() if ":" in header else header.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _network(client: str) -> str:
    """Who is counted: an IPv4 address; of IPv6 the /64, all of which one client has."""
    if ":" not in client or not _is_address(client):
        return client
    return str(ipaddress.ip_network((client.partition("%")[0], 64), strict=False))


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body as one message, then whatever comes."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message.get("headers", [])}
            ours = [pair for pair in _encoded(HEADERS) if pair[0] not in given]
            message = {**message, "headers": [*message.get("headers", []), *ours]}
        await send(message)

    return sending


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _answer(refused: Refused, send: Send) -> None:
    body = json.dumps({"error": refused.error, "advice": refused.advice}).encode("ascii")
    headers = {"content-type": "application/json", "content-length": str(len(body)), **refused.headers}
    await send({"type": "http.response.start", "status": refused.status, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": body})
