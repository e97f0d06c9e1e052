"""The panel beside the page: what came out of it, the facts with their sources, and what the tints mean."""

from __future__ import annotations

from collections import Counter
from html import escape

from honbun.document import FACTS
from honbun.studio.account import Account, Label
from honbun.studio.frame import LETTERS
from honbun.studio.series_panel import series_panel

_MEANING = {
    Label.TITLE: "shows the title; double line",
    Label.CONTENT: "in the text; solid line",
    Label.POST: "in the text, in the body of a post; dashed line",
    Label.COMMENT: "what a reader said below; dashed line",
    Label.DROPPED: "not in the text; dotted line, hatched",
}
# Posts that are listed; the page shows them all.
_MOST_POSTS = 200
_BEGINNING = 80


def panel(account: Account) -> str:
    """The sections of the panel."""
    about = (_legend(account), _verdict(account), _facts(account), _posts(account), _text(account))
    return "".join(about) + series_panel(account)


def _legend(account: Account) -> str:
    blocks, words = Counter(account.labels), Counter[Label]()
    if account.decision:
        for label, count in zip(account.labels, account.decision.prediction.words.tolist(), strict=True):
            words[label] += int(count)
    rows = "".join(
        f'<tr><td><span class="key {label}">{LETTERS[label]}</span></td><th scope="row">{label}'
        f'<span class="hint">{_MEANING[label]}</span></th>'
        f"<td>{blocks[label]:,}</td><td>{words[label]:,}</td></tr>"
        for label in Label
        if blocks[label] or label in (Label.CONTENT, Label.DROPPED)
    )
    return (
        "<section><h2>What was decided</h2><table><thead><tr><td></td><td></td><th scope='col'>blocks</th>"
        f"<th scope='col'>words</th></tr></thead><tbody>{rows}</tbody></table>"
        "<p class='hint'>The stronger the tint, the surer.</p></section>"
    )


def _verdict(account: Account) -> str:
    document, decision = account.document, account.decision
    items = [("kind of page", document.kind or "unknown"), ("expected F1", f"{document.confidence:.2f}")]
    if document.reason:
        items.append(("no text", str(document.reason)))
    if "text" in document.sources:
        items.append(("text from", document.sources["text"]))
    if decision is not None:
        items.append(("kept from", f"probability {decision.threshold:.2f}"))
        items.append(("structure counts", f"± {decision.structure_weight:g} in log-odds"))
    if account.site_pages:
        items.append(("site", f"{account.site_pages:,} pages known"))
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in items)
    return f"<section><h2>The page</h2><dl>{rows}</dl></section>"


def _facts(account: Account) -> str:
    document = account.document
    rows = []
    for name in FACTS:
        value = getattr(document, name)
        if value is None or name == "kind":
            continue
        source = document.sources.get(name, "")
        said = f'<span class="hint">from {escape(source)}</span>' if source else ""
        rows.append(f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(str(value))}{said}</dd>")
    if not rows:
        return ""
    return f"<section><h2>Facts</h2><dl>{''.join(rows)}</dl></section>"


def _posts(account: Account) -> str:
    spoken = account.spoken
    if spoken is None:
        return ""
    items = []
    for post in spoken.posts[:_MOST_POSTS]:
        who = " · ".join(filter(None, (post.author, post.date or post.date_raw))) or "author and date unknown"
        text = " ".join(post.text.split())
        short = text if len(text) <= _BEGINNING else text[:_BEGINNING] + "…"
        items.append(f"<li><b>{escape(who)}</b><br>{escape(short)}</li>")
    left = len(spoken.posts) - len(items)
    more = f"<p class='hint'>and {left:,} more</p>" if left else ""
    head = f"{len(spoken.posts):,} {spoken.name}{'s' if len(spoken.posts) != 1 else ''}"
    return (
        f"<section><details><summary><h2>{head}</h2></summary><ol>{''.join(items)}</ol>{more}</details></section>"
    )


def _text(account: Account) -> str:
    text = account.document.text
    shown = escape(text) if text else f"<i>none: {escape(str(account.document.reason or 'nothing was kept'))}</i>"
    box = f'<div class="text" tabindex="0" role="region" aria-label="text">{shown}</div>'
    return f"<section><h2>Text</h2>{box}</section>"
