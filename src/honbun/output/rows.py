"""Writers for programs: json, jsonl, csv. Every page is an object or a row, those without a document too."""

from __future__ import annotations

import csv
import io
import json
from abc import ABC, abstractmethod
from typing import Any

from honbun.output.base import BaseWriter, encoded
from honbun.structure import Document
from honbun.structure.document import FACTS

COLUMNS = ("source", "url", *FACTS, "confidence", "reason", "text")

_NOTHING: tuple[tuple[str, Any], ...] = (
    ("url", None),
    *((fact, None) for fact in FACTS),
    ("sources", {}),
    ("text", ""),
    ("confidence", 0.0),
)


class _RowWriter(BaseWriter, ABC):
    def encode(self, document: Document, source: str) -> bytes:
        """The document with its source."""
        return self._encode({"source": source, **document.to_dict()})

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """The same names, and no values but the source and the reason."""
        return self._encode({"source": source, **dict(_NOTHING), "reason": reason, "blocks": []})

    @abstractmethod
    def _encode(self, row: dict[str, Any]) -> bytes:
        """The row in the format."""


class JsonWriter(_RowWriter):
    """One indented object, or an array of them for several pages."""

    suffix = ".json"

    @property
    def header(self) -> bytes:
        """The beginning of the array."""
        return b"[\n" if self.several else b""

    @property
    def separator(self) -> bytes:
        """What stands between two elements of an array."""
        return b",\n"

    @property
    def footer(self) -> bytes:
        """The end of the array, or of the line."""
        return b"\n]\n" if self.several else b"\n"

    def _encode(self, row: dict[str, Any]) -> bytes:
        written = json.dumps(row, ensure_ascii=False, indent=2)
        # Strings of json hold no line breaks, so that every one of these is between values.
        return encoded("  " + written.replace("\n", "\n  ") if self.several else written)


class JsonlWriter(_RowWriter):
    """One compact object per line."""

    suffix = ".jsonl"

    def _encode(self, row: dict[str, Any]) -> bytes:
        return encoded(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


class CsvWriter(_RowWriter):
    """A row of `COLUMNS` per page under a row of their names, quoted as RFC 4180 has it; newlines end the rows."""

    suffix = ".csv"

    @property
    def header(self) -> bytes:
        """The names of the columns."""
        return encoded(_csv_line(COLUMNS))

    def _encode(self, row: dict[str, Any]) -> bytes:
        return encoded(_csv_line([row[name] for name in COLUMNS]))


def _csv_line(values: Any) -> str:
    line = io.StringIO()
    # The terminator of the RFC makes the module quote values that hold either half of it.
    csv.writer(line, lineterminator="\r\n").writerow(values)
    return line.getvalue().removesuffix("\r\n") + "\n"
