"""Writers for readers: text, markdown, html. Where several pages share a stream, each says where it came from."""

from __future__ import annotations

from html import escape

from honbun.document import Document
from honbun.output.base import BaseWriter, encoded

_PAGE = """<!DOCTYPE html>
<html{language}>
<head>
<meta charset="utf-8">
<title>{title}</title>
</head>
<body>
"""
_PAGE_END = b"</body>\n</html>\n"
_SEVERAL_TITLE = "Extracted pages"


class _ParagraphWriter(BaseWriter):
    @property
    def separator(self) -> bytes:
        """An empty line."""
        return b"\n"


class TextWriter(_ParagraphWriter):
    """Plain text; before each of several pages a line `==> source <==`, as `head` writes it."""

    suffix = ".txt"

    def encode(self, document: Document, source: str) -> bytes:
        """The text of the document, ending with a newline unless there is none."""
        return self._headed(source, document.text)

    def encode_rejected(self, source: str, reason: str) -> bytes:  # noqa: ARG002 - the reason is no text of the page
        """The line that names the source, or nothing for a page alone."""
        return self._headed(source, "")

    def _headed(self, source: str, text: str) -> bytes:
        head = f"==> {one_line(source)} <==\n" if self.several else ""
        return encoded(head + text + "\n" if text else head)


class MarkdownWriter(_ParagraphWriter):
    """Markdown; before each of several pages a comment that names its source."""

    suffix = ".md"

    def encode(self, document: Document, source: str) -> bytes:
        """The document as markdown, ending with a newline unless there is none."""
        return self._headed(f"source: {source}", document.markdown(self.options))

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """The comment, with the reason, or nothing for a page alone."""
        return self._headed(f"source: {source} ({reason})", "")

    def _headed(self, comment: str, text: str) -> bytes:
        # A comment ends with the first "-->" or "--!>".
        head = f"<!-- {one_line(comment).replace('>', '&gt;')} -->\n" if self.several else ""
        return encoded("\n".join(filter(None, (head, text + "\n" if text else ""))))


class HtmlWriter(BaseWriter):
    """One html document: of one page, with its title, or of several, an `article` with `data-source` for each."""

    suffix = ".html"

    @property
    def header(self) -> bytes:
        """The beginning of a document of several pages."""
        return encoded(_PAGE.format(language="", title=_SEVERAL_TITLE)) if self.several else b""

    @property
    def footer(self) -> bytes:
        """The end of a document of several pages."""
        return _PAGE_END if self.several else b""

    def encode(self, document: Document, source: str) -> bytes:
        """An article, in a document of its own for a page alone."""
        language = f' lang="{escape(document.language)}"' if document.language else ""
        article = _article(source, language, document.html(self.options))
        return article if self.several else _whole(article, document.title or source, language)

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """An empty article that says why, in a document of its own for a page alone."""
        article = _article(source, f' data-reason="{escape(reason)}"', "")
        return article if self.several else _whole(article, source)


def _article(source: str, attributes: str, content: str) -> bytes:
    inside = content + "\n" if content else ""
    return encoded(f'<article data-source="{escape(source)}"{attributes}>\n{inside}</article>\n')


def _whole(article: bytes, title: str, language: str = "") -> bytes:
    return (
        encoded(_PAGE.format(language=language, title=escape(one_line(title), quote=False))) + article + _PAGE_END
    )


def one_line(text: str) -> str:
    """A name on one line, whatever it holds."""
    return " ".join(text.split())
