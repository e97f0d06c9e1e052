"""Documents and threads into bytes, for readers and for programs; to one stream or a file for each page."""

from honbun.output.names import file_name
from honbun.output.write import Result, write
from honbun.output.writers import FORMATS, THREAD_FORMATS, Frame, ThreadWriter, Writer, thread_writer, writer

__all__ = [
    "FORMATS",
    "THREAD_FORMATS",
    "Frame",
    "Result",
    "ThreadWriter",
    "Writer",
    "file_name",
    "thread_writer",
    "write",
    "writer",
]
