"""What was fetched, as WARC (ISO 28500), so that a run can be repeated without the web. fastwarc writes it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from honbun import __version__
from honbun.errors import InputError
from honbun.optional import needed

# What was undone before the body was kept, and what is said anew.
_NOT_KEPT = frozenset({"content-encoding", "transfer-encoding", "content-length", "connection", "keep-alive"})


class WarcFile:
    """A WARC file that grows; each record is a gzip member of its own if the name ends in `.gz`.

    A file that is there is written anew; with `end` it is cut to so many bytes and goes on from there.
    """

    def __init__(self, path: str | Path, *, end: int | None = None) -> None:
        self._warc = needed("fastwarc.warc")
        self._streams = needed("fastwarc.stream_io")
        self._is_gzip = str(path).endswith(".gz")
        try:
            mode = "wb" if end is None or not Path(path).exists() else "r+b"
            self._file = Path(path).open(mode)  # noqa: SIM115 - closed by `close`
            self._file.truncate(end or 0)
            self._file.seek(end or 0)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", str(path)) from None
        if not end:
            self._write_info()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def write(
        self, url: str, status: int, headers: Iterable[tuple[str, str]], body: bytes, fetched_at: datetime
    ) -> None:
        """Write a response: its status, its headers, and its body, which is unpacked."""
        kept = [(name, value) for name, value in headers if name.lower() not in _NOT_KEPT]
        lines = [f"HTTP/1.1 {status} {_phrase(status)}"]
        lines += [f"{name}: {value}" for name, value in (*kept, ("Content-Length", str(len(body))))]
        record = self._record("response", "application/http; msgtype=response", fetched_at)
        record.headers["WARC-Target-URI"] = "".join(url.split())
        head = "".join(f"{' '.join(line.split())}\r\n" for line in lines) + "\r\n"
        record.set_bytes_content(head.encode("latin-1", "replace") + body)
        self._append(record)

    def flush(self) -> int:
        """How many bytes the file has, all of them with the system."""
        self._file.flush()
        return self._file.tell()

    def close(self) -> None:
        """The end of it."""
        self._file.close()

    def _write_info(self) -> None:
        record = self._record("warcinfo", "application/warc-fields", None)
        record.set_bytes_content(f"software: honbun/{__version__}\r\nformat: WARC File Format 1.1\r\n".encode())
        self._append(record)

    def _record(self, kind: str, content_type: str, date: datetime | None) -> Any:
        record = self._warc.WarcRecord()
        record.init_headers(record_type=getattr(self._warc.WarcRecordType, kind))
        record.headers["Content-Type"] = content_type
        if date is not None:
            record.headers["WARC-Date"] = date.strftime("%Y-%m-%dT%H:%M:%SZ")
        return record

    def _append(self, record: Any) -> None:
        # Whole records only: what fastwarc writes is gathered first.
        buffer = BytesIO()
        if self._is_gzip:
            with self._streams.GzipWriter(buffer) as stream:
                record.write(stream)
        else:
            record.write(buffer)
        self._file.write(buffer.getvalue())


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
