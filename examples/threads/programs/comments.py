"""Comments below an article, and reviews of a thing: one function a program."""

from __future__ import annotations

from examples.threads.programs.pen import Pen, parity
from examples.threads.programs.posts import Post


def wordpress(pen: Pen) -> str:
    """A list with lists in it: avatar, cite and says, a line with the date, text, reply."""

    def item(p: Post, replies: str) -> str:
        who = (
            f'<div class="comment-author vcard">{pen.avatar(p)}<cite class="fn">{pen.name(p)}</cite> '
            f'<span class="says">says:</span></div>'
        )
        when = f'<div class="comment-meta commentmetadata"><a href="#comment-{p.id}">{pen.date(p)}</a></div>'
        inner = f'<ul class="children">{replies}</ul>' if replies else ""
        return (
            f'<li class="comment {parity(p, "even thread-even", "odd alt")} depth-{p.depth + 1}" '
            f'id="li-comment-{p.id}"><div id="comment-{p.id}" class="comment-body">{who}{when}{pen.body(p)}'
            f'<div class="reply">{pen.buttons(p, "reply")}</div></div>{inner}</li>'
        )

    return (
        f'<h3 id="comments">{pen.label("comments", len(pen.posts))}</h3><ol class="commentlist">'
        f"{pen.nested(item)}</ol>"
    )


def wordpress_new(pen: Pen) -> str:
    """Articles in a list: a footer with author and date before the content."""

    def item(p: Post, replies: str) -> str:
        foot = (
            f'<footer class="comment-meta"><div class="comment-author vcard">{pen.avatar(p)}<b class="fn">'
            f'{pen.name(p)}</b><span class="says">{pen.pick("says", "says:", ":", "")}</span></div>'
            f'<div class="comment-metadata"><a href="#c{p.id}">{pen.date(p)}</a></div></footer>'
        )
        inner = f'<ol class="children">{replies}</ol>' if replies else ""
        return (
            f'<li id="comment-{p.id}" class="comment depth-{p.depth + 1}"><article class="comment-body">'
            f'{foot}<div class="comment-content">{pen.body(p)}</div><div class="reply">'
            f"{pen.buttons(p, 'reply')}</div></article>{inner}</li>"
        )

    return (
        f'<div id="comments" class="comments-area"><h2 class="comments-title">'
        f'{pen.label("comments", len(pen.posts))}</h2><ol class="comment-list">{pen.nested(item)}</ol></div>'
    )


def wordpress_old(pen: Pen) -> str:
    """The theme of 2005: one list, cite, small date, paragraphs."""

    def one(p: Post) -> str:
        return (
            f'<li class="{parity(p, "alt", "")}" id="comment-{p.id}"><cite>{pen.name(p)}</cite> Says:<br />'
            f'<small class="commentmetadata"><a href="#comment-{p.id}">{pen.date(p)}</a></small>{pen.body(p)}'
            f"</li>"
        )

    return (
        f'<h3 id="comments">{pen.label("comments", len(pen.posts))}</h3><ol class="commentlist">'
        f"{pen.each(one, '<li>{}</li>')}</ol>"
    )


def typepad(pen: Pen) -> str:
    """A division a comment, text first, then a footer: posted by, date; or the other way round."""

    def one(p: Post) -> str:
        foot = (
            f'<p class="comment-footer{"" if pen.has("feet") else "-2"}">'
            f'{pen.label("posted")} {pen.name(p)} | <a href="#comment-{p.id}">{pen.date(p)}</a></p>'
        )
        if pen.has("bylines", 0.3):
            head = f'<p class="byline">{pen.name(p)} {pen.pick("said", "said...", "wrote:", ":")}</p>'
            return (
                f'<div class="comment"><a id="c{p.id}"></a>{head}<div class="comment-content">{pen.body(p)}'
                f'</div><p class="posted">{pen.date(p)}</p></div>'
            )
        return (
            f'<a id="c{p.id}"></a><div class="comment" id="comment-{p.id}"><div class="comment-content">'
            f"{pen.body(p)}</div>{foot}</div>"
        )

    return (
        f'<h2 class="comments-header">{pen.label("comments", len(pen.posts))}</h2>'
        f'<div class="comments-content">{pen.each(one)}</div>'
    )


def movable_type(pen: Pen) -> str:
    """Paragraphs after an anchor: text, then `Posted by X at DATE`, on some sites a rule."""
    rule = pen.pick("rule", "<hr />", "")

    def one(p: Post) -> str:
        return (
            f'<a name="{p.id}"></a>{pen.body(p)}<p class="posted">{pen.label("posted")} {pen.label("by")} '
            f"{pen.name(p)} {pen.label('on')} {pen.date(p)}</p>{rule}"
        )

    return (
        f'<div class="comments-head"><a name="comments"></a>{pen.label("comments", len(pen.posts))}</div>'
        f'<div class="comments-body">{pen.each(one)}</div>'
    )


def blogger(pen: Pen) -> str:
    """Terms and descriptions in threes: who, text, when."""

    def one(p: Post) -> str:
        return (
            f'<dt class="comment-author" id="c{p.id}"><a name="c{p.id}"></a>'
            f"{pen.name(p)} {pen.pick('said', 'said...', 'dijo...', ':', 'a dit...')}</dt>"
            f'<dd class="comment-body">{pen.body(p)}</dd><dd class="comment-footer">'
            f'<span class="comment-timestamp"><a href="#c{p.id}">{pen.date(p)}</a></span></dd>'
        )

    return (
        f'<div class="comments" id="comments"><h4>{pen.label("comments", len(pen.posts))}</h4>'
        f'<dl id="comments-block">{pen.each(one, "<dd>{}</dd>")}</dl></div>'
    )


def blogger_threads(pen: Pen) -> str:
    """A list with answers in it: avatar, block with user and date, text, actions."""

    def item(p: Post, replies: str) -> str:
        head = (
            f'<div class="comment-header"><cite class="user">{pen.name(p)}</cite><span class="icon user">'
            f'</span><span class="datetime secondary-text"><a href="#c{p.id}">{pen.date(p)}</a></span></div>'
        )
        inner = (
            f'<div class="comment-replies"><ol>{replies}</ol></div>'
            if replies
            else '<div class="comment-replies"></div>'
        )
        return (
            f'<li class="comment" id="c{p.id}"><div class="avatar-image-container">{pen.avatar(p)}</div>'
            f'<div class="comment-block">{head}<p class="comment-content">{pen.body(p)}</p>'
            f'<span class="comment-actions">{pen.buttons(p, "reply")}</span></div>{inner}</li>'
        )

    return (
        f'<section class="comments threaded" id="comments"><h3 class="title">'
        f'{pen.label("comments", len(pen.posts))}:</h3><div id="comment-holder"><ol>{pen.nested(item)}</ol>'
        f"</div></section>"
    )


def disqus(pen: Pen) -> str:
    """What the page keeps for browsers without scripts."""

    def one(p: Post) -> str:
        return (
            f'<li id="dsq-comment-{p.id}"><div id="dsq-comment-header-{p.id}" class="dsq-comment-header">'
            f'<cite id="dsq-cite-{p.id}"><span id="dsq-author-user-{p.id}">{pen.name(p)}</span></cite>'
            f' {pen.date(p)}</div><div id="dsq-comment-body-{p.id}" class="dsq-comment-body">'
            f'<div id="dsq-comment-message-{p.id}" class="dsq-comment-message">{pen.body(p)}</div></div></li>'
        )

    return (
        f'<div id="disqus_thread"><div id="dsq-content"><ul id="dsq-comments">{pen.each(one, "<li>{}</li>")}'
        f"</ul></div></div>"
    )


def disqus_tree(pen: Pen) -> str:
    """Items with a header of author, parent and age, message, footer with votes, and children."""

    def item(p: Post, replies: str) -> str:
        head = (
            f'<header class="comment__header"><span class="post-byline"><span class="author">{pen.name(p)}'
            f'</span></span><span class="post-meta"> • <a class="time-ago" href="#{p.id}">{pen.date(p)}</a>'
            f"</span></header>"
        )
        foot = (
            f'<footer class="comment__footer"><span class="vote-up">{p.votes}</span>'
            f" {pen.buttons(p, 'reply', 'share', between=' • ')}</footer>"
        )
        return (
            f'<li class="post" id="post-{p.id}"><div class="post-content"><div class="avatar">{pen.avatar(p)}'
            f'</div><div class="post-body">{head}<div class="post-message"><div>{pen.body(p)}</div></div>'
            f'{foot}</div></div><ul class="children">{replies}</ul></li>'
        )

    return (
        f'<section id="conversation"><div class="nav-primary">{pen.label("comments", len(pen.posts))}</div>'
        f'<ul id="post-list" class="post-list">{pen.nested(item)}</ul></section>'
    )


def news_portal(pen: Pen) -> str:
    """Comments of a news portal: name, date, text, thumbs up and down."""

    def one(p: Post) -> str:
        place = f'<span class="prov">{p.author.place}</span>' if pen.has("places", 0.3) else ""
        thumbs = f'<ul class="vote"><li class="good">{abs(p.votes)}</li><li class="bad">{p.index % 3}</li></ul>'
        head = (
            f'<div class="rapidHeader"><h2 class="user">{pen.name(p)}</h2>{place}<time class="date">'
            f"{pen.date(p)}</time></div>"
        )
        return (
            f'<li id="c_{p.id}" class="commentItem">{head}<p class="cmtBody">{pen.body(p)}</p>'
            f'<div class="cmtAction">{pen.buttons(p, "reply", "report")}{thumbs}</div></li>'
        )

    return (
        f'<div class="commentModule"><h3>{pen.label("comments", len(pen.posts))}</h3>'
        f'<ul class="comments-list">{pen.each(one, "<li>{}</li>")}</ul></div>'
    )


def naver(pen: Pen) -> str:
    """Korean comments: info with nickname and date, text, tools with recommend and not."""

    def one(p: Post) -> str:
        head = (
            f'<div class="u_cbox_info"><span class="u_cbox_info_main"><span class="u_cbox_name">'
            f'<span class="u_cbox_name_area"><span class="u_cbox_nick">{pen.bare_name(p)}</span></span>'
            f"</span></span></div>"
        )
        return (
            f'<li class="u_cbox_comment"><div class="u_cbox_comment_box"><div class="u_cbox_area">{head}'
            f'<div class="u_cbox_text_wrap"><span class="u_cbox_contents">{pen.body(p)}</span></div>'
            f'<div class="u_cbox_info_base"><span class="u_cbox_date">{pen.date(p)}</span>'
            f'<a class="u_cbox_btn_report">{pen.label("report")}</a></div><div class="u_cbox_tool"><a>'
            f'{pen.label("reply")} {p.index % 3}</a><div class="u_cbox_recomm_set"><em>{abs(p.votes)}</em>'
            f"<em>{p.index % 4}</em></div></div></div></div></li>"
        )

    return (
        f'<div class="u_cbox"><div class="u_cbox_head">{pen.label("comments", len(pen.posts))}</div>'
        f'<div class="u_cbox_content_wrap"><ul class="u_cbox_list">{pen.each(one, "<li>{}</li>")}</ul></div>'
        f"</div>"
    )


def japanese_blog(pen: Pen) -> str:
    """Comments of rental blogs: number and title, text, then `Posted by NAME at DATE` or a small head."""

    def one(p: Post) -> str:
        title = pen.title(p, '<h3 class="comment_title">{}</h3>')
        number = f'<span class="comment-num">{pen.number(p, "{}. ")}</span>' if pen.has("numbers") else ""
        foot = f'<li class="comment-author">{pen.bare_name(p)}</li><li class="comment-date">{pen.date(p)}</li>'
        if pen.has("heads first"):
            return (
                f'<div class="comment_body">{number}{title}<ul class="comment-info">{foot}</ul>'
                f'<div class="comment_text">{pen.body(p)}</div></div>'
            )
        return (
            f'<div class="comment_body" id="comment{p.id}">{number}{title}<div class="comment_text">'
            f'{pen.body(p)}</div><ul class="comment-info">{foot}</ul></div>'
        )

    return f'<div id="comments"><h2>{pen.label("comments", len(pen.posts))}</h2>{pen.each(one)}</div>'


def joomla(pen: Pen) -> str:
    """Boxes with a number, author, a date in brackets, text, a quote button."""

    def one(p: Post) -> str:
        return (
            f'<div class="{parity(p, "even", "odd")}" id="comment-item-{p.id}"><div class="rbox">'
            f'<div class="comment-box"><span class="comments-vote"><span>{p.votes}</span></span>'
            f'<a class="comment-anchor" href="#comment-{p.id}">{pen.number(p)}</a>'
            f' {pen.title(p, "<span class=comment-title>{}</span> — ")}<span class="comment-author">'
            f'{pen.name(p)}</span> <span class="comment-date">{pen.date(p)}</span>'
            f'<div class="comment-body" id="comment-body-{p.id}">{pen.body(p)}</div>'
            f'<span class="comments-buttons">{pen.buttons(p, "reply", "quote", between=" | ")}</span></div>'
            f"</div></div>"
        )

    return (
        f'<div id="jc"><div id="comments"><h4>{pen.label("comments", len(pen.posts))}</h4>'
        f'<div id="comments-list" class="comments-list">{pen.each(one)}</div></div></div>'
    )


def bare_blog(pen: Pen) -> str:
    """A small blog's own script: a strong name, an em date, paragraphs, nothing else."""

    def one(p: Post) -> str:
        head = pen.pick("head", "<p><strong>{}</strong> <em>{}</em></p>", "<h4>{}, {}</h4>", "<p>{} ({}):</p>")
        return f"<div>{head.format(pen.name(p), pen.date(p))}{pen.body(p)}</div>"

    return f"<h3>{pen.label('comments', len(pen.posts))}</h3><div>{pen.each(one)}</div>"


def modern(pen: Pen) -> str:
    """Comments of a script rendered on the server: nested boxes without any list, utility classes."""

    def item(p: Post, replies: str) -> str:
        head = (
            f'<div class="flex items-center"><span class="font-bold">{pen.name(p)}</span>'
            f'<span class="text-gray">{pen.date(p)}</span></div>'
        )
        inner = f'<div class="ml-8">{replies}</div>' if replies else ""
        return (
            f'<div class="flex mt-4" data-testid="comment"><div class="shrink-0">{pen.avatar(p)}</div>'
            f'<div class="grow">{head}<div class="mt-2">{pen.body(p)}</div><div class="flex gap-2"><button>'
            f"{p.votes}</button><button>{pen.label('reply')}</button></div>{inner}</div></div>"
        )

    return (
        f'<div class="space-y-4"><h2 class="text-xl">{pen.label("comments", len(pen.posts))}</h2>'
        f"{pen.nested(item)}</div>"
    )


def livefyre(pen: Pen) -> str:
    """Articles with a header, body and footer, as widgets of newspapers write them."""

    def one(p: Post) -> str:
        badge = f'<span class="badge">{p.author.rank}</span>' if p.author.id % 3 == 0 else ""
        return (
            f'<article class="fyre-comment-article"><div class="fyre-comment-wrapper">'
            f'<header class="fyre-comment-head"><a class="fyre-comment-username">{pen.bare_name(p)}</a>'
            f'{badge}<time class="fyre-comment-date">{pen.date(p)}</time></header>'
            f'<section class="fyre-comment-body"><div class="fyre-comment">{pen.body(p)}</div></section>'
            f'<footer class="fyre-comment-footer">{pen.label("likes", abs(p.votes))} '
            f"{pen.buttons(p, 'reply', 'share', 'report')}</footer></div></article>"
        )

    return (
        f'<div class="fyre"><div class="fyre-stream-stats">{pen.label("comments", len(pen.posts))}</div>'
        f'<div class="fyre-stream-content">{pen.each(one)}</div></div>'
    )


def old_news(pen: Pen) -> str:
    """Rows of a table: number, name and date in one, text in the next."""

    def one(p: Post) -> str:
        return (
            f'<tr class="ohl"><td><b>{pen.number(p, "{}.")}</b> {pen.title(p, "<b>{}</b> ")}{pen.label("by")}'
            f' {pen.name(p)} {pen.date(p)}</td></tr><tr><td class="otext">{pen.body(p)}<br></td></tr>'
        )

    return (
        f'<table class="opinions" width="100%"><tr><th>{pen.label("comments", len(pen.posts))}</th></tr>'
        f"{pen.each(one, '<tr><td>{}</td></tr>')}</table>"
    )


def reviews(pen: Pen) -> str:
    """Reviews of a product: stars, a title, by whom and when, text, how many found it helpful."""

    def one(p: Post) -> str:
        stars = pen.pick(
            "stars",
            "★" * (p.votes % 5 + 1),
            f'<span class="a-icon-alt">{p.votes % 5 + 1}.0 / 5</span>',
            f'<img src="{p.votes % 5}.gif" alt="">',
        )
        who = f'<span class="review-author">{pen.name(p)}</span>'
        return (
            f'<div id="review-{p.id}" class="review"><div class="a-row">'
            f'{stars} {pen.title(p, "<b class=review-title>{}</b>")}</div><div class="a-row">{who} '
            f'<span class="review-date">{pen.date(p)}</span></div><div class="review-data">'
            f'<span class="review-text">{pen.body(p)}</span></div><div class="review-votes">'
            f"{pen.label('helpful', abs(p.votes))}</div></div>"
        )

    return f'<div id="reviews"><h2>{pen.label("rating")}</h2><div class="review-list">{pen.each(one)}</div></div>'


def shop_questions(pen: Pen) -> str:
    """Questions of buyers and the shop's answers: pairs with Q and A."""

    def item(p: Post, replies: str) -> str:
        kind = "A" if p.depth else "Q"
        inner = f'<div class="answers">{replies}</div>' if replies else ""
        return (
            f'<div class="qa-{kind.lower()}"><span class="qa-mark">{kind}</span><div class="qa-body"><p>'
            f'{pen.body(p)}</p><p class="qa-by">{pen.label("by")} {pen.name(p)} {pen.date(p)}</p></div></div>'
            f"{inner}"
        )

    return f'<div class="qa"><h2>{pen.label("question")}</h2>{pen.nested(item)}</div>'
