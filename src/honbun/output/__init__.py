"""Documents, threads and tables into bytes, for readers and for programs; to a stream or a file a page."""

from honbun.output.names import file_name
from honbun.output.tables import TABLE_FORMATS, encode_table
from honbun.output.tei import tei_document
from honbun.output.writers import FORMATS, THREAD_FORMATS, Frame, ThreadWriter, Writer, thread_writer, writer

__all__ = [
    "FORMATS",
    "TABLE_FORMATS",
    "THREAD_FORMATS",
    "Frame",
    "ThreadWriter",
    "Writer",
    "encode_table",
    "file_name",
    "tei_document",
    "thread_writer",
    "writer",
]
