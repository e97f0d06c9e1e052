"""Pages for the tests of the studio."""
# ruff: noqa: E501

from __future__ import annotations

import json
from html import escape

HOSTILE = """<!doctype html><html manifest="http://evil.example/m" onclick="top.hit=1"><head>
<base href="http://evil.example/" target="_top">
<meta http-equiv="refresh" content="0; url=http://evil.example/refresh">
<meta http-equiv="Content-Security-Policy" content="script-src *">
<link rel="stylesheet" href="http://evil.example/a.css"><link rel="prefetch" href="http://evil.example/p">
<style>@import "http://evil.example/b.css"; body { background: url(http://evil.example/c.png); width: expression(top.hit=1) }
.b { display: none !important } @font-face { font-family: x; src: url(http://evil.example/f) }</style>
<title>Hostile </title></head>
<body onload="top.hit=1" background="http://evil.example/bg.png" style="background: url(http://evil.example/d.png)">
<h1>Harbour wall <script>top.hit = parent.hit = window.hit = 1; document.title = "owned"</script> repaired</h1>
<p onmouseover="top.hit=1" tabindex=1 autofocus onfocus="top.hit=1">The wall of the old harbour was repaired over the winter,
and the boats are back at their moorings, said the harbour master on Monday.</p>
<img src=x onerror="top.hit=1" alt='"><script>top.hit=1</script>'><img src="http://evil.example/e.png" alt="a boat">
<p><a href="javascript:top.hit=1" target="_top" ping="http://evil.example/ping">A link that runs</a> and
<a href="http://evil.example/away" target="_top">one that leads away</a>, both in a sentence of the article.</p>
<svg onload="top.hit=1"><script>top.hit=1</script><a xlink:href="javascript:top.hit=1"><text>svg</text></a>
<foreignObject><iframe src="javascript:top.hit=1"></iframe></foreignObject></svg>
<math><mi xlink:href="javascript:top.hit=1">x</mi><annotation-xml encoding="text/html"><img src onerror="top.hit=1"></annotation-xml></math>
<iframe src="http://evil.example/frame"></iframe><iframe srcdoc="<script>top.hit=1</script>"></iframe>
<object data="http://evil.example/o"></object><embed src="http://evil.example/em"><applet code="Evil"></applet>
<video src="http://evil.example/v" autoplay onplay="top.hit=1"></video><audio src="http://evil.example/au" autoplay></audio>
<form action="http://evil.example/form" target="_top"><input name=a autofocus onfocus="top.hit=1">
<button formaction="javascript:top.hit=1">Send this form</button><textarea></iframe><script>top.hit=1</script></textarea></form>
<p>The text tries to break out: &lt;/iframe&gt;&lt;script&gt;top.hit=1&lt;/script&gt; and &quot;&gt;&lt;img src=x onerror=top.hit=1&gt;
and &amp;lt;script&amp;gt;top.hit=1&amp;lt;/script&amp;gt; and ' onload=' and --&gt; and ]]&gt; and &lt;!-- in a long sentence.</p>
<p>&lt;/script&gt;&lt;script&gt;top.hit=1&lt;/script&gt; stands in the data too, and so do &lt;/style&gt; and &lt;/title&gt; in this one.</p>
<x-evil onclick="top.hit=1"><p class='"><script>top.hit=1</script>' id="b0" data-b="0">A custom element holds a paragraph.</p></x-evil>
<noscript><p>Without script one would read this. <img src=x onerror="top.hit=1"></p></noscript>
<template><script>top.hit=1</script></template><marquee onstart="top.hit=1">It moves along</marquee>
<table background="http://evil.example/t.png"><tr><td onclick="top.hit=1" colspan="1000000000" rowspan='2" onload="top.hit=1'>Cell</td></tr></table>
<details ontoggle="top.hit=1" open><summary>Open</summary>Shown</details><dialog open onclose="top.hit=1">Asked</dialog>
<plaintext></iframe></body></html><script>top.hit=1</script>
"""

THREAD = "<title>Bread</title><h1>Bread that does not rise</h1>" + "".join(
    f"<div class='post'><div class='head'><b class='name'>{name}</b> <span class='date'>2024-03-0{day} 10:1{day}</span></div>"
    f"<div class='body'><p>{text}</p></div></div>"
    for day, (name, text) in enumerate(
        [
            (
                "Ada",
                "My bread does not rise at all, though I followed the recipe to the letter. What could it be?",
            ),
            ("Bert", "Is the yeast still alive? Put some into warm water with sugar and wait for ten minutes."),
            (
                "Cleo",
                "Flour without gluten does not rise either, and a cold kitchen takes twice as long as a warm one.",
            ),
            ("Ada", "It was the yeast. Thank you all, the second loaf is twice as high as the first one was."),
        ],
        1,
    )
)

HIT = "top.hit=1"
VECTORS = [
    f"<script>{HIT}</script>",
    f"<ScRiPt>{HIT}</sCrIpT>",
    f"<script/x>{HIT}</script>",
    f"<script\n>{HIT}</script\n>",
    f"<script src=data:,{HIT}></script>",
    f"<scr<script>ipt>{HIT}</script>",
    f"</title><script>{HIT}</script>",
    f"</textarea><script>{HIT}</script>",
    f"</style><script>{HIT}</script>",
    f"--><script>{HIT}</script>",
    f"]]><script>{HIT}</script>",
    f"</script><script>{HIT}</script>",
    f"</template><script>{HIT}</script>",
    f"</noscript><script>{HIT}</script>",
    f"</iframe><script>{HIT}</script>",
    f"<img src=x onerror={HIT}>",
    f"<img src=x onerror='{HIT}'//",
    f"<img/src=x/onerror={HIT}>",
    f'"><img src=x onerror={HIT}>',
    f"'><img src=x onerror={HIT}>",
    f"`><img src=x onerror={HIT}>",
    f"<image src=x onerror={HIT}>",
    f"<IMG SRC=x ONERROR={HIT}>",
    f"<img src=x oNeRrOr\x0c=\x0c{HIT}>",
    f"<svg onload={HIT}>",
    f"<svg><script>{HIT}</script></svg>",
    f"<svg><animate onbegin={HIT} attributeName=x>",
    f"<svg><a xlink:href=javascript:{HIT}><text>x</text></a>",
    f"<svg><use href='data:image/svg+xml,<svg id=x onload={HIT}>#x'>",
    f"<math><mi xlink:href=javascript:{HIT}>x",
    f"<math><style><img src=x onerror={HIT}></style>",
    f"<svg><style><img src=x onerror={HIT}></style>",
    f"<body onload={HIT}>",
    f"<body onpageshow={HIT}>",
    f"<iframe src=javascript:{HIT}></iframe>",
    f"<iframe srcdoc='<script>{HIT}</script>'></iframe>",
    f"<object data=javascript:{HIT}></object>",
    f"<embed src=javascript:{HIT}>",
    f"<details open ontoggle={HIT}>x</details>",
    f"<input autofocus onfocus={HIT}>",
    f"<select autofocus onfocus={HIT}>",
    f"<textarea autofocus onfocus={HIT}>",
    f"<video src=x onerror={HIT}></video>",
    f"<audio src=x onerror={HIT}></audio>",
    f"<video><source onerror={HIT}></video>",
    f"<marquee onstart={HIT}>x</marquee>",
    f"<div style='animation:x 1s' onanimationstart={HIT}>x</div>",
    f"<form><button formaction=javascript:{HIT} autofocus>x",
    f"<meta http-equiv=refresh content='0;url=javascript:{HIT}'>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
    f"<base href=javascript:{HIT}//>",
    "<link rel=stylesheet href=http://evil.example/x.css>",
    "<link rel=prefetch href=http://evil.example/x>",
    "<style>@import 'http://evil.example/x.css';</style>",
    "<p style=\"background:url('http://evil.example/x')\">x",
    "<style>p{background:u\\72l(http://evil.example/x)} *{background:image-set('//evil.example/x' 1x)}</style>",
    "<style>@font-face{font-family:y;src:url(http://evil.example/x)} p{font-family:y}</style>",
    "<style>p::before{content:url(//evil.example/x)} p{--u:url(//evil.example/x);background:var(--u)}</style>",
    "<p style=\"background-image:url(//evil.example/x);cursor:url('//evil.example/x'),auto\">x",
    "<p style='list-style:url(//evil.example/x);border-image:url(//evil.example/x) 1'>x",
    f"<style>p{{}}</style\n><img src=x onerror={HIT}>",
    f"<a href=javascript:{HIT}>x</a>",
    f"<a href='java\tscript:{HIT}'>x</a>",
    f"<a href='&#106;avascript:{HIT}'>x</a>",
    f"[x](javascript:{HIT})",
    f'![x](x"onerror="{HIT})',
    f"<x onclick={HIT} tabindex=1 autofocus onfocus={HIT}>x</x>",
    f'"autofocus onfocus={HIT} x="',
]


def page_of(vectors: list[str]) -> str:
    """A thread, with the vectors wherever a page has text: as text, as values, and as they are."""
    text, value = (escape("".join(vectors), quote=quote) for quote in (False, True))
    stated = json.dumps({"@type": "Article", "headline": "".join(vectors), "author": {"name": vectors[0]}})
    posts = "".join(
        f"<div class='post {escape(vector)}' id='p{i}'><span class=author>{escape(vector)}</span> "
        f"<span class=date>2024-05-0{i % 9 + 1} 12:30</span><p>Words of a post, as good as any others. {vector} "
        f"{escape(vector)} and so it ends here.</p><table><tr><th>{escape(vector)}<td>12</table></div>"
        for i, vector in enumerate(vectors)
    )
    return (
        f"<title>{text}</title><meta name=author content='{value}'><meta property=og:title content='{value}'>"
        f"<script type=application/ld+json>{stated.replace('</', '<' + chr(92) + '/')}</script>"
        f"<h1>{text}</h1><p><a href='https://a.example/{value}' title='{value}'>{text}</a> "
        f"A line of the page that is long enough to be kept as a text.</p>{posts}<code>{text}</code>"
    )
