"""The options of `honbun extract` for corpora: which pages, which of their rows' fields, how they are laid out."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import Any

import click

from honbun.extraction import BatchOptions, Selection
from honbun.output import Layout
from honbun.terminal.options import Command


def _words(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(word for word in (value or "").replace(",", " ").split() if word)


def rows(command: Command) -> Command:
    """--html-field, --url-field and --id-field, put into the `batch` of the command."""

    @click.option("--html-field", metavar="COLUMN", default="html", help="Column of the page. Default: html.")
    @click.option("--url-field", metavar="COLUMN", default="url", help="Column of its address. Default: url.")
    @click.option("--id-field", metavar="COLUMN", help="Column that names the files of a folder.")
    @wraps(command)
    def with_rows(
        *args: Any, batch: BatchOptions, html_field: str, url_field: str, id_field: str | None, **given: Any
    ) -> Any:
        read = replace(batch.read, html_field=html_field, url_field=url_field, id_field=id_field, columns=True)
        return command(*args, batch=replace(batch, read=read), **given)

    return with_rows


def layout(command: Command) -> Command:
    """--fields, --no-blocks and --front-matter, given to the command as `layout`."""

    @click.option(
        "--fields",
        metavar="NAMES",
        callback=_words,
        help="Only these columns: url,title,text. For csv, json, jsonl, parquet.",
    )
    @click.option("--blocks/--no-blocks", default=True, help="Write the kept blocks into json and jsonl.")
    @click.option("--front-matter", is_flag=True, help="Begin markdown with title, author, date, …, as YAML.")
    @wraps(command)
    def with_layout(*args: Any, fields: tuple[str, ...], blocks: bool, front_matter: bool, **given: Any) -> Any:
        chosen = Layout(fields=fields, blocks=blocks, front_matter=front_matter)
        return command(*args, layout=chosen, **given)

    return with_layout


def selection(command: Command) -> Command:
    """What documents must be to be written, given to the command as `selection`."""

    @click.option("--language", metavar="TAGS", callback=_words, help="Only texts in these languages: ja,en.")
    @click.option("--min-words", type=click.IntRange(0), default=0, help="Only texts of at least this many words.")
    @click.option("--since", metavar="DAY", help="Only pages dated from this day on: 2026-11-17.")
    @click.option("--until", metavar="DAY", help="Only pages dated up to this day.")
    @click.option("--include", multiple=True, metavar="REGEX", help="Only addresses that match; repeatable.")
    @click.option("--exclude", multiple=True, metavar="REGEX", help="No addresses that match; repeatable.")
    @click.option("--deduplicate", is_flag=True, help="Leave out texts that repeat an earlier one, or nearly do.")
    @wraps(command)
    def with_selection(*args: Any, language: tuple[str, ...], deduplicate: bool, **given: Any) -> Any:
        own = {name: given.pop(name) for name in ("min_words", "since", "until", "include", "exclude")}
        return command(*args, selection=Selection(languages=language, unique=deduplicate, **own), **given)

    return with_selection
