"""みちくさ掲示板: a Japanese bulletin board, flat under the body, posts between rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from examples.making.built import LABELS, WEEKDAYS, Built, iso
from examples.making.template import Markup, Template, escape

_ANCHOR = re.compile(r"&gt;&gt;(\d+)")


def make(source: dict[str, Any], template: Template) -> Iterator[Built]:
    """One page a thread."""
    for thread in source["pages"]:
        posts = [_post(n, post, source["anonymous"]) for n, post in enumerate(thread["posts"], 1)]
        others = [other for other in source["pages"] if other is not thread]
        values = {
            **source,
            **thread,
            "charset": LABELS[source["encoding"]],
            "posts": posts,
            "count": len(posts),
            "others": [other | {"count": len(other["posts"])} for other in others],
        }
        yield Built(template.fill(values), _gold(source, thread, posts), source["encoding"])


def _post(number: int, post: dict[str, Any], anonymous: str) -> dict[str, Any]:
    at: datetime = post["at"]
    return post | {
        "number": number,
        "author": post.get("name", anonymous),
        "stamp": f"{at:%Y/%m/%d}({WEEKDAYS[at.weekday()]}) {at:%H:%M:%S}",
        "lines": Markup("<br>\n".join(map(_line, post["text"].split("\n")))),
    }


def _line(text: str) -> str:
    return _ANCHOR.sub(r'<a href="#\1">&gt;&gt;\1</a>', escape(text))


def _gold(source: dict[str, Any], thread: dict[str, Any], posts: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "page": f"{thread['slug']}.html",
        "url": f"{source['base']}{thread['slug']}.html",
        "encoding": source["encoding"],
        "title": thread["title"],
        "text": "\n".join([thread["title"], *(post["text"] for post in posts)]),
        "posts": [
            {
                "number": post["number"],
                "author": post["author"],
                "date": iso(post["at"]),
                "date_raw": post["stamp"],
                "text": post["text"],
            }
            for post in posts
        ],
    }
