"""Addresses in the order of crawls: the host from its end, so that pages of one domain stand together."""

from __future__ import annotations

from urllib.parse import urlsplit

_USUAL_PORTS = {("http", 80), ("https", 443)}


def surt(url: str | None) -> str | None:
    """The address as indexes of crawls sort it, `com,example)/a?b=1`; None if it is no address of the web.

    In lower case, without scheme, `www.` and fragment, the parameters in order.
    """
    try:
        parts = urlsplit((url or "").strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.scheme not in ("http", "https"):
        return None
    named = host.rstrip(".").removeprefix("www.")
    # The numbers of an IP address have their order already.
    turned = named if named.replace(".", "").isdigit() or ":" in named else ",".join(reversed(named.split(".")))
    shown = f":{port}" if port and (parts.scheme, port) not in _USUAL_PORTS else ""
    query = "&".join(sorted(parts.query.lower().split("&"))) if parts.query else ""
    path = parts.path.lower().rstrip("/") or "/"
    return f"{turned}{shown}){path}" + (f"?{query}" if query else "")
