"""`Document`: the answer as trafilatura gives it, and the facts of a page under its names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from honbun import document
from honbun.compat.keywords import Keywords
from honbun.input import host_name

_DAY = "%Y-%m-%d"
_BITS = 64
_WORD = re.compile(r"\w+")


def _no_body() -> Element:
    return Element("body")


@dataclass(kw_only=True)
class Document:
    """A page as trafilatura describes it. What honbun does not know is None."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] | None = None
    tags: list[str] | None = None
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: Element = field(default_factory=_no_body)
    comments: str | None = None
    commentsbody: Element = field(default_factory=_no_body)
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return {name.name: getattr(self, name.name) for name in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Document:
        """The document that `as_dict` gave; unknown names are left out."""
        return cls(**{name.name: data[name.name] for name in fields(cls) if name.name in data})


def facts_of(page: document.Document, keywords: Keywords) -> dict[str, Any]:
    """What is known of a page, under trafilatura's names."""
    url = page.canonical_url or page.url
    return {
        "title": page.title,
        "author": _author(page.author, keywords),
        "url": url,
        "hostname": host_name(url).removeprefix("www.") or None,
        "description": page.description,
        "sitename": page.site_name,
        "date": _date(page.date, keywords.date_extraction_params or {}),
        "categories": [],
        "tags": [],
        "language": language_of(page),
        "image": page.image,
        "pagetype": page.kind,
        "filedate": date.today().isoformat(),
    }


def language_of(page: document.Document) -> str | None:
    """The language without script or country: `ja` of `ja-JP`."""
    return re.split("[-_]", page.language)[0].lower() if page.language else None


def fingerprint_of(text: str) -> str:
    """64 bits of which near-duplicates share most (Charikar 2002), as hexadecimal digits."""
    words = set(_WORD.findall(text.lower()))
    digests = b"".join(hashlib.blake2b(word.encode(), digest_size=_BITS // 8).digest() for word in sorted(words))
    votes = np.unpackbits(np.frombuffer(digests, dtype=np.uint8)).reshape(-1, _BITS)
    return np.packbits(votes.sum(axis=0) * 2 > len(words)).tobytes().hex()


def _author(author: str | None, keywords: Keywords) -> str | None:
    """The authors that are not on the blacklist, case aside."""
    unwanted = {name.casefold() for name in keywords.author_blacklist or ()}
    if not author or not unwanted:
        return author
    kept = [name for part in author.split(";") if (name := part.strip()).casefold() not in unwanted]
    return "; ".join(kept) or None


def _date(found: str | None, params: Mapping[str, Any]) -> str | None:
    """The day, or what `outputformat` makes of it; None outside of `min_date` and `max_date`."""
    try:
        moment = datetime.fromisoformat(found or "")
    except ValueError:
        return None
    day = moment.strftime(_DAY)
    earliest, latest = (params.get(name) for name in ("min_date", "max_date"))
    if (earliest and day < str(earliest)[: len(day)]) or (latest and day > str(latest)[: len(day)]):
        return None
    return moment.strftime(params.get("outputformat") or _DAY)
