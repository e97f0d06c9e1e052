"""Threads and other pages, made by rule."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from examples.threads import generate
from honbun.evaluate.cases import Case, Gold, GoldPost

SAID = (
    "The kettle by the harbour has been cold since the rain of last winter, and nobody knows why.",
    "I would ask at the station first, they keep letters about it in the window.",
    "Thank you, that helped me more than all the maps of the town.",
    "Mine is warm again since the bridge was closed for the market.",
    "Then the council should hear of it before the season ends.",
)
WHO = ("Anna", "Otto", "Mio", "Anna", "Lena")


def board(said: Sequence[str] = SAID, who: Sequence[str] = WHO) -> str:
    """A page with a menu and an element for each post."""
    posts = "".join(
        f"<div class=post id=p{i}><b>{name}</b> <i>2021-03-{i + 1:02}</i><div class=text><p>{text}</p></div></div>"
        for i, (name, text) in enumerate(zip(who, said, strict=True))
    )
    return f"<title>Kettles</title><ul><li><a href=/>Home</a><li><a href=/x>More</a></ul><main>{posts}</main>"


def case_of(html: str, posts: Sequence[GoldPost] | None = None, set_: str = "made", name: str = "1") -> Case:
    gold = Gold(posts=tuple(posts)) if posts is not None else Gold(text="")
    return Case(name, set_, f"site-{name}", None, "en", "forum" if posts else "article", html.encode(), gold)


def gold_posts() -> list[GoldPost]:
    return [
        GoldPost(text, name, f"2021-03-{i + 1:02}") for i, (name, text) in enumerate(zip(WHO, SAID, strict=True))
    ]


LAYOUTS = ("divisions", "articles", "cells", "rule after", "unordered", "pairs")


def write_threads(folder: Path, seeds: int = 2) -> Path:
    """Generated threads as if they were found, six layouts of so many sites each."""
    for layout in LAYOUTS:
        for seed in range(seeds):
            thread = generate(seed, layout, pages=1, posts=(4, 9))
            posts = [
                {"text": post.text, "author": post.author, "date": post.date or post.date_raw}
                for post in thread.gold[0]
            ]
            write(folder, f"{layout}-{seed}", thread.pages[0][1], {"posts": posts, "site": layout})
    return folder


def write_others(folder: Path, pages: int = 12) -> Path:
    """Pages of paragraphs."""
    for number in range(pages):
        text = "".join(f"<p>{SAID[(number + i) % 5]} {number} {i}</p>" for i in range(3 + number % 4))
        menu = "".join(f"<li><a href=/{i}>Part {i} of {number}</a></li>" for i in range(6))
        html = f"<ul>{menu}</ul><article>{text}</article>"
        write(folder, str(number), html, {"text": "", "site": f"s{number}", "page_type": "article"})
    return folder


def write(folder: Path, name: str, html: str, gold: dict[str, object]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.html").write_text(html, "utf-8")
    (folder / f"{name}.json").write_text(json.dumps(gold), "utf-8")
