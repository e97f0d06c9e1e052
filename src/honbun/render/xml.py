"""Text, addresses and names as XML 1.0 takes them."""

from __future__ import annotations

import re
from html import escape

# https://www.w3.org/TR/xml/#charsets: no document may hold anything else, written out or as a reference.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What no URI may hold (RFC 3986, 2), spaces above all: attributes of TEI are lists of addresses. Letters of all
# scripts may stay, XML Schema escapes them itself.
_OUTSIDE_URI = re.compile(r'[\x00-\x20\x7f-\xa0<>"{}|\\^`\[\]\u2000-\u200f\u2028-\u202f\u3000]')
# The one place where brackets may stand: an IPv6 host.
_BRACKETED_HOST = re.compile(r"[a-z]+://\[[0-9a-f:.]+\](?=[:/?#]|$)", re.IGNORECASE)


def legal(text: str) -> str:
    """The text without characters that XML forbids, such as most control characters."""
    return _ILLEGAL.sub("", text)


def content(text: str) -> str:
    """The text between two tags. A carriage return is written out, for parsers make newlines of them."""
    return escape(legal(text), quote=False).replace("\r", "&#13;")


def value(text: str) -> str:
    """The text of an attribute, quotes not included. White space is written out, for parsers make spaces of it."""
    written = escape(legal(text)).replace("\r", "&#13;")
    return written.replace("\n", "&#10;").replace("\t", "&#9;")


def address(url: str) -> str:
    """An address as an attribute holds it, what no URI may hold percent-encoded."""
    host = _BRACKETED_HOST.match(url)
    start = host.end() if host else 0
    return value(url[:start] + _OUTSIDE_URI.sub(_percent, url[start:]))


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode())
