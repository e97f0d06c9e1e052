"""What stands around the posts: templates, and boxes before and after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from examples.threads.frames import FRAMES as SIMPLE
from examples.threads.frames import Link, Parts
from examples.threads.programs.pen import Pen


def portal(p: Parts) -> str:
    """Three columns of a table, with boxes left and right."""
    left = "".join(f'<tr><td class="leftnav"><a href="{url}">{text}</a></td></tr>' for url, text in p.menu)
    right = "".join(f'<div class="block"><a href="{url}">{text}</a></div>' for url, text in p.sidebar)
    return _document(
        p,
        f'<table width="100%" id="top"><tr><td><a href="/"><img src="logo.gif" alt="{p.site}"></a></td>'
        f"<td>{p.rules}</td></tr></table>"
        f'<table width="100%"><tr valign="top"><td width="160"><table>{left}</table></td><td>'
        f'<div class="maintitle">{p.title}</div>{p.before}{p.main}{p.after}</td><td width="180">'
        f"<h4>{p.sidebar_title}</h4>{right}</td></tr></table><center><small>{_row(p.footer)}</small></center>",
    )


def deep(p: Parts) -> str:
    """Many wrappers, as themes have them."""
    menu = "".join(f'<li class="menu-item"><a href="{url}"><span>{text}</span></a></li>' for url, text in p.menu)
    side = "".join(f'<li class="widget"><a href="{url}">{text}</a></li>' for url, text in p.sidebar)
    aside = (
        f'<aside id="secondary"><section><h2>{p.sidebar_title}</h2><ul>{side}</ul></section></aside>'
        if side
        else ""
    )
    return _document(
        p,
        f'<div id="page" class="site"><div class="header-wrap"><div class="container">'
        f'<div class="site-branding"><a href="/">'
        f'{p.site}</a></div><nav><div><ul class="menu">{menu}</ul></div></nav></div></div>'
        f'<div id="content" class="site-content">'
        f'<div class="container"><div class="row"><div id="primary"><main><header><h1 class="page-title">'
        f"{p.title}</h1></header>"
        f'{p.before}<div class="inner-wrap">{p.main}</div>{p.after}</main></div>{aside}</div></div></div>'
        f'<footer id="colophon"><div class="site-info">{_row(p.footer)}<p>{p.rules}</p></div></footer></div>',
    )


FRAMES: dict[str, Callable[[Parts], str]] = {**SIMPLE, "portal": portal, "deep": deep}


def surrounded(pen: Pen, html: str) -> str:
    """The page with what sites put at its beginning and end: menus, notices, numbers, scripts."""
    first = last = ""
    if pen.has("scripts"):
        first += "<script>var board = {id: 7, posts: []};</script><style>.post {margin: 1em}</style>"
    if pen.has("large menu", 0.3):
        items = "".join(
            f'<li><a href="{url}">{text}</a></li>' for url, text in links(pen, pen.pick("items", 12, 25, 50))
        )
        first += f'<div id="nav"><ul>{items}</ul></div>'
    if pen.has("notice", 0.2):
        last += f'<div id="cookies"><p>{pen.label("rules")}</p><button>OK</button></div>'
    if pen.has("numbers", 0.3):
        last += (
            f'<div class="statistics">{pen.label("posts")} {pen.rng.randrange(9**6)} &bull; '
            f"{pen.label('members')} 812</div>"
        )
    if pen.has("jump", 0.3):
        options = "".join(f"<option>{pen.heading()}</option>" for _ in range(8))
        last += f'<form><select name="f">{options}</select><input type="submit" value="OK"></form>'
    if pen.has("news", 0.2):
        items = "".join(
            f"<li>{pen.other_date()} <a href='{pen.address(n)}'>{pen.heading()}</a></li>" for n in range(5)
        )
        last += f'<div class="news"><h4>{pen.label("latest")}</h4><ul>{items}</ul></div>'
    if pen.has("made by", 0.6):
        last += f'<p class="copyright">&copy; 2009 {pen.other_name()} &middot; {pen.label("joke")} board</p>'
    return html.replace("<body>\n", f"<body>\n{first}", 1).replace("\n</body>", f"{last}\n</body>", 1)


def links(pen: Pen, number: int) -> list[Link]:
    """Links to other pages, most of them titles."""
    return [(pen.address(n), pen.heading()) for n in range(number)]


def menu(pen: Pen) -> list[Link]:
    """The menu of a board."""
    names = ("index", "search", "members", "faq", "register", "login", "latest")
    return [(f"/{name}", pen.label(name)) for name in names[: pen.pick("menu", 3, 5, 7)]]


def before(pen: Pen, title: str) -> str:
    """What a site has between the title and the first post."""
    made = ""
    if pen.has("crumbs", 0.6):
        made += (
            f'<div class="breadcrumb"><a href="/">{pen.label("index")}</a> &raquo; <a href="{pen.address(0)}">'
            f"{pen.heading()}</a> &raquo; {title}</div>"
        )
    if pen.has("login", 0.2):
        made += (
            f'<form class="login"><label>{pen.label("name")}: <input name="u"></label> '
            f'<input type="submit" value="{pen.label("login")}"></form>'
        )
    if pen.has("tools", 0.2):
        made += (
            f'<div class="tools"><a href="#">{pen.label("tools")}</a> | <a href="#">{pen.label("search")}</a>'
            f"</div>"
        )
    if pen.has("counts", 0.3):
        made += (
            f'<div class="stats">{pen.label("views")}: {pen.rng.randrange(9000)} | {pen.label("replies")}: '
            f"{len(pen.posts)}</div>"
        )
    made += pager(pen)
    if pen.rng.random() < 0.06:
        made += poll(pen)
    return made


def about(pen: Pen) -> str:
    """What may be taken for a first post: who began the thread and when, the rules of the board."""
    made, first = "", min(pen.thread, key=lambda post: post.index)
    if pen.has("started", 0.4) and pen.shows("author", first):
        when = f"<li>{pen.label('posted')} {pen.date(first)}</li>" if pen.shows("date", first) else ""
        made += f'<ul class="about"><li>{pen.label("author")} {pen.name(first)}</li>{when}</ul>'
    if pen.has("board rules", 0.3):
        made += (
            f'<div class="rules"><h4>{pen.label("rules")}</h4>{pen.text(pen.pick("rule length", 1, 2, 4))}</div>'
        )
    return made


def after(pen: Pen) -> str:
    """What a site has below the last post."""
    made = pager(pen)
    if pen.has("form", 0.45):
        made += (
            f'<form class="reply" method="post"><h3>{pen.label("write")}</h3><p>{pen.label("name")} '
            f'<input name="n"></p>'
            f'<p>{pen.label("message")}<br><textarea name="t"></textarea></p>'
            f'<input type="submit" value="{pen.label("send")}"></form>'
        )
    if pen.has("similar", 0.3):
        rows = "".join(
            f'<tr><td><a href="{pen.address(n)}">{pen.heading()}</a></td><td>{pen.other_name()}</td><td>'
            f"{pen.rng.randrange(90)}</td>"
            f"<td>{pen.other_date()}</td></tr>"
            for n in range(pen.rng.randint(2, 6))
        )
        heads = "".join(f"<th>{pen.label(name)}</th>" for name in ("similar", "author", "replies", "last"))
        made += f'<table class="similar"><tr>{heads}</tr>{rows}</table>'
    if pen.has("who is there", 0.25):
        names = ", ".join(pen.other_name() for _ in range(pen.rng.randint(1, 6)))
        made += f'<div class="online">{pen.label("online")}: {names}</div>'
    if pen.has("share", 0.2):
        made += f'<div class="share">{pen.label("share")}: <a href="#">Facebook</a> <a href="#">Twitter</a></div>'
    return made


def pager(pen: Pen) -> str:
    """Links to the other pages of a thread."""
    if not pen.has("pager", 0.4):
        return ""
    numbers = " ".join(f'<a href="?page={n}">{n}</a>' for n in range(2, pen.rng.randint(3, 9)))
    step = f' <a href="?page=2">{pen.label("next")}</a>'
    return f'<div class="pagination">{pen.label("pages")} <strong>1</strong> {numbers}{step}</div>'


def poll(pen: Pen) -> str:
    """A question with numbers of votes."""
    rows = "".join(
        f"<tr><td>{pen.text(0)}</td><td>{pen.rng.randrange(99)}%</td><td>[ {pen.rng.randrange(50)} ]</td></tr>"
        for _ in range(pen.rng.randint(2, 6))
    )
    return f'<table class="poll"><tr><th colspan="3">{pen.label("poll")}: {pen.heading()}</th></tr>{rows}</table>'


def _row(links: Sequence[Link]) -> str:
    return " | ".join(f'<a href="{url}">{text}</a>' for url, text in links)


def _document(p: Parts, body: str) -> str:
    head = f'<meta charset="utf-8"><title>{p.title} - {p.site}</title>'
    return f'<!DOCTYPE html>\n<html lang="{p.lang}"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'
