"""Pages from the web, with the standard library: http and https only, with limits of time and size."""

from __future__ import annotations

import logging
import ssl
import time
import zlib
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import IO, Any
from urllib.parse import urlsplit
from urllib.request import (
    BaseHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from honbun import __version__
from honbun.page import decode

# The limits of trafilatura: a page of more bytes, packed or not, is none.
MAX_BYTES = 20_000_000
MIN_BYTES = 10
# Seconds without a byte, and in all.
TIMEOUT = 30.0
DEADLINE = 120.0
MAX_REDIRECTS = 5

_OK = 200
_CHUNK = 65536
_SCHEMES = ("http", "https")
# zlib tells gzip and deflate apart by itself.
_ANY_HEADER = 32 + zlib.MAX_WBITS
_HEADERS = {"Accept-Encoding": "gzip", "User-Agent": f"honbun/{__version__}"}
_FAILURES = (OSError, HTTPException, ValueError, zlib.error)

_log = logging.getLogger(__name__)


@dataclass
class Response:
    """An answer of a server."""

    data: bytes
    status: int
    url: str
    headers: dict[str, str] | None = None
    """By name in lower case."""
    html: str | None = None
    """The data decoded, if that was asked for."""

    def __bool__(self) -> bool:
        return self.data is not None

    def __str__(self) -> str:
        return self.html or self.decoded()

    def decoded(self) -> str:
        """The data as text."""
        return decode(self.data, (self.headers or {}).get("content-type")).text

    def as_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return {name: getattr(self, name) for name in ("data", "headers", "html", "status", "url")}


def fetch(url: str, *, verify: bool = True) -> Response | None:
    """What a server answers, whatever the status; None if it does not, in time or in size. The log says why."""
    try:
        if urlsplit(url).scheme.lower() not in _SCHEMES:
            raise ValueError("not an address of http or https")
        deadline = time.monotonic() + DEADLINE
        with _opener(verify).open(Request(url, headers=_HEADERS), timeout=TIMEOUT) as answer:
            return _response(answer, deadline)
    except _FAILURES as error:
        _log.info("%s: %s", url, error)
        return None


def fetch_text(url: str, *, verify: bool = True) -> str | None:
    """The page at an address as text; None if there is none, or hardly anything."""
    response = fetch(url, verify=verify)
    if response is None or response.status != _OK or len(response.data) < MIN_BYTES:
        return None
    return response.decoded()


class _AnyStatus(BaseHandler):
    """Takes every status for an answer; redirects are followed before."""

    def http_error_default(
        self, _request: Request, answer: IO[bytes], _code: int, _message: str, _headers: HTTPMessage
    ) -> IO[bytes]:
        return answer


class _Redirects(HTTPRedirectHandler):
    max_redirections = MAX_REDIRECTS


def _opener(verify: bool) -> OpenerDirector:
    """No handlers but those of the web, so that no redirect leads to a file or anywhere else."""
    context = ssl.create_default_context()
    if not verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    opener = OpenerDirector()
    for handler in (
        ProxyHandler(),
        UnknownHandler(),
        HTTPHandler(),
        HTTPSHandler(context=context),
        _Redirects(),
        HTTPErrorProcessor(),
        _AnyStatus(),
    ):
        opener.add_handler(handler)
    return opener


def _response(answer: HTTPResponse, deadline: float) -> Response:
    headers = {name.lower(): value for name, value in answer.headers.items()}
    data = _body(answer, deadline)
    if headers.get("content-encoding", "").lower() in ("deflate", "gzip", "x-gzip"):
        data = zlib.decompressobj(_ANY_HEADER).decompress(data, MAX_BYTES + 1)
        _limit(len(data))
    return Response(data, answer.status, answer.geturl(), headers)


def _body(answer: HTTPResponse, deadline: float) -> bytes:
    data = bytearray()
    while chunk := answer.read1(_CHUNK):
        data += chunk
        _limit(len(data))
        if time.monotonic() > deadline:
            raise TimeoutError(f"not done after {DEADLINE:.0f} seconds")
    if answer.length:
        raise ValueError(f"cut short by {answer.length} bytes")
    return bytes(data)


def _limit(size: int) -> None:
    if size > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES} bytes")
