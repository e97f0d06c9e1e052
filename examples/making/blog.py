"""The Lower Shed: an English blog whose posts have comments, replies and all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from examples.making import article
from examples.making.built import Built, english_date, english_time, iso
from examples.making.template import Markup, Template

# Comments are numbered through the blog, as they came in.
_FIRST_COMMENT = 101
_RECENT = 5


def make(source: dict[str, Any], template: Template) -> Iterator[Built]:
    """The posts of the blog from first to last, each with its comments."""
    posts = sorted(source["pages"], key=lambda post: post["date"])
    numbers = _number_comments(posts)
    for i, post in enumerate(posts):
        parts = article.parse_body(post)
        comments = [_comment(comment, numbers) for comment in post.get("comments", [])]
        values = {
            **source,
            **post,
            "posted": english_date(post["date"]),
            "parts": parts,
            "thread": Markup("".join(_thread(template, comments, None))),
            "comment_count": f"{len(comments)} responses" if comments else "No responses yet",
            "previous": posts[i - 1] if i else None,
            "next": posts[i + 1] if i + 1 < len(posts) else None,
            "recent_posts": posts[: -_RECENT - 1 : -1],
            "recent_comments": _recent_comments(posts),
            "is_page": True,
        }
        yield Built(template.fill(values), _gold(source, post, parts, comments), pictures=article.pictures(parts))


def _number_comments(posts: list[dict[str, Any]]) -> dict[int, int]:
    """The number of every comment of the blog in the order of time, by the identity of its source."""
    comments = [comment for post in posts for comment in post.get("comments", [])]
    comments.sort(key=lambda comment: comment["date"])
    return {id(comment): number for number, comment in enumerate(comments, _FIRST_COMMENT)}


def _comment(comment: dict[str, Any], numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "number": numbers[id(comment)],
        "author": comment["author"],
        "date": iso(comment["date"]),
        "date_raw": f"{english_date(comment['date'])} at {english_time(comment['date'])}",
        "text": comment["text"],
        "parent": comment["to"] - 1 if "to" in comment else None,
    }


def _thread(template: Template, comments: list[dict[str, Any]], parent: int | None) -> Iterator[str]:
    """The comments that answer `parent`, each with its own answers inside."""
    for i, comment in enumerate(comments):
        if comment["parent"] == parent:
            answers = Markup("".join(_thread(template, comments, i)))
            yield template.fill(comment | {"is_comment": True, "answers": answers})


def _recent_comments(posts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Who wrote last, and on what."""
    pairs = [(comment, post) for post in posts for comment in post.get("comments", [])]
    pairs.sort(key=lambda pair: pair[0]["date"], reverse=True)
    return [{"who": c["author"], "where": p["title"], "link": p["slug"]} for c, p in pairs[:_RECENT]]


def _gold(
    source: dict[str, Any], post: dict[str, Any], parts: list[article.Part], comments: list[dict[str, Any]]
) -> dict[str, Any]:
    posted = english_date(post["date"])
    byline = f"Posted on {posted} by {source['author']}"
    return {
        "page": f"{post['slug']}.html",
        "url": f"{source['base']}{post['slug']}.html",
        "title": post["title"],
        "author": source["author"],
        "date": iso(post["date"].date()),
        "date_raw": posted,
        "text": "\n".join([post["title"], byline, *article.lines(parts)]),
        "comments": comments,
    }
