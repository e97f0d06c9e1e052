"""Result pages of 23 search engines as in the paper on templates, three of each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from html import escape

from examples.series.words import ADJECTIVES, NOUNS, PLACES, summary

Record = Mapping[str, str]

_TEN, _TWENTY, _OTHER = (10, 10, 10), (20, 20, 20), (25, 25, 25)
HITS = (
    *(_TEN, _TWENTY, (5, 7, 2), _TEN, _TEN, (36, 30, 21), _TEN, _TEN, _TEN, _OTHER, _OTHER, _TWENTY),
    *(_TEN, _TWENTY, _TEN, _OTHER, (50, 50, 50), (3, 4, 1), _TEN, _TWENTY, (7, 7, 7), (58, 56, 50), _TEN),
)
"""Records on the three pages of each engine: the numbers of the paper."""
MERGED = frozenset({6, 14, 17, 21, 22})
"""Engines, counted from 1, where the end of a record runs into the next: the paper found one too few."""
TWO_COLOURS = frozenset({5, 10, 11})
"""Whose rows have two colours in turn: the paper found half."""
NESTED = frozenset({3, 16, 18})
"""With categories in between: the paper found no relation."""


def kind_of(engine: int) -> str:
    """How the records of an engine are laid out."""
    kinds = {"merged": MERGED, "two colours": TWO_COLOURS, "nested": NESTED}
    return next((kind for kind, engines in kinds.items() if engine in engines), "plain")


def make_record(rng: random.Random) -> Record:
    """One result."""
    first, second, place = rng.choice(ADJECTIVES), rng.choice(NOUNS), rng.choice(PLACES)
    number = rng.randint(100, 9999)
    return {
        "title": f"{first.title()} {second.title()} {number} of {place}",
        "summary": summary(rng),
        "address": f"http://{place.lower()}-{second}.example/{first}/{number}.html",
        "size": f"{rng.randint(1, 96)}K",
    }


def make_page(engine: int, query: str, records: Sequence[Record]) -> str:
    """The result page of an engine."""
    layout = {"merged": _merged, "two colours": _striped, "nested": _nested}.get(kind_of(engine))
    body = (layout or _PLAIN[engine % len(_PLAIN)])(records)
    menu = "".join(f'<a href="/{name}/">{name}</a> | ' for name in ("home", "help", "about"))
    form = f'<form action="/find"><input name=q value="{escape(query)}"><input type=submit></form>'
    return (
        f"<html><head><title>Results for {escape(query)}</title></head>\n<body bgcolor=white>\n"
        f"<h1>Finder {engine}</h1>\n{form}\n<p>{menu}</p>\n"
        f"<p>{len(records)} results for <b>{escape(query)}</b></p>\n{body}\n<hr>\n<p><i>Finder {engine}</i></p>\n"
        "</body></html>\n"
    )


def _link(record: Record) -> str:
    return f'<A HREF="{record["address"]}"><STRONG>{escape(record["title"])}</STRONG></A>'


def _definitions(records: Sequence[Record]) -> str:
    items = (
        f'<P><DT>{_link(record)}</DT><DD>{escape(record["summary"])}<BR> <CITE><A HREF="{record["address"]}">'
        f"{record['address']}</A><FONT SIZE=-1> - {record['size']}</FONT> </CITE></DD>"
        for record in records
    )
    return f"<DL>{chr(10).join(items)}</DL>"


def _items(records: Sequence[Record]) -> str:
    items = (
        f'<li class="hit">{_link(record)}<p class="sum">{escape(record["summary"])}</p>'
        f'<span class="url">{record["address"]}</span> <small>{record["size"]}</small></li>'
        for record in records
    )
    return f'<ol class="hits">{chr(10).join(items)}</ol>'


def _blocks(records: Sequence[Record]) -> str:
    return "\n".join(
        f"<h3>{_link(record)}</h3><blockquote><font size=2>{escape(record['summary'])}</font><br>"
        f"<font color=green>{record['address']}</font><br><i>{record['size']}</i></blockquote>"
        for record in records
    )


_PLAIN: tuple[Callable[[Sequence[Record]], str], ...] = (_definitions, _items, _blocks)


def _merged(records: Sequence[Record]) -> str:
    """Rows with a rule between: the end of one, the rule and the start of the next are the longest string."""
    rule = "<tr><td colspan=2><hr size=1 noshade></td></tr>\n"
    rows = (
        f"<tr><td valign=top>{_link(record)}</td><td>{escape(record['summary'])}<br>{record['address']} "
        f"{record['size']}</td></tr>\n"
        for record in records
    )
    return f"<table width=100%>{rule.join(rows)}</table>"


def _striped(records: Sequence[Record]) -> str:
    rows = []
    for index, record in enumerate(records):
        colour = ("#ffffff", "#e8f0e8")[index % 2]
        rows.append(
            f'<tr bgcolor="{colour}"><td bgcolor="{colour}">{_link(record)}</td>'
            f'<td bgcolor="{colour}">{escape(record["summary"])}</td>'
            f'<td bgcolor="{colour}">{record["address"]}</td><td bgcolor="{colour}">{record["size"]}</td></tr>'
        )
    return f"<table>{chr(10).join(rows)}</table>"


def _nested(records: Sequence[Record]) -> str:
    """Categories, each with its path of links; some hold a result, some two."""
    parts, rest = [], list(records)
    while rest:
        held, rest = rest[: 1 + len(rest) % 2], rest[1 + len(rest) % 2 :]
        path = " &gt; ".join(f'<a href="/{name}/"><b>{name}</b></a>' for name in NOUNS[len(rest) % 9 :][:4])
        hits = "".join(f"<li>{_link(record)} - {escape(record['summary'])}</li>" for record in held)
        parts.append(f"<ul><li>{path}</li></ul><ul>{hits}</ul>")
    return "\n".join(parts)
