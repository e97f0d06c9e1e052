"""Digests: some posts of a board of nameless people, copied into the article of a blog, with comments below."""

from __future__ import annotations

from collections.abc import Callable

from examples.threads.programs import others
from examples.threads.programs.pen import Pen, parity
from examples.threads.programs.posts import Post

_COLOURS = ("red", "#0000cd", "#ff0099", "green", "#8b4513")


def _head(pen: Pen, p: Post) -> str:
    """Number, name, date and code as such boards show them."""
    name = f'<span style="color:{pen.pick("colour", "green", "#228b22", "teal")};">{pen.bare_name(p)}</span>'
    code = f" ID:{p.code}" if pen.has("codes", 0.7) else ""
    between = pen.pick("between", "：", ": ", " ", ":")
    return f"{pen.number(p, '{}')}{between}{name}{pen.pick('gap', ' ', '：', ' [sage]：')}{pen.date(p)}{code}"


def _text(pen: Pen, p: Post) -> str:
    """The text, on some sites now and then large or coloured."""
    if not pen.has("colours", 0.7) or p.id % 3:
        return pen.body(p)
    size = ";font-size:x-large" if p.id % 2 else ""
    return f'<span style="color:{parity(p, *_COLOURS)}{size};">{pen.body(p)}</span>'


def _terms(pen: Pen, p: Post) -> str:
    return f"<dt>{_head(pen, p)}</dt><dd>{_text(pen, p)}<br><br></dd>"


def _pairs(pen: Pen, p: Post) -> str:
    return f'<div class="t_h">{_head(pen, p)}</div><div class="t_b">{_text(pen, p)}</div><br>'


def _boxes(pen: Pen, p: Post) -> str:
    inset = ' style="margin-left:20px"' if p.parent is not None and pen.has("insets", 0.6) else ""
    head, text = f'<p class="res-head">{_head(pen, p)}</p>', f'<p class="res-text">{_text(pen, p)}</p>'
    return f'<div class="res"{inset}>{head}{text}</div>'


def _breaks(pen: Pen, p: Post) -> str:
    return f"<b>{_head(pen, p)}</b><br>{_text(pen, p)}<br><br><br>"


def digest(pen: Pen) -> str:
    """An article that is such a digest: a picture, posts, where they are from, links, what readers say."""
    one: Callable[[Pen, Post], str] = pen.pick("form", _terms, _pairs, _boxes, _breaks)
    posts = pen.each(lambda p: one(pen, p), "<div>{}</div>")
    made = f"<dl>{posts}</dl>" if one is _terms else posts
    picture = '<a href="/img/1.jpg"><img src="/img/1s.jpg" alt=""></a><br>' if pen.has("pictures", 0.6) else ""
    line = others.byline(pen) if pen.has("bylines", 0.6) else ""
    source = (
        f"<br>{pen.label('quote')}: http://board.example/{pen.posts[0].id}/" if pen.has("sources", 0.7) else ""
    )
    below = others.teasers(pen) if pen.has("teasers", 0.7) else ""
    said = "".join(
        f'<div class="comment"><p>{n + 1}. {pen.label("anonymous")} {pen.other_date()}</p>'
        f"<p>{pen.text(1)}</p></div>"
        for n in range(pen.rng.choice([0, 0, 1, 3, 6]))
    )
    comments = f'<div id="comments"><h3>{pen.label("comments", 3)}</h3>{said}</div>' if said else ""
    return f'{line}<div class="article-body">{picture}{made}{source}</div>{below}{comments}'
