"""Boards from 2010 on, with little markup, or with markup for programs without scripts."""

from __future__ import annotations

from examples.threads.programs.pen import Pen, parity
from examples.threads.programs.posts import Post


def vanilla(pen: Pen) -> str:
    """The discussion apart, answers as items of a list."""

    def inner(p: Post, kind: str) -> str:
        head = (
            f'<div class="Item-Header {kind}Header"><div class="AuthorWrap"><span class="Author">'
            f'<a class="PhotoWrap">{pen.avatar(p)}</a>{pen.name(p, "Username")}</span>'
            f'<span class="AuthorInfo">{pen.profile(p, " ")}</span></div><div class="Meta {kind}Meta">'
            f'<span class="MItem DateCreated"><a href="#">{pen.date(p)}</a></span></div></div>'
        )
        return (
            f'{head}<div class="Item-BodyWrap"><div class="Item-Body"><div class="Message">{pen.body(p)}'
            f'</div>{pen.signature(p, "<div class=Signature>{}</div>")}</div><div class="Reactions">'
            f"{pen.buttons(p, 'quote', 'report')}</div></div>"
        )

    def item(p: Post) -> str:
        css = f'class="Item ItemComment" id="Comment_{p.id}"'
        return f'<li {css}><div class="Comment">{inner(p, "Comment")}</div></li>'

    opening, *rest = pen.posts
    first = f'<div class="Item ItemDiscussion"><div class="Discussion">{inner(opening, "Discussion")}</div></div>'
    items = pen.each(item, "<li>{}</li>", rest) if rest else ""
    heading = f'<h2 class="CommentHeading">{pen.label("comments", len(rest))}</h2>'
    return (
        f'<div class="MessageList Discussion">{pen.mark(opening, first)}</div><div class="CommentsWrap">{heading}'
        f'<ul class="MessageList DataList Comments">{items}</ul></div>'
    )


def discourse(pen: Pen) -> str:
    """The view for crawlers: name, number and date as spans, text, likes."""

    def one(p: Post) -> str:
        head = (
            f'<div class="crawler-post-meta"><div itemprop="publisher"></div>'
            f'<span class="creator" itemprop="author">{pen.name(p)}</span> <span class="crawler-post-infos">'
            f'{pen.date(p)} <span class="position">{pen.number(p, pen.pick("numbers", "{}", "#{}"))}</span>'
            f"</span></div>"
        )
        return (
            f'<div id="post_{p.number}" itemprop="comment" class="topic-body crawler-post">{head}'
            f'<div class="post" itemprop="text">{pen.body(p)}</div><div class="post-likes">'
            f"{pen.label('likes', len(p.likers)) if p.likers else ''}</div></div>"
        )

    return f'<div itemscope class="topic-area">{pen.each(one)}</div>'


def flarum(pen: Pen) -> str:
    """The content without scripts: a heading with the name, the date, the text."""

    def one(p: Post) -> str:
        when = f"<p>{pen.date(p)}</p>" if pen.look.date_form else ""
        return (
            f'<article class="Post"><div class="PostUser"><h3 class="PostUser-name">{pen.name(p)}</h3></div>'
            f'{when if pen.has("dates first") else ""}<div class="Post-body">{pen.body(p)}</div>'
            f"{'' if pen.has('dates first') else when}</article>"
        )

    return f'<div class="container"><div>{pen.each(one)}</div></div>'


def nodebb(pen: Pen) -> str:
    """Items with data about the post, the author's name in a strong link, signature and tools below."""

    def one(p: Post) -> str:
        head = (
            f'<div class="clearfix post-header"><div class="icon pull-left"><a href="#">{pen.avatar(p)}</a>'
            f'</div><small class="pull-left"><strong>{pen.name(p)}</strong> <span class="visible-xs-inline">'
            f'<a class="permalink" href="/post/{p.id}">{pen.date(p)}</a></span> <span class="bookmarked">'
            f"{pen.number(p) if pen.has('numbers') else ''}</span></small></div>"
        )
        foot = (
            f'<div class="clearfix post-footer">'
            f"{pen.signature(p, '<div component=post/signature class=post-signature>{}</div>')}"
            f'<small class="pull-right"><span class="post-tools">{pen.buttons(p, "reply", "quote")}</span> '
            f'<span class="votes">{p.votes}</span></small></div>'
        )
        return (
            f'<li component="post" class="{"" if p.index else "topic-owner-post"}" data-pid="{p.id}" '
            f'data-username="{pen.bare_name(p)}">{head}<br><div class="content" component="post/content">'
            f"{pen.body(p)}</div>{foot}</li>"
        )

    return f'<ul component="topic" class="posts">{pen.each(one, "<li>{}</li>")}</ul>'


def bbpress(pen: Pen) -> str:
    """A header with date and number, then author and content side by side, all in one list."""

    def one(p: Post) -> str:
        head = (
            f'<div id="post-{p.id}" class="bbp-reply-header"><div class="bbp-meta">'
            f'<span class="bbp-reply-post-date">{pen.date(p)}</span> '
            f'<a class="bbp-reply-permalink" href="#post-{p.id}">{pen.number(p)}</a></div></div>'
        )
        who = (
            f'<div class="bbp-reply-author">{pen.avatar(p)}<br />{pen.name(p, "bbp-author-name")}<br />'
            f'<div class="bbp-author-role">{p.author.rank}</div></div>'
        )
        return (
            f'{head}<div class="post-{p.id} {parity(p, "odd", "even")} reply">{who}'
            f'<div class="bbp-reply-content">{pen.body(p)}'
            f"{pen.edit_note(p, '<ul class=bbp-reply-revision-log><li>{}</li></ul>')}{pen.signature(p)}</div>"
            f"</div>"
        )

    head = f'<li class="bbp-header"><div>{pen.label("author")}</div><div>{pen.label("message")}</div></li>'
    return (
        f'<ul id="topic-1-replies" class="forums bbp-replies">{head}<li class="bbp-body">{pen.each(one)}</li></ul>'
    )
