"""Pages that are no threads: one function a kind, markup of the main part."""

from __future__ import annotations

from examples.threads.programs.pen import Pen


def article(pen: Pen, paragraphs: int = 0) -> str:
    """The text of an article: a heading perhaps, paragraphs, pictures between."""
    rng = pen.rng
    made = []
    paragraphs = paragraphs or rng.choice([0, 1, 1, 2, 2, 4, 6, 9, 14, 25])
    if not paragraphs:
        return f"<p>{pen.text(1)}</p>"
    for place in range(paragraphs):
        if place and rng.random() < 0.12:
            made.append(f"<h3>{pen.heading()}</h3>")
        if rng.random() < 0.06:
            made.append(f"<blockquote><p>{pen.text(2)}</p></blockquote>")
        if rng.random() < 0.05:
            made.append("<ul>" + "".join(f"<li>{pen.text(1)}</li>" for _ in range(rng.randint(2, 6))) + "</ul>")
        made.append(f"<p>{pen.text(rng.randint(2, 6))}</p>")
    return "\n".join(made)


def byline(pen: Pen) -> str:
    """Who wrote an article, and when."""
    who = f'<span class="author">{pen.label("by")} {pen.other_name()}</span>'
    return f'<div class="byline">{who} <span class="date">{pen.other_date()}</span></div>'


def share_box(pen: Pen) -> str:
    """Buttons to share a page."""
    names = ("Facebook", "Twitter", "LINE", "VK", "E-Mail", "Pocket")
    links = "".join(f'<li><a href="/share/{name}">{name}</a></li>' for name in pen.rng.sample(names, 4))
    return f'<div class="share"><span>{pen.label("share")}</span><ul>{links}</ul></div>'


def teasers(pen: Pen, number: int = 0) -> str:
    """Related articles: a picture, a heading, a date, two sentences."""
    has_text, has_date = pen.has("teaser texts"), pen.has("teaser dates", 0.7)
    made = ""
    for n in range(number or pen.rng.randint(3, 8)):
        date = f'<span class="date">{pen.other_date()}</span>' if has_date else ""
        text = f"<p>{pen.text(2)}</p>" if has_text else ""
        link = f'<a href="{pen.address(n)}">'
        made += (
            f'<div class="teaser">{link}<img src="/{n}.jpg" alt=""></a><h4>{link}'
            f"{pen.heading()}</a></h4>{date}{text}</div>"
        )
    return f'<div class="related"><h3>{pen.label("related")}</h3>{made}</div>'


def topics(pen: Pen) -> str:
    """A board's index: rows with a topic, its author, numbers and the last post."""
    rows = ""
    has_preview = pen.has("previews", 0.25)
    for n in range(pen.rng.choice([3, 8, 15, 25, 40])):
        pages = f' <small>[ <a href="?t={n}&p=2">2</a>, <a href="?t={n}&p=3">3</a> ]</small>' if n % 5 == 2 else ""
        preview = f"<br><span>{pen.text(1)}</span>" if has_preview else ""
        rows += (
            f'<tr><td><img src="folder.gif" alt=""></td><td><a class="topictitle" href="{pen.address(n)}">'
            f"{pen.heading()}</a>{pages}{preview}<br>"
            f"{pen.label('by')} <a href='/u'>{pen.other_name()}</a></td><td>{pen.rng.randrange(200)}</td>"
            f"<td>{pen.rng.randrange(9000)}</td>"
            f"<td>{pen.other_date()}<br><a href='/u'>{pen.other_name()}</a></td></tr>"
        )
    heads = "".join(f"<th>{pen.label(name)}</th>" for name in ("latest", "replies", "views", "last"))
    if pen.has("lists", 0.4):
        rows = (
            rows.replace("<tr>", '<li class="row"><dl>')
            .replace("</tr>", "</dl></li>")
            .replace("<td", "<dd")
            .replace("</td>", "</dd>")
        )
        return f'<ul class="topiclist topics">{rows}</ul>'
    return f'<table class="forumline"><tr><th></th>{heads}</tr>{rows}</table>'


def forums(pen: Pen) -> str:
    """The list of a board's forums, each with a description and its last post."""
    rows = ""
    for n in range(pen.rng.randint(4, 16)):
        rows += (
            f'<div class="forum-row"><h3><a href="{pen.address(n)}">{pen.heading()}</a></h3><p>{pen.text(1)}</p>'
            f'<div class="stats">{pen.rng.randrange(999)} / {pen.rng.randrange(9999)}</div>'
            f'<div class="lastpost">{pen.label("last")} {pen.label("by")} <a href="/u">{pen.other_name()}</a>'
            f"<br>{pen.other_date()}</div></div>"
        )
    return f'<div class="forums">{rows}</div>'


def members(pen: Pen) -> str:
    """A list of members: name, posts, place, joined."""
    rows = "".join(
        (
            f"<tr><td>{n + 1}</td><td><a href='/u/{n}'>{pen.other_name()}{n}</a></td><td>"
            f"{pen.rng.randrange(5000)}</td><td>{pen.other_date()}</td><td>"
            f"{pen.rng.choice(pen.tongue.bank.gaps['place'])}</td></tr>"
        )
        for n in range(pen.rng.randint(10, 50))
    )
    return (
        f"<table class='memberlist'><tr><th>#</th><th>{pen.label('name')}</th><th>{pen.label('posts')}</th>"
        f"<th>{pen.label('joined')}</th><th>{pen.label('location')}</th></tr>{rows}</table>"
    )


def search_results(pen: Pen) -> str:
    """What a search engine found: links with snippets and addresses."""
    made = "".join(
        (
            f'<div class="g"><h3><a href="http://r{n}.example/">{pen.heading()}</a></h3><cite>'
            f'r{n}.example/page</cite><span class="st">{pen.other_date()} ... {pen.text(2)}</span></div>'
        )
        for n in range(pen.rng.randint(8, 20))
    )
    return f'<div id="res">{made}</div>'


def shop(pen: Pen) -> str:
    """A grid of products."""
    made = "".join(
        (
            f'<li class="product"><a href="/p/{n}"><img src="/p/{n}.jpg" alt=""><h3>'
            f'{pen.rng.choice(pen.tongue.bank.gaps["thing"])} {n}</h3></a><span class="price">'
            f'{pen.label("price")} {pen.rng.randrange(1, 900)}.00</span><a class="button">{pen.label("buy")}'
            f"</a></li>"
        )
        for n in range(pen.rng.randint(6, 40))
    )
    return f'<ul class="products">{made}</ul>'


def events(pen: Pen) -> str:
    """Dates, places and what happens there."""
    made = "".join(
        (
            f'<div class="event"><div class="event-date">{pen.other_date()}</div><div class="event-body"><h3>'
            f'<a href="/e/{n}">{pen.heading()}</a></h3><p class="venue">'
            f"{pen.rng.choice(pen.tongue.bank.gaps['place'])}</p><p>{pen.text(1)}</p></div></div>"
        )
        for n in range(pen.rng.randint(4, 20))
    )
    return f'<div class="events">{made}</div>'


def changelog(pen: Pen) -> str:
    """Versions with dates and lists of changes."""
    made = ""
    for n in range(pen.rng.randint(4, 15), 0, -1):
        changes = "".join(f"<li>{pen.text(1)}</li>" for _ in range(pen.rng.randint(1, 7)))
        made += f'<h2 id="v{n}">1.{n}.0 <small>{pen.other_date()}</small></h2><ul>{changes}</ul>'
    return f'<div class="changelog">{made}</div>'


def news_list(pen: Pen) -> str:
    """Headlines with dates and the first lines of each text, as on a tag page or the front of a blog."""
    has_author, has_count = pen.has("authors"), pen.has("counts")
    made = ""
    for n in range(pen.rng.randint(5, 20)):
        by = f"{pen.label('by')} <a href='/u'>{pen.other_name()}</a> " if has_author else ""
        count = f" <a href='/n/{n}#comments'>{pen.label('comments', n * 3 % 7)}</a>" if has_count else ""
        made += (
            f'<article class="entry"><h2><a href="/n/{n}">{pen.heading()}</a></h2><p class="meta">'
            f'{by}{pen.other_date()}{count}</p><div class="excerpt"><p>{pen.text(pen.rng.randint(1, 5))}</p>'
            f'</div><a class="more" href="/n/{n}">{pen.label("more")}</a></article>'
        )
    return f'<div class="entries">{made}</div>'


def date_lines(pen: Pen) -> str:
    """One line a piece of news: date and link."""
    is_terms = pen.has("terms")
    made = ""
    for n in range(pen.rng.randint(8, 60)):
        link = f'<a href="/n/{n}">{pen.heading()}</a>'
        made += (
            f"<dt>{pen.other_date()}</dt><dd>{link}</dd>"
            if is_terms
            else f"<li><span>{pen.other_date()}</span> {link}</li>"
        )
    return f"<dl>{made}</dl>" if is_terms else f'<ul class="news">{made}</ul>'


def directory(pen: Pen) -> str:
    """Links with a description each, under headings."""
    made = ""
    for n in range(pen.rng.randint(2, 6)):
        links = "".join(
            f"<dt><a href='http://d{n}{k}.example/'>{pen.heading()}</a></dt><dd>{pen.text(1)}</dd>"
            for k in range(6)
        )
        made += f"<h3>{pen.heading()}</h3><dl>{links}</dl>"
    return f'<div class="directory">{made}</div>'


def gallery(pen: Pen) -> str:
    """Pictures with a caption and a date."""
    made = "".join(
        (
            f'<figure><a href="/g/{n}"><img src="/g/{n}.jpg" alt=""></a><figcaption>{pen.text(0)}<br>'
            f"{pen.other_name()}, {pen.other_date()}</figcaption></figure>"
        )
        for n in range(pen.rng.randint(6, 30))
    )
    return f'<div class="gallery">{made}</div>'


def faq(pen: Pen) -> str:
    """Questions and answers that nobody in particular asked."""
    form = pen.pick(
        "faq", "<dt>{}</dt><dd>{}</dd>", "<h3>{}</h3><p>{}</p>", "<div class='q'>{}</div><div class='a'>{}</div>"
    )
    made = "".join(
        form.format(pen.heading(), pen.text(pen.rng.randint(1, 4))) for _ in range(pen.rng.randint(4, 20))
    )
    return f"<dl>{made}</dl>" if form.startswith("<dt") else f"<div class='faq'>{made}</div>"


def mail_index(pen: Pen) -> str:
    """The letters of a month, by thread: subject and sender in nested lists."""
    made = ""
    for n in range(pen.rng.randint(6, 40)):
        answers = "".join(
            f'<li><a href="{n}{k}.html">Re: {pen.heading()}</a> <i>{pen.other_name()}</i></li>'
            for k in range(pen.rng.randrange(4))
        )
        made += (
            f'<li><a href="{n}.html">{pen.heading()}</a> <i>{pen.other_name()}</i>'
            f"{f'<ul>{answers}</ul>' if answers else ''}</li>"
        )
    return f"<p><b>{pen.label('from')}:</b> {pen.other_date()}</p><ul>{made}</ul>"


def recipe(pen: Pen) -> str:
    """Ingredients and numbered steps."""
    parts = "".join(f"<li>{n} g {pen.rng.choice(pen.tongue.bank.gaps['thing'])}</li>" for n in range(10, 80, 10))
    steps = "".join(f"<li><b>{n}</b> <p>{pen.text(2)}</p></li>" for n in range(1, pen.rng.randint(4, 10)))
    return f'{byline(pen)}<ul class="ingredients">{parts}</ul><ol class="steps">{steps}</ol>'


def profile_page(pen: Pen) -> str:
    """Somebody's activity: titles of threads they wrote in, with dates and where."""
    rows = "".join(
        (
            f'<li><div class="title"><a href="/t/{n}">{pen.heading()}</a></div><div class="meta">'
            f'{pen.label("posted")} {pen.other_date()} {pen.label("location")} <a href="/f">{pen.heading()}</a>'
            f"</div></li>"
        )
        for n in range(pen.rng.randint(5, 20))
    )
    return (
        f'<div class="profile"><h2>{pen.other_name()}</h2><dl><dt>{pen.label("joined")}</dt><dd>'
        f"{pen.other_date()}</dd><dt>{pen.label('posts')}</dt><dd>{pen.rng.randrange(999)}</dd></dl><ul>"
        f"{rows}</ul></div>"
    )


def live_blog(pen: Pen) -> str:
    """News by the minute: a time, perhaps a name, a heading and a text; one author speaks, nobody answers."""
    made = ""
    for n in range(pen.rng.randint(5, 25)):
        head = f"<h3>{pen.heading()}</h3>" if n % 3 else ""
        made += (
            f'<div class="update" id="u{n}"><time>{pen.other_date()}</time>{head}<p>'
            f"{pen.text(pen.rng.randint(1, 4))}</p></div>"
        )
    return f'{byline(pen)}<div class="updates">{made}</div>'


def blog_front(pen: Pen) -> str:
    """The last articles of a blog in full, each with date, author and the number of comments."""
    made = ""
    for n in range(pen.rng.randint(3, 10)):
        text = "".join(f"<p>{pen.text(pen.rng.randint(2, 5))}</p>" for _ in range(pen.rng.randint(1, 6)))
        foot = (
            f"{pen.label('posted')} {pen.other_name()} {pen.other_date()} | <a href='/{n}#c'>"
            f"{pen.label('comments', n)}</a>"
        )
        made += (
            f'<div class="post" id="post-{n}"><h2><a href="/{n}">{pen.heading()}</a></h2>{text}'
            f'<p class="postmetadata">{foot}</p></div>'
        )
    return f'<div id="content">{made}</div>'


def testimonials(pen: Pen) -> str:
    """What a firm says its customers say: quotes with a name and a place, no dates."""
    made = "".join(
        f"<figure><blockquote>{pen.text(2)}</blockquote><figcaption>{pen.other_name()}, "
        f"{pen.rng.choice(pen.tongue.bank.gaps['place'])}</figcaption></figure>"
        for _ in range(pen.rng.randint(3, 9))
    )
    return f"<p>{pen.text(4)}</p><section class='voices'>{made}</section><p>{pen.text(3)}</p>"


def jobs(pen: Pen) -> str:
    """Offers with a place, a date and a line of text."""
    rows = "".join(
        f'<div class="job"><h3><a href="/j/{n}">{pen.heading()}</a></h3><span>'
        f"{pen.rng.choice(pen.tongue.bank.gaps['place'])}</span>"
        f"<span>{pen.label('posted')} {pen.other_date()}</span><p>{pen.text(1)}</p></div>"
        for n in range(pen.rng.randint(5, 20))
    )
    return f'<div class="jobs">{rows}</div>'


def product(pen: Pen) -> str:
    """One product: a description, a table of facts, others that people bought."""
    rows = "".join(
        f"<tr><th>{pen.heading()}</th><td>{pen.text(0)}</td></tr>" for _ in range(pen.rng.randint(4, 12))
    )
    text = "".join(f"<p>{pen.text(3)}</p>" for _ in range(pen.rng.randint(1, 4)))
    return (
        f'<div class="product"><span class="price">{pen.label("price")} 99.00</span><button>'
        f"{pen.label('buy')}</button>{text}<table>{rows}</table></div>{teasers(pen)}"
    )
