"""Writers for readers: text, markdown, html. Where several pages share a stream, each names its source."""

from __future__ import annotations

import json
from html import escape

from honbun.document import FACTS, Document
from honbun.output.writers import BaseWriter, encoded, one_line

HTML_HEAD = """<!DOCTYPE html>
<html{language}>
<head>
<meta charset="utf-8">
{viewport}<title>{title}</title>
{style}</head>
<body>
"""
HTML_END = b"</body>\n</html>\n"


class ParagraphWriter(BaseWriter):
    """Plain text; before each of several pages a line `==> source <==`, as `head` writes it."""

    suffix = ".txt"

    @property
    def edges(self) -> tuple[bytes, bytes, bytes]:
        """An empty line between pages."""
        return b"", b"\n", b""

    def encode_rejected(self, source: str, reason: str) -> bytes:  # noqa: ARG002 - the reason is no text of the page
        """The line that names the source, or nothing for a page alone."""
        return self._headed(source, "")

    def _headed(self, source: str, text: str) -> bytes:
        head = f"==> {one_line(source)} <==\n" if self.several else ""
        return encoded(head + text + "\n" if text else head)


class TextWriter(ParagraphWriter):
    """The text of documents."""

    def encode(self, document: Document, source: str) -> bytes:
        """The text of the document, ending with a newline unless there is none."""
        return self._headed(source, document.text)


class MarkdownWriter(ParagraphWriter):
    """Markdown; before each of several pages a comment that names its source."""

    suffix = ".md"

    def encode(self, document: Document, source: str) -> bytes:
        """The document as markdown, ending with a newline unless there is none."""
        text = document.markdown(self.options)
        if self.layout.front_matter:
            return encoded("\n".join(filter(None, (front_matter(document, source), text + "\n" if text else ""))))
        return self._headed(f"source: {source}", text)

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """The comment, with the reason, or nothing for a page alone."""
        return self._headed(f"source: {source} ({reason})", "")

    def _headed(self, source: str, text: str) -> bytes:
        # A comment ends with the first "-->" or "--!>".
        head = f"<!-- {one_line(source).replace('>', '&gt;')} -->\n" if self.several else ""
        return encoded("\n".join(filter(None, (head, text + "\n" if text else ""))))


def front_matter(document: Document, source: str) -> str:
    """The facts of a document as YAML between two lines `---`; what is not known is left out.

    Each value is written as JSON, which YAML 1.2 reads.
    """
    facts = {"source": source, "url": document.url, **{name: getattr(document, name) for name in FACTS}}
    known = {name: value for name, value in facts.items() if value is not None}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in known.items()]
    return "\n".join(["---", *lines, f"confidence: {document.confidence:.3f}", "---", ""])


class HtmlWriter(BaseWriter):
    """One html document: of one page, with its title, or of several, an `article` with `data-source` for each."""

    suffix = ".html"

    @property
    def edges(self) -> tuple[bytes, bytes, bytes]:
        """The beginning and the end of a document of several pages."""
        return (_head("Extracted pages"), b"", HTML_END) if self.several else (b"", b"", b"")

    def encode(self, document: Document, source: str) -> bytes:
        """An article, in a document of its own for a page alone."""
        language = f' lang="{escape(document.language)}"' if document.language else ""
        article = _article(source, language, document.html(self.options))
        return article if self.several else _head(document.title or source, language) + article + HTML_END

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """An empty article that says why, in a document of its own for a page alone."""
        article = _article(source, f' data-reason="{escape(reason)}"', "")
        return article if self.several else _head(source) + article + HTML_END


def _article(source: str, attributes: str, content: str) -> bytes:
    inside = content + "\n" if content else ""
    return encoded(f'<article data-source="{escape(source)}"{attributes}>\n{inside}</article>\n')


def _head(title: str, language: str = "") -> bytes:
    shown = escape(one_line(title), quote=False)
    return encoded(HTML_HEAD.format(language=language, viewport="", title=shown, style=""))
