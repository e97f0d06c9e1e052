"""Which addresses may be asked: those of the public web, unless private ones are allowed."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

PORTS = {"http": 80, "https": 443}

NOT_AN_ADDRESS = "not an address of http or https"
NO_SUCH_HOST = "no such host"
PRIVATE = "private address"

# All of IPv6 that is given out for the public internet (RFC 4291, 2.4); IPv4 in other clothes lies outside.
_UNICAST = ipaddress.ip_network("2000::/3")


class RefusedError(Exception):
    """An address is not asked, or its answer not taken. The text is the reason."""


def split_address(url: str) -> SplitResult:
    """The parts of an address that may be asked; RefusedError if it is of another scheme or has a password."""
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good or parts.username is not None or parts.password is not None:
        raise RefusedError(NOT_AN_ADDRESS)
    return parts


def host_name(parts: SplitResult) -> str:
    """The name of the host as it is looked up and sent: in ASCII."""
    name = str(parts.hostname)
    if ":" in name:
        return name
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        raise RefusedError(NO_SUCH_HOST) from None


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet; forms that hide another address are not."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and (ip not in _UNICAST or ip.sixtofour or ip.teredo):
        return False
    is_special = ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_reserved or ip.is_unspecified
    return ip.is_global and not ip.is_multicast and not is_special


def addresses_of(name: str, port: int, *, allow_private: bool = False) -> list[str]:
    """The IP addresses of a name; RefusedError if it has none, or one that is private and that is not allowed."""
    try:
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise RefusedError(NO_SUCH_HOST) from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses:
        raise RefusedError(NO_SUCH_HOST)
    if not allow_private and not all(map(is_public, addresses)):
        raise RefusedError(PRIVATE)
    return addresses
