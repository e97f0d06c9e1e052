"""A page, explained: one HTML file that opens anywhere, loads nothing and runs nothing of the page."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from html import escape
from pathlib import Path

from honbun.extraction import DEFAULT, ExtractOptions, Html, PageStore, Site, read
from honbun.studio.account import Account, account_of
from honbun.studio.evidence import evidence
from honbun.studio.frame import frame_document
from honbun.studio.panel import panel
from honbun.studio.series import Series

_HERE = Path(__file__).parent
_BUTTONS = (("all", "All"), ("content", "Content"), ("dropped", "Dropped"))


def explain(
    html: Html,
    url: str | None = None,
    *,
    site: Site | None = None,
    siblings: Iterable[tuple[str | None, Html]] = (),
    options: ExtractOptions = DEFAULT,
) -> str:
    """One self-contained HTML file that shows a page with every block tinted by what was decided, and why.

    What is shown is the decision that `extract` takes, or `site.extract` if a `site` is given, with these options.
    `siblings`, (url, html), are other pages of its site: they show the fields of the page, its template, and what
    repeats where; without a `site` they are one. Nothing of the page runs in the file and nothing is fetched.
    Total: any input gives a file, the same the same.
    """
    outline, others = read(html, url), tuple(siblings)
    shown = None
    if others:
        pages = ((url, html), *others)
        site = site if site is not None else Site.learn(pages)
        shown = Series.of(PageStore.of(pages)).siblings(outline, 0)
    return document(account_of(outline, html, site=site, siblings=shown, options=options), url or "")


def document(account: Account, source: str) -> str:
    """The file of an account; `source` says where the page came from."""
    style = (_HERE / "explain.css").read_text("utf-8")
    script = (_HERE / "explain.js").read_text("utf-8")
    name = account.document.title or account.outline.page.title or source or "a page"
    made = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Explained: {escape(name)}</title><style>{style}</style></head>"
        f"<body>{_header(account, name, source)}<main>"
        '<iframe id="page" title="the page, its blocks tinted" sandbox="allow-same-origin" '
        f'srcdoc="{escape(frame_document(account))}"></iframe>'
        f'<aside id="panel" aria-label="result">{panel(account)}</aside></main>'
        '<section id="card" role="status" aria-live="polite" hidden></section>'
        f'<script type="application/json" id="data">{_embedded(evidence(account))}</script>'
        f"<script>{script}</script></body></html>\n"
    )
    # Facts come from JSON of the page, which can name lone surrogates; no file can hold them.
    return made.encode("utf-8", "replace").decode("utf-8")


def policy() -> str:
    """The content security policy of the file: one script, by its digest, and nothing from elsewhere."""
    script = (_HERE / "explain.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _header(account: Account, name: str, source: str) -> str:
    buttons = "".join(
        f'<button type="button" data-only="{key}" aria-pressed="{str(key == "all").lower()}">{words}</button>'
        for key, words in _BUTTONS
    )
    hidden = sum(bool(hidden) for hidden in account.blocks.is_hidden.tolist())
    toggle = (
        f'<button type="button" id="hidden" aria-pressed="false">Hidden ({hidden:,})</button>' if hidden else ""
    )
    fields = len(account.siblings.fields) if account.siblings else 0
    if fields:
        toggle += f'<button type="button" id="fields" aria-pressed="true">Fields ({fields:,})</button>'
    where = f'<p class="hint address">{escape(source)}</p>' if source else ""
    return (
        f"<header><div><h1>{escape(name)}</h1>{where}</div>"
        f'<div class="bar" role="toolbar" aria-label="which blocks">{buttons}{toggle}'
        '<button type="button" id="back" aria-label="block before">←</button>'
        '<button type="button" id="next" aria-label="next block">→</button></div></header>'
    )


def _embedded(value: object) -> str:
    """JSON that can stand in a script element: no character in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
