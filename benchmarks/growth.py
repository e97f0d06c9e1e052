"""How the time of every verb grows with hostile pages: families doubled, CPU seconds, the exponent of growth.

    python -m benchmarks.growth                          # all families, all verbs
    python -m benchmarks.growth --verbs render --families list table
    python -m benchmarks.growth --memory --verbs extract

The exponent is that of the last three doublings: each page is measured three times, the least is told, and a line
is drawn through the four. Below `MIN_SECONDS` none is told; a page that takes little is doubled further, and so is
one that seems to grow too fast: between pages that fit into the caches of a processor and pages that do not is a
step, which larger ones do not have.
Seconds are those of a quiet processor. Neighbours make one take up to twice as many: fixed work tells that is
done before and after, held against the quickest of the run.
Of memory it is told what a byte more of a page adds to the peak of a process, between two sizes.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from math import inf, log
from multiprocessing import get_context
from statistics import linear_regression

import honbun
from honbun.studio import explain

KILOBYTE, MEGABYTE = 2**10, 2**20
SMALLEST = 128 * KILOBYTE
MIN_SECONDS = 0.05
DOUBLINGS = 3
# Pages that take less are doubled, to four times the largest.
QUICK_SECONDS = 0.5
MAX_EXPONENT, MAX_SECONDS_PER_MEGABYTE = 1.15, 2.0
MAX_BYTES_PER_BYTE = 15.0
SIZES_FOR_MEMORY = (MEGABYTE, 4 * MEGABYTE)
TEXT = "Some words of a line that says a little, and then a little more."

# Verbs that read the page twice: the seconds are for each megabyte that is read.
OF_TWO_PAGES = ("fields", "site")

Pages = Callable[[int], str | bytes]


def repeated(unit: str, before: str = "", after: str = "") -> Pages:
    """Pages of about so many bytes that repeat a unit, in which %d is its number."""

    def page(size: int) -> str:
        count = max(1, size // len(unit))
        body = "".join(unit.replace("%d", str(i)) for i in range(count)) if "%d" in unit else unit * count
        return f"<title>A page</title><h1>A page</h1>{before}{body}{after}"

    return page


def nested(start: str, end: str, inner: str = TEXT) -> Pages:
    """Pages of about so many bytes of elements in each other."""

    def page(size: int) -> str:
        count = max(1, size // (len(start) + len(end)))
        return f"<title>A page</title><h1>A page</h1>{start * count}{inner}{end * count}"

    return page


POST = f"<div class=post id=p%d><b>Anna %d</b> <i>2011-11-22 12:30</i><p>{TEXT}</p></div>"
FAMILIES: dict[str, Pages] = {
    "paragraphs": repeated(f"<p>{TEXT}</p>"),
    "breaks": repeated("<br>"),
    "lines": repeated(f"{TEXT}<br>"),
    "dated lines": repeated(f"2011-11-22 12:30 Anna<br>{TEXT}<br>"),
    "list": repeated(f"<li>{TEXT} %d</li>", "<ul>", "</ul>"),
    "short list": repeated("<li>a</li>", "<ul>", "</ul>"),
    "lists in lists": repeated("<ul><li>one %d<ul><li>two</ul></ul>"),
    "table": repeated("<td>x %d</td>", "<table><tr>", "</table>"),
    "rows": repeated("<tr><td>name %d<td>value %d</tr>", "<table>", "</table>"),
    "tables in lists": repeated("<li><table><tr><td>a %d<td>b</table></li>", "<ul>", "</ul>"),
    "posts": repeated(POST),
    "posts of one class each": repeated(f"<div class='c%d x'><b>Anna</b> 2011-11-22 12:30<p>{TEXT}</p></div>"),
    "rules": repeated(f"<hr>2011-11-22 12:30 Anna<p>{TEXT}</p>"),
    "definitions": repeated(f"<dt>Name %d<dd>{TEXT}", "<dl>", "</dl>"),
    "links": repeated("<a href=/page/%d>A link %d</a> "),
    "link items": repeated("<li><a href=/page/%d>A link of some words %d</a></li>", "<ul>", "</ul>"),
    "headings": repeated(f"<h2>Heading %d</h2><p>{TEXT}</p>"),
    "dates": repeated("<span>2011-11-22</span> "),
    "comments": repeated(f"<div class=comment><b>Anna</b> 12:30<p>{TEXT}</p></div>", f"<p>{TEXT * 5}</p>"),
    "images": repeated("<p><img src=/x%d.jpg alt=picture></p>"),
    "code": repeated("<pre>x = 1\ny = 2\n</pre>"),
    "one text": repeated(TEXT + " ", "<p>", "</p>"),
    "one word": repeated("a", "<p>", "</p>"),
    "names": repeated("<x-%d>word</x-%d>"),
    "attributes": repeated(" a%d=1", "<p", ">text</p>"),
    "classes": repeated(" c%d", "<p class='", f"'>{TEXT}</p>"),
    "nested elements": nested("<div>", "</div>"),
    "nested texts": repeated("<div>text "),
    "nested lists": repeated("<ul><li>text "),
    "nested quotes": repeated(f"<blockquote><p>{TEXT}</p>"),
    "nested replies": repeated("<div class=comment><b>Anna</b> 2011-11-22 12:30<p>Some words of a reply.</p>"),
    "stress": repeated("<b>a</b><i>b</i>", "<p>", "</p>"),
    # What is left open, closed twice, or stands where it may not.
    "open stress": repeated("<b>a "),
    "open stress of many kinds": repeated("<b a=%d><i>a "),
    "stress across paragraphs": repeated("<p><b><i>a</p></b> "),
    "stress in templates": repeated("<template><b><table><td></table>x<dd></b>", "<b>" * 505),
    "links in links": repeated("<a href=/%d>a<div>b "),
    "buttons in buttons": repeated("<button>a<p>b "),
    "open paragraphs": repeated("<p>a<div>"),
    "open headings": repeated("<h1>a<h2>"),
    "closed too often": repeated("</p></b></div>a", "<div>" * 500),
    "text in tables": repeated("<tr>a<td>b", "<table>", "</table>"),
    "tables in tables": repeated("<table><tr><td>a "),
    "tables out of tables": repeated("<table><b>a<tr><i>b</table>"),
    "cells in cells": repeated("<td>a<th>b<caption>c", "<table>", "</table>"),
    "wide cells": repeated("<td colspan=1000 rowspan=1000>a</td><tr>", "<table><tr>", "</table>"),
    "nested templates": repeated("<template>a"),
    "nested definitions": repeated("<dl><dt>a<dd>b "),
    "nested sections": repeated("<section><h2>a</h2><p>b</p>"),
    "nested spans": repeated("<span>a "),
    "nested fonts": repeated("<font color=red>a "),
    "nested drawings": repeated("<svg><g><title>a</title>"),
    "nested formulas": repeated("<math><mi>a</mi><mtext><p>b"),
    "rubies": repeated("<ruby>a<rt>b<rp>c", "<p>", "</p>"),
    # What is no text.
    "remarks": repeated("<!-- a --><p>b"),
    "open remarks": repeated("<!-- a --!><!-"),
    "scripts": repeated("<script>a < b</script><p>b"),
    "styles": repeated("<style>a{}</style><p>b"),
    "frames": repeated("<iframe src=/%d>a</iframe>"),
    "sections of data": repeated("<![CDATA[ a ]]><?a b?><!a>"),
    "hidden": repeated("<div hidden><p style='display:none'>a</p></div>b"),
    "facts in the head": repeated("<meta name=author content='Anna %d'><meta property=article:tag content=a>"),
    "linked data": repeated(
        '{"@type":"Article","author":{"name":"a %d"}},', "<script type=application/ld+json>[", "{}]</script>"
    ),
    "nested data": repeated('{"a":[', "<script type=application/ld+json>", f"</script><p>{TEXT}</p>"),
    "items of data": repeated("<div itemscope itemtype=http://schema.org/Article><b itemprop=author>a</b>"),
    # Characters, names and values.
    "entities": repeated("&amp;&#x4e00;&notin;&notanentity "),
    "open entities": repeated("&am&#&#x", "<p>"),
    "zeros": repeated("\0a\x01", "<p>"),
    "spaces": repeated(" \n\t\u3000", "<p>a", "b</p>"),
    "long words": repeated(f"<p>{'a' * 5000}</p>"),
    "accents": repeated("a\u0301\u0302", "<p>", "</p>"),
    "right to left": repeated("<p>\u202eשלום <bdo dir=rtl>a</bdo>"),
    "Japanese": repeated("<p>名無しさん 2011/11/22(火) 12:30 ID:%d 本文です。</p>"),
    "numbers": repeated("<p>1,234,567.89 2011.11.22.12.30.%d</p>"),
    "digits": repeated("2011-11-22 ", "<p>", "</p>"),
    "one date": repeated("1", "<time datetime=", ">a</time>"),
    "marks of a text": repeated("*_`[](<>!#", "<p>", "</p>"),
    "same names": repeated(f"<div id=a class=a name=a><p>{TEXT}</p></div>"),
    "same attributes": repeated(" a=1", "<p", ">text</p>"),
    "long addresses": repeated(f"<a href=http://x.org/{'a/' * 500}%d>A link</a>"),
    "one address": repeated("../", "<a href=/", ">A link</a>"),
    "bases": repeated("<base href=/%d/><a href=a>b</a>"),
    "picture sets": repeated(" /a%d.jpg 2x,", "<img srcset='", "'>"),
    "angles": repeated("<"),
    "open tags": repeated("<a b='"),
    "bytes of two": lambda size: (f"<title>A page</title><h1>A page</h1><p>{TEXT}</p>" * (size // 200)).encode(
        "utf-16"
    ),
    # What people fill in and lists of other kinds.
    "forms": repeated("<form><input name=a%d><label>a %d</label><textarea>b</textarea></form>"),
    "options": repeated("<option value=%d>a", "<select>", "</select>"),
    "choices": repeated("<select><optgroup><option>a</select>"),
    "details": repeated("<details><summary>a %d</summary>b"),
    "definitions of many": repeated("<dt>a<dt>b<dd>c<dd>d", "<dl>", "</dl>"),
    "cards": repeated(f"<div class=card><a href=/%d><img src=/%d.jpg><h3>A card %d</h3></a><p>{TEXT}</p></div>"),
    "quoted posts": repeated(
        f"<div class=post><b>Anna</b> 2011-11-22 12:30<blockquote>{TEXT}</blockquote>a %d</div>"
    ),
    "rows of links": repeated("<tr><td><a href=/%d>A thread %d</a><td>Anna<td>2011-11-22", "<table>", "</table>"),
}


def _learn(html: str | bytes) -> object:
    other = html.replace("A page", "Another") if isinstance(html, str) else html
    site = honbun.Site.learn([("http://x.org/1", html), ("http://x.org/2", other)])
    return site.extract(html, url="http://x.org/1").text


def _facts(html: str | bytes) -> object:
    document = honbun.extract(html)
    return document.title, document.author, document.date, document.language, document.image


def _render(html: str | bytes) -> object:
    document = honbun.extract(html, options=honbun.ExtractOptions(favour="recall"))
    return document.markdown()


Verb = Callable[[str | bytes], object]
VERBS: dict[str, Verb] = {
    "extract": lambda html: honbun.extract(html).text,
    "facts": _facts,
    "render": _render,
    "posts": honbun.posts,
    "records": honbun.records,
    "fields": lambda html: honbun.fields([("http://x.org/1", html), ("http://x.org/2", html)]),
    "explain": explain,
    "site": _learn,
}


class Clock:
    """Counts CPU seconds as a quiet processor would have taken them."""

    def __init__(self) -> None:
        self.counted = self.quiet = 0.0
        self._least = min(self._pace() for _ in range(20))

    def seconds(self, verb: Verb, html: str) -> float:
        """How long a verb takes for a page."""
        before, start = self._pace(), time.process_time()
        verb(html)
        counted, after = time.process_time() - start, self._pace()
        self._least = min(self._least, before, after)
        quiet = counted * 2 * self._least / (before + after)
        self.counted, self.quiet = self.counted + counted, self.quiet + quiet
        return quiet

    def _pace(self) -> float:
        """How long fixed work of the same kind takes, as a mean over some hundredths of a second."""
        start = time.process_time()
        for _ in range(10):
            found: dict[int, tuple[int, str]] = {}
            for i in range(10_000):
                found[i & 255] = (i, str(i))
        return time.process_time() - start


def growth(clock: Clock, verb: Verb, pages: Pages, max_seconds: float, largest: int) -> tuple[float, float]:
    """The exponent of the last doublings, and CPU seconds for each megabyte of the largest page."""
    least: dict[int, float] = {}

    def measure(size: int) -> float:
        least[size] = min(clock.seconds(verb, pages(size)), least.get(size, inf))
        return least[size]

    size = SMALLEST
    while (seconds := measure(size)) < max_seconds:
        if size >= largest and (seconds >= QUICK_SECONDS or size >= 4 * largest):
            break
        size *= 2
    while True:
        told = [size >> halved for halved in range(DOUBLINGS + 1) if size >> halved in least]
        for each in told * 2:
            measure(each)
        logs = [(log(each), log(least[each])) for each in told if least[each] >= MIN_SECONDS]
        exponent = linear_regression(*zip(*logs, strict=True)).slope if len(logs) > 2 else 0.0
        if exponent <= MAX_EXPONENT or least[size] >= max_seconds or size >= 4 * largest:
            return exponent, least[size] / (len(pages(size)) / MEGABYTE)
        size *= 2
        measure(size)


def peak(verb: str, family: str, size: int) -> tuple[int, int]:
    """Bytes of a page, and the most that this process has held."""
    html = FAMILIES[family](size)
    VERBS[verb](html)
    return len(html), 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def slope(verb: str, family: str) -> float:
    """What a byte more of a page adds to the peak, each page in a process of its own."""
    told = []
    for size in SIZES_FOR_MEMORY:
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            told.append(process.submit(peak, verb, family, size).result())
    (small, least), (large, most) = told
    return (most - least) / (large - small)


def main() -> None:
    """Measure and print: a line for each family and verb beyond what is asked for, and how many are within."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verbs", nargs="+", choices=VERBS, default=list(VERBS))
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=list(FAMILIES))
    parser.add_argument("--seconds", type=float, default=4.0, help="a page that takes longer is not doubled again")
    parser.add_argument("--largest", type=int, default=2 * MEGABYTE, help="bytes of the largest page")
    parser.add_argument("--memory", action="store_true", help="memory instead of time, a line for each")
    options = parser.parse_args()
    pairs = [(verb, family) for verb in options.verbs for family in options.families]
    if options.memory:
        slopes = {pair: slope(*pair) for pair in pairs}
        for (verb, family), each in sorted(slopes.items(), key=lambda item: -item[1]):
            print(f"{verb:8} {family:24} {each:6.1f} times")
        within = sum(each <= MAX_BYTES_PER_BYTE for each in slopes.values())
        print(f"{within} of {len(pairs)} within {MAX_BYTES_PER_BYTE} times")
        return
    within, clock = 0, Clock()
    for verb, family in pairs:
        exponent, each = growth(clock, VERBS[verb], FAMILIES[family], options.seconds, options.largest)
        each /= 2 if verb in OF_TWO_PAGES else 1
        is_within = exponent <= MAX_EXPONENT and each <= MAX_SECONDS_PER_MEGABYTE
        within += is_within
        if not is_within:
            print(f"{verb:8} {family:24} n^{exponent:.2f} {each:7.2f} s a megabyte", flush=True)
    print(f"{within} of {len(pairs)} within n^{MAX_EXPONENT} and {MAX_SECONDS_PER_MEGABYTE} s a megabyte")
    print(f"{clock.counted:.0f} s were counted, {clock.quiet:.0f} s of a quiet processor")


if __name__ == "__main__":
    main()
