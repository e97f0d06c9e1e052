"""Talk that is no board: votes and trees, questions and answers, letters, and journals."""

from __future__ import annotations

from examples.threads.programs.pen import Pen
from examples.threads.programs.posts import Post


def stack_exchange(pen: Pen) -> str:
    """A question, then answers, each with votes beside it and cards with dates below."""

    def one(p: Post) -> str:
        kind = "answer" if p.index else "question"
        votes = (
            f'<div class="votecell"><div class="vote"><span class="vote-count-post">{p.votes}</span></div></div>'
        )
        edited = (
            (
                f'<td class="post-signature"><div class="user-info"><div class="user-action-time">'
                f"{pen.label('edit')} {pen.other_date()}</div></div></td>"
            )
            if p.edited
            else ""
        )
        card = (
            f'<td class="post-signature owner"><div class="user-info"><div class="user-action-time">'
            f'{pen.label("posted")} <span class="relativetime">{pen.date(p)}</span></div>'
            f'<div class="user-gravatar32">{pen.avatar(p)}</div><div class="user-details">{pen.name(p)}'
            f'<div class="-flair"><span class="reputation-score">{p.author.count}</span></div></div></div>'
            f"</td>"
        )
        tags = f'<div class="post-taglist"><a class="post-tag">{p.author.place}</a></div>' if not p.index else ""
        low = (
            f'<table class="fw"><tr><td><div class="post-menu">{pen.buttons(p, "share", "edit")}</div></td>'
            f"{edited}{card}</tr></table>"
        )
        small = "".join(
            f'<li class="comment"><span class="comment-copy">{pen.text(1)}</span> – <a>{pen.other_name()}</a> '
            f'<span class="comment-date">{pen.other_date()}</span></li>'
            for _ in range(p.votes % 4 if pen.has("comments", 0.6) else 0)
        )
        low += f'<div class="comments"><ul class="comments-list">{small}</ul></div>' if small else ""
        return (
            f'<div id="{kind}-{p.id}" class="{kind}" data-{kind}id="{p.id}"><div class="post-layout">{votes}'
            f'<div class="postcell"><div class="post-text">{pen.body(p)}</div>{tags}{low}</div></div></div>'
        )

    rest = pen.each(one, "<div>{}</div>", pen.posts[1:]) if len(pen.posts) > 1 else ""
    return (
        f'<div id="mainbar">{pen.mark(pen.posts[0], one(pen.posts[0]))}<div id="answers"><h2>'
        f"{pen.label('answers', len(pen.posts) - 1)}</h2>{rest}</div></div>"
    )


def hacker_news(pen: Pen) -> str:
    """Rows with an image whose width says how deep a comment is."""

    def one(p: Post) -> str:
        head = (
            f'<span class="comhead">{pen.name(p, "hnuser")} <span class="age"><a href="item?id={p.id}">'
            f'{pen.date(p)}</a></span> <span class="navs">{pen.pick("navs", "| [-]", "", "| link")}</span>'
            f"</span>"
        )
        reply = (
            f'<div class="reply"><p><font size="1"><u><a href="reply?id={p.id}">{pen.label("reply")}</a></u>'
            f"</font></p></div>"
        )
        return (
            f'<tr class="athing comtr" id="{p.id}"><td><table border="0"><tr><td class="ind">'
            f'<img src="s.gif" height="1" width="{40 * p.depth}"></td><td valign="top" class="votelinks">'
            f'<center><a href="vote?id={p.id}"><div class="votearrow"></div></a></center></td>'
            f'<td class="default"><div>{head}</div><br><div class="comment"><span class="commtext c00">'
            f"{pen.body(p)}</span>{reply}</div></td></tr></table></td></tr>"
        )

    return f'<table border="0" class="comment-tree">{pen.each(one, "")}</table>'


def reddit(pen: Pen) -> str:
    """Things in each other: a line with name, points and date, the text, buttons, children."""

    def thing(p: Post, replies: str) -> str:
        line = (
            f'<p class="tagline"><a class="expand">[–]</a>{pen.name(p, "author")} <span class="score">'
            f"{p.votes} points</span> {pen.date(p)}</p>"
        )
        buttons = pen.buttons(
            p,
            "permalink",
            "reply",
            "report",
            between="</li><li>",
            pattern='<ul class="flat-list buttons"><li>{}</li></ul>',
        )
        child = (
            f'<div class="child"><div class="sitetable listing">{replies}</div></div>'
            if replies
            else '<div class="child"></div>'
        )
        return (
            f'<div class="thing id-t1_{p.id} comment" id="thing_t1_{p.id}"><p class="parent">'
            f'<a name="{p.id}"></a></p><div class="midcol"><div class="arrow up"></div></div>'
            f'<div class="entry unvoted">{line}<form class="usertext"><div class="usertext-body">'
            f'<div class="md">{pen.body(p)}</div></div></form>{buttons}</div>{child}<div class="clearleft">'
            f"</div></div>"
        )

    return f'<div class="commentarea"><div class="sitetable nestedlisting">{pen.nested(thing)}</div></div>'


def slashdot(pen: Pen) -> str:
    """A tree of lists: a title with a score, a byline, the text, links in brackets."""

    def item(p: Post, replies: str) -> str:
        head = (
            f'<div class="title"><h4><a href="#{p.id}">{pen.title(p)}</a> <span class="score">'
            f"(Score:{p.votes % 6})</span></h4></div>"
        )
        by = (
            f'<div class="details">{pen.label("by")} {pen.name(p)} <span class="otherdetails">'
            f'{pen.label("on")} {pen.date(p)} (<a href="#{p.id}">#{p.id}</a>)</span></div>'
        )
        sign = pen.signature(p, '<div class="sig">--<br>{}</div>')
        inner = f'<ul class="commtree">{replies}</ul>' if replies else ""
        return (
            f'<li class="comment" id="tree_{p.id}"><div class="cw"><div class="commentTop">{head}{by}</div>'
            f'<div class="commentBody"><div id="comment_body_{p.id}">{pen.body(p)}</div>{sign}</div>'
            f'<div class="commentSub">{pen.buttons(p, "reply", "share", between=" | ", pattern="[ {} ]")}'
            f"</div></div>{inner}</li>"
        )

    return f'<div id="commentwrap"><ul id="commentlisting" class="d2">{pen.nested(item)}</ul></div>'


def lobsters(pen: Pen) -> str:
    """Ordered lists in each other, byline and text in a details box."""

    def item(p: Post, replies: str) -> str:
        by = (
            f'<div class="byline"><a href="#">{pen.avatar(p)}</a> {pen.name(p)} {pen.date(p)} | '
            f'<a href="#c_{p.code}">{pen.label("permalink")}</a></div>'
        )
        inner = f'<ol class="comments">{replies}</ol>' if replies else ""
        return (
            f'<li class="comments_subtree"><div id="c_{p.code}" class="comment"><div class="voters">'
            f'<a class="upvoter">{p.votes}</a></div><div class="details">{by}<div class="comment_text">'
            f"{pen.body(p)}</div></div></div>{inner}</li>"
        )

    return f'<ol class="comments comments1">{pen.nested(item)}</ol>'


def livejournal(pen: Pen) -> str:
    """Tables set in by an image, a coloured head with subject, user and date."""

    def one(p: Post) -> str:
        head = (
            f'{pen.title(p, "<h3>{}</h3>")}<span class="ljuser"><b>{pen.name(p)}</b></span> {pen.date(p)} ('
            f'<a href="?thread={p.id}">{pen.label("permalink")}</a>)'
        )
        foot = f"<p>({pen.label('reply')}) {pen.label('top')}</p>" if pen.has("feet") else ""
        return (
            f'<div id="ljcmt{p.id}" class="ljcmt_full" style="margin-left: {25 * p.depth}px">'
            f'<table width="100%"><tr><td width="102">{pen.avatar(p)}</td><td class="talk-comment-head">'
            f'{head}</td></tr></table><div class="talk-comment-box">{pen.body(p)}</div>{foot}</div>'
        )

    return f'<div id="Comments">{pen.each(one)}</div>'


def drupal(pen: Pen) -> str:
    """A node, then comments with a title, a line of who and when, content and links; nested ones set in."""

    order = pen.pick("order", "{date} — {name}", "{posted} {name}, {date}", "{posted} {name} {on} {date}")

    def submitted(p: Post) -> str:
        words = {"posted": pen.label("posted"), "on": pen.label("on"), "name": pen.name(p), "date": pen.date(p)}
        return f'<div class="submitted">{order.format(**words)}</div>'

    def comment(p: Post) -> str:
        head, line = f"<h3>{pen.title(p, '<a href=#comment>{}</a>')}</h3>", submitted(p)
        links = pen.buttons(
            p,
            "reply",
            "quote",
            between="</li><li>",
            pattern='<div class="links"><ul class="links inline"><li>{}</li></ul></div>',
        )
        return (
            f'<a id="comment-{p.id}"></a><div class="comment clear-block '
            f'{"comment-new" if p.index % 2 else ""}">{pen.avatar(p)}{head}{line}<div class="content">'
            f"{pen.body(p)}{pen.signature(p, '<div class=user-signature>{}</div>')}</div>{links}</div>"
        )

    def indented(p: Post) -> str:
        return '<div class="indented">' * p.depth + comment(p) + "</div>" * p.depth

    first = pen.posts[0]
    tags = ""
    if pen.has("tags"):
        tags = f'<div class="terms">{pen.label("tags")}: <a href="/t">{pen.heading()}</a></div>'
    node = (
        f'<div id="node-{first.id}" class="node">{submitted(first)}{tags}'
        f'<div class="content">{pen.body(first)}</div>'
        f'<div class="links">{pen.buttons(first, "reply")}</div></div>'
    )
    rest = pen.each(indented, "<div>{}</div>", pen.posts[1:]) if len(pen.posts) > 1 else ""
    return f'{pen.mark(first, node)}<div id="comments">{rest}</div>'


def drupal_forum(pen: Pen) -> str:
    """Advanced forum: a panel of the author beside the text, a bar with date and number."""

    def one(p: Post) -> str:
        bar = (
            f'<div class="forum-post-info clearfix"><div class="forum-posted-on">{pen.date(p)}</div>'
            f'<span class="forum-post-number">{pen.number(p)}</span></div>'
        )
        who = (
            f'<div class="forum-post-panel-sub"><div class="author-pane"><div class="author-pane-name">'
            f"{pen.name(p)}</div>{pen.avatar(p)}<div>{pen.profile(p, '</div><div>')}</div></div></div>"
        )
        text = (
            f'<div class="forum-post-panel-main">{pen.title(p, "<div class=forum-post-title>{}</div>")}'
            f'<div class="forum-post-content">{pen.body(p)}</div>{pen.edit_note(p)}'
            f"{pen.signature(p, '<div class=author-signature>{}</div>')}</div>"
        )
        return (
            f'<div id="post-{p.id}" class="forum-post clearfix">{bar}<div class="forum-post-wrapper">'
            f'{who}{text}</div><div class="forum-post-footer clearfix">{pen.buttons(p)}</div></div>'
        )

    return f'<div id="forum-comments">{pen.each(one)}</div>'


def pipermail(pen: Pen) -> str:
    """One letter: a heading, name, address and date, links by date and thread, preformatted text."""

    def one(p: Post) -> str:
        links = "".join(
            f'<li>{pen.label(n)}: <a href="{p.id + i}.html">{pen.heading()}</a></li>'
            for i, n in enumerate(("prev", "next"))
        )
        head = (
            f'<h1>{pen.title(p, "[list] {}")}</h1><b>{pen.bare_name(p)}</b> <a href="mailto:list">'
            f"{p.code.lower()} at mail.example</a><br><i>{pen.date(p)}</i><p><ul>{links}<li><b>"
            f'Messages sorted by:</b> <a href="date.html">[ date ]</a><a href="thread.html">[ thread ]</a>'
            f"</li></ul>"
        )
        return (
            f"{head}<hr><!--beginarticle--><pre>{pen.body(p)}{_sign(p)}\n</pre><!--endarticle--><hr><ul>"
            f"{links}</ul>"
        )

    return pen.each(one, "")


def hypermail(pen: Pen) -> str:
    """One letter with heads in a list and the thread's next and previous letters around it."""

    def one(p: Post) -> str:
        head = (
            f'<h1>{pen.title(p)}</h1><ul id="navbar"><li><a href="#next">'
            f"{pen.label('next')}: {pen.other_name()}: {pen.heading()}</a></li></ul>"
        )
        lines = (
            f'<span id="from"><dfn>{pen.label("from")}</dfn>: {pen.bare_name(p)} &lt;<a href="mailto:a">'
            f'{p.code}@mail.example</a>&gt;</span><br><span id="date"><dfn>{pen.label("date")}</dfn>'
            f": {pen.date(p)}</span><br>"
        )
        text = f"<pre>{pen.body(p)}{_sign(p)}</pre>"
        return (
            f'{head}<div class="mail"><address class="headers">{lines}</address>{text}</div>'
            f'<span id="received"><dfn>Received on</dfn> {pen.other_date()}</span>'
        )

    return pen.each(one, "")


def mhonarc(pen: Pen) -> str:
    """One letter: a list of heads as items or cells, rule, text, rule, references."""

    def one(p: Post) -> str:
        heads = [
            (pen.label("from"), f"{pen.bare_name(p)} &lt;{p.code}@mail.example&gt;"),
            (pen.label("to"), "list@mail.example"),
            (pen.label("date"), pen.date(p)),
        ]
        if pen.has("cells"):
            lines = (
                "<table>" + "".join(f"<tr><td><b>{a}</b>:</td><td>{b}</td></tr>" for a, b in heads) + "</table>"
            )
        else:
            lines = "<ul>" + "".join(f"<li><em>{a}</em>: {b}</li>" for a, b in heads) + "</ul>"
        refs = "".join(
            (
                f"<li><strong><a href='{n}.html'>{pen.heading()}</a></strong><ul><li><em>{pen.label('from')}:"
                f"</em> {pen.other_name()}</li></ul></li>"
            )
            for n in range(2)
        )
        return f"<h1>{pen.title(p)}</h1><hr>{lines}<hr><pre>{pen.body(p)}{_sign(p)}</pre><hr><ul>{refs}</ul>"

    return pen.each(one, "")


def groups(pen: Pen) -> str:
    """Letters of a thread, each in a box with name, date and text."""

    def one(p: Post) -> str:
        head = (
            f'<div class="F0XO1GC-H-b"><h3><span class="author">{pen.name(p)}</span></h3><span class="date">'
            f'{pen.date(p)}</span><div class="to">{pen.label("to")} list</div></div>'
        )
        return (
            f'<section data-author="{pen.bare_name(p)}" data-doc-id="{p.id}"><div role="listitem">{head}'
            f'<div role="region"><div dir="ltr">{pen.body(p)}</div></div></div></section>'
        )

    return f'<div role="list">{pen.each(one)}</div>'


def _sign(p: Post) -> str:
    """The signature of a letter, behind its line of two dashes."""
    return f"\n\n-- \n{p.author.signature.replace('<br>', chr(10))}" if p.author.signature else ""
