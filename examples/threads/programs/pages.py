"""Whole pages with their gold: threads, articles with comments, and pages that are neither."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from examples.threads.frames import Parts
from examples.threads.gold import GoldPost
from examples.threads.programs import frames, free, others
from examples.threads.programs.disguise import disguise
from examples.threads.programs.moments import PROFILE_FORMS, forms_of
from examples.threads.programs.pen import Look, Pen
from examples.threads.programs.posts import Habits, Post, make_authors, make_posts, newest_first
from examples.threads.programs.registry import COMMENTS, OTHERS, PROGRAMS, Program
from examples.threads.tongues import LANGUAGES, Tongue, read_tongue
from examples.threads.writer import BODY, CLOSE, Marked, take_marks

FORUM = "forum"
APART, HEADED = "apart", "headed"
"""How the names of sites begin whose first posts are built unlike the others, and of sites whose are not."""
_MIN_APART = 3
# The mark of an article's text: no post has such an index.
_ARTICLE = 10**6
_COUNTS = (1, 1, 2, 2, 2, 3, 4, 5, 6, 8, 10, 10, 12, 15, 15, 20, 20, 20, 25, 30, 40, 60, 100, 200)
_COMMENT_COUNTS = (1, 1, 1, 2, 2, 3, 4, 5, 7, 10, 15, 25, 50)
# How boards and other sites number their pages; some of both have addresses that say nothing.
_PLAIN_ADDRESSES = ("/{}/", "/{}", "/{}.html", "/page/{}", "/?p={}", "/id{}")
_BOARD_ADDRESSES = (
    *("/forum/{}", "/forums/x.{}/", "viewforum.php?f={}", "viewtopic.php?t={}", "showthread.php?t={}"),
    *(
        "/threads/x.{}/",
        "/topic/{}-x",
        "index.php?topic={}.0",
        "/bbs/read.cgi?no={}",
        "/board/{}",
        "thread-{}-1-1.html",
    ),
    *("/discussion/{}/x", "/t/{}", "/{}/", "/{}.html", "/?id={}"),
)
_SITE_ADDRESSES = (
    *_PLAIN_ADDRESSES,
    "/2011/05/x-{}.html",
    "/blog/{}",
    "/news/{}",
    "/archives/{}",
    "/article/{}",
    "/topics/{}",
)
_ON_BOARDS = frozenset({"topics", "forums", "members", "search results", "profile page"})
_LANGUAGE_WEIGHTS = {"en": 5, "ja": 2}
_OTHER = Program(lambda _: "", ("sections", "divisions", "deep", "portal", "tables", "narrow", "bare", "centre"))


@dataclass(frozen=True)
class MadePage:
    """A page and everything known of it."""

    url: str
    html: str
    platform: str
    lang: str
    page_type: str
    title: str
    posts: tuple[GoldPost, ...] | None
    """None for an article with comments."""
    text: str | None = None
    """Of an article."""
    comments: tuple[GoldPost, ...] | None = None


def make_page(name: str, site: int | str = 0, number: int = 0) -> MadePage:
    """So manieth page of a site of a program (a name of `PROGRAMS`, `COMMENTS` or `OTHERS`)."""
    program = PROGRAMS.get(name) or COMMENTS.get(name) or _OTHER
    seed = f"programs/{name}/{site}"
    made = _Site(name, program, seed, random.Random(seed))
    return made.page(number)


def can_stand_apart(name: str, posts: int = _MIN_APART) -> bool:
    """Whether the first of so many posts of a program may stand apart from the others."""
    program = PROGRAMS[name]
    return posts >= _MIN_APART and program.replies != "nested" and not program.is_single


class _Site:
    """What the pages of one site have in common."""

    def __init__(self, name: str, program: Program, seed: str, rng: random.Random) -> None:
        self.name, self.program, self.seed = name, program, seed
        self.tongue = _tongue(rng, program)
        is_board = name in PROGRAMS or name in _ON_BOARDS
        address = rng.choice(_BOARD_ADDRESSES if is_board else _SITE_ADDRESSES)
        self.look = _look(rng, program, self.tongue, seed, address)
        self.habits = _habits(rng, program)
        self.authors = make_authors(rng, self.tongue, self.habits, rng.choice([3, 8, 20, 40]))
        self.frame = rng.choice(program.frames)
        self.host = f"{''.join(rng.choices('abcdefghiklmnoprstuvw', k=9))}.example"
        self.is_apart = seed.startswith(f"programs/{name}/{APART}")
        self.is_headed = self.is_apart or seed.startswith(f"programs/{name}/{HEADED}")
        self.is_turned = program.is_turned and rng.random() < 0.4 and not self.is_apart

    def page(self, number: int) -> MadePage:
        """One page."""
        seed = f"{self.seed}/{number}"
        rng = random.Random(seed)
        title = self.tongue.bank.title(rng)
        posts = make_posts(
            rng, self.tongue, self.authors, self.habits, (title, self._count(rng), self._first(rng))
        )
        if self.is_turned:
            posts = newest_first(posts)
        pen = Pen(self.tongue, self.look, posts, seed)
        if self.program.is_single:
            # What it answers stands on another page.
            pen.posts = posts[1:]
        if self.name in PROGRAMS:
            main = self._thread(pen)
        elif self.name in COMMENTS:
            main = self._article(pen, self.program.render(pen) if posts else "")
        else:
            main = self._other(pen)
        marked = take_marks(disguise(frames.surrounded(pen, self._framed(pen, title, main)), self.seed))
        return self._made(pen, f"http://{self.host}/{number + 1}", title, marked)

    def _made(self, pen: Pen, url: str, title: str, marked: Marked) -> MadePage:
        gold = tuple(_gold(pen, post, marked) for post in pen.thread if post.index in marked.body)
        page = MadePage(url, marked.html, self.name, self.tongue.lang, FORUM, title, gold)
        if self.name in COMMENTS:
            return replace(page, page_type="article", posts=None, text=marked.body[_ARTICLE], comments=gold)
        if self.name in OTHERS:
            return replace(page, page_type=OTHERS[self.name][0], text=marked.body.get(_ARTICLE))
        return page

    def _count(self, rng: random.Random) -> int:
        if self.program.is_single:
            return 2
        count = rng.choice(_COMMENT_COUNTS if self.name in COMMENTS else _COUNTS)
        return max(count, _MIN_APART) if self.is_apart else count

    def _first(self, rng: random.Random) -> int:
        return rng.choice([1, 1, 1, 1, 21, 51, 101])

    def _thread(self, pen: Pen) -> str:
        """The posts; on a few sites the first stands apart, unlike the others."""
        if not (self.is_apart or pen.has("first apart", 0.08)) or not can_stand_apart(self.name, len(pen.posts)):
            return self.program.render(pen)
        first = pen.posts[0]
        if self.is_apart:
            return self._apart(pen, first)
        line = f'<p class="op-line">{pen.name(first)} {pen.date(first)}</p>'
        head = pen.mark(
            first, f'<div class="opening">{pen.title(first, "<h2>{}</h2>")}{line}{pen.body(first)}</div>'
        )
        pen.posts = pen.posts[1:]
        return f"{head}<h3>{pen.label('answers', len(pen.posts))}</h3>{self.program.render(pen)}"

    def _apart(self, pen: Pen, first: Post) -> str:
        """A first post built as another site builds its posts, and the others below."""
        head = free.opening(pen, first)
        if pen.has("headed", 0.4):
            head = f"<h2>{pen.heading()}</h2>{head}"
        pen.posts = pen.posts[1:]
        between = f"<h3>{pen.label('answers', len(pen.posts))}</h3>" if pen.has("answers", 0.6) else ""
        between += others.share_box(pen) if pen.has("share boxes", 0.2) else ""
        rest = f"{between}{self.program.render(pen)}"
        return f"<div>{head}</div><div>{rest}</div>" if pen.has("halves") else f"{head}{rest}"

    def _article(self, pen: Pen, said: str) -> str:
        """An article with what is said about it below."""
        text = f'<div class="entry">{BODY}{_ARTICLE};{others.article(pen)}{CLOSE}</div>'
        line = others.byline(pen) if pen.has("bylines", 0.8) else ""
        between = others.share_box(pen) if pen.has("share boxes") else ""
        between += others.teasers(pen) if pen.has("teasers above", 0.4) else ""
        form = (
            f"<form><h3>{pen.label('write')}</h3><textarea></textarea>"
            f'<input type="submit" value="{pen.label("send")}"></form>'
        )
        below = form if pen.has("forms", 0.6) else ""
        below += others.teasers(pen) if pen.has("teasers below", 0.3) else ""
        return f'<div class="post">{line}{text}</div>{between}{said}{below}'

    def _other(self, pen: Pen) -> str:
        if self.name == "article":
            return self._article(pen, "")
        return OTHERS[self.name][1](pen)

    def _framed(self, pen: Pen, title: str, main: str) -> str:
        is_board = self.name in PROGRAMS and not self.program.is_single
        parts = Parts(
            lang=self.tongue.lang,
            site=pen.pick("site", *self.tongue.bank.gaps["place"]),
            title=title,
            menu=frames.menu(pen) if not self.program.is_single else frames.links(pen, 2),
            sidebar=frames.links(pen, pen.pick("side", 0, 0, 4, 8)),
            sidebar_title=pen.label("latest"),
            footer=frames.links(pen, 3),
            rules=pen.label("rules"),
            before=(frames.before(pen, title) if is_board else "") + (frames.about(pen) if self.is_headed else ""),
            main=main,
            after=frames.after(pen) if is_board else "",
        )
        return frames.FRAMES[self.frame](parts)


def _gold(pen: Pen, post: Post, marked: Marked) -> GoldPost:
    has_date = pen.shows("date", post)
    return GoldPost(
        text=marked.body[post.index],
        whole=marked.whole[post.index],
        author=post.author.name if pen.shows("author", post) else None,
        date=post.moment.replace(microsecond=0).isoformat() if pen.states_date(post) else None,
        date_raw=pen.raw_date(post) if has_date else None,
        number=str(post.number) if pen.shows("number", post) else None,
        title=post.title if pen.shows("title", post) else None,
        parent=post.parent if pen.states_parent() and post.parent in marked.body else None,
        depth=post.depth,
    )


def _tongue(rng: random.Random, program: Program) -> Tongue:
    if program.langs and rng.random() < 0.7:
        return read_tongue(rng.choice(program.langs))
    return read_tongue(rng.choices(LANGUAGES, [_LANGUAGE_WEIGHTS.get(lang, 1) for lang in LANGUAGES])[0])


def _look(rng: random.Random, program: Program, tongue: Tongue, seed: str, address: str) -> Look:
    forms = forms_of(tongue.lang)
    known = [form for form in program.dates if form in forms]
    form = rng.choice(known if known and rng.random() < 0.65 else forms)
    return Look(
        seed=seed,
        date_form="" if rng.random() < 0.04 else form,
        joined_form=rng.choice([*PROFILE_FORMS, form if form != "relative" else "iso day"]),
        breaks=rng.choice(program.breaks),
        stamp=rng.choice(["time", "abbr", "title"]) if rng.random() < 0.2 else "",
        quote=program.quote,
        replies=program.replies,
        address=address,
    )


def _habits(rng: random.Random, program: Program) -> Habits:
    return Habits(
        replies=program.replies,
        titles=program.titles,
        lengths=rng.choice(program.lengths),
        guests=program.guests,
        is_nameless=rng.random() < program.nameless,
        deepest=program.deepest,
        signatures=rng.choice([0, 0.2, 0.6]),
        edits=rng.choice([0, 0.1, 0.3]),
        quotes=rng.choice([0.1, 0.3, 0.6]),
        likes=rng.choice([0, 0.3]),
        riches=rng.choice([0, 0.1, 0.25]) if "lines" not in program.breaks else 0,
    )
