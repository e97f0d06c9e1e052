"""Writers of documents for programs. Every page is an object or a row, those without a document too."""

from __future__ import annotations

from typing import Any

from honbun.document import FACTS, Document
from honbun.optional import import_pyarrow
from honbun.output.row_formats import CsvFormat, JsonFormat, JsonlFormat, ParquetFormat, RowFormat

COLUMNS = ("source", "url", *FACTS, "confidence", "reason", "text")

_NOTHING: tuple[tuple[str, Any], ...] = (
    ("url", None),
    *((fact, None) for fact in FACTS),
    ("sources", {}),
    ("text", ""),
    ("confidence", 0.0),
)
_LISTS = ("posts", "comments", "blocks")


class _DocumentRows(RowFormat):
    """A row per page."""

    def encode(self, document: Document, source: str) -> bytes:
        """The document with its source."""
        return self.encode_rows([{"source": source, **document.to_dict()}])

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """The same names, and no values but the source and the reason."""
        row = {"source": source, **dict(_NOTHING), "reason": reason, **{name: [] for name in _LISTS}}
        return self.encode_rows([row])


class JsonWriter(_DocumentRows, JsonFormat):
    """One indented object, or an array of them for several pages."""


class JsonlWriter(_DocumentRows, JsonlFormat):
    """One compact object per line."""


class CsvWriter(_DocumentRows, CsvFormat):
    """A row of `COLUMNS` per page; posts and comments are left out."""

    columns = COLUMNS


class ParquetWriter(_DocumentRows, ParquetFormat):
    """A row of `COLUMNS` per page, and its posts and comments as lists."""

    def schema(self) -> Any:
        """Texts, the confidence as a number, lists of structures."""
        pyarrow = import_pyarrow("pyarrow")
        kinds: dict[str, Any] = dict.fromkeys(COLUMNS, pyarrow.string())
        posts = pyarrow.list_(pyarrow.struct(list(post_fields().items())))
        return pyarrow.schema(
            list((kinds | {"confidence": pyarrow.float32(), "posts": posts, "comments": posts}).items())
        )


def post_fields() -> dict[str, Any]:
    """The fields of a post as types of Arrow, in the order of `Post.to_dict`."""
    pyarrow = import_pyarrow("pyarrow")
    text, whole = pyarrow.string(), pyarrow.int32()
    return {
        **dict.fromkeys(("text", "author", "date", "date_raw", "number", "title"), text),
        "parent": whole,
        "depth": whole,
        "quotes": pyarrow.list_(pyarrow.list_(whole)),
        "xpath": text,
        "confidence": pyarrow.float32(),
    }
