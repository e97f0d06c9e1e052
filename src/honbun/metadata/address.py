"""Facts that an address gives away."""

from __future__ import annotations

import re

from honbun.dates import parse_date

_DAY = re.compile(r"/((?:19|20)\d\d)([-/_]?)([01]?\d)\2([0-3]?\d)(?=[-/_.]|$)")
_HOST = re.compile(r"https?://(?:[^/?#@\s]*@)?([^/?#@:\s\[\]]+)", re.IGNORECASE)


def date_in(url: str | None) -> str | None:
    """The day that the path of an address holds: /2011/11/22/."""
    match = _DAY.search(url) if url else None
    if not match or (not match[2] and len(match[0]) != 9):
        return None
    date = parse_date(f"{match[1]}-{match[3]}-{match[4]}")
    return date.iso if date else None


def host_of(url: str | None) -> str | None:
    """The host, without www; None if it is a number or none at all."""
    match = _HOST.match(url) if url else None
    host = match[1].lower().removeprefix("www.") if match else ""
    return host if "." in host and any(c.isalpha() for c in host) else None
