"""Markup that a parser would lose text to, mended before it is parsed.

Browsers follow the standard and show nothing; pages are cut short, glued together and written as XML all the same.
"""

from __future__ import annotations

import re

# XHTML may write `<script src="x" />`; HTML knows no such thing and would take the rest of the page for script.
# The length is bounded, so that unclosed tags cost no more than their number. Only names are looked at in either
# case, and their first two letters before them: so the search goes from one "<" to the next, ten times as fast.
_FIRST, _SECOND = "acinostvxACINOSTVX", "abcefimotuABCEFIMOTU"
_NAME = "(?i:audio|canvas|iframe|noembed|noframes|object|script|select|style|template|textarea|title|video|xmp)"
_TAG = rf"(?P<name>{_NAME})(?P<attributes>\b[^<>]{{0,2000}}[\s\"'])?/>"
_SELF_CLOSED = re.compile(f"<(?=[{_FIRST}][{_SECOND}]){_TAG}")
_SELF_CLOSED_OR_SCRIPT = re.compile(
    rf"<(?=[/{_FIRST}])(?:{_TAG}|(?P<start>(?i:script)\b)|(?P<end>/(?i:script)\b))"
)
# Where text goes on after a comment, a script or a title that was never closed.
_MARKUP = re.compile(
    r"</?(?:article|b|blockquote|body|br|dd|div|dl|dt|footer|form|h[1-6]|head|header|hr|li|main|nav|ol|p|section|"
    r"span|table|tbody|td|tr|ul)\b[^<>]{0,2000}>",
    re.IGNORECASE,
)


def close_self_closed(html: str) -> str:
    """The markup with elements that XML closed in their start tag closed as HTML does.

    Inside a script they are part of a string, and closing one would end the script.
    """
    # Nearly all pages have none.
    if not _SELF_CLOSED.search(html):
        return html
    in_script = False

    def close(tag: re.Match[str]) -> str:
        nonlocal in_script
        if tag["name"] and not in_script:
            return f"<{tag['name']}{tag['attributes'] or ''}></{tag['name']}>"
        in_script = not tag["end"] and (in_script or bool(tag["start"]))
        return tag[0]

    return _SELF_CLOSED_OR_SCRIPT.sub(close, html)


def close_last(html: str, name: str) -> str:
    """The markup with its last element of this name, or its last comment for "!--", closed if it never was.

    It is closed where other markup begins. Without such markup, the page just ends in it, and stays as it is.
    """
    start = max(html.rfind(f"<{name}"), html.rfind(f"<{name.upper()}"))
    closing = "-->" if name == "!--" else f"</{name}>"
    if start < 0 or closing.rstrip(">") in html[start + len(name) :].lower():
        return html
    markup = _MARKUP.search(html, start + len(name) + 1)
    if not markup:
        return html
    return html[: markup.start()] + closing + html[markup.start() :]


def without_surrogates(text: str) -> str:
    """Text that can be written: lone surrogates, which no encoding has, become replacement characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
