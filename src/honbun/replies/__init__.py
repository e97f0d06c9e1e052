"""Which post answers which: what posts quote, refer to and name."""

from honbun.replies.decide import Quotation, Reply, Said, find_replies
from honbun.replies.depths import depths, parents
from honbun.replies.quotes import (
    REFERRING,
    Block,
    called,
    mark_quotes,
    quotation_of,
    quoting_rows,
    refers_to,
    repeated_lines,
    text_of,
)

__all__ = [
    "REFERRING",
    "Block",
    "Quotation",
    "Reply",
    "Said",
    "called",
    "depths",
    "find_replies",
    "mark_quotes",
    "parents",
    "quotation_of",
    "quoting_rows",
    "refers_to",
    "repeated_lines",
    "text_of",
]
