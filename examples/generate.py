"""Any number of invented pages, for tests of scale: `python -m examples.generate 1000 > pages.jsonl`."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from examples.making.layouts import LAYOUTS, Layout
from examples.making.tongues import Tongue, kana_tongue, latin_tongue

# Shares of a page's blocks, in percent; the main part takes the rest. News pages are like this: most blocks
# are links.
_MENU, _SIDEBAR, _RELATED, _FOOTER = 15, 25, 12, 8
# Links a site has to choose from where they vary from page to page, for each block of a page.
_POOL = 4
# One page in so many is a thread, one a list; the others are articles.
_KINDS = 6


def generate_site(pages: int, blocks: int = 150, seed: int = 0, sites: int = 1) -> Iterator[tuple[str, str]]:
    """(url, html) of `pages` pages, dealt in turn to `sites` sites, each of about `blocks` runs of text.

    A page depends on the seed, its site and its number only, so a longer series begins with the shorter one
    and every process makes the same pages. Every second site is in Japanese script.
    """
    tongues = (latin_tongue(seed), kana_tongue(seed))
    made = [_make_site(f"{seed}/{n}", n, blocks, tongues[n % 2]) for n in range(min(sites, pages))]
    for i in range(pages):
        yield made[i % sites].page(i // sites)


@dataclass(frozen=True)
class _Site:
    key: str
    host: str
    blocks: int
    tongue: Tongue
    layout: Layout
    menu: str
    footer: str
    links: list[str]

    def page(self, number: int) -> tuple[str, str]:
        """Address and markup of one page."""
        rng = random.Random(f"{self.key}/{number}")
        title = self.tongue.title(rng)
        related = _share(self.blocks, _RELATED)
        html = self.layout.page % {
            "lang": self.tongue.lang,
            "host": self.host,
            "title": title,
            "date": f"{2000 + number % 25}-{1 + number % 12:02}-{1 + number % 28:02}",
            "menu": self.menu,
            "main": self._main(rng),
            "sidebar": "\n".join(self._sidebar(number, rng)),
            "related": "\n".join(rng.sample(self.links, related)),
            "footer": self.footer,
        }
        return f"https://{self.host}/{number % 7}/{number}.html", html

    def _sidebar(self, number: int, rng: random.Random) -> list[str]:
        """The latest links: a window that moves on by one every few pages, somewhat longer or shorter."""
        length = max(1, _share(self.blocks, _SIDEBAR) * rng.randint(80, 120) // 100)
        start = number // 4 % (len(self.links) - length)
        return self.links[start : start + length]

    def _main(self, rng: random.Random) -> str:
        """An article, a thread or a list, somewhat longer or shorter."""
        rest = self.blocks - sum(_share(self.blocks, share) for share in (_MENU, _SIDEBAR, _RELATED, _FOOTER))
        # Title, date and the headings over sidebar and related links are the page's own blocks.
        runs = max(1, (rest - 4) * rng.randint(75, 125) // 100)
        kind = rng.randrange(_KINDS)
        if kind == 0:
            return self._repeat(self.layout.post, rng, -(-runs // 2))
        if kind == 1:
            return self._repeat(self.layout.record, rng, -(-runs // 3))
        return "\n".join(self.layout.paragraph % text for text in self.tongue.prose(rng, runs))

    def _repeat(self, pattern: str, rng: random.Random, times: int) -> str:
        """Posts or records, one after another."""
        parts = zip(self.tongue.titles(rng, times), self.tongue.prose(rng, times), strict=True)
        return "\n".join(
            pattern % {"n": n, "head": head, "text": text, "day": 1 + n % 28}
            for n, (head, text) in enumerate(parts, 1)
        )


def _make_site(key: str, number: int, blocks: int, tongue: Tongue) -> _Site:
    """What the pages of one site have in common."""
    rng = random.Random(key)
    layout = LAYOUTS[number // 2 % len(LAYOUTS)]
    titles = iter(tongue.titles(rng, (_POOL + 1) * blocks))
    links = [layout.link % (f"/{n % 7}/{n}.html", title) for n, title in enumerate(islice(titles, _POOL * blocks))]
    fixed = [layout.link % (f"/{n}/", title) for n, title in enumerate(titles)]
    menu, footer = _share(blocks, _MENU), _share(blocks, _FOOTER)
    return _Site(
        key=key,
        host=f"site-{number}.example",
        blocks=blocks,
        tongue=tongue,
        layout=layout,
        menu="\n".join(fixed[:menu]),
        footer="\n".join(fixed[menu : menu + footer]),
        links=links,
    )


def _share(blocks: int, percent: int) -> int:
    return max(1, blocks * percent // 100)


if __name__ == "__main__":
    for url, html in generate_site(int(sys.argv[1])):
        print(json.dumps({"url": url, "html": html}, ensure_ascii=False))
