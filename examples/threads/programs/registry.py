"""The programs by name: what renders them, and what their sites choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from examples.threads.programs import asian_boards as asian
from examples.threads.programs import comments, digests, free, new_boards, old_boards, others, talks, web_boards
from examples.threads.programs.pen import Pen

Render = Callable[[Pen], str]
_TABLES = ("tables", "portal", "centre", "divisions")
_BOXES = ("divisions", "sections", "deep", "narrow")
_BARE = ("bare", "centre", "narrow")
_PAGES = ("sections", "divisions", "deep", "portal", "tables")
_EAST = ("ja", "zh", "ko")


@dataclass(frozen=True)
class Program:
    """How the posts of a page become markup, and what goes with it."""

    render: Render
    frames: tuple[str, ...]
    dates: tuple[str, ...] = ()
    """The forms it is known for; sites may have others."""
    replies: str = "quote"
    quote: str = "wrote"
    titles: str = "none"
    breaks: tuple[str, ...] = ("br", "brbr", "p", "div")
    lengths: tuple[str, ...] = ("normal", "mixed", "short", "long")
    langs: tuple[str, ...] = ()
    """The languages it is mostly used in; empty for any."""
    guests: float = 0.05
    deepest: int = 6
    is_single: bool = False
    """One post a page."""
    is_turned: bool = False
    """Some sites show the newest first."""
    nameless: float = 0.0
    """The share of sites on which all have the same name."""


def _old(render: Render, quote: str, *dates: str, titles: str = "none") -> Program:
    return Program(render, _TABLES, dates, quote=quote, titles=titles, breaks=("br", "brbr"))


def _new(render: Render, quote: str, *dates: str, titles: str = "none") -> Program:
    return Program(render, _BOXES, dates, quote=quote, titles=titles)


def _tree(render: Render, *dates: str, titles: str = "none", deepest: int = 6) -> Program:
    return Program(render, _BOXES, dates, replies="nested", titles=titles, breaks=("p", "br"), deepest=deepest)


def _mail(render: Render) -> Program:
    return Program(
        render,
        ("bare", "centre"),
        ("ctime", "mail"),
        quote="mail",
        titles="re",
        breaks=("lines",),
        lengths=("normal", "long", "letter", "letter"),
        is_single=True,
    )


def _book(render: Render, *dates: str, titles: str = "own", replies: str = "none") -> Program:
    return Program(
        render,
        _BARE,
        dates,
        replies=replies,
        titles=titles,
        breaks=("br",),
        langs=("ja", "ja", "de", "en", "zh"),
        guests=0.4,
        is_turned=True,
        nameless=0.1,
    )


def _anonymous(render: Render, *dates: str, quote: str = "margin", frames: tuple[str, ...] = _BARE) -> Program:
    return Program(
        render,
        frames,
        dates,
        replies="number",
        quote=quote,
        breaks=("br",),
        lengths=("short", "mixed", "normal"),
        langs=("ja", "ja", "ja", "en"),
        guests=0.8,
        nameless=0.4,
    )


def _free(replies: str, quote: str = "wrote", titles: str = "none", **more: float) -> Program:
    frames = ("tables", "portal", "centre", "divisions", "sections", "deep", "narrow", "bare", "noscript")
    return Program(free.free, frames, replies=replies, quote=quote, titles=titles, is_turned=True, **more)  # type: ignore[arg-type]


def _chinese(render: Render, *dates: str, replies: str = "quote", deepest: int = 6) -> Program:
    return Program(
        render,
        _BOXES,
        dates,
        replies=replies,
        quote="discuz",
        breaks=("br",),
        lengths=("short", "mixed", "normal"),
        langs=("zh",),
        deepest=deepest,
    )


PROGRAMS: dict[str, Program] = {
    "phpBB 2": _old(old_boards.phpbb2, "phpbb2", "weekday", "weekday", "long", titles="re"),
    "phpBB 3": _new(new_boards.prosilver, "phpbb3", "weekday", "long", "day month", titles="re"),
    "phpBB 3 subsilver2": _old(old_boards.subsilver, "subsilver", "weekday", "iso", titles="re"),
    "vBulletin 3": _old(old_boards.vbulletin3, "vb3", "month first dashes", "ordinal", "today", titles="first"),
    "vBulletin 4": _new(new_boards.vbulletin4, "vb4", "month first dashes", "day first dashes", titles="re"),
    "vBulletin 5": _new(new_boards.vbulletin5, "vb4", "month first dashes", "today", titles="first"),
    "XenForo 1": _new(new_boards.xenforo1, "xf1", "short", "long", "relative"),
    "XenForo 2": _new(new_boards.xenforo2, "xf2", "short", "short at", "iso T", "relative"),
    "IP.Board 1": _old(old_boards.invision1, "ipb2", "short at", "long"),
    "IP.Board 2": _old(old_boards.invision2, "ipb2", "short at", "today"),
    "IP.Board 3": _new(new_boards.invision3, "ipb3", "day month", "today"),
    "IP.Board 4": _new(new_boards.invision4, "ipb4", "long day", "relative", "short"),
    "SMF 1": _old(old_boards.smf1, "smf1", "long seconds", "today", titles="re"),
    "SMF 2": _new(new_boards.smf2, "smf2", "long seconds", "long", titles="re"),
    "MyBB": _old(old_boards.mybb, "mybb", "month first dashes", "day first dashes", "today", titles="re"),
    "FluxBB": _new(new_boards.fluxbb, "fluxbb", "iso seconds", "today", titles="re"),
    "Vanilla": _new(web_boards.vanilla, "vanilla", "long day", "short", "relative"),
    "UBB": _old(old_boards.ubb, "ubb", "month first dashes", "long"),
    "YaBB": _old(old_boards.yabb, "smf1", "today", "long at", titles="re"),
    "Phorum": _new(old_boards.phorum, "wrote", "long at", "day first", titles="re"),
    "FUDforum": _old(old_boards.fudforum, "wrote", "weekday long", "day month", titles="re"),
    "Discuz!": _chinese(old_boards.discuz, "iso loose", "iso seconds", "relative"),
    "Discuz! mobile": _chinese(asian.discuz_mobile, "iso loose", "relative"),
    "Tieba": _chinese(asian.tieba, "iso", "iso loose", replies="name"),
    "Tieba floors": _chinese(asian.tieba_floors, "iso", "iso loose", replies="nested", deepest=1),
    "Bangumi": _chinese(asian.bangumi, "iso loose", replies="nested", deepest=1),
    "WWWBoard": Program(
        old_boards.wwwboard, _BARE, ("long at", "month first"), quote="cited", breaks=("br", "p"), is_single=True
    ),
    "bbPress": _new(web_boards.bbpress, "plain", "long at", "relative"),
    "Discourse": Program(web_boards.discourse, ("sections", "noscript"), ("long", "iso T"), quote="discourse"),
    "Flarum": Program(web_boards.flarum, ("noscript", "sections"), ("iso T", "relative", "long"), replies="name"),
    "NodeBB": _new(web_boards.nodebb, "plain", "relative", "iso T"),
    "Stack Exchange": Program(
        talks.stack_exchange, _BOXES, ("short at", "relative"), replies="none", breaks=("p",)
    ),
    "Hacker News": Program(
        talks.hacker_news, ("tables", "centre"), ("relative",), replies="nested", breaks=("p",)
    ),
    "Reddit": _tree(talks.reddit, "relative"),
    "Slashdot": _tree(talks.slashdot, "weekday long", "long", titles="own"),
    "Lobsters": _tree(talks.lobsters, "relative", deepest=4),
    "LiveJournal": _tree(talks.livejournal, "iso", "long at", titles="own"),
    "Drupal": _tree(talks.drupal, "month alone", "weekday long", "long", titles="re", deepest=3),
    "Drupal forum": _new(talks.drupal_forum, "wrote", "weekday long", "month alone", titles="re"),
    "Pipermail": _mail(talks.pipermail),
    "Hypermail": _mail(talks.hypermail),
    "MHonArc": _mail(talks.mhonarc),
    "Google Groups": Program(talks.groups, _BOXES, ("short at", "short"), quote="mail", breaks=("br", "div")),
    "2ch": _anonymous(asian.nichan, "asian seconds", "two digits asian", "two digits"),
    "5ch": _anonymous(asian.gochan, "asian seconds", frames=("sections", "narrow", "deep")),
    "Futaba": _anonymous(asian.futaba, "two digits asian", "asian", quote="futaba"),
    "4chan": _anonymous(asian.imageboard, "two digits asian", "month first", quote="green", frames=_BOXES),
    "FC2": _anonymous(asian.fc2, "slashes", "asian", frames=_BOXES),
    "teacup": _book(asian.teacup, "long", "asian"),
    "Sun Board": _book(asian.sunboard, "asian", "slashes"),
    "guestbook": _book(asian.guestbook, "long at", "dots", "iso day", titles="none"),
    "Chiebukuro": Program(
        asian.chiebukuro, _BOXES, ("slashes", "iso"), replies="none", langs=_EAST, breaks=("br",)
    ),
    "Kakaku": Program(
        asian.kakaku,
        _BOXES,
        ("long", "slashes"),
        replies="none",
        titles="own",
        langs=("ja",),
        breaks=("br", "brbr"),
    ),
    "GameWith": _anonymous(asian.gamewith, "relative", "slashes", frames=_BOXES),
    "DCinside": Program(
        asian.dcinside,
        _BOXES,
        ("korean seconds", "no year"),
        "nested",
        lengths=("short",),
        langs=("ko",),
        deepest=1,
    ),
    "digest": _anonymous(digests.digest, "asian seconds", "two digits asian", frames=_PAGES),
    "digest 2": _anonymous(digests.digest, "asian", "asian seconds", frames=_PAGES),
    "free 1": _free("quote", titles="re"),
    "free 2": _free("quote", "plain", guests=0.3),
    "free 3": _free("none", titles="own"),
    "free 4": _free("number", "margin", guests=0.6, nameless=0.3),
    "free 5": _free("name", guests=0.2),
    "free 6": _free("quote", "ubb", "first"),
    "free 7": _free("none", guests=0.8, nameless=0.3),
    "free 8": _free("name", titles="own"),
}
"""Pages with a thread."""


def _notes(render: Render, *dates: str, titles: str = "none", langs: tuple[str, ...] = ()) -> Program:
    return Program(render, _PAGES, dates, replies="none", titles=titles, guests=0.3, langs=langs)


def _replies(render: Render, *dates: str, deepest: int = 4) -> Program:
    return Program(render, _PAGES, dates, replies="nested", guests=0.3, breaks=("p", "br"), deepest=deepest)


COMMENTS: dict[str, Program] = {
    "WordPress": _replies(comments.wordpress, "long at"),
    "WordPress 5": _replies(comments.wordpress_new, "long at", "dots"),
    "WordPress 1": _notes(comments.wordpress_old, "long at", "ordinal"),
    "TypePad": _notes(comments.typepad, "long at", "short at"),
    "Movable Type": _notes(comments.movable_type, "long at", "long"),
    "Blogger": _notes(comments.blogger, "month first", "long", "weekday long"),
    "Blogger 2012": _replies(comments.blogger_threads, "long at", deepest=1),
    "Disqus": _notes(comments.disqus, "relative", "long"),
    "Disqus tree": _replies(comments.disqus_tree, "relative"),
    "LiveJournal comments": _replies(talks.livejournal, "iso", "long at"),
    "Lobsters comments": _replies(talks.lobsters, "relative"),
    "Slashdot comments": _replies(talks.slashdot, "weekday long"),
    "Yahoo News": _notes(comments.news_portal, "relative", "slashes", langs=_EAST),
    "Naver": _notes(comments.naver, "korean", "relative", langs=("ko",)),
    "DCinside comments": _replies(asian.dcinside, "korean seconds", deepest=1),
    "FC2 blog": _notes(comments.japanese_blog, "slashes", "long", titles="own", langs=("ja",)),
    "GameWith comments": _notes(asian.gamewith, "relative", langs=("ja",)),
    "Joomla": _notes(comments.joomla, "iso", "dots"),
    "bare blog": _notes(comments.bare_blog),
    "modern": _replies(comments.modern, "relative", "short"),
    "Livefyre": _notes(comments.livefyre, "relative", "short"),
    "old news": _notes(comments.old_news, "dots", "day first", titles="own"),
    "reviews": _notes(comments.reviews, "long day", "iso day", titles="own"),
    "shop questions": _replies(comments.shop_questions, "iso day", "short", deepest=1),
}
"""Comments that stand below an article."""

OTHERS: dict[str, tuple[str, Render]] = {
    "article": ("article", others.article),
    "topics": ("listing", others.topics),
    "forums": ("listing", others.forums),
    "members": ("listing", others.members),
    "search results": ("listing", others.search_results),
    "shop": ("collection", others.shop),
    "events": ("listing", others.events),
    "changelog": ("documentation", others.changelog),
    "news list": ("listing", others.news_list),
    "date lines": ("listing", others.date_lines),
    "directory": ("listing", others.directory),
    "gallery": ("collection", others.gallery),
    "faq": ("documentation", others.faq),
    "mail index": ("listing", others.mail_index),
    "recipe": ("article", others.recipe),
    "profile page": ("listing", others.profile_page),
    "live blog": ("article", others.live_blog),
    "blog front": ("listing", others.blog_front),
    "testimonials": ("service", others.testimonials),
    "jobs": ("listing", others.jobs),
    "product": ("product", others.product),
    "free list": ("listing", free.free_list),
    "free list 2": ("listing", free.free_list),
    "free list 3": ("article", free.free_list),
}
"""Pages that are no threads: their type, and the markup of the main part."""
