"""Three page layouts for generated pages, as their decades wrote them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """Patterns for `%`: a page, a link of a list, and what a main part consists of."""

    page: str
    link: str
    paragraph: str
    post: str
    """Two runs: a head line and a text."""
    record: str
    """Three runs: a link, a text and a date."""


_HEAD = '<meta charset="utf-8"><title>%(title)s | %(host)s</title></head>'

_SECTIONS = Layout(
    page=f"""<!DOCTYPE html>
<html lang="%(lang)s"><head>{_HEAD}
<body>
<header><nav><ul>
%(menu)s
</ul></nav></header>
<main><article>
<h1>%(title)s</h1>
<p class="date"><time>%(date)s</time></p>
%(main)s
</article>
<section class="related"><h2>Related</h2><ul>
%(related)s
</ul></section></main>
<aside><h2>Latest</h2><ul>
%(sidebar)s
</ul></aside>
<footer><ul>
%(footer)s
</ul></footer>
</body></html>
""",
    link='<li><a href="%s">%s</a></li>',
    paragraph="<p>%s</p>",
    post='<section class="post" id="p%(n)d"><h3>%(n)d. %(head)s</h3><p>%(text)s</p></section>',
    record='<div class="hit"><h3><a href="/%(n)d.html">%(head)s</a></h3>'
    '<p>%(text)s</p><p class="day">%(day)d</p></div>',
)

_DIVISIONS = Layout(
    page=f"""<html lang="%(lang)s"><head>{_HEAD}
<body>
<div id="header"><ul id="menu">
%(menu)s
</ul></div>
<div id="wrapper">
<div id="content">
<h2 class="title">%(title)s</h2>
<div class="meta">%(date)s</div>
<div class="entry">
%(main)s
</div>
</div>
<div id="related"><h4>Related</h4>
<ul>
%(related)s
</ul></div>
<div id="sidebar"><h4>Latest</h4>
<ul>
%(sidebar)s
</ul></div>
</div>
<div id="footer"><ul>
%(footer)s
</ul></div>
</body></html>
""",
    link='<li class="item"><a href="%s">%s</a></li>',
    paragraph="<p>%s</p>",
    post='<div class="post" id="post-%(n)d"><div class="by">%(head)s</div><div class="said">%(text)s</div></div>',
    record='<dl><dt><a href="/%(n)d.html">%(head)s</a></dt><dd>%(text)s</dd><dd class="day">%(day)d</dd></dl>',
)

_TABLES = Layout(
    page=f"""<html lang="%(lang)s"><head>{_HEAD}
<body bgcolor="#ffffff">
<table width="900" border="0"><tr valign="top"><td width="180">
%(menu)s
</td><td>
<div><font size="5"><b>%(title)s</b></font></div>
<div align="right">%(date)s</div>
<hr>
%(main)s
<hr>
<div><b>Related</b></div>
%(related)s
</td><td width="200">
<div><b>Latest</b></div>
%(sidebar)s
</td></tr></table>
<center>
%(footer)s
</center>
</body></html>
""",
    link='<div><a href="%s">%s</a></div>',
    paragraph="%s<br><br>",
    post="<hr>%(n)d : <b>%(head)s</b><br><br>%(text)s<br>",
    record='<table><tr><td><a href="/%(n)d.html">%(head)s</a></td></tr>'
    "<tr><td>%(text)s</td><td>%(day)d</td></tr></table>",
)

LAYOUTS = (_SECTIONS, _DIVISIONS, _TABLES)
