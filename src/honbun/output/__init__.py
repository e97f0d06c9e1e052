"""Documents into bytes: text, markdown, html, json, jsonl, csv, TEI; to one stream or a file for each page."""

from honbun.output.names import file_name
from honbun.output.write import Result, assemble, write
from honbun.output.writers import FORMATS, Writer, writer

__all__ = ["FORMATS", "Result", "Writer", "assemble", "file_name", "write", "writer"]
