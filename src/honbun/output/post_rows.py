"""Writers of threads for programs: a post is a row; a page without posts is one too, with the reason."""

from __future__ import annotations

from typing import Any

from honbun.optional import import_pyarrow
from honbun.output.row_formats import CsvFormat, JsonFormat, JsonlFormat, ParquetFormat, RowFormat
from honbun.output.rows import post_fields
from honbun.threads import Post, Thread

OF_PAGE = ("source", "url", "thread_title", "page", "next_url")
OF_POST = ("number", "author", "date", "date_raw", "title", "text", "parent", "depth", "quotes", "xpath")
COLUMNS = (*OF_PAGE, "index", *OF_POST, "confidence", "reason")


class _PostRows(RowFormat):
    """A row of `COLUMNS` per post."""

    def encode(self, thread: Thread, source: str) -> bytes:
        """The posts in order, each with the address and the title of its page and its own index, from 0."""
        above = {
            "source": source,
            "url": thread.url,
            "thread_title": thread.title,
            "page": thread.page,
            "next_url": thread.next_url,
        }
        if not thread.posts:
            return self.encode_rows([_row(above, None, None, thread.reason)])
        return self.encode_rows([_row(above, index, post, None) for index, post in enumerate(thread.posts)])

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """A row without a post that says why."""
        return self.encode_rows([_row({**dict.fromkeys(OF_PAGE), "source": source}, None, None, reason)])


def _row(above: dict[str, Any], index: int | None, post: Post | None, reason: str | None) -> dict[str, Any]:
    said = (post or Post("")).to_dict()
    values = {**said, **above, "index": index, "reason": reason}
    return {name: values[name] for name in COLUMNS}


class PostJsonlWriter(_PostRows, JsonlFormat):
    """One compact object per post."""


class PostCsvWriter(_PostRows, CsvFormat):
    """One line per post; quotes are a list of json."""

    columns = COLUMNS


class PostParquetWriter(_PostRows, ParquetFormat):
    """One row per post."""

    def schema(self) -> Any:
        """Texts, whole numbers for places, the quotes as a list of pairs."""
        pyarrow = import_pyarrow("pyarrow")
        whole = dict.fromkeys(("page", "index"), pyarrow.int32())
        kinds = {**dict.fromkeys(COLUMNS, pyarrow.string()), **post_fields(), **whole}
        return pyarrow.schema([(name, kinds[name]) for name in COLUMNS])


class ThreadJsonWriter(JsonFormat):
    """One indented object per thread with a list of its posts, or an array of them for several pages."""

    def encode(self, thread: Thread, source: str) -> bytes:
        """The thread with its source."""
        return self.encode_rows([{"source": source, **thread.to_dict()}])

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """A thread without posts that says why."""
        return self.encode(Thread(reason=reason), source)
