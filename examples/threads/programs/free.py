"""Boards of no program: each site draws how its posts are built, so that none is like another.

The same ways build lists that are no posts: headlines with dates, authors and first lines of what they lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace

from examples.threads.programs.pen import Pen
from examples.threads.programs.posts import Post

_WORDS = {
    "post": ("item", "entry", "msg", "node", "card", "b1", "row", "cell-x", "unit", "piece", "blk", "res"),
    "head": ("hd", "top", "info", "meta", "line1", "bar", "cap"),
    "who": ("nm", "usr", "by", "from", "nick", "person"),
    "when": ("dt", "time", "ts", "tm", "at", "stamp"),
    "text": ("txt", "body", "content", "mes", "main", "said", "inner"),
    "foot": ("ft", "acts", "ctl", "links", "under"),
    "side": ("left", "prof", "whois", "box-l", "info2"),
}
_BETWEEN = (" ", " | ", " - ", " : ", "：", ", ", " &middot; ", " / ", "　", " &nbsp; ")


@dataclass(frozen=True)
class Piece:
    """What is shown of one post, or of one thing that is none."""

    name: str
    date: str
    text: str
    title: str = ""
    number: str = ""
    profile: str = ""
    below: str = ""
    foot: str = ""


def free(pen: Pen) -> str:
    """Posts as no program builds them."""
    return _posts_of(pen, pen, pen.posts)


def opening(pen: Pen, first: Post) -> str:
    """A first post alone: names, dates and texts as those of the site, built in a way of its own."""
    other = copy(pen)
    other.look = replace(pen.look, seed=f"{pen.look.seed}/opening")
    return _posts_of(pen, other, [first])


def _posts_of(pen: Pen, builder: Pen, posts: Sequence[Post]) -> str:
    """These posts, built as another site does."""
    shape = _shape(builder)
    wrapper = "<div>{}</div>" if not shape.startswith("rows") else ""
    return _wrapped(builder, pen.each(lambda p: _write(builder, _piece(pen, p)), wrapper, posts))


def _piece(pen: Pen, p: Post) -> Piece:
    """What a site shows of a post."""
    name = _name(pen, p)
    signs = pen.signature(p) if pen.has("signed", 0.4) else ""
    acts = pen.pick("acts", (), ("reply",), ("report", "quote"))
    return Piece(
        name=f"{pen.label('by')} {name}" if name and pen.has("by", 0.2) else name,
        date=pen.posted(p) if pen.has("posted", 0.2) else pen.date(p),
        text=pen.body(p),
        title=pen.title(p) if pen.has("titles", 0.3) else "",
        number=pen.number(p, pen.pick("number", "{}", "#{}", "No.{}", "[{}]", "{}:", "{}."))
        if pen.has("numbers", 0.5)
        else "",
        profile=pen.profile(p) if pen.has("profile", 0.4) else "",
        below=signs + pen.edit_note(p, "<p><i>{}</i></p>") + _remarks(pen, p),
        foot=f"{pen.likes(p, '{}')} {pen.buttons(p, *acts)}",
    )


def _remarks(pen: Pen, post: Post) -> str:
    """On some sites what others remark on a post, each in a line that ends with who it is and when."""
    if not pen.has("remarks", 0.2):
        return ""
    tag, mark = pen.pick("remark", "li", "div", "p"), pen.pick("remark mark", " – ", " - ", " ", " | ")
    made = "".join(
        f"<{tag}>{pen.text(1)}{mark}{pen.other_name()} {pen.other_date()}</{tag}>" for _ in range(post.votes % 4)
    )
    return f"<ul>{made}</ul>" if tag == "li" and made else made


def _name(pen: Pen, post: Post) -> str:
    """The author, on most sites."""
    if not pen.has("names", 0.85):
        return ""
    return pen.name(post) if pen.has("linked names", 0.6) else pen.bare_name(post)


def free_list(pen: Pen) -> str:
    """Things that a page leads to, built in the same ways."""
    made = []
    for n in range(pen.rng.randint(3, 25)):
        link = f'<a href="{pen.address(n + 300)}">'
        title = f"{link}{pen.heading()}</a>"
        has_title = pen.has("headlines", 0.8)
        text = pen.text(pen.rng.randint(1, 4)) if pen.has("excerpts", 0.8) else f"{link}{pen.text(1)}</a>"
        more = f" {link}{pen.label('more')}</a>" if pen.has("more", 0.5) else ""
        made.append(
            _write(
                pen,
                Piece(
                    name=pen.other_name() if pen.has("authors", 0.6) else "",
                    date=pen.other_date() if pen.has("dated", 0.8) else "",
                    text=(text if has_title else f"{title} {text}") + more,
                    title=title if has_title else "",
                    number=str(n + 1) if pen.has("ranked", 0.2) else "",
                    foot=f"{link}{pen.label('comments', n * 5 % 9)}</a>" if pen.has("counts", 0.4) else "",
                ),
            )
        )
    return _wrapped(pen, "\n".join(made))


def _shape(pen: Pen) -> str:
    return pen.pick("shape", *_SHAPES)


def _css(pen: Pen, part: str) -> str:
    """The class of a part, on sites that have them; on some only posts have one."""
    has_any = pen.has("classes", 0.75) and (part == "post" or pen.has("many classes", 0.7))
    return f' class="{pen.pick(f"class {part}", *_WORDS[part])}"' if has_any else ""


def _write(pen: Pen, piece: Piece) -> str:
    return _SHAPES[_shape(pen)](pen, piece)


def _inline(pen: Pen, part: str, html: str) -> str:
    """A short part in an element of its own, or bare."""
    if not html:
        return ""
    tag = pen.pick(f"tag {part}", "span", "b", "", "em", "font", "span", "small", "strong")
    return f"<{tag}{_css(pen, part) if tag == 'span' else ''}>{html}</{tag}>" if tag else html


def _line(pen: Pen, piece: Piece) -> str:
    """Number, title, name and date in the order of the site, in one line or in several."""
    parts = {
        "number": piece.number,
        "title": _inline(pen, "head", piece.title),
        "who": _inline(pen, "who", piece.name),
        "when": _inline(pen, "when", piece.date),
    }
    order = pen.pick(
        "order", "number title who when", "who when number title", "when who title number", "title number when who"
    ).split()
    shown = [parts[name] for name in order if parts[name]]
    if pen.has("several lines", 0.35):
        tag = pen.pick("line tag", "div", "p", "li", "br")
        if tag == "br":
            return "<br>".join(shown)
        lines = "".join(f"<{tag}>{part}</{tag}>" for part in shown)
        return f"<ul>{lines}</ul>" if tag == "li" else lines
    return pen.pick("between", *_BETWEEN).join(shown)


def _head(pen: Pen, piece: Piece, tag: str = "") -> str:
    name = tag or pen.pick("head tag", "div", "p", "h4", "header", "div")
    return f"<{name}{_css(pen, 'head')}>{_line(pen, piece)}</{name}>"


def _text(pen: Pen, piece: Piece, tag: str = "") -> str:
    name = tag or pen.pick("text tag", "div", "div", "blockquote", "section")
    deep = pen.pick("text depth", 0, 0, 1, 2)
    return f"<{name}{_css(pen, 'text')}>{'<div>' * deep}{piece.text}{'</div>' * deep}</{name}>{piece.below}"


def _foot(pen: Pen, piece: Piece) -> str:
    return f"<div{_css(pen, 'foot')}>{piece.foot}</div>" if piece.foot.strip() else ""


def _boxes(pen: Pen, piece: Piece) -> str:
    """An element a post, its head above the text or below it."""
    tag = pen.pick("post tag", "div", "div", "article", "section", "li", "form")
    side = f"<div{_css(pen, 'side')}>{piece.profile}</div>" if piece.profile else ""
    parts = [side, _head(pen, piece), _text(pen, piece)]
    inside = "".join(parts if pen.has("head first", 0.75) else parts[::-1]) + _foot(pen, piece)
    deep = pen.pick("post depth", 0, 0, 1, 2)
    return f"<{tag}{_css(pen, 'post')}>{'<div>' * deep}{inside}{'</div>' * deep}</{tag}>"


def _columns(pen: Pen, piece: Piece) -> str:
    """The author beside, date and text in the other column."""
    who, when = _inline(pen, "who", piece.name), _inline(pen, "when", piece.date)
    left = f"<div{_css(pen, 'side')}><div>{who}</div>{piece.profile}</div>"
    head = f"<div{_css(pen, 'head')}>{piece.number} {when} {_inline(pen, 'head', piece.title)}</div>"
    right = f"<div>{head}{_text(pen, piece)}{_foot(pen, piece)}</div>"
    return f"<div{_css(pen, 'post')}>{right + left if pen.has('turned', 0.2) else left + right}</div>"


def _rows_beside(pen: Pen, piece: Piece) -> str:
    """A row of two cells."""
    who, when = _inline(pen, "who", piece.name), _inline(pen, "when", piece.date)
    left = f"<td{_css(pen, 'side')}>{who}<br>{piece.profile}</td>"
    title = _inline(pen, "head", piece.title)
    right = f"<td>{piece.number} {title} {when}<hr>{_text(pen, piece)}{piece.foot}</td>"
    return f"<tr{_css(pen, 'post')}>{left}{right}</tr>"


def _rows_below(pen: Pen, piece: Piece) -> str:
    """A row for the head, one for the text, on some sites one for what can be done."""
    foot = f"<tr><td>{piece.foot}</td></tr>" if piece.foot.strip() and pen.has("foot rows") else ""
    space = '<tr><td height="4"></td></tr>' if pen.has("spacers", 0.4) else ""
    head = f"<tr><td{_css(pen, 'head')}>{_line(pen, piece)}</td></tr>"
    return f"{head}<tr><td>{_text(pen, piece)}</td></tr>{foot}{space}"


def _small_tables(pen: Pen, piece: Piece) -> str:
    """A table a post."""
    side = f"<td{_css(pen, 'side')}>{piece.profile}</td>" if piece.profile else ""
    row = f"<tr>{side}<td{_css(pen, 'head')}>{_line(pen, piece)}</td></tr>"
    span = ' colspan="2"' if side else ""
    return f"<table{_css(pen, 'post')}>{row}<tr><td{span}>{_text(pen, piece)}{piece.foot}</td></tr></table>"


def _terms(pen: Pen, piece: Piece) -> str:
    return f"<dt{_css(pen, 'head')}>{_line(pen, piece)}</dt><dd{_css(pen, 'text')}>{piece.text}{piece.below}</dd>"


def _pairs(pen: Pen, piece: Piece) -> str:
    """Head and text one after the other, or the other way round, with nothing around both."""
    parts = _head(pen, piece), _text(pen, piece)
    return "".join(parts if pen.has("head first", 0.75) else parts[::-1]) + _foot(pen, piece)


def _flat(pen: Pen, piece: Piece) -> str:
    """Lines that end with breaks, a rule or empty lines after the last."""
    end = pen.pick("end", "<hr>", "<br><br>", "<br><br><br>", '<hr size="1">', "<p></p>")
    below = f"<br>{piece.foot}" if piece.foot.strip() else ""
    if pen.has("head first", 0.75):
        return f"{_line(pen, piece)}<br>{piece.text}{piece.below}{below}{end}"
    return f"{piece.text}{piece.below}<br>{_line(pen, piece)}{below}{end}"


_SHAPES: dict[str, Callable[[Pen, Piece], str]] = {
    "boxes": _boxes,
    "more boxes": _boxes,
    "columns": _columns,
    "rows beside": _rows_beside,
    "rows below": _rows_below,
    "small tables": _small_tables,
    "terms": _terms,
    "pairs": _pairs,
    "flat": _flat,
}


def _wrapped(pen: Pen, made: str) -> str:
    """All of them in what their shape must lie in, and on some sites in more."""
    shape = _shape(pen)
    if shape.startswith("rows"):
        made = f'<table width="100%">{made}</table>'
    elif shape == "terms":
        made = f"<dl>{made}</dl>"
    elif (
        shape.endswith("boxes") and pen.pick("post tag", "div", "div", "article", "section", "li", "form") == "li"
    ):
        made = f"<ul>{made}</ul>"
    deep = pen.pick("depth", 0, 1, 2, 4)
    return f"{'<div>' * deep}{made}{'</div>' * deep}"
