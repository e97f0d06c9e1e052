"""Threads of divisions, articles and lists: an element per post."""

from __future__ import annotations

from collections.abc import Sequence

from examples.threads.entries import Entry
from examples.threads.writer import Writer


def divisions(posts: Sequence[Entry], w: Writer) -> str:
    """A division per post, with a head and a body."""

    def one(p: Entry) -> str:
        head = f"<div{w.c('head')}>{w.line(p)}</div>"
        body = f"<div{w.c('said')}>{w.title(p, 'h4')}{w.body(p)}</div>"
        return f"<div{w.c('post', p)}{w.at(p)}>{head}{body}{w.foot(p)}</div>"

    return f"<div{w.c('list')}>{w.each(posts, one, _advert(w))}</div>"


def side_by_side(posts: Sequence[Entry], w: Writer) -> str:
    """An author's box beside the text, both some divisions deep."""

    def one(p: Entry) -> str:
        who = f"<div{w.c('who')}><div><h4>{w.name(p)}</h4>{w.cell(p)}</div>{_optional(w.home(p))}</div>"
        head = f"<div{w.c('head')}>{_when(w, p)} {_hash(w, p)}</div>"
        said = f"<div><div>{head}<div{w.c('said')}>{w.body(p)}</div></div>{w.foot(p)}</div>"
        return f"<div{w.c('post', p)}{w.at(p)}><div>{who}{said}</div></div>"

    return f"<div{w.c('list')}>{w.each(posts, one, _advert(w))}</div>"


def flat_divisions(posts: Sequence[Entry], w: Writer) -> str:
    """Heads and bodies in turn, nothing around a pair."""

    def one(p: Entry) -> str:
        return f"<div{w.c('head')}>{w.line(p)}</div><div{w.c('said', p)}>{w.body(p)}{w.foot(p)}</div>"

    return f"<div{w.c('list')}>{w.each(posts, one, _advert(w))}</div>"


def headings(posts: Sequence[Entry], w: Writer) -> str:
    """A heading, a line, a text, all beside each other."""

    def one(p: Entry) -> str:
        heading = p.title or f"#{p.number} {p.person.name}"
        return f"<h4{w.at(p)}>{heading}</h4><div{w.c('when')}>{w.line(p)}</div><div{w.c('said')}>{w.body(p)}</div>"

    return f"<div>{w.each(posts, one, _advert(w))}</div>"


def articles(posts: Sequence[Entry], w: Writer) -> str:
    """An article element per post, with header and footer."""

    def one(p: Entry) -> str:
        head = (
            f"<header{w.c('head')}>{w.title(p, 'h3')}<span{w.c('who')}>{w.name(p)}</span> {_when(w, p)}</header>"
        )
        foot = w.foot(p, "footer")
        return f"<article{w.c('post', p)}{w.at(p)}>{head}<div{w.c('said')}>{w.body(p)}</div>{foot}</article>"

    return f"<section{w.c('list')}>{w.each(posts, one, _advert(w))}</section>"


def unordered(posts: Sequence[Entry], w: Writer) -> str:
    """Items of a list."""

    def one(p: Entry) -> str:
        head = f"<div{w.c('head')}><a href='#e{p.number}'>{_when(w, p)}</a> {w.name(p)} {w.home(p)}</div>"
        return f"<li{w.c('post', p)}{w.at(p)}>{head}<div{w.c('said')}>{w.body(p)}</div>{w.foot(p)}</li>"

    return f"<ul{w.c('list')}>{w.each(posts, one, '<li>{}</li>')}</ul>"


def ordered(posts: Sequence[Entry], w: Writer) -> str:
    """Items of a numbered list: the name stands below the text."""

    def one(p: Entry) -> str:
        by = f"<p{w.c('who')}>{w.label('by')} {w.name(p)}, {w.date(p)}</p>"
        return f"<li{w.c('post', p)}{w.at(p)}>{w.title(p, 'strong')}<div{w.c('said')}>{w.body(p)}</div>{by}</li>"

    return f"<ol{w.c('list')}>{w.each(posts, one)}</ol>"


def terms(posts: Sequence[Entry], w: Writer) -> str:
    """Terms and descriptions: number, name, date and a code in the term."""

    def one(p: Entry) -> str:
        name = f'<font color="green"><b>{w.name(p)}</b></font>'
        term = f"{p.number} ：{name}：{w.date(p)} ID:{p.code}"
        return f"<dt>{term}</dt><dd>{w.body(p)}<br><br></dd>"

    return f"<dl{w.c('list')}>{w.each(posts, one, '<dt>PR</dt><dd>{}</dd>')}</dl>"


def sections(posts: Sequence[Entry], w: Writer) -> str:
    """Sections whose author and date stand after the text."""

    def one(p: Entry) -> str:
        foot = f"<footer{w.c('foot')}><cite>{w.name(p)}</cite> {_when(w, p)} {w.home(p)}</footer>"
        return f"<section{w.c('post', p)}{w.at(p)}>{w.title(p, 'h3')}{w.body(p)}{foot}{w.foot(p)}</section>"

    return w.each(posts, one, _advert(w))


def fieldsets(posts: Sequence[Entry], w: Writer) -> str:
    """A fieldset per post, with the line as its legend."""
    return w.each(
        posts,
        lambda p: f"<fieldset{w.c('post', p)}><legend>{w.line(p)}</legend>{w.body(p)}{w.foot(p)}</fieldset>",
        _advert(w),
    )


def own_elements(posts: Sequence[Entry], w: Writer) -> str:
    """Elements with names of the site's own."""

    def one(p: Entry) -> str:
        head = f"<talk-head>{w.name(p)} {_when(w, p)} {_hash(w, p)}</talk-head>"
        return f"<talk-turn{w.at(p)}>{head}<div{w.c('said')}>{w.body(p)}</div>{w.foot(p)}</talk-turn>"

    return f"<talk-round>{w.each(posts, one, _advert(w))}</talk-round>"


def many_wrappers(posts: Sequence[Entry], w: Writer) -> str:
    """Each post in an element that is alone in an element that is alone in an element."""

    def one(p: Entry) -> str:
        who = f"<div{w.c('who')}><span>{w.name(p)}</span> <span>{w.date(p)}</span></div>"
        return (
            f"<div{w.at(p)}><div><div{w.c('post', p)}>{who}<div><div{w.c('said')}>{w.body(p)}</div></div>"
            f"{w.foot(p)}</div></div></div>"
        )

    return f"<div><div{w.c('list')}>{w.each(posts, one, _advert(w))}</div></div>"


def _when(w: Writer, p: Entry) -> str:
    return f"<span{w.c('when')}>{w.date(p)}</span>"


def _hash(w: Writer, p: Entry) -> str:
    return f"<span>#{p.number}</span>" if w.style.has_numbers else ""


def _optional(html: str) -> str:
    return f"<div>{html}</div>" if html else ""


def _advert(w: Writer) -> str:
    return f"<div{w.c('advert')}>{{}}</div>"
