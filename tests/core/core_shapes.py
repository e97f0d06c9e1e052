"""Pages made to hurt, each of as many pieces as one asks for."""

from __future__ import annotations

from collections.abc import Callable

Shape = Callable[[int], bytes]


def _repeated(piece: bytes, before: bytes = b"", after: bytes = b"") -> Shape:
    return lambda n: before + piece * n + after


def _numbered(piece: bytes, before: bytes = b"", after: bytes = b"") -> Shape:
    return lambda n: before + b"".join(piece % i for i in range(n)) + after


# Numbers in classes do not tell elements apart; letters do.
_LETTERS = bytes.maketrans(b"0123456789", b"abcdefghij")

SHAPES: dict[str, Shape] = {
    "div": _repeated(b"<div>", after=b"x"),
    "div, closed": lambda n: b"<div>" * n + b"x" + b"</div>" * n,
    "span, then p": lambda n: b"<span>" * n + b"<p>x" * n,
    "p in a button": _repeated(b"<div>", b"<p><button>"),
    "end tags of nothing": lambda n: b"<span>" * n + b"</x>" * n,
    "b": _repeated(b"<b>", after=b"x"),
    "b with ids": _numbered(b"<b id=%d>", after=b"x<p>y" * 100),
    "paragraphs in many b": lambda n: b"".join(b"<b id=%d>" % i for i in range(300)) + b"<p>y</p>" * n,
    "many b opened again": lambda n: _numbered(b"<b id=%d>", b"<p>", b"</p>")(200) * (n // 200),
    "b with many attributes": lambda n: b"".join(
        b"<b " + b" ".join(b"a%d" % k for k in range(60)) + b" z=%d>" % i for i in range(n // 60)
    ),
    "a and div": _repeated(b"<a><div>"),
    "b and p": lambda n: b"<b><p>" * n + b"</b>" * n,
    "font and p": _repeated(b"<font><p></font>"),
    "tables and a": _repeated(b"<table><a>"),
    "text in a table": _repeated(b"a<b>", b"<table>"),
    "tables in cells": _repeated(b"<table><tr><td>"),
    "li": lambda n: b"<ul><li>" * n + b"<li>" * n,
    "li in div": lambda n: b"<div>" * n + b"<li></li>" * n,
    "svg": lambda n: b"<svg>" + b"<g>" * n + b"</x>" * n,
    "attributes": _numbered(b" a%d=1", b"<div", b">x"),
    "one attribute": _repeated(b"a=1 ", b"<div ", b">x"),
    "attributes of html": _numbered(b"<html a%d=1>"),
    "unclosed tags": _repeated(b"<a "),
    "less-than": _repeated(b"<"),
    "ampersands": _repeated(b"&"),
    "long references": _repeated(b"&CounterClockwiseContourIntegra"),
    "comments": _repeated(b"<!--"),
    "dashes": _repeated(b"-", b"<!--"),
    "brackets": _repeated(b"]", b"<svg><![CDATA["),
    "scripts in comments": _repeated(b"<!--<script>", b"<script>"),
    "zeros": _repeated(b"\0x", b"<p>"),
    "templates": _repeated(b"<template>"),
    "selects": _repeated(b"<select><option>"),
    "custom names": _numbered(b"<x%d>"),
    "forms": _repeated(b"<form><div></form>"),
    "nobr": _repeated(b"<nobr><div>"),
    "framesets": _repeated(b"<frameset>"),
    "br": _repeated(b"x<br>"),
    "only br": _repeated(b"<br>"),
    "titles": _repeated(b"</titl", b"<title>"),
    "math": _repeated(b"<math><mi><div>"),
    "buttons": _repeated(b"<button><p>"),
    "carriage returns": _repeated(b"\r\n\r"),
    "headings": _repeated(b"<h1><div>"),
    "ruby": _repeated(b"<ruby><rt>"),
    "selects in tables": _repeated(b"<table><tr><select>"),
    "digits": _repeated(b"1", b"<p>"),
    "classes": _numbered(b"<p class='a%d bC'>x"),
    "a long class": _repeated(b"aB ", b"<p class='", b"'>x"),
    "dated items": _numbered(b"<li class=x><a href=y>A title</a> 2011-11-%02d text of the item</li>", b"<ul>"),
    "groups of three": lambda n: b"".join(
        b"<p class=x%s><a href=y>A long title</a></p>" % str(i // 3).encode().translate(_LETTERS)
        for i in range(n // 4)
    ),
    "lists in lists": _repeated(b"<ul><li>2011-11-22 text of an item<li>2011-11-23 text of an item<li>"),
    "lines of code": _repeated(b"x = 1\n<br>", b"<pre>"),
    "one line after another": _repeated(b"<p>I found an old map by the station, and bought it."),
    "texts in data": lambda n: b'<script type="application/ld+json">{"text": "' + b"old map " * n + b'"}</script>'
    + b"<p>old map by the station and" * (n // 10),
    "ideographic spaces": _repeated("\u3000\n\u672c".encode(), b"<p>"),
}  # fmt: skip
