"""Documents, threads and tables into bytes, for readers and for programs; to a stream or a file a page.

A format is loaded when it is first used.
"""

from typing import TYPE_CHECKING

from honbun.lazy import lazy_names
from honbun.output.writers import (
    ALIASES,
    FORMATS,
    TABLE_FORMATS,
    THREAD_FORMATS,
    Frame,
    Layout,
    ThreadWriter,
    Writer,
    file_name,
    thread_writer,
    writer,
)

if TYPE_CHECKING:
    from honbun.output.rows import ParquetWriter
    from honbun.output.tables import encode_table
    from honbun.output.tei import tei_document

__all__ = [
    "ALIASES",
    "FORMATS",
    "TABLE_FORMATS",
    "THREAD_FORMATS",
    "Frame",
    "Layout",
    "ParquetWriter",
    "ThreadWriter",
    "Writer",
    "encode_table",
    "file_name",
    "tei_document",
    "thread_writer",
    "writer",
]


__getattr__ = lazy_names(__name__, {"rows": "ParquetWriter", "tables": "encode_table", "tei": "tei_document"})
