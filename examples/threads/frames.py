"""Templates around the posts: header, menu, sidebar, footer, and what stands before and after a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

Link = tuple[str, str]


@dataclass(frozen=True)
class Parts:
    """What goes into a template."""

    lang: str
    site: str
    title: str
    menu: Sequence[Link]
    sidebar: Sequence[Link]
    """Empty for a page without one."""
    sidebar_title: str
    footer: Sequence[Link]
    rules: str
    before: str
    """Markup between the title and the posts."""
    main: str
    after: str


def bare(p: Parts) -> str:
    """Everything directly in the body."""
    return _document(
        p,
        f"<b>{p.site}</b><br>\n{_line(p.menu)}<br>\n<hr>\n<font size='4'>{_title(p)}</font><br>\n{p.before}"
        f"{p.main}\n{p.after}{_line(p.footer)}<br>\n{p.rules}",
    )


def centre(p: Parts) -> str:
    """A few old elements between header, posts and footer."""
    return _document(
        p,
        f"<center><h1>{p.site}</h1>{_line(p.menu)}</center>\n<h2>{_title(p)}</h2>\n<div>{p.before}</div>"
        f"<blockquote>{p.main}</blockquote>\n{p.after}<center>{_line(p.footer)}<p>{p.rules}</p></center>",
    )


def narrow(p: Parts) -> str:
    """One column of divisions, as on small telephones."""
    return _document(
        p,
        f"<div id='roof'>{p.site}</div><div id='way'>{_line(p.menu)}</div><div id='name'>{_title(p)}</div>"
        f"{_box(p.before)}<div id='room'>{p.main}</div>{_box(p.after)}"
        f"<div id='floor'>{_line(p.footer)}<br>{p.rules}</div>",
    )


def divisions(p: Parts) -> str:
    """Header, menu, content, sidebar and footer as divisions."""
    side = f"<div id='side'><h3>{p.sidebar_title}</h3>{_list(p.sidebar)}</div>" if p.sidebar else ""
    return _document(
        p,
        f"<div id='all'>\n<div id='roof'><h1>{p.site}</h1></div>\n<div id='way'>{_list(p.menu)}</div>\n"
        f"<div id='house'>\n<div id='room'>\n{_thread(p, 'h2')}</div>\n{side}</div>\n"
        f"<div id='floor'><p>{p.rules}</p>{_list(p.footer)}</div>\n</div>",
    )


def sections(p: Parts) -> str:
    """The elements of HTML 5."""
    side = f"<aside><h3>{p.sidebar_title}</h3>{_list(p.sidebar)}</aside>" if p.sidebar else ""
    return _document(
        p,
        f"<header><a href='/'>{p.site}</a><nav>{_list(p.menu)}</nav></header>\n<main>\n"
        f"{_thread(p, 'h1')}</main>\n{side}\n<footer><p>{p.rules}</p>{_list(p.footer)}</footer>",
    )


def tables(p: Parts) -> str:
    """A table for the page: menu, content and sidebar are cells."""
    side = f"<td width='150' valign='top'><b>{p.sidebar_title}</b>{_list(p.sidebar)}</td>" if p.sidebar else ""
    return _document(
        p,
        f"<table width='100%'><tr><td colspan='3'><b>{p.site}</b></td></tr>\n<tr><td width='140' valign='top'>"
        f"{_list(p.menu)}</td>\n<td valign='top'>{_thread(p, 'h2')}</td>{side}</tr>\n"
        f"<tr><td colspan='3'>{_line(p.footer)}<br>{p.rules}</td></tr></table>",
    )


def noscript(p: Parts) -> str:
    """A page for scripts that keeps its content in noscript."""
    return _document(
        p,
        f"<div id='app'></div><script>start()</script>\n<noscript><header><a href='/'>{p.site}</a></header>\n"
        f"<div>{_thread(p, 'h1')}</div>\n<footer>{_list(p.footer)}"
        f"<p>{p.rules}</p></footer></noscript>",
    )


FRAMES: dict[str, Callable[[Parts], str]] = {
    "bare": bare,
    "centre": centre,
    "narrow": narrow,
    "divisions": divisions,
    "sections": sections,
    "tables": tables,
    "noscript": noscript,
}


def _document(p: Parts, body: str) -> str:
    head = f'<meta charset="utf-8"><title>{_title(p)} - {p.site}</title>'
    return f'<!DOCTYPE html>\n<html lang="{p.lang}"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _title(p: Parts) -> str:
    return escape(p.title, quote=False)


def _thread(p: Parts, heading: str) -> str:
    return f"<{heading}>{_title(p)}</{heading}>\n{_box(p.before)}{p.main}\n{_box(p.after)}"


def _line(links: Sequence[Link]) -> str:
    return " | ".join(f'<a href="{url}">{text}</a>' for url, text in links)


def _list(links: Sequence[Link]) -> str:
    return "<ul>" + "".join(f'<li><a href="{url}">{text}</a></li>' for url, text in links) + "</ul>"


def _box(html: str) -> str:
    return f"<div>{html}</div>\n" if html else ""
