"""Threads with replies set in under what they answer, and posts that stand in several places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from examples.threads import boxes
from examples.threads.entries import Entry
from examples.threads.writer import Writer


def nested_divisions(posts: Sequence[Entry], w: Writer) -> str:
    """Replies inside the element of what they answer."""

    def one(p: Entry, replies: str) -> str:
        inner = f"<div{w.c('kin')}>{replies}</div>" if replies else ""
        head = f"<div{w.c('head')}>{w.line(p)}</div>"
        return f"<div{w.c('post', p)}{w.at(p)}>{head}<div{w.c('said')}>{w.body(p)}</div>{w.foot(p)}{inner}</div>"

    return f"<div{w.c('list')}>{_nest(posts, w, one)}</div>"


def nested_lists(posts: Sequence[Entry], w: Writer) -> str:
    """A list in each item that has replies."""

    def one(p: Entry, replies: str) -> str:
        inner = f"<ul>{replies}</ul>" if replies else ""
        head = f"<span{w.c('who')}>{w.name(p)}</span> <span{w.c('when')}>{w.date(p)}</span>"
        return f"<li{w.at(p)}><div{w.c('post', p)}>{head}<div{w.c('said')}>{w.body(p)}</div></div>{inner}</li>"

    return f"<ul{w.c('list')}>{_nest(posts, w, one)}</ul>"


def set_in_by_margin(posts: Sequence[Entry], w: Writer) -> str:
    """Flat markup; a margin says how deep."""

    def one(p: Entry) -> str:
        style = f' style="margin-left: {24 * p.depth}px"'
        head = f"<div{w.c('head')}>{w.line(p)}</div>"
        return f"<div{w.c('post', p)}{w.at(p)}{style}>{head}<div{w.c('said')}>{w.body(p)}</div>{w.foot(p)}</div>"

    return f"<div{w.c('list')}>{w.each(posts, one, '<div>{}</div>')}</div>"


def first_apart(posts: Sequence[Entry], w: Writer) -> str:
    """The first post in a box of its own, the others in a list."""
    p = posts[0]
    head = f"<h2>{p.title or w.label('question')}</h2><div{w.c('when')}>{w.line(p)}</div>"
    first = w.mark(p, f"<div{w.at(p)}>{head}<div{w.c('said')}>{w.body(p)}</div>{w.foot(p)}</div>")
    return f"{first}<h3>{w.label('answers', len(posts) - 1)}</h3>{boxes.unordered(posts[1:], w)}"


def question_and_answers(posts: Sequence[Entry], w: Writer) -> str:
    """A question in its section, answers in theirs, each with the votes beside it."""

    def one(p: Entry) -> str:
        votes = f"<div><b>{p.person.count % 17}</b></div>"
        by = f"<div{w.c('who')}>{w.date(p)} {w.name(p)}</div>"
        return f"<div{w.c('post')}{w.at(p)}>{votes}<div><div{w.c('said')}>{w.body(p)}</div>{by}</div></div>"

    question = f"<section><h2>{w.label('question')}</h2>{w.each(posts[:1], one)}</section>"
    heading = f"<h2>{w.label('answers', len(posts) - 1)}</h2>"
    return f"{question}<section>{heading}{w.each(posts[1:], one, '<div>{}</div>')}</section>"


def _nest(posts: Sequence[Entry], w: Writer, one: Callable[[Entry, str], str]) -> str:
    """The posts in each other; they come in the order of the page."""
    replies: dict[int | None, list[str]] = {}
    for p in reversed(posts):
        html = w.mark(p, one(p, "\n".join(reversed(replies.pop(p.index, [])))))
        replies.setdefault(p.parent, []).append(html)
    return "\n".join(reversed(replies.get(None, [])))
