"""Small pages, and what is read from them."""

from __future__ import annotations

import json

from honbun.metadata import Metadata
from honbun.metadata.read import read_metadata
from honbun.page import parse
from honbun.page.page import Page

URL = "https://www.courier.example/travel/ferry.html"
PROSE = "The ferry came back before the rain, and nobody on the quay asked who had ordered it to. " * 3


def page_of(head: str = "", body: str = "", url: str | None = URL) -> Page:
    return parse(f"<html><head>{head}</head><body>{body}</body></html>", url)


def read(head: str = "", body: str = "", url: str | None = URL) -> Metadata:
    return read_metadata(page_of(head, body, url))


def meta(name: str, content: str) -> str:
    return f'<meta {"property" if ":" in name else "name"}="{name}" content="{content}">'


def linked(value: object) -> str:
    """A script of JSON-LD."""
    said = value if isinstance(value, str) else json.dumps(value)
    return f'<script type="application/ld+json">{said}</script>'
