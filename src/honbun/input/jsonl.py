"""JSON lines: an object a line, the page in its `html`."""

from __future__ import annotations

import codecs
import io
import json
import re
from collections.abc import Iterator

from honbun.input.admit import too_large
from honbun.input.row import page_of_row
from honbun.input.types import Found, Reader, ReadOptions, Rejected, Rejection, Source

# The longest way to write one byte of a page in JSON is `\u0000`.
_ESCAPED_BYTE = 6
# Room in a line for the other fields.
_OTHER_FIELDS = 64 * 1024

_OPEN_OBJECT = re.compile(rb'\{\s*"')


def read_jsonl(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found]:
    """The page of each line, blank lines passed over. A line that is broken costs that line only."""
    limit = options.max_bytes * _ESCAPED_BYTE + _OTHER_FIELDS
    number = 0
    while line := stream.readline(limit):
        number += 1
        where = f"{source.name}:{number}"
        if len(line) == limit and not line.endswith(b"\n"):
            _skip_line(stream)
            yield too_large(where, options.max_bytes)
        elif line.strip():
            yield _page_of_line(line, where, options.max_bytes)


def is_jsonl(head: bytes) -> bool:
    """Whether the first line is a JSON object, or begins as one if it goes on beyond what is seen."""
    line, newline, _ = head.removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")
    if not line.startswith(b"{"):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return not newline and _OPEN_OBJECT.match(line) is not None
    return True


def _page_of_line(line: bytes, where: str, max_bytes: int) -> Found:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Rejected(where, Rejection.BROKEN, f"not JSON: {error}")
    if not isinstance(row, dict):
        return Rejected(where, Rejection.NO_HTML_FIELD, "not a JSON object")
    return page_of_row(row, where, max_bytes)


def _skip_line(stream: io.BufferedReader) -> None:
    while (rest := stream.readline(_OTHER_FIELDS)) and not rest.endswith(b"\n"):
        pass


JSONL = Reader(kind="jsonl", endings=(".jsonl", ".ndjson"), read=read_jsonl, is_kind=is_jsonl)
