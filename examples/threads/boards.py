"""Boards laid out with `<hr>` and `<br>`: most posts have no element of their own."""

from __future__ import annotations

from collections.abc import Sequence

from examples.threads.entries import Entry
from examples.threads.writer import Writer


def rule_after(posts: Sequence[Entry], w: Writer) -> str:
    """Line, break, text, rule."""
    return w.each(
        posts, lambda p: f"{w.title(p, 'b')} {w.line(p)}<br>\n{w.body(p)}<br>\n{_foot(w, p)}<hr>", "{}<hr>"
    )


def rule_before(posts: Sequence[Entry], w: Writer) -> str:
    """Rule, an anchor with the number, text."""
    return w.each(
        posts,
        lambda p: f'<hr><a name="{p.number}"></a>{w.line(p)}<br><br>\n{w.body(p)}<br>{_foot(w, p)}',
        "<hr>{}",
    )


def rule_and_font(posts: Sequence[Entry], w: Writer) -> str:
    """Everything in one font element, names in colour."""

    def one(p: Entry) -> str:
        name = f'<font color="green"><b>{w.name(p)}</b></font>'
        return f"{w.number(p)} {name} {w.home(p)} {w.date(p)}<br>{w.body(p)}<br>{_foot(w, p)}<hr size=1>"

    return f'<font size="2">{w.each(posts, one, "{}<hr size=1>")}</font>'


def rule_in_cell(posts: Sequence[Entry], w: Writer) -> str:
    """The same in the one cell of a table."""

    def one(p: Entry) -> str:
        return f"<b>{w.number(p)}</b> {w.title(p, 'b')}{w.name(p)} {w.home(p)}[{w.date(p)}]<br>{w.body(p)}<br><hr>"

    return f'<table width="95%" border="1"><tr><td>{w.each(posts, one, "{}<hr>")}</td></tr></table>'


def rule_date_last(posts: Sequence[Entry], w: Writer) -> str:
    """For small telephones: name, text, date, each on a line of its own."""

    def one(p: Entry) -> str:
        return f"[{p.number}] {w.name(p)} {w.home(p)}<br>{w.body(p)}<br>{w.date(p)}<br>{_foot(w, p)}<hr>"

    return w.each(posts, one, "{}<hr>")


def rule_and_paragraphs(posts: Sequence[Entry], w: Writer) -> str:
    """A rule, a paragraph with the line, a paragraph with the text."""

    def one(p: Entry) -> str:
        return f"<p>{w.line(p)}</p><div>{w.body(p)}</div>{w.foot(p, 'p')}<hr>"

    return w.each(posts, one, "<p>{}</p><hr>")


def rule_and_terms(posts: Sequence[Entry], w: Writer) -> str:
    """Terms and descriptions with a rule after each pair."""
    posts_html = w.each(posts, lambda p: f"<dt>{w.line(p)}</dt><dd>{w.body(p)}<br><br></dd><hr>")
    return f"<dl{w.c('list')}>{posts_html}</dl>"


def rule_and_divisions(posts: Sequence[Entry], w: Writer) -> str:
    """A division per post, a rule between two."""

    def one(p: Entry) -> str:
        head = f"{w.number(p)} <span{w.c('who')}>{w.name(p)}</span>"
        home = f" <span>{w.home(p)}</span>" if w.home(p) else ""
        return (
            f"<div{w.c('post', p)}{w.at(p)}>{head}{home} <span{w.c('when')}>{w.date(p)}</span><br>"
            f"<div{w.c('said')}>{w.body(p)}</div></div><hr>"
        )

    return w.each(posts, one, "<div>{}</div><hr>")


def rule_in_centre(posts: Sequence[Entry], w: Writer) -> str:
    """A rule, a coloured line in its own element, text; all in the centre of the page."""

    def one(p: Entry) -> str:
        return f"<u>{w.line(p)}</u><br><tt>{w.body(p)}</tt><br>{_foot(w, p)}<hr>"

    return f"<center>{w.each(posts, one, '{}<hr>')}</center>"


def rule_and_table(posts: Sequence[Entry], w: Writer) -> str:
    """A small table and the text below it, then a rule."""

    def one(p: Entry) -> str:
        row = f"<tr><td>{w.number(p)}</td><td>{w.name(p)}</td><td>{w.date(p)}</td></tr>"
        return f"<table>{row}</table>{w.body(p)}<hr>"

    return w.each(posts, one, "{}<hr>")


def breaks_only(posts: Sequence[Entry], w: Writer) -> str:
    """No rule at all: a square before each post, empty lines after it."""
    return w.each(posts, lambda p: f"■{w.line(p)}<br>{w.body(p)}<br><br><br>", "{}<br><br><br>")


def spans_and_breaks(posts: Sequence[Entry], w: Writer) -> str:
    """Inline elements only."""

    def one(p: Entry) -> str:
        return (
            f"<span{w.c('head')}>{w.line(p)}</span><br><span{w.c('said')}>{w.body(p)}</span><br>{_foot(w, p)}<br>"
        )

    return f"<div>{w.each(posts, one, '<span>{}</span><br><br>')}</div>"


def mail_archive(posts: Sequence[Entry], w: Writer) -> str:
    """Letters as they came: a list of heads, then the letter, in preformatted text."""

    def one(p: Entry) -> str:
        head = f"<b>From:</b> {w.name(p)}<br><b>Date:</b> {w.date(p)}<br>"
        return f"{w.title(p, 'h4')}{head}<pre>{w.body(p)}</pre>"

    return f"<div>{w.each(posts, one)}</div>"


def _foot(w: Writer, p: Entry) -> str:
    foot = w.foot(p, "small")
    return f"{foot}<br>" if foot else ""
