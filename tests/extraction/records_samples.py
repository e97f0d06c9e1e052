"""Small pages with lists on them."""

from __future__ import annotations

from collections.abc import Sequence

TOWNS = ("Oslo", "Turin", "Lyon", "Ghent", "Porto", "Graz", "Brno", "Split")
PROSE = "The old harbour has been mended and the ferries go twice a day again, in summer more often than that."


def page(*parts: str) -> str:
    return f"<!DOCTYPE html><html><head><title>Towns</title></head><body>{''.join(parts)}</body></html>"


def menu(*words: str) -> str:
    links = "".join(f'<li><a href="/{word.lower()}">{word}</a></li>' for word in words)
    return f'<ul class="menu">{links}</ul>'


def card(town: str, number: int, extra: str = "", tag: str = "div", kind: str = "card") -> str:
    return (
        f'<{tag} class="{kind}"><h3><a href="/towns/{number}">{town} by the sea</a></h3>'
        f'<p class="text">{town}: {PROSE}</p>{extra}<span class="price">{number}4 €</span></{tag}>'
    )


def cards(towns: Sequence[str] = TOWNS, tag: str = "div", kinds: Sequence[str] = ("card",)) -> str:
    return "".join(card(town, i, tag=tag, kind=kinds[i % len(kinds)]) for i, town in enumerate(towns, 1))
