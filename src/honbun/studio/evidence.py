"""What the card of a block says, as plain values: the file carries them as JSON and its script shows them."""

from __future__ import annotations

from typing import Any

import numpy as np

from honbun.features import Outline
from honbun.page import Page
from honbun.studio.account import Account

# What each family of measures looks at, in words for a reader.
FAMILIES = {
    "characters": "its length and characters",
    "markup": "its element and class names",
    "links": "links, pictures, dates in it",
    "position": "where on the page it stands",
    "neighbours": "the blocks before and after",
    "containers": "what surrounds it",
    "nearness": "how near it is to the prose",
    "groups": "blocks made the same way",
    "siblings": "the list it is an item of",
    "page": "the page as a whole",
    "data": "what the page's data repeats",
    "structure": "what structure takes it for",
}
# Addresses of deeper elements show their end only: on a hostile page they would be longer than the page.
MAX_STEPS = 40


def evidence(account: Account) -> dict[str, Any]:
    """All cards: the names that they share, and a record for each block."""
    found = account.contributions
    return {
        "families": [FAMILIES.get(name, name) for name in found.names] if found else [],
        "evidence": list(account.decision.labels.names) if account.decision else [],
        "cut": round(account.decision.threshold, 4) if account.decision else 0,
        "usual": round(found.usual, 2) if found else 0,
        "sitePages": account.site_pages,
        "spoken": _spoken(account),
        "fields": [field.name for field in account.siblings.fields] if account.siblings else [],
        "blocks": _blocks(account),
    }


def _spoken(account: Account) -> list[str]:
    if account.spoken is None:
        return []
    return [
        " · ".join(filter(None, (f"{account.spoken.name} {i}", post.author, post.date or post.date_raw)))
        for i, post in enumerate(account.spoken.posts, 1)
    ]


def _blocks(account: Account) -> list[dict[str, Any]]:
    """A record for each block. Names are short, for there are as many as blocks."""
    decision, found, outline = account.decision, account.contributions, account.outline
    if decision is None or found is None:
        return []
    fields, pages = _fields(account), account.siblings.shown_on if account.siblings else ()
    in_container = _in_container(outline, decision.article.container)
    addresses: dict[int, str] = {}
    records = []
    for i, label in enumerate(account.labels):
        owner = int(outline.blocks.owner[i])
        if owner not in addresses:
            addresses[owner] = address(outline.page, owner)
        bits = int(decision.labels.evidence[i])
        records.append(
            {
                "label": label.value,
                "score": _round(account.score[i]),
                "kept": bool(account.score[i] >= 0.5),
                "weighed": round(float(decision.probability[i]), 4),
                "note": _note(account, i),
                "likely": round(float(decision.prediction.probability[i]), 4),
                "odds": _round(found.odds[i]),
                "added": round(float(decision.evidence[i]), 2),
                "says": [k for k in range(len(decision.labels.names)) if bits >> k & 1],
                "for": [_round(value) for value in found.values[i]],
                "seen": int(account.seen[i]) if account.site_pages else None,
                "on": list(pages[i]) if pages else [],
                "fields": fields.get(i, []),
                "tag": outline.page.tag_name(owner),
                "xpath": addresses[owner],
                "inside": bool(in_container[i]),
                "links": _round(outline.link_share[i]),
                "words": int(decision.prediction.words[i]),
                "hidden": bool(outline.blocks.is_hidden[i]),
                "post": int(account.spoken.member[i]) if account.spoken else -1,
            }
        )
    return records


def _fields(account: Account) -> dict[int, list[int]]:
    """For each block with a field in it the numbers of its fields."""
    first_node, found = account.blocks.first_node, dict[int, list[int]]()
    for number, field in enumerate(account.siblings.fields if account.siblings else ()):
        blocks = np.searchsorted(first_node, field.nodes, side="right") - 1
        for block in np.unique(blocks).tolist():
            found.setdefault(block, []).append(number)
    return found


def _note(account: Account, i: int) -> str:
    """What decided, if it was not the weighing: a rule that overrules the model."""
    decision = account.decision
    if decision is None:
        return ""
    if account.comment_area is not None and account.comment_area[i]:
        return "It lies among the comments, which are no part of the text."
    if account.score[i] >= 0.5 and decision.probability[i] < decision.threshold:
        return "It is a part of code or of a table that is kept whole, or a heading amid text that is kept."
    if account.score[i] < 0.5 and decision.probability[i] >= decision.threshold:
        return "It says what an earlier block says, or nothing on the page stands out enough."
    if account.site_pages and account.seen[i] and decision.evidence[i] < 0:
        return "Other pages of the site show it, too, and structure does not take it for the text."
    return ""


def _in_container(outline: Outline, container: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    owner = outline.blocks.owner
    if container < 0:
        return np.zeros(len(owner), dtype=np.bool_)
    return np.asarray((owner >= container) & (owner < outline.page.end[container]))


def address(page: Page, row: int) -> str:
    """The xpath of an element, or the end of it if it lies very deep."""
    if page.depth[row] < MAX_STEPS:
        return page.xpath(row)
    steps = []
    for _ in range(MAX_STEPS):
        steps.append(f"{page.tag_name(row)}[{page.sibling_number[row]}]")
        row = int(page.parent[row])
    return "…/" + "/".join(reversed(steps))


def _round(value: float) -> float:
    return round(float(value), 2) + 0.0
