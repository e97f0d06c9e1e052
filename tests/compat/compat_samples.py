"""A page with a bit of everything, and facts such as pages state."""

from __future__ import annotations

from pathlib import Path

SITES = Path(__file__).parents[2] / "examples" / "sites"
URL = "https://www.pond.example/ducks"
LONG = "Ducks are birds that live on ponds, and this sentence about them goes on for long enough to be the text."

HTML = f"""<html lang="en-GB"><head><title>Ducks and more</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<article><h1>Ducks and more</h1>
<p>First <b>bold</b> and <i>slanted</i>, about <a href="/x">ducks</a>. {LONG}</p>
<h2>Second head</h2>
<ul><li>one item</li><li>two <code>items</code><ol><li>deep</li></ol></li></ul>
<dl><dt>Term</dt><dd>Definition</dd></dl>
<blockquote><p>quoted words</p></blockquote>
<pre><code>x = 1
y = 2</code></pre>
<p>H<sub>2</sub>O x<sup>2</sup> <del>gone</del><br>after the break</p>
<table><caption>Prices</caption><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>3</td></tr></table>
<p><img src="/a.png" alt="A duck"></p><p>Its words are said of a duck that swims on a pond.</p>
<hr>
<p>Last paragraph. {LONG}</p>
<p>Last paragraph. {LONG}</p>
</article><footer>© Us</footer></body></html>"""
