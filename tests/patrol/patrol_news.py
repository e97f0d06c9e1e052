"""A news site without a feed that lives: articles are added, edited, moved and removed, and its looks change."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from html import escape

from patrol_boards import Web

from examples.threads.words import BANKS
from honbun.robot import Fetched

HOST = "https://news.example"
SECTIONS = ("harbour", "sport", "culture")
# How many teasers the page of a section shows, and in the boxes beside it.
SHOWN, BESIDE = 12, 5


@dataclass
class Article:
    """An article; `words` end in its number, by which a test knows it."""

    number: int
    section: str
    title: str
    teaser: str
    slug: str
    words: list[str]
    day: str
    is_removed: bool = False

    def address(self, kind: str) -> str:
        names = {
            "dated": f"{self.day.replace('-', '/')}/{self.number + 4000}",
            "query": f"view?id={self.number}",
            "slug": f"{self.section}/{self.slug}-{self.number}",
        }
        return f"{HOST}/{names[kind]}"


@dataclass
class News(Web):
    """Sections of a news site, each with its list; boxes beside it show other sections and what is read most."""

    seed: int = 1
    lang: str = "en"
    addresses: str = "slug"
    has_dates: bool = True
    has_comments: bool = False
    layout: str = "old"
    articles: list[Article] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(f"news/{self.seed}")
        self.bank = BANKS[self.lang]
        self.orders = {section: [] for section in SECTIONS}  # type: dict[str, list[Article]]
        self.read_most: list[Article] = []

    def write(self, section: str = SECTIONS[0]) -> Article:
        number = len(self.articles)
        words = [self.bank.paragraph(self.chance, self.chance.randint(2, 5)) for _ in range(4)]
        title = f"{self.bank.title(self.chance)} {self.bank.title(self.chance)}"
        words[-1] += f" ({number})"
        slug = "-".join(re.findall("[a-z]+", title.lower())[:6]) or "a"
        article = Article(number, section, title, title, slug, words, f"{self.now:%Y-%m-%d}")
        self.articles.append(article)
        self.orders[section].insert(0, article)
        return article

    def edit(self, article: Article) -> None:
        article.words[1] = self.bank.paragraph(self.chance, 4)

    def remove(self, article: Article) -> None:
        article.is_removed = True
        self.orders[article.section].remove(article)

    def live(self) -> None:
        """What changes and is no news: teasers move, are written anew, other sections grow, the boxes turn."""
        for section in SECTIONS[1:]:
            self.write(section)
        order = self.orders[SECTIONS[0]]
        order.insert(self.chance.randrange(5), order.pop(self.chance.randrange(8)))
        self.chance.choice(order[:SHOWN]).teaser += f", {self.chance.randrange(90)}"
        self.read_most = self.chance.sample([each for each in self.articles if not each.is_removed], BESIDE)

    # Pages

    def fetch(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        del etag, last_modified
        self.asked.append(url)
        html = self.page(url)
        if html is None:
            return Fetched(url, url, 404, b"", None, None, None, self.now, None, "HTTP 404")
        return Fetched(url, url, 200, html.encode(), "text/html; charset=utf-8", None, None, self.now, None, None)

    def page(self, url: str) -> str | None:
        section = next((each for each in SECTIONS if url == f"{HOST}/{each}/"), None)
        if section is not None:
            return self._framed(section, self._list(self.orders[section][:SHOWN]))
        if url == f"{HOST}/":
            lists = (f"<h2>{each}</h2>{self._list(self.orders[each][:6])}" for each in SECTIONS)
            return self._framed("News", "".join(lists))
        number = self._number(url)
        if number is None or number >= len(self.articles) or self.articles[number].is_removed:
            return None if number is not None else self._framed("About", f"<p>{self.bank.short[0]}</p>")
        return self._framed(self.articles[number].title, self._article(self.articles[number]))

    def _number(self, url: str) -> int | None:
        end = url.replace("=", "-").replace("/", "-").rpartition("-")[2]
        return int(end) - 4000 * (self.addresses == "dated") if end.isdigit() else None

    def _link(self, article: Article) -> str:
        return f'<a href="{article.address(self.addresses)}">{escape(article.teaser)}</a>'

    def _list(self, articles: list[Article]) -> str:
        row = {
            "old": '<li class="teaser{odd}"><h3>{link}</h3><p>{lead} <a href="/author/{who}">{who}</a></p></li>',
            "new": '<article class="card"><div class="c{odd}"><h2>{link}</h2><span>{lead}</span></div></article>',
        }[self.layout]
        rows = "".join(
            row.format(odd=i % 2, link=self._link(each), lead=escape(each.words[0][:90]), who=f"w{i % 3}")
            for i, each in enumerate(articles)
        )
        return f'<ul class="list">{rows}</ul>' if self.layout == "old" else f"<section>{rows}</section>"

    def _article(self, article: Article) -> str:
        body = "".join(f"<p>{escape(each)}</p>" for each in article.words)
        date = f'<time datetime="{article.day}">{article.day}</time>' if self.has_dates else ""
        related = "".join(f"<li>{self._link(each)}</li>" for each in self.orders[article.section][:3])
        comments = [self.bank.paragraph(random.Random(f"{article.number}/{i}"), 2) for i in range(4)]
        signed = [f"<b>{name}</b> <i>{article.day} 11:20</i>" for name in self.bank.names]
        said = "".join(
            f'<li class="comment">{name}<p>{escape(each)}</p></li>'
            for name, each in zip(signed, comments, strict=False)
            if self.has_comments
        )
        end = f'<div class="related"><ul>{related}</ul></div><ol>{said}</ol>'
        head = f"<h1>{escape(article.title)}</h1>{date}"
        if self.layout == "old":
            return f'{head}<div class="text">{body}</div>{end}'
        return f'<article><header>{head}</header><div class="body"><div>{body}</div></div></article>{end}'

    def _framed(self, title: str, main: str) -> str:
        boxes = (self.read_most, [each for name in SECTIONS[1:] for each in self.orders[name][:2]])
        beside = "".join(f"<ul>{''.join(f'<li>{self._link(each)}</li>' for each in box)}</ul>" for box in boxes)
        menu = "".join(f'<li><a href="/{each}/">{each}</a></li>' for each in (*SECTIONS, "about", "contact"))
        parts = {
            "old": f'<ul class="menu">{menu}</ul><div class="main">{main}</div><div class="side">{beside}</div>',
            "new": f"<nav>{menu}</nav><aside>{beside}</aside><main>{main}</main>",
        }
        return (
            f"<html><head><title>{escape(title)} | The News</title></head><body>{parts[self.layout]}</body></html>"
        )
