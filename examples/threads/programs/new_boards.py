"""Boards from 2005 on, laid out with divisions, lists and articles."""

from __future__ import annotations

from examples.threads.programs.pen import Pen, parity
from examples.threads.programs.posts import Post


def prosilver(pen: Pen) -> str:
    """A division a post: the text first in the markup, the profile as a list after it, or the other way round."""
    is_new = pen.has("version 3.2")

    def one(p: Post) -> str:
        facts = pen.profile(p, "</dd><dd>", "<strong>{}</strong> {}")
        profile = (
            f'<dl class="postprofile" id="profile{p.id}"><dt>{pen.avatar(p)}<br />{pen.name(p, "username")}'
            f"</dt><dd>{facts}</dd></dl>"
        )
        subject = pen.title(p, f'<h3{"" if p.index else " class=first"}><a href="#p{p.id}">{{}}</a></h3>')
        by = (
            f'<p class="author"><a href="#"><img src="icon_post_target.gif" alt="" /></a> {pen.label("by")} '
            f"<strong>{pen.name(p)}</strong> &raquo; {pen.date(p)} </p>"
        )
        buttons = pen.buttons(
            p, "quote", "report", between="</li><li>", pattern='<ul class="profile-icons"><li>{}</li></ul>'
        )
        note = pen.edit_note(p, '<div class="notice">{}</div>')
        text = f'<div class="content">{pen.body(p)}</div>{note}{pen.likes(p)}'
        sign = pen.signature(p, f'<div id="sig{p.id}" class="signature">{{}}</div>')
        body = (
            f'<div class="postbody">{subject}{by if is_new else buttons}{buttons if is_new else by}{text}'
            f"{sign}</div>"
        )
        both = profile + body if is_new else body + profile
        top = f'<div class="back2top"><a href="#wrap">{pen.label("top")}</a></div>'
        return (
            f'<div id="p{p.id}" class="post {parity(p, "bg2", "bg1")}"><div class="inner">{both}{top}</div>'
            f'</div><hr class="divider" />'
        )

    return f'<div id="page-body">{pen.each(one, "<div class=post>{}</div>")}</div>'


def vbulletin4(pen: Pen) -> str:
    """Items of a list: a head with date and number, details with author and body."""

    def one(p: Post) -> str:
        facts = pen.profile(p, "", "<dt>{}</dt> <dd>{}</dd>")
        who = (
            f'<div class="userinfo"><div class="username_container">{pen.name(p, "username")}'
            f'<span class="usertitle">{p.author.rank if pen.has("titles") else ""}</span></div>'
            f'{pen.avatar(p)}<dl class="userinfo_extra">{facts}</dl></div>'
        )
        title = pen.title(p, '<h2 class="title icon">{}</h2>')
        note = pen.edit_note(
            p, '<div class="after_content"><blockquote class="postcontent lastedited">{}</blockquote></div>'
        )
        sign = pen.signature(
            p, '<blockquote class="signature restore"><div class="signaturecontainer">{}</div></blockquote>'
        )
        text = (
            f'<div class="postbody"><div class="postrow">{title}<div class="content">'
            f'<div id="post_message_{p.id}"><blockquote class="postcontent restore">{pen.body(p)}'
            f"</blockquote></div></div></div>{note}{sign}{pen.likes(p)}</div>"
        )
        head = (
            f'<div class="posthead"><span class="postdate old"><span class="date">{pen.date(p)}</span></span>'
            f'<span class="nodecontrols"><a class="postcounter">{pen.number(p)}</a></span></div>'
        )
        return (
            f'<li class="postbitlegacy postbitim postcontainer old" id="post_{p.id}">{head}'
            f'<div class="postdetails">{who}{text}</div><div class="postfoot">{pen.buttons(p)}</div></li>'
        )

    return (
        f'<div id="postlist" class="postlist restrain"><ol id="posts" class="posts">'
        f"{pen.each(one, '<li>{}</li>')}</ol></div>"
    )


def vbulletin5(pen: Pen) -> str:
    """Items with microdata-like wrappers: author's box, header with number and date, text."""

    def one(p: Post) -> str:
        facts = pen.profile(p, "</li><li>", "<label>{}</label> <span>{}</span>")
        who = (
            f'<div class="l-col__fixed userinfo"><div class="author h-text-size--14"><strong>{pen.name(p)}'
            f'</strong></div><div class="usertitle"></div>{pen.avatar(p)}<ul class="userinfo-extra">'
            f"{facts and f'<li>{facts}</li>'}</ul></div>"
        )
        head = (
            f'<div class="b-post__header"><a class="b-post__count">{pen.number(p)}</a>'
            f'<div class="b-post__timestamp">{pen.date(p)}</div></div>'
        )
        title = pen.title(p, '<h2 class="b-post__title">{}</h2>')
        text = (
            f'<div class="b-post__content">{title}<div class="js-post__content-text restore">{pen.body(p)}'
            f"</div>{pen.edit_note(p, '<div class=post-edit>{}</div>')}"
            f"{pen.signature(p, '<div class=post-signature>{}</div>')}</div>"
        )
        controls = pen.buttons(
            p, "share", "quote", between="</li><li>", pattern="<ul class=controls><li>{}</li></ul>"
        )
        foot = f'<div class="b-post__footer">{pen.likes(p)}{controls}</div>'
        return (
            f'<li data-node-id="{p.id}" class="b-post js-post"><div class="b-post__body">{who}'
            f'<div class="l-col__flex">{head}{text}{foot}</div></div></li>'
        )

    return f'<ul class="conversation-list list-container">{pen.each(one, "<li>{}</li>")}</ul>'


def xenforo1(pen: Pen) -> str:
    """Items with the author's name as data, the date below the text."""

    def one(p: Post) -> str:
        facts = pen.profile(p, "", "<dt>{}</dt> <dd>{}</dd>")
        who = (
            f'<div class="messageUserInfo"><div class="messageUserBlock"><div class="avatarHolder">'
            f'{pen.avatar(p)}</div><h3 class="userText">{pen.name(p, "username")}</h3>'
            f'<div class="extraUserInfo"><dl>{facts}</dl></div></div></div>'
        )
        text = (
            f'<div class="messageContent"><article><blockquote class="messageText ugc baseHtml">{pen.body(p)}'
            f"</blockquote></article></div>"
        )
        note = pen.edit_note(p, '<div class="editDate">{}</div>')
        sign = pen.signature(p, '<div class="baseHtml signature messageText ugc"><aside>{}</aside></div>')
        meta = (
            f'<div class="messageMeta"><div class="privateControls"><span class="item muted">'
            f"{pen.bare_name(p) if pen.has('names below') else ''} "
            f'<a href="#post-{p.id}" class="datePermalink">{pen.date(p)}</a></span>'
            f' {pen.buttons(p, "report")}</div><div class="publicControls"><a href="#">{pen.number(p)}</a>'
            f" {pen.buttons(p, 'reply')}</div></div>"
        )
        return (
            f'<li id="post-{p.id}" class="message" data-author="{pen.bare_name(p)}">{who}'
            f'<div class="messageInfo primaryContent">{text}{note}{sign}{meta}{pen.likes(p)}</div></li>'
        )

    return f'<ol class="messageList" id="messageList">{pen.each(one, "<li>{}</li>")}</ol>'


def xenforo2(pen: Pen) -> str:
    """Articles in cells: user, then date and number as a list of attributes, then text."""

    def one(p: Post) -> str:
        facts = pen.profile(p, "", "<dt>{}</dt><dd>{}</dd>")
        who = (
            f'<div class="message-cell message-cell--user"><section class="message-user">'
            f'<div class="message-avatar">{pen.avatar(p)}</div><div class="message-userDetails">'
            f'<h4 class="message-name">{pen.name(p, "username")}</h4></div><div class="message-userExtras">'
            f'<dl class="pairs pairs--justified">{facts}</dl></div></section></div>'
        )
        head = (
            f'<header class="message-attribution"><ul class="message-attribution-main"><li>'
            f'<a href="#post-{p.id}">{pen.date(p)}</a></li></ul><ul class="message-attribution-opposite"><li>'
            f'<a href="#">{pen.number(p)}</a></li></ul></header>'
        )
        text = (
            f'<div class="message-content"><div class="message-userContent"><article class="message-body">'
            f'<div class="bbWrapper">{pen.body(p)}</div></article></div>'
            f"{pen.edit_note(p, '<div class=message-lastEdit>{}</div>')}"
            f"{pen.signature(p, '<aside class=message-signature><div class=bbWrapper>{}</div></aside>')}"
            f"</div>"
        )
        foot = (
            f'<footer class="message-footer"><div class="message-actionBar">{pen.buttons(p)}</div>'
            f"{pen.likes(p)}</footer>"
        )
        return (
            f'<article class="message message--post" data-content="post-{p.id}" id="js-post-{p.id}">'
            f'<div class="message-inner">{who}<div class="message-cell message-cell--main">'
            f'<div class="message-main">{head}{text}{foot}</div></div></div></article>'
        )

    return f'<div class="block-container"><div class="block-body">{pen.each(one)}</div></div>'


def invision3(pen: Pen) -> str:
    """A block a post: name in a heading, profile list, body with posted line."""

    def one(p: Post) -> str:
        facts = pen.profile(p, "</li><li>", "<span class='ft'>{}</span><span class='fc'>{}</span>")
        head = (
            f"<h3 class='row2'><span class='post_id right'><a href='#entry{p.id}'>{pen.number(p)}</a></span>"
            f"<span class='author vcard'>{pen.name(p)}</span></h3>"
        )
        who = (
            f"<div class='author_info'><div class='user_details'><ul class='basic_info'><li>{pen.avatar(p)}"
            f"</li><li>{facts}</li></ul></div></div>"
        )
        text = (
            f"<div class='post_body'><p class='posted_info desc lighter'>{pen.posted(p)}</p>"
            f"<div class='post entry-content'>{pen.body(p)}"
            f"{pen.edit_note(p, '<p class=edit><strong>{}</strong></p>')}</div>"
            f"{pen.signature(p, '<div class=signature>{}</div>')}</div>"
        )
        return (
            f"<div class='post_block hentry clear' id='post_id_{p.id}'><div class='post_wrap'>"
            f"{head}{who}{text}<ul class='post_controls clear'><li>{pen.buttons(p, 'reply', 'quote')}</li>"
            f"</ul></div></div>"
        )

    return f"<div id='ips_Posts'>{pen.each(one)}</div>"


def invision4(pen: Pen) -> str:
    """Articles with an author's aside and a comment's box."""

    def one(p: Post) -> str:
        facts = pen.profile(p, "</li><li>", "{} {}")
        who = (
            f"<aside class='ipsComment_author cAuthorPane'><h3 class='cAuthorPane_author'><strong>"
            f"{pen.name(p)}</strong></h3><ul class='cAuthorPane_info'><li>{pen.avatar(p)}</li><li>{facts}"
            f"</li></ul></aside>"
        )
        meta = (
            f"<div class='ipsComment_meta ipsType_light'><p class='ipsType_reset'><a href='#c{p.id}'>"
            f"{pen.posted(p)}</a></p></div>"
        )
        text = (
            f"<div class='cPost_contentWrap'><div class='ipsType_richText' data-role='commentContent'>"
            f"{pen.body(p)}{pen.edit_note(p, '<span class=ipsType_medium><strong>{}</strong></span>')}</div>"
            f"<div class='ipsItemControls'>{pen.likes(p)}<ul class='ipsComment_controls'><li>"
            f"{pen.buttons(p, 'quote')}</li></ul></div>{pen.signature(p, '<div class=ipsSignature>{}</div>')}"
            f"</div>"
        )
        return (
            f"<article id='elComment_{p.id}' class='cPost ipsBox ipsComment'>{who}<div class='ipsColumn'>"
            f"<div id='comment-{p.id}_wrap' class='ipsComment_content'>{meta}{text}</div></div></article>"
        )

    return f"<div class='cTopic' data-role='commentFeed'><form>{pen.each(one)}</form></div>"


def smf2(pen: Pen) -> str:
    """A wrapper a post: poster with a list, key info with subject and date, body, signature apart."""

    def one(p: Post) -> str:
        facts = pen.profile(p, '</li><li class="postcount">')
        who = (
            f'<div class="poster"><h4>{pen.name(p)}</h4><ul class="reset smalltext"><li class="avatar">'
            f"{pen.avatar(p)}</li><li>{facts}</li></ul></div>"
        )
        number = (
            f"<strong>{pen.number(p, 'Reply #{} ')}</strong>" if p.index and pen.has("reply numbers", 0.7) else ""
        )
        key = (
            f'<div class="keyinfo"><h5 id="subject_{p.id}"><a href="#msg{p.id}">{pen.title(p)}</a></h5>'
            f'<div class="smalltext">&#171; {number}{pen.label("on")}: {pen.date(p)} &#187;</div></div>'
        )
        text = f'<div class="post"><div class="inner" id="msg_{p.id}">{pen.body(p)}</div></div>'
        low = (
            f'<div class="moderatorbar"><div class="smalltext modified">'
            f'{pen.edit_note(p, "&#171; <em>{}</em> &#187;")}</div><div class="smalltext reportlinks">'
            f"{pen.buttons(p, 'report')}</div>{pen.signature(p, '<div class=signature>{}</div>')}</div>"
        )
        return (
            f'<div class="{parity(p, "windowbg", "windowbg2")}"><span class="topslice"><span></span></span>'
            f'<div class="post_wrapper">{who}<div class="postarea"><div class="flow_hidden">'
            f"{key}{pen.buttons(p, 'quote', pattern='<ul class=quickbuttons><li>{}</li></ul>')}</div>{text}"
            f'</div>{low}</div></div><hr class="post_separator" />'
        )

    return f'<div id="forumposts"><form>{pen.each(one)}</form></div>'


def fluxbb(pen: Pen) -> str:
    """A block a post: a heading with number and date, author as a list, text, signature, foot."""

    def one(p: Post) -> str:
        facts = pen.profile(p, "</span></dd><dd><span>")
        head = (
            f'<h2><span><span class="conr">{pen.number(p)}</span> <a href="viewtopic.php?pid={p.id}">'
            f"{pen.date(p)}</a></span></h2>"
        )
        who = (
            f'<div class="postleft"><dl><dt><strong>{pen.name(p)}</strong></dt><dd class="postavatar">'
            f"{pen.avatar(p)}</dd><dd><span>{facts}</span></dd></dl></div>"
        )
        title = pen.title(p, "<h3>{}</h3>")
        text = (
            f'<div class="postright">{title}<div class="postmsg">{pen.body(p)}'
            f"{pen.edit_note(p, '<p class=postedit><em>{}</em></p>')}</div>"
            f"{pen.signature(p, '<div class=postsignature><hr />{}</div>')}</div>"
        )
        foot = (
            f'<div class="inbox"><div class="postfoot clearb"><div class="postfootleft"><p>{pen.state()}</p>'
            f'</div><div class="postfootright">'
            f"{pen.buttons(p, between='</li><li>', pattern='<ul><li>{}</li></ul>')}</div></div></div>"
        )
        return (
            f'<div id="p{p.id}" class="blockpost {parity(p, "rowodd", "roweven")}">{head}<div class="box">'
            f'<div class="inbox"><div class="postbody">{who}{text}</div></div>{foot}</div></div>'
        )

    return f'<div id="brdmain">{pen.each(one)}</div>'
