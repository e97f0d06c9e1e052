"""Pages for the tests of the studio."""
# ruff: noqa: E501

from __future__ import annotations

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
