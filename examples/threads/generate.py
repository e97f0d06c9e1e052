"""Sites of threads from a seed: `python -m examples.threads.generate hard 3 > threads.jsonl`.

`python -m examples.threads.generate corpus build/generated` writes pages with their gold,
which `honbun train` reads.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from examples.threads.dates import FORMATS
from examples.threads.entries import Entry, Person, Wanted, make_entries, make_people
from examples.threads.frames import FRAMES, Link, Parts
from examples.threads.gold import GoldPost
from examples.threads.layouts import HARD, HR, LAYOUTS, NO_HR, Layout
from examples.threads.programs import (
    APART,
    COMMENTS,
    HEADED,
    OTHERS,
    PROGRAMS,
    MadePage,
    can_stand_apart,
    make_page,
)
from examples.threads.words import BANKS, Bank
from examples.threads.writer import CLASS_NAMES, Style, Writer, take_marks

SETS = ("hr", "no hr", "hard")
"""The paper's two halves, posts divided by rules or by other elements, and one with everything."""

# Parts that the paper's pages had: it names home pages and mail as what its method misses.
_PLAIN_PARTS = ("home", "mail")
_HARD_PARTS = ("signature", "home", "mail", "edited", "quote")
_SHOWN_PARTS = ("avatar", "buttons", "colours", "ids", "code", "adverts", "profile")
_PAGES_OF_A_SITE = 2
_SEPARATORS = (" ", " : ", "：", " - ", " / ", " | ")


@dataclass(frozen=True)
class GeneratedThread:
    """Pages of one site, in one layout, with every post known."""

    site: str
    layout: str
    frame: str
    lang: str
    pages: tuple[tuple[str, str], ...]
    """Address and markup."""
    gold: tuple[tuple[GoldPost, ...], ...]
    """The posts of each page, in its order."""
    titles: tuple[str, ...]
    """What each page's thread is called."""
    next_urls: tuple[str | None, ...]
    """Where the thread of each page goes on."""


def generate(
    seed: int | str = 0,
    layout: str | None = None,
    pages: int = 5,
    plain: bool = False,
    posts: tuple[int, int] | None = None,
) -> GeneratedThread:
    """Pages of the site that this seed makes.

    `layout` is a name of `LAYOUTS`, drawn if None; `plain` leaves out what the paper's pages had not; `posts`
    is the least and the largest number of posts of a page. The same arguments give the same pages everywhere.
    """
    rng = random.Random(f"threads/{seed}/{layout}/{plain}")
    names = [name for name, known in LAYOUTS.items() if known.is_plain or not plain]
    name = layout if layout is not None else rng.choice(names)
    site = _make_site(rng, f"board-{rng.randrange(10**6):06}.example", name, plain)
    made = [site.page(f"{seed}/{number}", number, pages, posts) for number in range(pages)]
    return GeneratedThread(
        site=site.host,
        layout=name,
        frame=site.frame,
        lang=site.bank.lang,
        pages=tuple((page.url, page.html) for page in made),
        gold=tuple(page.gold for page in made),
        titles=tuple(page.title for page in made),
        next_urls=tuple(page.next_url for page in made),
    )


def generate_set(name: str, sites: int = 100, pages: int = 5, seed: int = 0) -> Iterator[GeneratedThread]:
    """So many sites of one of `SETS`, its layouts in turn. 100 sites of 5 pages are the paper's numbers."""
    if name not in SETS:
        raise ValueError(f"no such set: {name} (known: {', '.join(SETS)})")
    layouts = list({"hr": HR, "no hr": NO_HR, "hard": {**HARD, **HR, **NO_HR}}[name])
    for number in range(sites):
        layout = layouts[number % len(layouts)]
        yield generate(f"{seed}/{name}/{number}", layout, pages, plain=name != "hard")


def write_corpus(folder: Path, sites: int = 6) -> int:
    """Write pages of so many sites of each layout and program, as x.html and x.json; the number of pages.

    Of a layout one page a site, of a program two; with articles that have comments, and pages that are neither.
    All pages of a layout or program count as one site, so that cross-validation leaves it out. The name of the
    folder is the name of the set: call it `generated`, and `honbun train` knows that its pages were made by rule.
    """
    count = 0
    for layout in LAYOUTS:
        for number in range(sites):
            thread = generate(f"train/{number}", layout, pages=1)
            (url, html), posts = thread.pages[0], thread.gold[0]
            gold = {"url": url, "site": layout, "platform": layout, "lang": thread.lang, "page_type": "forum"}
            _write(folder, layout, f"{number}", html, gold | {"posts": list(map(_post, posts))})
            count += 1
    for name in (*PROGRAMS, *COMMENTS, *OTHERS):
        for number in range(sites * _PAGES_OF_A_SITE):
            page = make_page(name, *divmod(number, _PAGES_OF_A_SITE))
            _write(folder, name, f"{number}", page.html, _gold_of(page))
            count += 1
    return count


def write_openings(folder: Path, sites: int = 6) -> int:
    """Write a page of so many sites of each program, half of them with a first post built unlike the others.

    Both may have above the posts what can be taken for one. Call the folder `openings`: then its pages only teach
    what opens a thread. Taught from them as well, groups and bodies of other boards were found worse.
    """
    count = 0
    for name in filter(can_stand_apart, PROGRAMS):
        for number in range(sites):
            kind = (APART, HEADED)[number % 2]
            page = make_page(name, f"{kind} {number // 2}")
            _write(folder, name, f"{kind}-{number // 2}", page.html, _gold_of(page))
            count += 1
    return count


def _write(folder: Path, name: str, number: str, html: str, gold: dict[str, object]) -> None:
    path = folder / re.sub(r"\W+", "-", name).strip("-") / f"{number}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, "utf-8")
    path.with_suffix(".json").write_text(json.dumps(gold, ensure_ascii=False, indent=1), "utf-8")


def _post(post: GoldPost) -> dict[str, object]:
    return {
        "text": post.text,
        "author": post.author,
        "date": post.date or post.date_raw,
        "number": post.number,
        "title": post.title,
        "parent": post.parent,
    }


def _gold_of(page: MadePage) -> dict[str, object]:
    gold: dict[str, object] = {
        "url": page.url,
        "site": page.platform,
        "platform": page.platform,
        "lang": page.lang,
        "page_type": page.page_type,
        "title": page.title,
    }
    if page.posts is not None:
        gold["posts"] = list(map(_post, page.posts))
    if page.text is not None:
        gold["text"] = page.text
    if page.comments is not None:
        gold |= {"comments": list(map(_post, page.comments)), "comments_apart": True}
    return gold


@dataclass(frozen=True)
class _Page:
    url: str
    html: str
    gold: tuple[GoldPost, ...]
    title: str
    next_url: str | None


@dataclass(frozen=True)
class _Site:
    host: str
    name: str
    layout: Layout
    frame: str
    bank: Bank
    style: Style
    wanted: Wanted
    people: list[Person]
    menu: list[Link]
    sidebar: list[Link]
    footer: list[Link]
    has_intro: bool
    has_pager: bool
    """Links to the other pages of the thread or back to the list of threads stand above and below it."""
    is_paged: bool
    """Its pages are those of one thread, not one thread each."""
    is_plain: bool

    def page(self, key: str, number: int, pages: int, posts: tuple[int, int] | None) -> _Page:
        """One page with its posts."""
        rng = random.Random(f"threads/{key}")
        count = self._count(rng, posts)
        thread = random.Random(f"threads/{key.rpartition('/')[0]}") if self.is_paged else rng
        title = self.bank.title(thread)
        entries = make_entries(rng, self.bank, self.people, count, self.wanted, self._first(number))
        writer = Writer(self.style)
        next_url = self._url(number + 1) if self.is_paged and number + 1 < pages else None
        parts = Parts(
            lang=self.bank.lang,
            site=self.name,
            title=title,
            menu=self.menu,
            sidebar=self._side(rng),
            sidebar_title=self.bank.labels["latest"],
            footer=self.footer,
            rules=self.bank.labels["rules"],
            before=self._before(rng, number, pages),
            main=self.layout.render(entries, writer),
            after=self._after(number, pages, next_url),
        )
        marked = take_marks(FRAMES[self.frame](parts))
        gold = tuple(
            self._gold(entry, writer, marked.whole[entry.index], marked.body[entry.index]) for entry in entries
        )
        return _Page(self._url(number), marked.html, gold, title, next_url)

    def _count(self, rng: random.Random, posts: tuple[int, int] | None) -> int:
        if posts is not None:
            return rng.randint(*posts)
        # The paper's pages hold 41 posts on average.
        return rng.randint(8, 74) if self.is_plain else rng.choice([1, 2, 3, 5, 8, 10, 15, 20, 20, 25, 30, 40, 60])

    def _first(self, number: int) -> int:
        return 1 + 60 * number if self.is_paged else 1

    def _url(self, number: int) -> str:
        path = f"/talk/71/page-{number + 1}" if self.is_paged else f"/talk/{101 + 13 * number}"
        return f"http://{self.host}{path}"

    def _side(self, rng: random.Random) -> list[Link]:
        """The sidebar; its length drifts, except on plain sites."""
        if self.is_plain or len(self.sidebar) < 3:
            return self.sidebar
        return rng.sample(self.sidebar, rng.randint(len(self.sidebar) - 2, len(self.sidebar)))

    def _before(self, rng: random.Random, number: int, pages: int) -> str:
        end = "<br>\n" if self.frame == "bare" else ""
        intro = self.bank.labels["intro"].format(rng.choice(self.menu)[1], rng.randint(2, 99))
        return (f"{intro}{end or ' '}" if self.has_intro else "") + (self._pager(number, pages) + end)

    def _after(self, number: int, pages: int, next_url: str | None) -> str:
        more = f' <a href="{next_url}" rel="next">{self.bank.labels["next"]}</a>' if next_url else ""
        write = f'<a href="/write">{self.bank.labels["write"]}</a>' if self.has_pager else ""
        end = "<br>\n<hr>\n" if self.frame == "bare" else ""
        return (self._pager(number, pages) + more + " " + write).strip() + end

    def _pager(self, number: int, pages: int) -> str:
        if not self.has_pager:
            return ""
        if not self.is_paged:
            return f'<a href="/talk/">{self.bank.labels["back"]}</a>'
        links = (
            str(other + 1) if other == number else f'<a href="{self._url(other)}">{other + 1}</a>'
            for other in range(pages)
        )
        return f"{self.bank.labels['pages']} " + " ".join(links)

    def _gold(self, entry: Entry, writer: Writer, whole: str, body: str) -> GoldPost:
        is_dated = self.style.has_time_element or self.style.date_format != "relative"
        date = entry.moment.replace(microsecond=0).isoformat()
        return GoldPost(
            text=body,
            whole=whole,
            author=entry.person.name,
            date=date if is_dated else None,
            date_raw=writer.raw_date(entry),
            number=str(entry.number) if self.style.has_numbers else None,
            title=entry.title,
            parent=entry.parent,
            depth=entry.depth,
        )


def _make_site(rng: random.Random, host: str, name: str, plain: bool) -> _Site:
    """What the pages of one site have in common."""
    layout = LAYOUTS[name]
    bank = BANKS["ja" if rng.random() < (0.7 if plain else 0.4) else "en"]
    style = _make_style(rng, bank.lang, layout, plain)
    optional = _PLAIN_PARTS if plain else _HARD_PARTS
    # One plain site in four has parts that only some posts show.
    share = 0.25 if plain else 0.4
    wanted = Wanted(
        is_nested=layout.is_nested,
        titles=rng.choice(["none", "all"] if plain else ["none", "some", "all"]) if layout.has_titles else "none",
        parts=frozenset(part for part in optional if rng.random() < share),
    )
    links = [(f"/{n}/", bank.title(rng)) for n in range(24)]
    return _Site(
        host=host,
        name=f"{rng.choice(bank.gaps['place'])} {rng.choice(bank.gaps['thing'])}",
        layout=layout,
        frame=rng.choice(layout.frames),
        bank=bank,
        style=style,
        wanted=wanted,
        people=make_people(rng, bank, wanted),
        menu=links[: rng.randint(3, 8)],
        sidebar=links[8 : 8 + rng.choice([0, 4, 6, 10])],
        footer=links[18 : 18 + rng.randint(2, 5)],
        has_intro=rng.random() < 0.5,
        has_pager=rng.random() < 0.5,
        is_paged=not plain and rng.random() < 0.3,
        is_plain=plain,
    )


def _make_style(rng: random.Random, lang: str, layout: Layout, plain: bool) -> Style:
    formats = [name for name in FORMATS[lang] if name != "relative" or not plain]
    has_classes = rng.random() < 0.6
    classes = {part: rng.choice(names) for part, names in CLASS_NAMES.items()} if has_classes else {}
    shown = [part for part in _SHOWN_PARTS if rng.random() < 0.4 and not (plain and part == "adverts")]
    return Style(
        lang=lang,
        date_format=rng.choice(formats),
        has_time_element=not plain and rng.random() < 0.3,
        has_breaks=layout.has_breaks if layout.has_breaks is not None else rng.random() < 0.5,
        classes=classes,
        separator=rng.choice(_SEPARATORS),
        is_date_first=rng.random() < 0.3,
        has_numbers=layout.has_numbers if layout.has_numbers is not None else rng.random() < 0.6,
        parts=frozenset(shown),
    )


def main() -> None:
    """Write a corpus to a folder, or the sites of a set as lines of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["corpus", *SETS])
    parser.add_argument("where", help="folder of the corpus; for a set, how many sites")
    parser.add_argument("--sites", type=int, default=6, help="sites of each layout and program in a corpus")
    words = parser.parse_args()
    if words.what == "corpus":
        print(f"{write_corpus(Path(words.where), words.sites)} pages in {words.where}", file=sys.stderr)
        return
    for thread in generate_set(words.what, int(words.where)):
        print(json.dumps(asdict(thread), ensure_ascii=False))


if __name__ == "__main__":
    main()
