"""An explanation as one HTML file that opens anywhere, loads nothing and runs nothing of the page.

The file carries what the cards of the blocks show as JSON, and one script that shows it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from honbun.features import Outline
from honbun.studio.explanation import Explanation
from honbun.studio.frame import frame_document
from honbun.studio.looks import Look
from honbun.studio.panel import panel
from honbun.studio.series import numbers_by_holder
from honbun.studio.words import in_english, labelled, said, word, words_script

_HERE = Path(__file__).parent
_FILTERS = ("all", "main", "boilerplate")


def html_file(explanation: Explanation, source: str, look: Look | None = None) -> str:
    """The file of an explanation; `source` tells where the page came from, `look` what its styles make of it."""
    style = (_HERE / "explain.css").read_text("utf-8")
    name = explanation.document.title or explanation.outline.page.title or source or "a page"
    made = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title{word('page title', name=name)}>{escape(in_english('page title', name=name))}</title>"
        f"<style>{style}</style></head>"
        f"<body>{_header(explanation, name, source)}<main>"
        f'<iframe id="page"{labelled("frame")} sandbox="allow-same-origin" '
        f'srcdoc="{escape(frame_document(explanation, look=look))}"></iframe>'
        f'<aside id="panel"{labelled("result")}>{panel(explanation)}</aside></main>'
        '<section id="card" role="status" aria-live="polite" hidden></section>'
        f'<script type="application/json" id="data">{_embedded(cards(explanation))}</script>'
        f"<script>{_script()}</script></body></html>\n"
    )
    # Facts come from JSON of the page, which can name lone surrogates; no file can hold them.
    return made.encode("utf-8", "replace").decode("utf-8")


def policy() -> str:
    """The content security policy of the file: one script, by its digest, and nothing from other addresses."""
    digest = base64.b64encode(hashlib.sha256(_script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _script() -> str:
    return words_script("explain") + (_HERE / "explain.js").read_text("utf-8")


def _header(explanation: Explanation, name: str, source: str) -> str:
    buttons = "".join(
        f'<button type="button" data-only="{key}" aria-pressed="{str(key == "all").lower()}">{said(key)}</button>'
        for key in _FILTERS
    )
    counts = {
        "hidden": int(np.count_nonzero(explanation.blocks.is_hidden)),
        "fields": len(explanation.siblings.fields) if explanation.siblings else 0,
    }
    for key in ("unfold", "plain", "hidden", "fields"):
        if counts.get(key, 1):
            pressed, count = str(key == "fields").lower(), {"n": counts[key]} if key in counts else {}
            buttons += f'<button type="button" id="{key}" aria-pressed="{pressed}">{said(key, **count)}</button>'
    where = f'<p class="hint address">{escape(source)}</p>' if source else ""
    return (
        f"<header><div><h1>{escape(name)}</h1>{where}</div>"
        f'<div class="bar" role="toolbar"{labelled("which blocks")}>{buttons}'
        f'<button type="button" id="back"{labelled("back")}>←</button>'
        f'<button type="button" id="next"{labelled("next")}>→</button>'
        f'<button type="button" id="language"{word("other")} lang="ja">日本語</button></div></header>'
    )


def _embedded(value: object) -> str:
    """JSON that can stand in a script element: no character in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def cards(explanation: Explanation) -> dict[str, Any]:
    """What the cards show, as plain values: the names that they share, and a record for each block."""
    found, posts = explanation.contributions, explanation.posts
    return {
        "families": list(found.names) if found else [],
        "terms": list(explanation.decision.terms) if explanation.decision else [],
        "evidence": list(explanation.decision.labels.names) if explanation.decision else [],
        "threshold": round(explanation.decision.threshold, 4) if explanation.decision else 0,
        "sitePages": explanation.site_pages,
        "unit": posts.name if posts else "",
        "posts": [posts.byline(number) for number in range(len(posts.posts))] if posts else [],
        "fields": [field.name for field in explanation.siblings.fields] if explanation.siblings else [],
        "blocks": _blocks(explanation),
    }


def _blocks(explanation: Explanation) -> list[dict[str, Any]]:
    """A record for each block. Names are short, for there are as many as blocks."""
    decision, found, outline = explanation.decision, explanation.contributions, explanation.outline
    if decision is None or found is None:
        return []
    fields, shown_on = _fields(explanation), explanation.siblings.shown_on if explanation.siblings else ()
    in_container = _in_container(outline, decision.view.article.container)
    records = []
    for i, label in enumerate(explanation.labels):
        owner = int(outline.blocks.owner[i])
        bits = int(decision.labels.evidence[i])
        records.append(
            {
                "label": label.value,
                "score": _round(explanation.score[i]),
                "kept": bool(explanation.score[i] >= 0.5),
                "probability": round(float(decision.probability[i]), 4),
                "note": _note(explanation, i),
                "terms": [_round(term[i]) for term in decision.terms.values()],
                "logit": _round(decision.logit[i]),
                "evidence": [k for k in range(len(decision.labels.names)) if bits >> k & 1],
                "families": [_round(value) for value in found.values[i]],
                "frequency": int(explanation.document_frequency[i]) if explanation.site_pages else None,
                "pages": list(shown_on[i]) if shown_on else [],
                "fields": fields.get(i, []),
                "tag": outline.page.tag_name(owner),
                "xpath": outline.page.xpath(owner),
                "inside": bool(in_container[i]),
                "links": _round(outline.link_share[i]),
                "words": int(decision.view.prediction.words[i]),
                "hidden": bool(outline.blocks.is_hidden[i]),
                "post": int(explanation.posts.member[i]) if explanation.posts else -1,
            }
        )
    return records


def _fields(explanation: Explanation) -> dict[int, list[int]]:
    """For each block with a field in it the numbers of its fields."""
    first_node, fields = explanation.blocks.first_node, explanation.siblings.fields if explanation.siblings else ()
    blocks = (np.unique(np.searchsorted(first_node, field.nodes, side="right") - 1).tolist() for field in fields)
    return numbers_by_holder(blocks)


def _note(explanation: Explanation, i: int) -> str:
    """The name of the message that says what decided, if it was not the probability but a completion or a rule."""
    decision = explanation.decision
    if decision is None:
        return ""
    if explanation.comment_area is not None and explanation.comment_area[i]:
        return "note comments"
    is_kept, is_likely = explanation.score[i] >= 0.5, decision.probability[i] >= decision.threshold
    if is_kept == is_likely:
        return ""
    return "note completed" if is_kept else "note repeats"


def _in_container(outline: Outline, container: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    owner = outline.blocks.owner
    if container < 0:
        return np.zeros(len(owner), dtype=np.bool_)
    return np.asarray((owner >= container) & (owner < outline.page.end[container]))


def _round(value: float) -> float:
    return round(float(value), 2) + 0.0
