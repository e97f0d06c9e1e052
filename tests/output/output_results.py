"""Results of pages, written one after the other as the command line writes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from honbun.document import Document
from honbun.output import Writer


@dataclass(frozen=True)
class Result:
    """What came of one page: a document, or the reason why there is none."""

    source: str
    document: Document | None = None
    reason: str = ""

    def encode(self, writer: Writer) -> bytes:
        """The page as the writer writes it."""
        if self.document is None:
            return writer.encode_rejected(self.source, self.reason)
        return writer.encode(self.document, self.source)


def write(results: Iterable[Result], out: BinaryIO, writer: Writer) -> None:
    """Write results to a binary stream, each as it comes."""
    for piece in writer.join(result.encode(writer) for result in results):
        out.write(piece)
