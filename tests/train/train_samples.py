"""A small corpus made by rule, on disk: sites with a menu, an article and a footer."""

from __future__ import annotations

import json
import random
from pathlib import Path

_WORDS = "ferry harbour council bridge winter school market river season letter garden window station".split()


def _sentence(rng: random.Random) -> str:
    words = [rng.choice(_WORDS) for _ in range(rng.randint(8, 14))]
    return f"{' '.join(words).capitalize()}, {rng.choice(_WORDS)}."


def made_page(site: int, number: int) -> tuple[str, str]:
    """A page and its main text."""
    rng = random.Random(1000 * site + number)
    paragraphs = [" ".join(_sentence(rng) for _ in range(rng.randint(2, 4))) for _ in range(rng.randint(3, 6))]
    menu = "".join(f"<li><a href='/{i}'>Menu {site} {i}</a></li>" for i in range(30))
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = f"<body><nav><ul>{menu}</ul></nav><main><article>{body}</article></main><footer>About {site}</footer>"
    return html, "\n".join(paragraphs)


def write_corpus(folder: Path, sites: int = 4, pages: int = 3) -> Path:
    """Pairs of x.html and x.json, a folder per site."""
    for site in range(sites):
        (folder / f"site-{site}").mkdir(parents=True, exist_ok=True)
        for number in range(pages):
            html, text = made_page(site, number)
            path = folder / f"site-{site}" / f"{number}.html"
            path.write_text(html, "utf-8")
            gold = {"text": text, "page_type": "article" if site % 2 else "service"}
            path.with_suffix(".json").write_text(json.dumps(gold), "utf-8")
    return folder
