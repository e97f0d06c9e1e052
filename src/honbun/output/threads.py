"""Writers of threads for readers: text for a terminal, and a page of html that needs nothing else."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from honbun.output.prose import HTML_END, HTML_HEAD, ParagraphWriter
from honbun.output.writers import BaseWriter, encoded, one_line
from honbun.threads import Post, Thread

# Deeper answers are not set in any further, so that there is room for their text.
MAX_INDENT = 10

_STYLE = """
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; }
body { color: #222; background: #fff; }
h1 { font-size: 1.3rem; margin: 2rem 0 .2rem; }
.source, .reason, header { color: #666; font-size: .85rem; overflow-wrap: anywhere; }
.post { margin: 1rem 0; padding: .2rem 0 .2rem .8rem; border-left: 3px solid #d5d9de; }
.author { font-weight: bold; color: #0b6e4f; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: .2rem 0; padding-left: .6rem; border-left: 3px solid #c98a2b; color: #666; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b; } .author { color: #58b893; } }
"""
_VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">\n'


class ThreadTextWriter(ParagraphWriter):
    """`#1 author · date` and the text below it, quotes behind `>`, answers set in by their depth."""

    def encode(self, thread: Thread, source: str) -> bytes:
        """The title and the posts, an empty line between them; nothing if there are no posts."""
        names = _names(thread)
        parts = [one_line(thread.title)] if thread.title and thread.posts else []
        parts += [_plain(post, names, index) for index, post in enumerate(thread.posts)]
        return self._headed(source, "\n\n".join(parts))


class ThreadHtmlWriter(BaseWriter):
    """One html document: nothing in it runs or is fetched, and what the page says is text."""

    suffix = ".html"

    @property
    def edges(self) -> tuple[bytes, bytes, bytes]:
        """The beginning and the end of a document of several threads."""
        return (_head("Threads"), b"", HTML_END) if self.several else (b"", b"", b"")

    def encode(self, thread: Thread, source: str) -> bytes:
        """A section, in a document of its own for a page alone."""
        names = _names(thread)
        posts = "".join(_article(post, names, index) for index, post in enumerate(thread.posts))
        more = f"<p>goes on at {_linked(thread.next_url)}</p>\n" if thread.next_url else ""
        return self._section(thread.title or source, thread.url or source, thread.reason or "", posts + more)

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """A section that says why there are no posts."""
        return self._section(source, source, reason, "")

    def _section(self, title: str, where: str, reason: str, posts: str) -> bytes:
        why = f'<p class="reason">{_shown(reason)}</p>\n' if reason else ""
        head = f'<h1>{_shown(title)}</h1>\n<p class="source">{_linked(where)}</p>\n'
        section = encoded(f"<section>\n{head}{why}{posts}</section>\n")
        return section if self.several else _head(title) + section + HTML_END


def _names(thread: Thread) -> list[str]:
    """What each post is called: by its number, if the page numbers them all, else by its position, from 1."""
    numbers = [(post.number or "").lstrip("#") for post in thread.posts]
    if all(numbers):
        return [f"#{one_line(number)}" for number in numbers]
    return [f"#{position}" for position in range(1, len(numbers) + 1)]


def _facts(post: Post, names: list[str]) -> list[str]:
    """Date, title and what it answers, as far as they are known."""
    date = post.date.replace("T", " ") if post.date else post.date_raw
    is_answer = post.parent is not None and 0 <= post.parent < len(names)
    answered = f"answers {names[post.parent or 0]}" if is_answer else None
    return [one_line(fact) for fact in (date, post.title, answered) if fact]


def _plain(post: Post, names: list[str], index: int) -> str:
    head = " · ".join([" ".join(filter(None, (names[index], one_line(post.author or "")))), *_facts(post, names)])
    lines = [head]
    at = 0
    for line in post.text.split("\n"):
        is_quoted = any(start <= at < end for start, end in post.quotes) and line.strip()
        lines.append(f"> {line}" if is_quoted else line)
        at += len(line) + 1
    indent = "  " * min(max(post.depth, 0), MAX_INDENT)
    return "\n".join(indent + line if line.strip() else "" for line in lines)


def _article(post: Post, names: list[str], index: int) -> str:
    depth = min(max(post.depth, 0), MAX_INDENT)
    indent = f' style="margin-left: {1.5 * depth:g}rem"' if depth else ""
    author = f'<span class="author">{_shown(post.author)}</span>' if post.author else ""
    head = " · ".join(filter(None, (_shown(names[index]), author, *map(_shown, _facts(post, names)))))
    text = f'<div class="text">{_marked(post)}</div>'
    return f'<article class="post"{indent}>\n<header>{head}</header>\n{text}\n</article>\n'


def _marked(post: Post) -> str:
    """The text with its quotes as such, whatever the ranges are."""
    n = len(post.text)
    ranges = [(max(0, start), min(n, end)) for start, end in post.quotes]
    edges = sorted({0, n, *(edge for start, end in ranges if start < end for edge in (start, end))})
    parts = []
    for start, end in pairwise(edges):
        part = post.text[start:end]
        if any(low <= start and end <= high for low, high in ranges):
            parts.append(f"<blockquote>{escape(part.strip())}</blockquote>")
        elif part.strip():
            # A quote is a block of its own: the breaks around it would show as empty lines.
            parts.append(escape(part.strip("\n")))
    return "".join(parts)


def _linked(address: str) -> str:
    """An address as a link, if it is one of the web; else as text."""
    if not address.lower().startswith(("https://", "http://")):
        return _shown(address)
    return f'<a rel="noreferrer" href="{escape(address)}">{_shown(address)}</a>'


def _shown(text: str) -> str:
    return escape(one_line(text))


def _head(title: str) -> bytes:
    style = f"<style>{_STYLE}</style>\n"
    return encoded(HTML_HEAD.format(language="", viewport=_VIEWPORT, title=_shown(title), style=style))
