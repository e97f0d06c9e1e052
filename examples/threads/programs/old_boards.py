"""Boards of 1998 to 2008, laid out with tables."""

from __future__ import annotations

from examples.threads.programs.pen import Pen, parity
from examples.threads.programs.posts import Post

_GAP = '<tr><td colspan="2">{}</td></tr>'


def phpbb2(pen: Pen) -> str:
    """Three rows a post: author and text, buttons, a spacer."""

    def one(p: Post) -> str:
        row = parity(p, "row1", "row2")
        left = (
            f'<span class="name"><a name="{p.id}"></a><b>{pen.name(p)}</b></span><br /><span class="postdetails">'
        )
        left += f"{pen.profile(p)}<br />{pen.avatar(p)}</span><br />"
        subject = pen.title(p, f"&nbsp; &nbsp;{pen.label('subject')} {{}}") if pen.has("subjects", 0.8) else ""
        head = (
            f'<tr><td width="100%"><a href="viewtopic.php?p={p.id}#{p.id}">'
            f'<img src="icon_minipost.gif" alt="" /></a>'
            f'<span class="postdetails">{pen.posted(p)}<span class="gen">&nbsp;</span>{subject}</span></td>'
            f'<td valign="top" nowrap="nowrap">{pen.buttons(p, "quote", "edit")}</td></tr>'
        )
        note = pen.edit_note(p, '<span class="gensmall"><br /><br />{}</span>')
        sign = pen.signature(p, "<br />_________________<br />{}")
        said = f'<span class="postbody">{pen.body(p)}{sign}</span>{note}'
        text = f'<tr><td colspan="2"><hr /></td></tr><tr><td colspan="2">{said}</td></tr>'
        right = f'<table width="100%">{head}{text}</table>'
        below = f'<a href="#top" class="nav">{pen.label("top")}</a>'
        return (
            f'<tr><td width="150" align="left" valign="top" class="{row}">{left}</td>'
            f'<td class="{row}" valign="top">'
            f'{right}</td></tr><tr><td class="{row}"><span class="nav">{below}</span></td><td class="{row}">'
            f"{pen.buttons(p, 'profile', 'pm', 'mail')}</td></tr>"
            '<tr><td class="spaceRow" colspan="2" height="1"><img src="spacer.gif" alt="" /></td></tr>'
        )

    head = f'<tr><th class="thLeft">{pen.label("author")}</th><th class="thRight">{pen.label("message")}</th></tr>'
    return f'<table class="forumline" width="100%" cellspacing="1">{head}{pen.each(one, _GAP)}</table>'


def subsilver(pen: Pen) -> str:
    """A table per post: author and head, profile and text, buttons."""

    def one(p: Post) -> str:
        subject = pen.title(p, f"<b>{pen.label('subject')}</b> {{}}")
        head = (
            f'<div style="float:left">&nbsp;{subject}</div><div style="float:right"><b>{pen.posted(p)}</b>'
            f"&nbsp;</div>"
        )
        who = f'<span class="postdetails">{pen.avatar(p)}<br />{pen.profile(p, "<br />", "<b>{}</b> {}")}</span>'
        sign = pen.signature(p, '<br clear="all" /><span class="postbody">_________________<br />{}</span>')
        note = pen.edit_note(p, '<br /><span class="gensmall">{}</span>')
        text = f'<div class="postbody">{pen.body(p)}</div>{pen.likes(p)}{sign}{note}'
        return (
            f'<table class="tablebg" width="100%"><tr class="{parity(p, "row1", "row2")}"><td align="center">'
            f'<a name="p{p.id}"></a><b class="postauthor">{pen.name(p)}</b></td><td>{head}</td></tr><tr>'
            f'<td valign="top" class="profile">{who}</td><td valign="top">{text}</td></tr><tr><td class="profile">'
            f'<b><a href="#wrapheader">{pen.label("top")}</a></b></td><td>{pen.state()} '
            f"{pen.buttons(p, 'profile', 'quote')}</td></tr></table>"
        )

    return f'<div id="pagecontent">{pen.each(one, "<table><tr><td>{}</td></tr></table>")}</div>'


def vbulletin3(pen: Pen) -> str:
    """A table per post: a head row with date and number, then author and text, then buttons."""

    def one(p: Post) -> str:
        head = f'<a name="post{p.id}"></a>{pen.date(p)}</td><td class="thead" align="right">&nbsp;{pen.number(p)}'
        who = f'<div id="postmenu_{p.id}"><span class="bigusername">{pen.name(p)}</span></div>'
        who += f'<div class="smallfont">{pen.profile(p, "</div><div>")}</div>{pen.avatar(p)}'
        title = pen.title(p, '<div class="smallfont"><strong>{}</strong></div><hr size="1" />')
        note = pen.edit_note(p, '<div class="smallfont"><hr size="1" /><em>{}</em></div>')
        text = f'{title}<div id="post_message_{p.id}">{pen.body(p)}</div>'
        text += pen.signature(p, "<div>__________________<br />{}</div>") + note + pen.likes(p)
        both = f'<td class="alt2" width="175" valign="top">{who}</td><td class="alt1" valign="top">{text}</td>'
        if pen.has("legacy postbit", 0.4):
            both = f'<td class="alt2" colspan="2">{who}</td></tr><tr><td class="alt1" colspan="2">{text}</td>'
        return (
            f'<div id="edit{p.id}"><table class="tborder" width="100%"><tr><td class="thead">{head}</td></tr>'
            f'<tr valign="top">{both}</tr><tr><td class="alt2">{pen.state()}</td><td class="alt1" align="right">'
            f"{pen.buttons(p, 'report', 'quote')}</td></tr></table></div><br />"
        )

    return f'<div id="posts">{pen.each(one, "<div align=center>{}</div><br />")}</div>'


def invision1(pen: Pen) -> str:
    """Rows of one large table: name and date, profile and text, a bar."""

    def one(p: Post) -> str:
        css = parity(p, "post1", "post2")
        head = f'<a name="entry{p.id}"></a><span class="postdetails">{pen.posted(p)}</span>'
        return (
            f'<tr><td class="row4" width="15%"><span class="normalname">{pen.name(p)}</span></td>'
            f'<td class="row4">{head} {pen.buttons(p, "quote", "report")}</td></tr><tr><td class="{css}">'
            f'<span class="postdetails">{pen.avatar(p)}<br />{pen.profile(p)}</span></td><td class="{css}">'
            f'<div class="postcolor">{pen.body(p)}</div>{pen.edit_note(p)}'
            f"{pen.signature(p, '<br />--------------------<br />{}')}"
            f'</td></tr><tr><td class="darkrow3">{pen.state()}</td><td class="darkrow3">'
            f'<a href="#top">{pen.label("top")}</a></td></tr>'
        )

    return f'<table class="tablebasic" width="100%">{pen.each(one, _GAP)}</table>'


def invision2(pen: Pen) -> str:
    """A table per post, the date in a heading row, number at the right."""

    def one(p: Post) -> str:
        css = parity(p, "post1", "post2")
        head = f"<div style='float:right'>{pen.label('posts')} <a href='#'>{pen.number(p)}</a></div>"
        who = f"<span class='postdetails'>{pen.avatar(p)}<br /><br />{pen.profile(p)}</span>"
        text = f"<div class='postcolor' id='post-{p.id}'>{pen.body(p)}</div>{pen.edit_note(p)}"
        sign = pen.signature(p, "<br /><br />--------------------<br /><div class='signature'>{}</div>")
        return (
            f"<table class='ipbtable'><tr><td class='row2'><a name='entry{p.id}'></a><span class='normalname'>"
            f"{pen.name(p)}</span></td><td class='row2'>{head}<span class='postdetails'><img src='p.gif' alt=''> "
            f"{pen.date(p)}</span></td></tr><tr><td class='{css}' valign='top'>{who}</td>"
            f"<td class='{css}'>{text}{sign}"
            f"</td></tr><tr><td class='formbuttonrow'>{pen.state()}</td><td class='formbuttonrow'>"
            f"{pen.buttons(p, 'report', 'quote')}</td></tr></table>"
        )

    return f"<div class='borderwrap'>{pen.each(one, '<div>{}</div>')}</div>"


def smf1(pen: Pen) -> str:
    """A table in a cell per post: profile left, a head with subject and date, a rule, the text, the signature."""

    def one(p: Post) -> str:
        css = parity(p, "windowbg", "windowbg2")
        who = f'<b>{pen.name(p)}</b><br /><span class="smalltext">{pen.profile(p)}<br />{pen.avatar(p)}</span>'
        subject = f'<div style="font-weight: bold" id="subject_{p.id}">{pen.title(p)}</div>'
        number = pen.number(p, "Reply #{} ") if p.index and pen.has("reply numbers", 0.7) else ""
        when = f'<div class="smalltext">&#171; <b>{number}{pen.label("on")}:</b> {pen.date(p)} &#187;</div>'
        head = (
            f'<table width="100%"><tr><td>{subject}{when}</td><td class="smalltext">{pen.buttons(p)}</td>'
            f"</tr></table>"
        )
        note = pen.edit_note(p, '<div class="smalltext" id="modified"><i>&#171; {} &#187;</i></div>')
        sign = pen.signature(p, '<hr width="100%" size="1" class="hrcolor" /><div class="signature">{}</div>')
        text = f'{head}<hr width="100%" size="1" class="hrcolor" /><div class="post">{pen.body(p)}</div>'
        return (
            f'<tr><td class="{css}"><table width="100%"><tr><td class="{css}"><a name="msg{p.id}"></a>'
            f'<table width="100%" style="table-layout: fixed"><tr><td width="16%" rowspan="2">{who}</td>'
            f'<td width="85%">'
            f"{text}</td></tr><tr><td>{note}{sign}</td></tr></table></td></tr></table></td></tr>"
        )

    return f'<table class="bordercolor" width="100%">{pen.each(one, "<tr><td>{}</td></tr>")}</table>'


def ubb(pen: Pen) -> str:
    """One row a post with fonts: name and profile, then icons, date, a rule and the text."""

    def one(p: Post) -> str:
        colour = parity(p, "#F7F7F7", "#DEDFDF")
        who = (
            f'<font size="2" face="Verdana"><b>{pen.name(p)}</b></font><br><font size="1">{pen.profile(p)}</font>'
        )
        head = (
            f'<img src="posticon.gif" alt=""> <font size="1">{pen.posted(p)} '
            f"{pen.buttons(p, 'profile', 'edit', 'quote')}</font>"
        )
        note = pen.edit_note(p, '<p><font size="1">[{}]</font></p>')
        sign = pen.signature(p, "<p>------------------<br>{}</p>")
        return (
            f'<tr bgcolor="{colour}"><td width="18%" valign="top">{who}</td><td valign="top">{head}<hr>'
            f'<font size="2" face="Verdana">{pen.body(p)}</font>{note}{sign}</td></tr>'
        )

    head = f"<tr><td><b>{pen.label('author')}</b></td><td><b>{pen.label('message')}</b></td></tr>"
    return f'<table border="0" width="95%">{head}{pen.each(one, _GAP)}</table>'


def yabb(pen: Pen) -> str:
    """A cell with a table: name beside a bar with the subject, then the text, then a bar."""

    def one(p: Post) -> str:
        css = parity(p, "windowbg", "windowbg2")
        bar = (
            f'<b>{pen.title(p)}</b><br><font size="1">{pen.number(p, "Reply #{} - ") if p.index else ""}'
            f"{pen.date(p)}</font>"
        )
        who = f"<b>{pen.name(p)}</b><br><font size=1>{pen.profile(p)}<br>{pen.avatar(p)}</font>"
        sign = pen.signature(p, '<hr size="1"><font size="1">{}</font>')
        low = f"{pen.edit_note(p, '<font size=1><i>« {} »</i></font>')}{sign}"
        return (
            f'<tr><td class="{css}" width="20%" rowspan="3" valign="top">{who}</td><td class="{css}">'
            f"{bar}</td></tr>"
            f'<tr><td class="{css}"><font size="2">{pen.body(p)}</font></td></tr><tr><td class="{css}">{low}'
            f"{pen.buttons(p)}</td></tr>"
        )

    return (
        f'<table cellpadding="4" class="bordercolor" width="100%">'
        f"{pen.each(one, '<tr><td colspan=2>{}</td></tr>')}</table>"
    )


def phorum(pen: Pen) -> str:
    """A division a message: subject, who, when, text."""

    def one(p: Post) -> str:
        head = f"{pen.label(pen.pick('who', 'by', 'author'))}: <strong>{pen.name(p)}</strong>"
        return (
            f'<div class="PhorumReadMessageBlock"><div class="PhorumStdBlock"><div class="PhorumReadBodySubject">'
            f'{pen.title(p)}</div><div class="PhorumReadBodyHead">{head}</div><div class="PhorumReadBodyHead">'
            f'{pen.label("date")}: {pen.date(p)}</div><br /><div class="PhorumReadBodyText">{pen.body(p)}<br />'
            f'{pen.signature(p, "<br />{}")}</div><br /></div><div class="PhorumReadNavBlock">'
            f"{pen.buttons(p)}</div></div>"
        )

    return f'<div class="PhorumStdBlockHeader">{pen.each(one)}</div>'


def fudforum(pen: Pen) -> str:
    """A message table: subject and date in the head, an author row with cells, the text, a row of buttons."""

    def one(p: Post) -> str:
        head = (
            f'<td class="MsgR1 MsgSubText"><a href="#msg_{p.id}">{pen.title(p)} [{pen.label("message")} '
            f"{pen.number(p)}]</a></td>"
        )
        who = (
            f'<td class="avatarPad">{pen.avatar(p)}</td><td class="msgud">{pen.name(p)}<br />{pen.profile(p)}</td>'
        )
        sign = pen.signature(p, '<br /><br /><hr class="sig" />{}')
        return (
            f'<table cellspacing="0" class="MsgTable"><tr>{head}<td class="MsgR1 al">'
            f'<span class="DateText">{pen.date(p)}'
            f'</span></td></tr><tr class="MsgR2"><td colspan="2"><table class="ContentTable"><tr>{who}'
            f"</tr></table></td>"
            f'</tr><tr><td colspan="2" class="MsgR3"><span class="MsgBodyText">{pen.body(p)}</span>{sign}'
            f'{pen.edit_note(p, "<p class=fl>[{}]</p>")}</td></tr><tr><td colspan="2" class="MsgToolBar">'
            f"{pen.buttons(p)}</td></tr></table>"
        )

    return pen.each(one, "<table><tr><td>{}</td></tr></table>")


def discuz(pen: Pen) -> str:
    """A table per post: author's cell left, date, number and text right, signature and buttons in rows below."""

    def one(p: Post) -> str:
        place = pen.pick("floors", "{}#", "{}楼", "{}<sup>#</sup>")
        facts = pen.profile(p, "", "<dt>{}</dt><dd>{}</dd>")
        who = (
            f'<div class="pi"><div class="authi">{pen.name(p, "xw1")}</div></div><div class="avatar">'
            f"{pen.avatar(p)}</div>"
        )
        note = pen.edit_note(p, '<i class="pstatus"> {} </i><br />') if pen.has("note above", 0.3) else ""
        late = "" if note else pen.edit_note(p, '<i class="pstatus"> {} </i>')
        head = (
            f'<div class="pi"><strong><a id="postnum{p.id}">{pen.number(p, place)}</a></strong><div class="pti">'
        )
        head += f'<div class="authi"><em id="authorposton{p.id}">{pen.posted(p)}</em></div></div></div>'
        text = (
            f'<div class="pct"><div class="pcb">{note}<div class="t_fsz"><table><tr>'
            f'<td class="t_f" id="postmessage_{p.id}">'
        )
        sign = pen.signature(p, '<div class="sign">{}</div>')
        low = f'<tr><td class="plc plm">{pen.likes(p)}{sign}</td></tr><tr><td class="pls"></td><td class="plc">'
        return (
            f'<div id="post_{p.id}"><table class="plhin" id="pid{p.id}"><tr><td class="pls" rowspan="2">{who}'
            f'<dl class="pil">{facts}</dl></td><td class="plc">{head}{text}{pen.body(p)}</td></tr>'
            f"</table>{late}</div></div></div>"
            f'</td></tr>{low}<div class="po"><div class="pob"><em>{pen.buttons(p)}</em></div></div></td>'
            f"</tr></table></div>"
        )

    return f'<div id="postlist" class="pl bm">{pen.each(one)}</div>'


def mybb(pen: Pen) -> str:
    """A table per post: a row for the author, one with date and text, one with buttons; or author beside text."""

    def one(p: Post) -> str:
        who = (
            f'<strong><span class="largetext">{pen.name(p)}</span></strong><br /><span class="smalltext">'
            f"{pen.state()}</span>"
        )
        facts = f'<span class="smalltext">{pen.profile(p)}</span>'
        when = (
            f'<span class="smalltext">{pen.title(p, "<strong>{}</strong>")}<div class="float_right">'
            f'{pen.label("message")}: <strong><a href="#pid{p.id}">{pen.number(p)}</a></strong></div></span>'
        )
        text = (
            f'<div id="pid_{p.id}" class="post_body">{pen.body(p)}</div><div class="post_meta">'
            f"{pen.edit_note(p)}</div>"
        )
        sign = pen.signature(p, '<hr size="1" width="25%" align="left" />{}')
        return (
            f'<table class="tborder" id="post_{p.id}"><tr><td class="trow1 post_author"><table><tr><td>'
            f"{pen.avatar(p)}</td>"
            f'<td>{who}</td><td align="right">{facts}</td></tr></table></td></tr><tr>'
            f'<td class="trow2 post_content">{when}'
            f'{text}{sign}</td></tr><tr><td class="trow1 post_buttons"><span class="smalltext">'
            f"{pen.date(p)}</span> "
            f"{pen.buttons(p)}</td></tr></table>"
        )

    return f'<div id="posts">{pen.each(one)}</div>'


def wwwboard(pen: Pen) -> str:
    """One message a page, with a list of follow-ups and a form: only the message is a post."""

    def one(p: Post) -> str:
        when = f" {pen.label('on')} {pen.date(p)}" if pen.look.date_form else ""
        return f"{pen.label('posted')} {pen.label('by')} {pen.name(p)}{when}:<p>{pen.body(p)}<br>"

    ups = "".join(
        f"<li><a href='{n}.html'>{pen.heading()}</a> <b>{pen.other_name()}</b> <i>{pen.other_date()}</i>"
        for n in range(pen.rng.randint(0, 5))
    )
    return f"{pen.each(one, '')}<hr size=7 width=75%><b>{pen.label('replies')}:</b><br><ul>{ups}</ul><hr>"
