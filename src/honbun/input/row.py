"""A row, of a table or a line of JSON, into a page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from honbun.input.admit import admit, iso_date, media_type
from honbun.input.types import Found, RawPage, Rejected, Rejection

HTML_FIELD = "html"
# The fields that are read besides `html`; the first date that is there counts.
DATE_FIELDS = ("fetched_at", "date")
FIELDS = (HTML_FIELD, "url", "content_type", *DATE_FIELDS)

# A message names so many of the fields that are there.
_NAMED_FIELDS = 20


def page_of_row(row: Mapping[str, object], source: str, max_bytes: int) -> Found:
    """The page in a row's `html`, text or bytes, with its `url`, `content_type`, `fetched_at` or `date`."""
    if HTML_FIELD not in row:
        return without_html(source, list(row))
    html = row[HTML_FIELD]
    content_type = _text(row.get("content_type"))
    if html is None:
        return Rejected(source, Rejection.EMPTY, f"{HTML_FIELD} is null")
    if isinstance(html, str):
        # The text was decoded before us; what the page declares of its encoding is no longer true.
        html = _without_surrogates(html).encode()
        content_type = f"{media_type(content_type) or 'text/html'}; charset=utf-8"
    if not isinstance(html, bytes):
        return Rejected(source, Rejection.NO_HTML_FIELD, f"{HTML_FIELD} is {type(html).__name__}, not text")
    page = RawPage(html, _text(row.get("url")), content_type, source, _date(row))
    return admit(page, max_bytes)


def without_html(source: str, fields: list[str]) -> Rejected:
    """The rejection of a row or a table that has these fields only."""
    names = ", ".join(fields[:_NAMED_FIELDS]) + (", …" if len(fields) > _NAMED_FIELDS else "")
    detail = f"no {HTML_FIELD!r} among: {_without_surrogates(names) or 'nothing'}"
    return Rejected(source, Rejection.NO_HTML_FIELD, detail)


def _text(value: object) -> str | None:
    return _without_surrogates(value) if isinstance(value, str) and value else None


def _date(row: Mapping[str, object]) -> str | None:
    """The first of the row's dates that is one."""
    values = (row.get(name) for name in DATE_FIELDS)
    texts = (value.isoformat() if isinstance(value, date) else iso_date(value) for value in values)
    return next(filter(None, texts), None)


def _without_surrogates(text: str) -> str:
    """Text that can be written: JSON can hold lone surrogates, UTF-8 cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
