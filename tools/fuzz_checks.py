"""What must be true of all that honbun makes of a page, whatever the page: raises `Broken` where it is not."""

from __future__ import annotations

import io
import json
import random
import re
import sqlite3
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing, suppress
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import honbun
from honbun.compat import trafilatura
from honbun.errors import HonbunError
from honbun.output import FORMATS, TABLE_FORMATS, THREAD_FORMATS, Frame, encode_table, thread_writer, writer

Pair = tuple[str | None, bytes | str]

# What of a page may stand in html that we write: nothing that runs or loads by itself. Our own pages have scripts.
_ACTIVE = frozenset("script iframe object embed applet form input base meta link style svg math frame".split())
_ADDRESSES = frozenset("href src action formaction data poster background cite".split())
_SCHEMES = frozenset(["", "http", "https", "mailto", "tel", "ftp"])
_INDENT = re.compile(r"margin-left: [\d.]+rem")  # of a reply, by us


class Broken(Exception):  # noqa: N818
    """Something that is never to be."""


class _Inert(HTMLParser):
    """Reads html of ours, and finds what is active in it."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ACTIVE:
            raise Broken(f"<{tag}> in html")
        for name, value in attrs:
            if name.startswith("on") or (name == "style" and not _INDENT.fullmatch(value or "")):
                raise Broken(f"{name}= in html")
            if name in _ADDRESSES and _scheme(value or "") not in _SCHEMES:
                raise Broken(f"{name}={value!r:.60} in html")


def _scheme(address: str) -> str:
    try:
        return urlsplit("".join(address.split())).scheme.lower()
    except ValueError:
        return ""


def check_html(written: bytes) -> None:
    """Nothing active stands in the body of a page that we wrote."""
    body = written.decode("utf-8")
    body = body[body.index("<body") :] if "<body" in body else body
    parser = _Inert(convert_charrefs=True)
    parser.feed(body)
    parser.close()


def _check_csv(written: bytes) -> None:
    import csv

    widths = {len(row) for row in csv.reader(io.StringIO(written.decode("utf-8"), newline=""))}
    if len(widths) > 1:
        raise Broken(f"rows of csv have {sorted(widths)} cells")


def _check_parquet(written: bytes) -> None:
    import pyarrow.parquet as parquet

    parquet.read_table(io.BytesIO(written), use_threads=False).validate(full=True)


def _check_sqlite(written: bytes) -> None:
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(written)
        [(answer,)] = base.execute("PRAGMA integrity_check").fetchall()
    if answer != "ok":
        raise Broken(f"sqlite says {answer}")


CHECKS: Mapping[str, Callable[[bytes], object]] = MappingProxyType(
    {
        "csv": _check_csv,
        "html": check_html,
        "json": lambda written: json.loads(written.decode("utf-8")),
        "jsonl": lambda written: [json.loads(line) for line in written.decode("utf-8").split("\n")[:-1]],
        "markdown": lambda written: written.decode("utf-8"),
        "parquet": _check_parquet,
        "sqlite": _check_sqlite,
        "tei": lambda written: ElementTree.fromstring(written.decode("utf-8")),
        "text": lambda written: written.decode("utf-8"),
    }
)


def _one(names: Collection[str], turn: int) -> str:
    """One name in turn: most of the time of a case went into writing."""
    return sorted(names)[turn % len(names)]


def check_extract(pages: Sequence[Pair], turn: int) -> None:
    """All that the document of each page says, and all together in a format; every third time the last again."""
    documents = [honbun.extract(html, url) for url, html in pages]
    said = [json.dumps(document.to_dict()) for document in documents]
    name = _one(FORMATS, turn)
    out = writer(name, several=True)
    _check_written(name, out, [out.encode(document, "a page") for document in documents])
    for document in documents:
        if not 0 <= document.confidence <= 1:
            raise Broken(f"confidence is {document.confidence}")
    url, html = pages[-1]
    if not turn % 3 and json.dumps(honbun.extract(html, url).to_dict()) != said[-1]:
        raise Broken("the same page gives another document")


def check_posts(pages: Sequence[Pair], turn: int) -> None:
    """The thread of each page, every third time of the first with its siblings, all together in a format."""
    siblings = () if turn % 3 else pages[1:]
    threads = [honbun.posts(html, url, siblings=() if i else siblings) for i, (url, html) in enumerate(pages)]
    name = _one(THREAD_FORMATS, turn)
    out = thread_writer(name, several=True)
    _check_written(name, out, [out.encode(thread, "a page") for thread in threads])


def _check_written(name: str, out: Frame, encoded: Sequence[bytes]) -> None:
    """One stream of all the pages; of html, whose head may hold what its body must not, one of each."""
    for stream in [[page] for page in encoded] if name == "html" else [encoded]:
        CHECKS[name](b"".join(out.join(stream)))


def check_records(pages: Sequence[Pair], turn: int) -> None:
    """The records of each page, every third time of the first with its siblings, each in a format."""
    siblings = () if turn % 3 else pages[1:]
    for i, (url, html) in enumerate(pages):
        _check_table(honbun.records(html, url, siblings=() if i else siblings), turn + i)


def check_fields(pages: Sequence[Pair], turn: int) -> None:
    """The fields of the series, every second time all columns, every third time with a template that was saved."""
    template, all_columns = honbun.FieldTemplate.learn(pages), bool(turn % 2)
    table = template.apply(pages, all_columns=all_columns)
    _check_table(table, turn)
    if turn % 3:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.json"
        template.save(path)
        again = honbun.FieldTemplate.load(path).apply(pages, all_columns=all_columns)
    if json.dumps(again.to_dict()) != json.dumps(table.to_dict()):
        raise Broken("a saved field template answers otherwise")


def _check_table(table: honbun.Table, turn: int) -> None:
    name = _one(TABLE_FORMATS, turn)
    CHECKS[name](encode_table(table, name))


def check_site(pages: Sequence[Pair], turn: int) -> None:
    """A site of the pages and what it says of one; every third time, saved and loaded it says the same.

    Not always of a page that it has not learned: a saved site knows which lines repeat, but no longer all lines
    of each page, by which a new page is seen to be nearly one that was learned.
    """
    site, url, html = honbun.Site.learn(pages[1:]), *pages[-1]
    if turn % 3:
        site.posts(html, url) if turn % 3 == 1 else site.drift(pages)
        site.extract(pages[0][1], pages[0][0]).to_dict()
        return
    with tempfile.TemporaryDirectory() as folder:
        path, second = Path(folder) / "site.json", Path(folder) / "again.json"
        site.save(path)
        loaded = honbun.Site.load(path)
        loaded.save(second)
        if path.read_bytes() != second.read_bytes():
            raise Broken("a saved site that is saved again differs")
    if json.dumps(site.extract(html, url).to_dict()) != json.dumps(loaded.extract(html, url).to_dict()):
        raise Broken("a saved site answers otherwise")


def check_damaged(pages: Sequence[Pair], turn: int) -> None:
    """A site and a field template of which a value was damaged: refused, or of use. Every tenth time."""
    if turn % 10:
        return
    dice = random.Random(turn)
    url, html = pages[0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved.json"
        for made in (honbun.Site.learn(pages[1:]), honbun.FieldTemplate.learn(pages)):
            made.save(path)
            path.write_text(json.dumps(damaged(json.loads(path.read_bytes()), dice)))
            with suppress(HonbunError):
                loaded = type(made).load(path)
                loaded.save(path)
                if isinstance(loaded, honbun.Site):
                    loaded.extract(html, url).to_dict()
                    loaded.posts(html, url)
                else:
                    loaded.apply(pages).to_dict()


def damaged(value: object, dice: random.Random) -> object:
    """A value of JSON, something in it replaced or left out."""
    if not value or not isinstance(value, (dict, list)) or dice.random() < 0.1:
        odd = (
            None,
            True,
            -1,
            2**70,
            1e308,
            float("nan"),
            "",
            "x",
            "\ud800",
            [],
            {},
            [[]],
            {"x": 1},
            [value, value],
        )
        return dice.choice(odd)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = dice.choice(keys)
    changed: Any = dict(value) if isinstance(value, dict) else list(value)
    if dice.random() < 0.1:
        del changed[key]
    else:
        changed[key] = damaged(changed[key], dice)
    return changed


def check_explain(pages: Sequence[Pair], turn: int) -> None:
    """The explanation of one of the pages with the others as its siblings, or without. Every eighth time."""
    if turn % 8:
        return
    own = turn % len(pages)
    url, html = pages[own]
    siblings = [*pages[:own], *pages[own + 1 :]] if turn % 16 else ()
    honbun.explain(html, url, siblings=siblings).encode("utf-8")


def check_compat(pages: Sequence[Pair], turn: int) -> None:
    """What trafilatura's door gives for one of the pages. Every second time."""
    if turn % 2:
        return
    url, html = pages[turn % len(pages)]
    text = html if isinstance(html, str) else html.decode("utf-8", "replace")
    trafilatura.extract(text, url=url, output_format=("txt", "json", "xmltei", "csv", "markdown")[turn % 5])


OPERATIONS: Mapping[str, Callable[[Sequence[Pair], int], None]] = MappingProxyType(
    {
        "compat": check_compat,
        "damaged": check_damaged,
        "explain": check_explain,
        "extract": check_extract,
        "fields": check_fields,
        "posts": check_posts,
        "records": check_records,
        "site": check_site,
    }
)
