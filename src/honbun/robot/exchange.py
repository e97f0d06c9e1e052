"""One request and its answer, with the standard library.

A name is looked up once, and the connection goes to one of the addresses that were checked, so that a second
look-up cannot lead elsewhere (DNS rebinding). No proxy, cookie or password is used.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Timer
from urllib.parse import SplitResult, quote

from honbun.input import decode_payload
from honbun.robot.guard import PORTS, RefusedError, addresses_of, host_name, split_address

TIME_OUT = "time-out"
TOO_LARGE = "too large"
CUT_SHORT = "cut short"
REDIRECTS = frozenset({301, 302, 303, 307, 308})

_CHUNK_BYTES = 64 * 1024
# What may stand in a path or a query as it is; all else is written as %XX.
_SAFE = "/%:@!$&'()*+,;=~-._?[]"
_UNVERIFIED = {"check_hostname": False, "verify_mode": ssl.CERT_NONE}


@dataclass(frozen=True)
class Limits:
    """What an exchange may take, and whom it may ask."""

    deadline: float
    """By `time.monotonic`."""
    max_bytes: int
    allow_private: bool = False
    verify: bool = True
    """Certificates must be vouched for."""


@dataclass(frozen=True)
class Answer:
    """A whole answer of a server, its transfer and content encodings undone."""

    url: str
    """What was asked for."""
    status: int
    headers: tuple[tuple[str, str], ...]
    """As they came."""
    body: bytes

    def header(self, name: str) -> str | None:
        """The first header of this name, which is given in lower case."""
        return next((value for own, value in self.headers if own.lower() == name), None)

    @property
    def media_type(self) -> str:
        """`text/html` of `Text/HTML; charset=utf-8`; "" if none is stated."""
        return (self.header("content-type") or "").partition(";")[0].strip().lower()


def ask(url: str, headers: Mapping[str, str], limits: Limits, body: bytes | None = None) -> Answer:
    """The answer to a GET, or with a body to a POST; RefusedError with the reason if none comes whole in time."""
    parts = split_address(url)
    name = host_name(parts)
    port = parts.port or PORTS[parts.scheme]
    addresses = addresses_of(name, port, allow_private=limits.allow_private)
    connection = HTTPSConnection(name, port) if parts.scheme == "https" else HTTPConnection(name, port)
    try:
        # Given a socket, http.client makes no connection of its own; it names the host by `name`.
        connection.sock = sock = _connected(addresses, port, limits.deadline)
        if parts.scheme == "https":
            connection.sock = sock = _context(limits).wrap_socket(
                sock, server_hostname=name, do_handshake_on_connect=False
            )
        with _until(limits.deadline, sock):
            if isinstance(sock, ssl.SSLSocket):
                sock.do_handshake()
            return _answer(connection, parts, headers, limits, body)
    except TimeoutError:
        raise RefusedError(TIME_OUT) from None
    except (OSError, HTTPException, ValueError) as error:
        raise RefusedError(_said(error)) from None
    finally:
        connection.close()


def connect(address: str, port: int, timeout: float) -> socket.socket:
    """A connection to an IP address, never to a name."""
    return socket.create_connection((str(ipaddress.ip_address(address)), port), timeout=timeout)


def _context(limits: Limits) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if not limits.verify:
        for name, value in _UNVERIFIED.items():
            setattr(context, name, value)
    return context


def _connected(addresses: list[str], port: int, deadline: float) -> socket.socket:
    """A connection to the first of these addresses that answers."""
    fault: OSError = TimeoutError()
    for address in addresses:
        try:
            return connect(address, port, _left(deadline))
        except OSError as error:
            fault = error
    raise fault


def _answer(
    connection: HTTPConnection, parts: SplitResult, headers: Mapping[str, str], limits: Limits, sent: bytes | None
) -> Answer:
    path = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE)}" if parts.query else "")
    method = "GET" if sent is None else "POST"
    connection.request(method, path, sent, {**headers, "Accept-Encoding": "gzip", "Connection": "close"})
    response = connection.getresponse()
    fields = tuple(response.getheaders())
    codings = {"content-encoding": response.getheader("Content-Encoding", "")}
    body = decode_payload(_read(response, limits.max_bytes), codings, limits.max_bytes)
    if len(body) > limits.max_bytes:
        raise RefusedError(TOO_LARGE)
    return Answer(parts.geturl(), response.status, fields, body)


def _read(response: HTTPResponse, max_bytes: int) -> bytes:
    body = bytearray()
    while chunk := response.read(_CHUNK_BYTES):
        body += chunk
        if len(body) > max_bytes:
            raise RefusedError(TOO_LARGE)
    if response.length:
        raise RefusedError(CUT_SHORT)
    return bytes(body)


@contextmanager
def _until(deadline: float, sock: socket.socket) -> Iterator[None]:
    """Ends a connection when the time is over: a socket's own limit begins anew with every byte that comes."""
    end = Timer(_left(deadline), partial(_end, sock))
    end.daemon = True
    end.start()
    try:
        yield
    except (OSError, HTTPException, RefusedError):
        _left(deadline)  # what an ended connection leads to is not what happened
        raise
    finally:
        end.cancel()
    _left(deadline)


def _end(sock: socket.socket) -> None:
    # Below TLS, whose state belongs to the thread that reads. One that is closed already is no matter.
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _left(deadline: float) -> float:
    """The seconds that are left; TimeoutError if none are."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _said(error: Exception) -> str:
    """What went wrong, in the words of the system or of the protocol."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"certificate: {error.verify_message}"
    if isinstance(error, ConnectionResetError | BrokenPipeError):
        return "connection reset"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return f"no HTTP: {type(error).__name__}" if isinstance(error, HTTPException) else str(error)
