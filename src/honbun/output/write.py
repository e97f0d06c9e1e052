"""Encoded pages joined to one stream."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from honbun.output.writers import Writer
from honbun.structure import Document


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
