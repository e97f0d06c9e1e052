"""Threads laid out with tables, as pages were until about 2010."""

from __future__ import annotations

from collections.abc import Sequence

from examples.threads.entries import Entry
from examples.threads.writer import Writer

_WIDE = '<tr><td colspan="2">{}</td></tr>'


def cells(posts: Sequence[Entry], w: Writer) -> str:
    """One row per post: a cell for the author, a cell for the text."""

    def one(p: Entry) -> str:
        who = f'<td width="150" valign="top"{w.c("who")}><b>{w.name(p)}</b>{w.cell(p)}</td>'
        head = f"<div{w.c('when')}>{_number(w, p)} {w.title(p, 'b')} {w.date(p)}</div>"
        said = f"<td>{head}<div{w.c('said')}>{w.body(p)}</div>{_foot(w, p)}</td>"
        return f"<tr{w.c('post', p)}{w.at(p)}>{who}{said}</tr>"

    return f'<table{w.c("list")} width="100%">{w.each(posts, one, _WIDE)}</table>'


def pairs(posts: Sequence[Entry], w: Writer) -> str:
    """Two rows per post: a head over both columns, then author and text."""

    def one(p: Entry) -> str:
        head = f'<tr{w.c("head")}><td colspan="2">{_number(w, p)} {w.date(p)}</td></tr>'
        who = f'<td{w.c("who")} valign="top">{w.name(p)}{w.cell(p)} {w.home(p)}</td>'
        return f"{head}<tr{w.c('post', p)}>{who}<td{w.c('said')}>{w.body(p)}{w.foot(p)}</td></tr>"

    return f'<table{w.c("list")} border="1" cellpadding="4">{w.each(posts, one, _WIDE)}</table>'


def triples(posts: Sequence[Entry], w: Writer) -> str:
    """Three rows per post: title and date, author and text, buttons and a gap."""

    def one(p: Entry) -> str:
        head = f'<tr bgcolor="#ccd"><td>{_number(w, p)}</td><td>{w.title(p, "b")} {w.date(p)}</td></tr>'
        main = f'<tr bgcolor="{_colour(p)}"><td>{w.name(p)}{w.cell(p)}</td><td>{w.body(p)}</td></tr>'
        links = w.foot(p, "small") or w.label("reply")
        return f"{head}{main}<tr><td>&nbsp;</td><td>{links} {w.home(p)}</td></tr>"

    return f'<table width="90%">{w.each(posts, one, _WIDE)}</table>'


def rows_of_one_cell(posts: Sequence[Entry], w: Writer) -> str:
    """One cell for everything."""

    def one(p: Entry) -> str:
        return f'<tr><td bgcolor="{_colour(p)}">{w.line(p)}<br>{w.body(p)}{w.foot(p)}</td></tr>'

    return f'<table border="0" cellspacing="1">{w.each(posts, one, "<tr><td>{}</td></tr>")}</table>'


def table_each(posts: Sequence[Entry], w: Writer) -> str:
    """A table per post."""

    def one(p: Entry) -> str:
        return (
            f'<table{w.c("post", p)}{w.at(p)} width="100%"><tr><th>{w.name(p)}</th><td>{w.date(p)}</td>'
            f"<td>{_number(w, p)}</td></tr>"
            f'<tr><td colspan="3">{w.title(p, "h4")}{w.body(p)}{w.foot(p)}</td></tr></table>'
        )

    return f"<div>{w.each(posts, one, '<div>{}</div>')}</div>"


def table_in_cell(posts: Sequence[Entry], w: Writer) -> str:
    """A table per post in a cell of a table, with a table for the frame in between."""

    def one(p: Entry) -> str:
        head = f"<small>{_number(w, p)} {w.date(p)}</small><br>"
        inner = (
            f'<table width="100%"><tr><td{w.c("who")}>{w.name(p)}{w.cell(p)}</td>'
            f"<td{w.c('said')}>{head}{w.body(p)}{w.foot(p)}</td></tr></table>"
        )
        return f'<tr><td><table{w.c("post", p)} bgcolor="#888"><tr><td>{inner}</td></tr></table></td></tr>'

    return f'<table width="98%" align="center">{w.each(posts, one, "<tr><td>{}</td></tr>")}</table>'


def name_text_date(posts: Sequence[Entry], w: Writer) -> str:
    """A plain guest book: name, text and date as three cells."""

    def one(p: Entry) -> str:
        return f"<tr><td>{w.name(p)} {w.home(p)}</td><td>{w.body(p)}</td><td nowrap>{w.date(p)}</td></tr>"

    return f'<table border="1">{w.each(posts, one, _WIDE)}</table>'


def set_in_by_width(posts: Sequence[Entry], w: Writer) -> str:
    """Replies set in by an empty cell: flat markup, a tree to the eye."""

    def one(p: Entry) -> str:
        gap = f'<td width="{1 + 30 * p.depth}"><img src="/gap.gif" width="{1 + 30 * p.depth}" alt=""></td>'
        return (
            f"<table{w.c('post', p)}><tr>{gap}<td><b>{w.line(p)}</b><br>{w.body(p)}{w.foot(p)}</td></tr></table>"
        )

    return f"<div{w.c('list')}>{w.each(posts, one, '<div>{}</div>')}</div>"


def _number(w: Writer, p: Entry) -> str:
    return f'<a href="#e{p.number}">#{p.number}</a>' if w.style.has_numbers else ""


def _foot(w: Writer, p: Entry) -> str:
    return " ".join(filter(None, [w.home(p), w.foot(p)]))


def _colour(p: Entry) -> str:
    return ("#eef", "#fff")[p.index % 2]
