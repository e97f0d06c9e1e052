"""Pages from the web as programs written for trafilatura expect them: what fails is None, and the log says why."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from honbun.page import decode
from honbun.robot import FetchOptions
from honbun.robot import fetch as fetch_address

# The limits of trafilatura: a page of more bytes, packed or not, is none.
MAX_BYTES = 20_000_000
MIN_BYTES = 10
# Seconds in all.
TIMEOUT = 30.0

_OK = 200
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
    """What a server answers, whatever the status; None if it does not, in time or in size. The log says why.

    As trafilatura does, it fetches what the program names, from wherever that is, and leaves robots.txt to it.
    """
    options = FetchOptions(
        timeout=TIMEOUT, max_bytes=MAX_BYTES, allow_private=True, obey_robots=False, verify=verify
    )
    found = fetch_address(url, options=options)
    if found.status is None:
        _log.info("%s: %s", url, found.reason)
        return None
    headers = {name.lower(): value for name, value in found.headers}
    return Response(found.body, found.status, found.final_url, headers)


def fetch_text(url: str, *, verify: bool = True) -> str | None:
    """The page at an address as text; None if there is none, or hardly anything."""
    response = fetch(url, verify=verify)
    if response is None or response.status != _OK or len(response.data) < MIN_BYTES:
        return None
    return response.decoded()
