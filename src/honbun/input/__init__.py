"""Where pages come from: files, folders, archives, streams, rows, and addresses for whom someone fetches."""

from typing import TYPE_CHECKING

from honbun.input.admit import admit
from honbun.input.read import NOT_PAGES, count_files, is_rereadable, read
from honbun.input.sources import is_address
from honbun.input.surt import surt
from honbun.input.types import MAX_BYTES, Found, RawPage, ReadOptions, Rejected, Rejection, host_name
from honbun.lazy import lazy_names

if TYPE_CHECKING:
    from honbun.input.rows import page_of_row
    from honbun.input.splits import Split, counted, read_split, read_stream, split_file
    from honbun.input.warc import decode_payload

__all__ = [
    "MAX_BYTES",
    "NOT_PAGES",
    "Found",
    "RawPage",
    "ReadOptions",
    "Rejected",
    "Rejection",
    "Split",
    "admit",
    "count_files",
    "counted",
    "decode_payload",
    "host_name",
    "is_address",
    "is_rereadable",
    "page_of_row",
    "read",
    "read_split",
    "read_stream",
    "split_file",
    "surt",
]

__getattr__ = lazy_names(
    __name__,
    {
        "rows": "page_of_row",
        "splits": "Split counted read_split read_stream split_file",
        "warc": "decode_payload",
    },
)
