"""A small corpus made by rule: sites with a menu, an article of some paragraphs and a footer."""

from __future__ import annotations

import random

from honbun.evaluate.cases import Case, Gold
from honbun.evaluate.corpus import Corpus

_WORDS = "ferry harbour council bridge winter school market river season letter garden window station".split()


def _sentence(rng: random.Random) -> str:
    words = [rng.choice(_WORDS) for _ in range(rng.randint(8, 14))]
    return " ".join(words).capitalize() + ", " + rng.choice(_WORDS) + "."


def article(site: int, number: int) -> Case:
    """A page whose gold is its paragraphs."""
    rng = random.Random(1000 * site + number)
    paragraphs = [" ".join(_sentence(rng) for _ in range(rng.randint(2, 4))) for _ in range(rng.randint(3, 6))]
    menu = "".join(f"<div><a href='/{i}'>Menu {site} {i}</a></div>" for i in range(8))
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = f"<body><nav>{menu}</nav><div><div>{body}</div></div><footer><div>About {site}</div></footer></body>"
    gold = Gold(text="\n\n".join(paragraphs))
    page_type = "article" if site % 2 else "service"
    return Case(f"{site}-{number}", "made", f"site-{site}", None, "en", page_type, html.encode(), gold)


def corpus(sites: int = 4, pages: int = 3) -> Corpus:
    cases = [article(site, number) for site in range(sites) for number in range(pages)]
    return Corpus("made", "0123456789ab", cases)
