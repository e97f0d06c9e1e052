"""Small archives made by hand, byte by byte, so that each can be broken where a test wants it."""

import io
import json
import zipfile
from pathlib import Path

from honbun.input import read
from honbun.input.types import RawPage, Rejected

PAGE = b"<html><body><p>A page.</p></body></html>"
HTML_HEADERS = b"Content-Type: text/html; charset=utf-8\r\n"


def response(body=PAGE, headers=HTML_HEADERS, status=b"200 OK"):
    """An HTTP response."""
    return b"HTTP/1.1 " + status + b"\r\n" + headers + b"\r\n" + body


def record(
    block=None, kind=b"response", content_type=b"application/http; msgtype=response", url=b"http://e.x/", **kw
):
    """A WARC record; `length` lies about the size of its block."""
    block = response() if block is None else block
    length = kw.get("length", len(block))
    head = (
        b"WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:1b4e28ba-2fa1-11d2-883f-0016d3cca427>\r\n"
        b"WARC-Date: 2024-01-02T03:04:05Z\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
    )
    return head % (kind, url, content_type, length) + block + b"\r\n\r\n"


def chunked(body, size=7):
    """A body as `Transfer-Encoding: chunked` sends it."""
    chunks = [body[i : i + size] for i in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"


def line(**fields):
    """A line of JSON."""
    return json.dumps(fields).encode() + b"\n"


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    """A zip archive of these members, in their order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def outline(paths, root=None, **kw):
    """What comes out, told short: the source of a page, the source and the reason of a rejection."""
    prefix = f"{root}/" if root else ""
    return [
        found.source.removeprefix(prefix)
        if isinstance(found, RawPage)
        else (found.source.removeprefix(prefix), str(found.reason))
        for found in read(paths, **kw)
    ]


def only(paths, **kw):
    """The one thing that comes out."""
    (found,) = read(paths, **kw)
    assert isinstance(found, RawPage | Rejected)
    return found
