"""The writer of TEI P5: a page is a `TEI`, several are one `teiCorpus`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from honbun import __version__
from honbun.document import Document
from honbun.input import host_name
from honbun.output.writers import BaseWriter, encoded
from honbun.render import DEFAULT, RenderOptions, address, content, value
from honbun.threads import Post

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

_NAMESPACE = 'xmlns="http://www.tei-c.org/ns/1.0"'
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
# What stands between empty lines, without the white space around it.
_PARAGRAPH = re.compile(r"\S(?:.|\n(?!\s*\n))*")
_DAY_LENGTH = len("2011-11-22")
# A moment as XML Schema has it: no seconds in the distance to UTC, which is below 14 hours.
_MOMENT = re.compile(r"[\d-]+T[\d:.]+(?:[+-](?:0\d|1[0-3]):\d\d)?")
_ENCODING = f"""<encodingDesc>
<appInfo><application ident="honbun" version="{__version__}"><label>honbun</label></application></appInfo>
</encodingDesc>
"""
_CORPUS = f"""<teiCorpus {_NAMESPACE}>
<teiHeader>
<fileDesc>
<titleStmt><title>Extracted pages</title></titleStmt>
<publicationStmt><p/></publicationStmt>
<sourceDesc><p/></sourceDesc>
</fileDesc>
{_ENCODING}</teiHeader>
"""


class TeiWriter(BaseWriter):
    """A TEI document: what is known of the page in its header, the content in `text`."""

    suffix = ".tei.xml"

    @property
    def edges(self) -> tuple[bytes, bytes, bytes]:
        """The declaration; for several pages, the beginning and the end of a corpus, too."""
        if not self.several:
            return encoded(DECLARATION), b"", b""
        return encoded(DECLARATION + _CORPUS), b"", b"</teiCorpus>\n"

    def encode(self, document: Document, source: str) -> bytes:
        """A `TEI` element."""
        notes = {"source": source, "reason": document.reason.value if document.reason else ""}
        return encoded(tei_document(document, notes, self.options))

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """A `TEI` element without text that notes the reason."""
        return encoded(_element(_header(source, _notes({"source": source, "reason": reason})), ""))


def tei_document(document: Document, notes: Mapping[str, str], options: RenderOptions = DEFAULT) -> str:
    """A `TEI` element of a document; `notes` that are not empty stand in its header, their names as types."""
    declared = document.language or ""
    language = declared if _LANGUAGE.fullmatch(declared) else ""
    head = _header(document.title or "", _notes(notes), document)
    return _element(
        head + _profile(document, language), document.tei(options), language, _comments(document.comments)
    )


def _element(header: str, body: str, language: str = "", comments: str = "") -> str:
    attribute = f' xml:lang="{language}"' if language else ""
    inside = f"\n{body}\n" if body else ""
    return (
        f"<TEI {_NAMESPACE}{attribute}>\n<teiHeader>\n{header}{_ENCODING}</teiHeader>\n"
        f'<text>\n<body>\n<div type="entry">{inside}</div>\n{comments}</body>\n</text>\n</TEI>\n'
    )


def _comments(comments: Sequence[Post]) -> str:
    """A division of divisions, one a comment: who, when, and the paragraphs; nothing if there are none."""
    divisions = "".join(_comment(comment, number) for number, comment in enumerate(comments, 1))
    return f'<div type="comments">\n{divisions}</div>\n' if divisions else ""


def _comment(comment: Post, number: int) -> str:
    author = f"<byline>{_text(comment.author)}</byline>" if comment.author else ""
    date = comment.date or comment.date_raw
    dated = f"<dateline>{_date(date)}</dateline>" if date else ""
    # A division must hold something beside its head.
    text = "".join(_paragraphs(comment)) or "<p/>"
    return f'<div type="comment" n="{number}">{author}{dated}{text}</div>\n'


def _paragraphs(comment: Post) -> Iterator[str]:
    for part in _PARAGRAPH.finditer(comment.text):
        paragraph = (
            f"<p>{'<lb/>'.join(content(line.strip()) for line in part[0].splitlines() if line.strip())}</p>"
        )
        is_quoted = any(start <= part.start() < end for start, end in comment.quotes)
        yield f"<quote>{paragraph}</quote>" if is_quoted else paragraph


def _header(title: str, notes: str, document: Document | None = None) -> str:
    """`fileDesc`: the same statements twice, of this file and of the page it was made from."""
    author = f"<author>{_text(document.author)}</author>" if document and document.author else ""
    statements = f'<titleStmt><title type="main">{_text(title)}</title>{author}</titleStmt>\n' + (
        _publication(document) if document else "<publicationStmt><p/></publicationStmt>\n"
    )
    return (
        f"<fileDesc>\n{statements}{notes}"
        f"<sourceDesc>\n<biblFull>\n{statements}</biblFull>\n</sourceDesc>\n</fileDesc>\n"
    )


def _publication(document: Document) -> str:
    """Who published it, when and where; TEI wants a publisher before anything else, if only an empty one."""
    url = document.url or document.canonical_url or ""
    details = _date(document.date) if document.date else ""
    details += f'<ptr type="URL" target="{address(url)}"/>' if url else ""
    publisher = document.site_name or host_name(url)
    if not details and not publisher:
        return "<publicationStmt><p/></publicationStmt>\n"
    return f"<publicationStmt><publisher>{_text(publisher)}</publisher>{details}</publicationStmt>\n"


def _date(date: str) -> str:
    when = _when(date)
    attribute = f' when="{when}"' if when else ""
    return f"<date{attribute}>{_text(date)}</date>"


def _when(date: str) -> str:
    """The day or the moment that a date of ISO 8601 means; "" if it is none."""
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return ""
    written = moment.isoformat()
    is_moment = len(date) > _DAY_LENGTH and _MOMENT.fullmatch(written)
    return written if is_moment else moment.date().isoformat()


def _profile(document: Document, language: str) -> str:
    parts = []
    if document.description:
        parts.append(f"<abstract><p>{_text(document.description)}</p></abstract>")
    if language:
        parts.append(f'<langUsage><language ident="{language}">{language}</language></langUsage>')
    if document.kind:
        term = f'<term type="kind">{_text(document.kind)}</term>'
        parts.append(f"<textClass><keywords>{term}</keywords></textClass>")
    return "\n".join(["<profileDesc>", *parts, "</profileDesc>\n"]) if parts else ""


def _notes(notes: Mapping[str, str]) -> str:
    written = [f'<note type="{value(name)}">{_text(note)}</note>' for name, note in notes.items() if note]
    return "\n".join(["<notesStmt>", *written, "</notesStmt>\n"]) if written else ""


def _text(text: str) -> str:
    """A name on one line. Bytes of file names that are no text become question marks, as in other formats."""
    return content(" ".join(text.encode("utf-8", "replace").decode("utf-8").split()))
