"""Pages of one thing, as of a book, a film or a camera: facts by label, a price, a text, and other offers.

Corpora of main text hold few of them. Labels and values are phrases of the page that is made anew, numbers, prices
and codes; the markup is drawn as for articles.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from random import Random
from typing import NamedTuple

from honbun.train.prose import HEADINGS, PARAGRAPHS, phrases_of
from honbun.train.surroundings import Maker, Source, widgets_of

_UNITS = "mm|cm|kg|g|MB|hours|min.|pages|%|mph|inches|年|円|Stück".split("|")
_CURRENCIES = ("$", "€", "£", "¥", "EUR ", "USD ")
_CENTS = (".99", ".00", ",95", "")
_MONTHS = "January|March|May|June|August|12|3".split("|")
_ANSWERS = "Yes|No|R|PG-13|-|○".split("|")
_PRICE_LABELS = ("Price: ", "Our price: ", "", "価格 ", "Preis: ")
_BUTTONS = (
    "Add to cart|Add to wishlist|Email to a friend|Print this page|Write a review|Compare|カートに入れる|"
    "In den Warenkorb|See larger image|Share|Check availability"
).split("|")
_TABS = "Overview|Details|Reviews|Photos|Specifications|Cast|Trailers|Community|Q&A|Shipping".split("|")
_OFFER_HEADS = (
    "Customers also bought|Similar items|Recommendations|You may also like|More by this author|関連商品|"
    "Ähnliche Artikel|Recently viewed|"
).split("|")
_FACT_HEADS = (
    "Product details|Details|Specifications|Features|Overview|基本情報|Technische Daten|Credits|Information"
).split("|")
# What is around all facts, and a fact: its label and its value.
_FACTS = (
    ("<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"),
    ("<table width=100% cellpadding=2>{}</table>", "<tr><td align=right><b>{}</b></td><td>{}</td></tr>"),
    ("<table>{}</table>", "<tr><td[label]>{}</td><td[value]>{}</td></tr>"),
    ("<table>{}</table>", "<tr><td><font size=2>{} {}</font></td></tr>"),
    ("<dl[facts]>{}</dl>", "<dt>{}</dt><dd>{}</dd>"),
    ("<ul[facts]>{}</ul>", "<li>{} {}</li>"),
    ("<ul[facts]>{}</ul>", "<li><strong>{}</strong> {}</li>"),
    ("<ul[facts]>{}</ul>", "<li><span[label]>{}</span><span[value]>{}</span></li>"),
    ("<div[facts]>{}</div>", "<div><span[label]>{}</span> <span[value]>{}</span></div>"),
    ("<div[facts]>{}</div>", "<div><div[label]>{}</div><div[value]>{}</div></div>"),
    ("<div[facts]>{}</div>", "<b>{}</b> {}<br>"),
    ("<p>{}</p>", "{} {}<br>\n"),
    ("<div[facts]>{}</div>", "<p><b>{}</b> {}</p>"),
    ("<div[facts]>{}</div>", "<h4>{}</h4><p>{}</p>"),
)
# What is around all offers, and one of them.
_OFFERS = (
    ("<ul>{}</ul>", "<li>{}</li>"),
    ("<table><tr>{}</tr></table>", "<td valign=top>{}</td>"),
    ("{}", "<div[item]>{}</div>"),
    ("{}", "<dl><dt>{}</dl>"),
    ("{}", "{}<br><br>"),
)
_MAX_LABEL = 24
_MIN_TEXT = 60


class Part(NamedTuple):
    """A part of what people came for."""

    html: str
    lines: Sequence[str]


def detail_of(maker: Maker, source: Source, others: Sequence[Source]) -> tuple[str, list[str], str]:
    """A page of one thing: its markup, the lines of its main text, and what stands beside it."""
    random = maker.random
    phrases = phrases_of(source.main) or [source.title]
    parts = [_facts(maker, phrases, random.randint(2, 9))]
    if random.random() < 0.6:
        parts.append(_headed(random, _facts(maker, phrases, random.randint(4, 30))))
    if random.random() < 0.5:
        label, price = random.choice(_PRICE_LABELS), _price(random)
        parts.append(Part(maker.box("price", f"{label}<b>{price}</b>"), [label + price]))
    texts = [text for text, kind in source.main if kind == "paragraph" and len(text) > _MIN_TEXT]
    if shown := texts[: random.choice((0, 0, 1, 1, 2, 4, 8))]:
        write = random.choice(PARAGRAPHS)
        parts.append(Part("".join(write(maker, escape(text)) for text in shown), shown))
    random.shuffle(parts)
    inside, beside = _with_others(maker, [part.html for part in parts], others, phrases)
    if random.random() < 0.5:
        inside[:2] = [f'<table><tr><td><img src="/i.jpg"></td><td>{"".join(inside[:2])}</td></tr></table>']
    return maker.box("main", "\n".join(inside)), [line for part in parts for line in part.lines], beside


def _headed(random: Random, part: Part) -> Part:
    """The part, mostly with a heading."""
    if random.random() < 0.4:
        return part
    head = random.choice(_FACT_HEADS)
    return Part(random.choice(HEADINGS).format(head) + part.html, [head, *part.lines])


def _facts(maker: Maker, phrases: Sequence[str], number: int) -> Part:
    """Facts by label, all written alike."""
    random = maker.random
    around, row = (_named(maker, form) for form in random.choice(_FACTS))
    end, are_links = random.choice((":", ":", "", "：")), random.random() < 0.4
    rows, lines = [], []
    for i in range(number):
        label, value = random.choice(phrases)[:_MAX_LABEL].strip().capitalize() + end, _value(random, phrases)
        shown = [escape(part) for part in value.split(", ")]
        if are_links and random.random() < 0.5:
            shown = [f'<a href="/f{i}-{j}">{part}</a>' for j, part in enumerate(shown)]
        rows.append(row.format(escape(label), ", ".join(shown)))
        lines.append(f"{label} {value}")
    return Part(around.format("".join(rows)), lines)


def _named(maker: Maker, form: str) -> str:
    """The form, its elements named as on the rest of the page."""
    for role in ("facts", "label", "value", "item"):
        if f"[{role}]" in form:
            form = form.replace(f"[{role}]", maker.attributes(role))
    return form


def _value(random: Random, phrases: Sequence[str]) -> str:
    """A name or several, a number, a day, a price, a code, an answer."""
    return random.choices(
        (
            lambda: random.choice(phrases),
            lambda: ", ".join(random.choice(phrases) for _ in range(random.randint(2, 5))),
            lambda: f"{random.randint(1, 3000)}{random.choice(('', '.5', '.2'))} {random.choice(_UNITS)}",
            lambda: f"{random.choice(_MONTHS)} {random.randint(1, 28)}, {random.randint(1990, 2024)}",
            lambda: _price(random),
            lambda: str(random.randint(10**6, 10**12)),
            lambda: random.choice(_ANSWERS),
        ),
        weights=(35, 15, 20, 10, 8, 8, 4),
    )[0]()


def _price(random: Random) -> str:
    return f"{random.choice(_CURRENCIES)}{random.randint(1, 900)}{random.choice(_CENTS)}"


def _with_others(
    maker: Maker, parts: list[str], others: Sequence[Source], phrases: Sequence[str]
) -> tuple[list[str], str]:
    """The parts with tabs, buttons and perhaps other offers among them, and what stands beside all that."""
    random = maker.random
    if buttons := random.sample(_BUTTONS, random.randint(0, 4)):
        links = " ".join(f'<a href="/b{i}">{button}</a>' for i, button in enumerate(buttons))
        parts.insert(random.randint(0, len(parts)), maker.box("buttons", links))
    if random.random() < 0.5:
        between = random.choice(("<br>\n", " | ", "&nbsp;&nbsp;", "</div><div>"))
        tabs = between.join(f'<a href="/t{i}">{tab}</a>' for i, tab in enumerate(random.sample(_TABS, 5)))
        parts.insert(0, maker.box("tabs", f"<div>{tabs}</div>"))
    beside = [_offers(maker, others, phrases), widgets_of(maker, phrases)]
    random.shuffle(beside)
    if random.random() < 0.3:
        parts.insert(random.randint(1, len(parts)), beside.pop())
    return parts, "".join(beside)


def _offers(maker: Maker, others: Sequence[Source], phrases: Sequence[str]) -> str:
    """Other things: a name each, perhaps a picture, a fact, a price, a button, all written alike."""
    random = maker.random
    if not others:
        return ""
    around, item = (_named(maker, form) for form in random.choice(_OFFERS))
    has_picture, has_fact, has_price = (random.random() < share for share in (0.5, 0.4, 0.7))
    button, between = random.choice((*_BUTTONS, *[""] * 16)), random.choice((" ", "<br>"))
    cut, items = random.choice((30, 60, 90)), []
    for number, other in enumerate(others):
        shown = [f'<a href="/o{number}">{escape(other.title[:cut])}</a>']
        if has_picture:
            shown.insert(0, f'<a href="/o{number}"><img src="/{number}.jpg"></a>')
        if has_fact:
            shown.append(f"<span>{escape(random.choice(phrases))}</span>")
        if has_price:
            shown.append(maker.box("price", _price(random)))
        if button:
            shown.append(f'<a href="/c{number}">{button}</a>')
        items.append(item.format(between.join(shown)))
    head = random.choice(_OFFER_HEADS)
    return maker.box("teasers", (f"<h3>{head}</h3>" if head else "") + around.format("".join(items)))
