"""A page from the public web, and from nowhere else.

A name is looked up once. Every address it has must be public, and the connection goes to one of those that were
checked, so that a second look-up cannot lead elsewhere. Each redirect is a new address and is checked again. No
proxy, cookie or password is used.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Timer
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from honbun.errors import InputError

MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PORTS = {"http": 80, "https": 443}
_CHUNK_BYTES = 64 * 1024
# All of IPv6 that is given out for the public internet (RFC 4291, 2.4); IPv4 in other clothes lies outside.
_UNICAST = ipaddress.ip_network("2000::/3")
_AGENT = "honbun (+https://pypi.org/project/honbun/)"
# What may stand in a path or a query as it is; all else is written as %XX.
_SAFE = "/%:@!$&'()*+,;=~-._?[]"


@dataclass(frozen=True)
class Fetched:
    """A page as a server gave it."""

    url: str
    """After redirects."""
    body: bytes
    content_type: str | None


def fetch(url: str, *, max_bytes: int, time_limit: float) -> Fetched:
    """The page at a public address; InputError if it is not public or gives no page within the limits."""
    deadline = time.monotonic() + time_limit
    for _ in range(MAX_REDIRECTS + 1):
        parts = _split(url)
        try:
            answer = _get(parts, url, max_bytes, deadline)
        except (OSError, HTTPException, ValueError) as error:
            raise InputError(f"cannot be fetched: {error}", url, "check the address, or send html") from None
        if isinstance(answer, Fetched):
            return answer
        url = urljoin(url, answer)
    raise InputError(f"more than {MAX_REDIRECTS} redirects", url, "give the address that they lead to")


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet; forms that hide another address are not."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and (ip not in _UNICAST or ip.sixtofour or ip.teredo):
        return False
    is_special = ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_reserved or ip.is_unspecified
    return ip.is_global and not ip.is_multicast and not is_special


def public_addresses(name: str, port: int, url: str) -> list[str]:
    """The addresses of a name; InputError if it has none, or one that is not public."""
    try:
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except OSError:
        raise InputError("no such host", url, "check the address, or send html") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses or not all(map(is_public, addresses)):
        raise InputError("not a public address", url, "fetch it yourself and send html")
    return addresses


def _split(url: str) -> SplitResult:
    """The parts of an address that may be fetched."""
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good or parts.username is not None or parts.password is not None:
        advice = "give one that begins with http:// or https:// and has no password"
        raise InputError("not an address that is fetched", url, advice)
    return parts


def _get(parts: SplitResult, url: str, max_bytes: int, deadline: float) -> Fetched | str:
    """The page, or where a redirect leads."""
    name = str(parts.hostname)
    if ":" not in name:
        name = name.encode("idna").decode("ascii")
    port = parts.port or _PORTS[parts.scheme]
    addresses = public_addresses(name, port, url)
    connection = HTTPSConnection(name, port) if parts.scheme == "https" else HTTPConnection(name, port)
    try:
        # Given a socket, http.client makes no connection of its own; it names the host by `name`.
        connection.sock = sock = _connected(addresses, port, deadline)
        if parts.scheme == "https":
            context = ssl.create_default_context()
            connection.sock = sock = context.wrap_socket(sock, server_hostname=name, do_handshake_on_connect=False)
        with _until(deadline, sock):
            if isinstance(sock, ssl.SSLSocket):
                sock.do_handshake()
            return _answer(connection, parts, url, max_bytes)
    finally:
        connection.close()


def _answer(connection: HTTPConnection, parts: SplitResult, url: str, max_bytes: int) -> Fetched | str:
    path = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE)}" if parts.query else "")
    accepted = {
        "User-Agent": _AGENT,
        "Accept": "text/html,application/xhtml+xml,*/*;q=.5",
        "Connection": "close",
    }
    connection.request("GET", path, headers=accepted)
    response = connection.getresponse()
    if response.status in _REDIRECTS and (target := response.getheader("Location")):
        return target
    return _page(response, url, max_bytes)


@contextmanager
def _until(deadline: float, sock: socket.socket) -> Iterator[None]:
    """Ends a connection when the time is over: a socket's own limit begins anew with every byte that comes."""
    end = Timer(_left(deadline), partial(_end, sock))
    end.daemon = True
    end.start()
    try:
        yield
    except (OSError, HTTPException, InputError):
        _left(deadline)  # what an ended connection leads to is not what happened
        raise
    finally:
        end.cancel()
    _left(deadline)


def _end(sock: socket.socket) -> None:
    # Below TLS, whose state belongs to the thread that reads. One that is closed already is no matter.
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _connected(addresses: list[str], port: int, deadline: float) -> socket.socket:
    """A connection to the first of these addresses that answers."""
    fault: OSError = TimeoutError("the time is over")
    for address in addresses:
        try:
            return connect(address, port, _left(deadline))
        except OSError as error:
            fault = error
    raise fault


def connect(address: str, port: int, timeout: float) -> socket.socket:
    """A connection to an IP address, never to a name."""
    return socket.create_connection((str(ipaddress.ip_address(address)), port), timeout=timeout)


def _page(response: HTTPResponse, url: str, max_bytes: int) -> Fetched:
    if response.status != 200:
        raise InputError(f"the server says {response.status}", url, "check the address, or send html")
    if response.getheader("Content-Encoding", "identity").lower() not in ("identity", ""):
        raise InputError("came compressed, which was not asked for", url, "fetch it yourself and send html")
    body = bytearray()
    while chunk := response.read(_CHUNK_BYTES):
        body += chunk
        if len(body) > max_bytes:
            raise InputError(f"more than {max_bytes:,} bytes", url, "start honbun serve with a larger --max-bytes")
    if response.length:
        raise InputError("cut short", url, "try again, or send html")
    return Fetched(url, bytes(body), response.getheader("Content-Type"))


def _left(deadline: float) -> float:
    """The seconds that are left; TimeoutError if none are."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is over")
    return left
