"""Boards of Japan, China and Korea, and image boards."""

from __future__ import annotations

from examples.threads.programs.pen import Pen, parity
from examples.threads.programs.posts import Post


def nichan(pen: Pen) -> str:
    """Terms and descriptions: number, name, mail, date and code in the term."""

    def one(p: Post) -> str:
        mail = pen.pick("mail", "[sage]", "", "[]")
        name = f"<b>{pen.bare_name(p)}</b>"
        who = f'<a href="mailto:sage">{name}</a>' if p.id % 2 else f"<font color=green>{name}</font>"
        code = f" ID:{p.code}" if pen.has("codes", 0.7) else ""
        label = pen.pick("label", "：", " 名前：", " ")
        return (
            f"<dt>{pen.number(p, '{}')} {label}{who} {mail}：{pen.date(p)}{code}</dt><dd> {pen.body(p)} <br>"
            f"<br></dd>"
        )

    return f'<dl class="thread">{pen.each(one, "<dd>{}</dd>")}</dl>'


def gochan(pen: Pen) -> str:
    """A division a post with details in spans."""

    def one(p: Post) -> str:
        code = f'<span class="uid">ID:{p.code}</span>' if pen.has("codes", 0.8) else ""
        head = (
            f'<div class="post-header"><div><span class="postid">'
            f"{pen.number(p, '{:04}' if pen.has('zeros') else '{}')}</span>"
            f'<span class="postusername"><b>{pen.bare_name(p)}</b></span></div>'
            f'<span class="date">{pen.date(p)}</span>{code}</div>'
        )
        return (
            f'<article id="{p.number}" class="clear post" data-date="NG" data-userid="ID:{p.code}">{head}'
            f'<section class="post-content"><span class="escaped">{pen.body(p)}</span></section></article>'
            f"<br>"
        )

    return f'<div id="thread" class="thread">{pen.each(one)}</div>'


def futaba(pen: Pen) -> str:
    """The first post bare with a picture, answers in small tables with a mark in the margin."""

    def head(p: Post) -> str:
        names = ""
        if pen.has("names", 0.4):
            names = (
                f"<font color='#cc1105'><b>{pen.title(p) or pen.label('subject')}</b></font> Name "
                f"<font color='#117743'><b>{pen.bare_name(p)}</b></font> "
            )
        code = f" ID:{p.code}" if pen.has("codes", 0.3) else ""
        return (
            f"<input type=checkbox name={p.id} value=delete>{names}{pen.date(p)}{code} No.{p.id} <a href=#>del</a>"
        )

    def one(p: Post) -> str:
        return (
            f"<table border=0><tr><td class=rts>…</td><td class=rtd>{head(p)}<blockquote>{pen.body(p)}"
            f"</blockquote></td></tr></table>"
        )

    first = pen.posts[0]
    picture = (
        f'<a href="/src/{first.id}.jpg"><img src="/thumb/{first.id}s.jpg" border=0 align=left></a>'
        if pen.has("pictures", 0.8)
        else ""
    )
    opening = pen.mark(first, f"<div class=thre>{picture}{head(first)}<blockquote>{pen.body(first)}</blockquote>")
    rest = pen.each(one, "", pen.posts[1:]) if len(pen.posts) > 1 else ""
    return f"<form>{opening}{rest}</div></form>"


def imageboard(pen: Pen) -> str:
    """A container a post: name, date, number, picture, message with green quotes."""

    def one(p: Post) -> str:
        kind = "reply" if p.index else "op"
        info = (
            f'<div class="postInfo desktop"><input type="checkbox" name="{p.id}">'
            f' {pen.title(p, "<span class=subject>{}</span> ")}<span class="nameBlock"><span class="name">'
            f'{pen.bare_name(p)}</span></span> <span class="dateTime">{pen.date(p)}</span> '
            f'<span class="postNum"><a href="#p{p.id}">No.</a><a href="#q{p.id}">{p.id}</a></span></div>'
        )
        file = (
            (
                f'<div class="file"><div class="fileText">File: <a href="#">{p.id}.jpg</a> (123 KB, 800x600)'
                f'</div><img src="{p.id}s.jpg" alt=""></div>'
            )
            if p.index % 4 == 0 and pen.has("files", 0.8)
            else ""
        )
        side = '<div class="sideArrows">&gt;&gt;</div>' if p.index and pen.has("arrows") else ""
        return (
            f'<div class="postContainer {kind}Container" id="pc{p.id}">{side}'
            f'<div id="p{p.id}" class="post {kind}">{info}{file}<blockquote class="postMessage" id="m{p.id}">'
            f"{pen.body(p)}</blockquote></div></div>"
        )

    return f'<div class="board"><div class="thread" id="t1">{pen.each(one)}</div></div>'


def fc2(pen: Pen) -> str:
    """A rental board: a heading with number, name and date, the text, a small reply link."""

    def one(p: Post) -> str:
        title = pen.title(p, "<h3>{}</h3>")
        when = f'<span class="res_date">{pen.date(p)}</span>'
        who = f'<span class="res_name">{pen.bare_name(p)}</span>'
        order = f"{who} {when}" if pen.has("name first", 0.6) else f"{when} {who}"
        return (
            f'<div class="res" id="r{p.number}">{title}<p class="res_head"><a href="#">'
            f"{pen.number(p, pen.pick('number', '{}', '[{}]', 'No.{}', '{}:'))}</a> {order}</p>"
            f'<div class="res_body"><p>{pen.body(p)}</p></div><p class="res_foot">'
            f"{pen.buttons(p, 'reply', 'report')}</p></div>"
        )

    return f'<div class="thread"><div class="res_list">{pen.each(one)}</div></div>'


def teacup(pen: Pen) -> str:
    """Rental boards of 2000: a bold title, who and when in small type, text in teletype, a rule."""

    def one(p: Post) -> str:
        title = pen.title(p, '<font size="+1"><b>{}</b></font> ')
        who = f"{pen.label('by')}<b>{pen.bare_name(p)}</b>"
        home = f' <a href="{p.author.home}">HOME</a>' if p.author.home else ""
        when = f" {pen.label('posted')}{pen.date(p)}" if pen.look.date_form else ""
        number = pen.number(p, "[{}] ") if pen.has("numbers") else ""
        text = f'<table border="0"><tr><td width="15"></td><td><tt>{pen.body(p)}</tt></td></tr></table>'
        return (
            f"<hr>{number}{title}{who}{when}{home}<br>"
            f"{text if pen.has('cells') else f'<blockquote>{pen.body(p)}</blockquote>'}"
        )

    return f"{pen.each(one, '<hr>{}')}<hr>"


def sunboard(pen: Pen) -> str:
    """A table a message: a coloured row with title, name and date, a row with the text; answers below in rows."""

    def one(p: Post) -> str:
        mail = ' <a href="mailto:x@mail.example">E-MAIL</a>' if p.id % 4 == 0 else ""
        home = f' <a href="{p.author.home}">URL</a>' if p.author.home else ""
        who = (
            f"{pen.label('name')}：<b>{pen.bare_name(p)}</b>"
            if pen.has("labels")
            else f"<b>{pen.bare_name(p)}</b>"
        )
        return (
            f'<table width="90%" border="1" align="center"><tr><td bgcolor="#ccffcc">'
            f"{pen.number(p, '[{}]')} {pen.title(p, '<b>{}</b>')}</td></tr><tr><td>"
            f"{who}　{pen.date(p)}{mail}{home}</td></tr><tr><td><br>{pen.body(p)}<br><br></td></tr></table>"
            f"<br>"
        )

    return f"<center>{pen.each(one, '<table><tr><td>{}</td></tr></table>')}</center>"


def guestbook(pen: Pen) -> str:
    """A book of guests of 2000: labels, breaks and rules only."""
    mark = pen.pick("mark", "<hr>", '<hr width="80%">', '<img src="line.gif" alt=""><br>', "<br><br>")

    def one(p: Post) -> str:
        fields = [f"<b>{pen.label('name')}:</b> {pen.bare_name(p)}"]
        if pen.has("homes"):
            fields.append(
                f"<b>{pen.label('home')}:</b> <a href='{p.author.home}'>{p.author.home}</a>"
                if p.author.home
                else ""
            )
        if pen.has("places"):
            fields.append(f"<b>{pen.label('location')}</b> {p.author.place}")
        if pen.look.date_form:
            fields.append(
                f"<b>{pen.label('date')}:</b> {pen.date(p)}" if pen.has("date labels") else f"<i>{pen.date(p)}</i>"
            )
        lines = "<br>\n".join(filter(None, fields))
        words = f"<b>{pen.label('message')}:</b> {pen.body(p)}" if pen.has("message labels") else pen.body(p)
        return (
            f"{lines}<br>\n{words}<br>\n{mark}"
            if pen.has("head first", 0.7)
            else f"{words}<br>\n{lines}<br>\n{mark}"
        )

    return f"{mark}\n{pen.each(one, '{}' + mark)}"


def chiebukuro(pen: Pen) -> str:
    """A question in its box, the best answer in a second one, other answers in a list."""

    def box(p: Post, css: str) -> str:
        head = (
            f'<div class="{css}__user"><p class="name">{pen.name(p)}{pen.pick("honour", "さん", "", "님")}</p>'
            f'<p class="date">{pen.date(p)}</p></div>'
        )
        text = f'<div class="{css}__text"><p>{pen.body(p)}</p></div>'
        return (
            f'<div class="{css}">{head}{text}<ul class="{css}__acts"><li>{pen.label("helpful", p.votes + 3)}'
            f"</li><li>{pen.label('report')}</li></ul></div>"
        )

    first, *rest = pen.posts
    made = (
        f'<section class="Question"><h2>{pen.label("question")}</h2>'
        f"{pen.mark(first, box(first, 'QuestionItem'))}</section>"
    )
    if rest and pen.has("best", 0.7):
        made += (
            f'<section class="BestAnswer"><h2>{pen.label("best")}</h2>'
            f"{pen.mark(rest[0], box(rest[0], 'AnswerItem'))}</section>"
        )
        rest = rest[1:]
    if rest:
        made += (
            f'<section class="OtherAnswer"><h2>{pen.label("answers", len(rest))}</h2>'
            f"{pen.each(lambda p: box(p, 'AnswerItem'), '<div>{}</div>', rest)}</section>"
        )
    return f'<div class="Main">{made}</div>'


def kakaku(pen: Pen) -> str:
    """Reviews and talk of a shop guide: a heading row with number, title, a line with user, text, a count."""

    def one(p: Post) -> str:
        head = f'<div class="bbsTitle">{pen.title(p, "<h3>{}</h3>")}<span class="num">[{p.id}]</span></div>'
        user = (
            f'<div class="userInfo"><span class="userName">{pen.name(p)}</span>'
            f"さん {pen.label('rating')}：{p.votes % 5 + 1} {pen.profile(p, ' ')}</div>"
        )
        return (
            f'<div class="bbsBox{" reply" if p.index else ""}">{head}{user}<p class="body">{pen.body(p)}</p>'
            f'<div class="footer"><span class="date">{pen.date(p)}</span> {pen.number(p, "書込番号：{}")} '
            f'<span class="good">{pen.label("helpful", p.votes)}</span></div></div>'
        )

    return f'<div id="bbs" class="bbsArea">{pen.each(one)}</div>'


def gamewith(pen: Pen) -> str:
    """Comments of a game guide: number, name if any, text, date and thumbs; names are rare."""

    def one(p: Post) -> str:
        name = f'<span class="c-name">{pen.bare_name(p)}</span>' if pen.has("names", 0.5) else ""
        when = f'<time class="c-date">{pen.date(p)}</time>'
        above = pen.has("dates above")
        foot = (
            f'<div class="c-foot">{"" if above else when}<a class="good">{p.votes}</a>'
            f" {pen.buttons(p, 'reply', 'report')}</div>"
        )
        return (
            f'<li class="c-item" data-id="{p.id}"><div class="c-head"><span class="c-no">'
            f'{pen.number(p, "{}")}</span>{name}{when if above else ""}</div><p class="c-text">{pen.body(p)}'
            f"</p>{foot}</li>"
        )

    return (
        f'<div class="comment-area"><h2>{pen.label("comments", len(pen.posts))}</h2><ul class="c-list">'
        f"{pen.each(one, '<li>{}</li>')}</ul></div>"
    )


def tieba(pen: Pen) -> str:
    """A block a floor: author left, text, and in the tail floor and date; data about it in an attribute."""

    def one(p: Post) -> str:
        who = (
            f'<div class="d_author"><ul class="p_author"><li class="icon">{pen.avatar(p)}</li>'
            f'<li class="d_name">{pen.name(p, "p_author_name")}</li><li class="l_badge">'
            f'<div class="d_badge_title">{p.author.rank}</div><div class="d_badge_lv">{p.author.count % 16}'
            f"</div></li></ul></div>"
        )
        tail = (
            f'<div class="core_reply_tail"><ul class="p_tail"><li><span>'
            f"{pen.number(p, pen.pick('floor', '{}楼', '{}樓', '{}#'))}</span></li><li><span>{pen.date(p)}"
            f"</span></li></ul>{pen.buttons(p, 'reply', 'report')}</div>"
        )
        return (
            f'<div class="l_post l_post_bright" data-field="{{}}">{who}<div class="d_post_content_main">'
            f'<div class="p_content"><cc><div id="post_content_{p.id}" class="d_post_content '
            f'j_d_post_content">{pen.body(p)}</div></cc></div>{tail}</div></div>'
        )

    return f'<div class="p_postlist" id="j_p_postlist">{pen.each(one)}</div>'


def tieba_floors(pen: Pen) -> str:
    """Floors with small replies under them, each a name, a colon and a line."""

    def floor(p: Post, replies: str) -> str:
        if p.depth:
            return (
                f'<li class="lzl_single_post"><div class="lzl_cnt">{pen.name(p, "at j_user_card")}: '
                f'<span class="lzl_content_main">{pen.body(p)}</span><div class="lzl_content_reply">'
                f'<span class="lzl_time">{pen.date(p)}</span> {pen.buttons(p, "reply")}</div></div></li>'
                f"{replies}"
            )
        who = f'<div class="d_author">{pen.avatar(p)}{pen.name(p, "d_name")}<span>{p.author.rank}</span></div>'
        inner = (
            f'<div class="core_reply_wrapper"><ul class="core_reply_content">{replies}</ul></div>'
            if replies
            else ""
        )
        return (
            f'<div class="l_post">{who}<div class="d_post_content">{pen.body(p)}</div><div class="p_tail">'
            f"<span>{pen.number(p, '{}楼')}</span> <span>{pen.date(p)}</span></div>{inner}</div>"
        )

    return f'<div class="p_postlist">{pen.nested(floor)}</div>'


def discuz_mobile(pen: Pen) -> str:
    """The small view: avatar, a list of name, floor and date, the text."""

    def one(p: Post) -> str:
        head = (
            f'<ul class="authi"><li class="grey"><em>{pen.number(p, pen.pick("floor", "{}#", "{}楼"))}</em><b>'
            f'{pen.name(p, "blue")}</b></li><li class="grey rela">{pen.date(p)}</li></ul>'
        )
        return (
            f'<div class="plc cl" id="pid{p.id}"><span class="avatar">{pen.avatar(p)}</span>'
            f'<div class="display pi">{head}<div class="message">'
            f"{pen.edit_note(p, '<i class=pstatus>{}</i><br />')}{pen.body(p)}</div></div>"
            f"{pen.buttons(p, 'reply')}</div>"
        )

    return f'<div class="postlist">{pen.each(one)}</div>'


def bangumi(pen: Pen) -> str:
    """A first post apart, rows of floors with answers in sub-rows."""

    def row(p: Post, replies: str) -> str:
        kind = "sub_reply_bg" if p.depth else "row_reply"
        head = (
            f'<div class="re_info"><small><a href="#post_{p.id}" class="floor-anchor">{pen.number(p)}</a>'
            f" - {pen.date(p)}</small></div>"
        )
        inner = f'<div class="topic_sub_reply">{replies}</div>' if replies else ""
        return (
            f'<div id="post_{p.id}" class="{kind} clearit {parity(p, "light_odd", "light_even")}">{head}'
            f'<a class="avatar">{pen.avatar(p)}</a><div class="inner"><span class="userInfo"><strong>'
            f'{pen.name(p, "l")}</strong> <span class="tip_j">({p.author.rank})</span></span>'
            f'<div class="{"cmt_sub_content" if p.depth else "message"}">{pen.body(p)}</div>{inner}</div>'
            f"</div>"
        )

    return f'<div id="comment_list" class="commentList borderNeue">{pen.nested(row)}</div>'


def dcinside(pen: Pen) -> str:
    """Korean comments: nickname with part of an address, text, date in three cells or boxes; answers set in."""

    def one(p: Post) -> str:
        who = (
            f'<span class="gall_writer"><span class="nickname"><em>{pen.bare_name(p)}</em></span>'
            f'<span class="ip">(1{p.id % 99}.23)</span></span>'
        )
        return (
            f'<li id="comment_li_{p.id}" class="ub-content{" reply" if p.depth else ""}">'
            f'<div class="cmt_info clear"><div class="cmt_nickbox">{who}</div><div class="cmt_txtbox">'
            f'<p class="usertxt ub-word">{pen.body(p)}</p></div><div class="fr clear">'
            f'<span class="date_time">{pen.date(p)}</span></div></div></li>'
        )

    return (
        f'<div class="comment_wrap"><div class="comment_count">{pen.label("comments", len(pen.posts))}</div>'
        f'<div class="comment_box"><ul class="cmt_list">{pen.each(one, "<li>{}</li>")}</ul></div></div>'
    )
