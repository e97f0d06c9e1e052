"""Line breaks of the source that a browser shows, because the style of their element asks for it."""

from __future__ import annotations

import re

SHOWN_BREAK = "\u2028"
"""The line separator of Unicode: white space, and no line break of the source."""

# The text behind the tag of an element whose style keeps line breaks, up to the next tag.
_KEEPING = re.compile(
    r"""(<[a-z][^<>]{0,500}?\bstyle\s*=\s*["'][^"'<>]*?white-space\s*:\s*(?:pre|break)[^<>]*>)([^<]*)""",
    re.IGNORECASE,
)
_ASKED = re.compile(r"white-space\s*:\s*(?:pre|break)")
_BREAK = re.compile(r"[ \t\r]*\n[ \t\r]*")


def mark_shown_breaks(html: str) -> str:
    """The page with a line separator for each line break of text whose element has `white-space: pre-wrap`.

    A page keeps no styles, and in Japanese and Chinese a line break of the source is nothing else.
    """
    # To look at every tag takes as long as to parse the page.
    if "white-space" not in html or not _ASKED.search(html.lower()):
        return html
    return _KEEPING.sub(lambda found: found[1] + _BREAK.sub(SHOWN_BREAK, found[2]), html)
