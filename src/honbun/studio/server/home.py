"""The first page of `honbun serve`: a page goes in, what honbun makes of it is shown."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from pathlib import Path

from honbun.studio.html_file import policy
from honbun.studio.words import words_script

_STATIC = Path(__file__).parent / "static"


@cache
def home_page(fetches: bool) -> str:
    """The page; `fetches` says whether the server takes addresses, too."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>honbun</title><style>{_read('home.css')}</style></head><body>{_read('home.html')}"
        f'<script type="application/json" id="data">{json.dumps({"fetches": fetches})}</script>'
        f"<script>{_script()}</script></body></html>\n"
    )


@cache
def home_policy() -> str:
    """Its content security policy: its own script, that of explained pages, and requests to this server."""
    digest = base64.b64encode(hashlib.sha256(_script().encode()).digest()).decode()
    both = policy().replace("script-src ", f"script-src 'sha256-{digest}' ")
    return f"{both}; connect-src 'self'; frame-ancestors 'none'"


def _script() -> str:
    return words_script("home") + _read("home.js")


def _read(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")
