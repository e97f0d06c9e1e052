"""`honbun patrol`."""

from __future__ import annotations

import json
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from honbun.alerts import FEEDS, entry_of_alert, entry_of_post, parse_rules, write_feed
from honbun.errors import InputError
from honbun.memory import Board, Outbox
from honbun.patrol import Look, Watch, WatchOptions, alone, labels, seconds_of, show_patrol
from honbun.studio import ServeOptions
from honbun.terminal import number, options, say

_SERVE = ServeOptions()
_TEXT_LENGTH = 100
_KINDS = {"list": ("a list of", "thread"), "feed": ("a feed of", "article"), "news": ("news,", "article")}
_ADVICE = {
    "private address": " (--allow-private asks it all the same)",
    "no threads found": " (give the page of one forum, a thread, a feed, or a page that lists articles)",
}


@click.group()
def patrol() -> None:
    """Follow boards and news for weeks, and tell only what is new.

    Boards, their posts and what was told of them are in one database, patrol.db unless --db says otherwise.
    """


_file = click.option("--db", metavar="FILE", default="patrol.db", show_default=True, help="The database.")


def _db(command: Callable[..., Any]) -> Callable[..., Any]:
    """--db, given to the command as an open `outbox`."""

    @_file
    @wraps(command)
    def with_outbox(*args: Any, db: str, **given: Any) -> Any:
        with closing(Outbox(db)) as outbox:
            return command(*args, outbox=outbox, **given)

    return with_outbox


def _asking(command: Callable[..., Any]) -> Callable[..., Any]:
    """--delay and --allow-private, given to the command as `asking`."""

    @options.delay
    @options.allow_private
    @wraps(command)
    def with_asking(*args: Any, delay: float, allow_private: bool, **given: Any) -> Any:
        return command(*args, asking=WatchOptions(delay=delay, allow_private=allow_private), **given)

    return with_asking


@patrol.command()
@click.argument("url")
@click.option("--name", help="What the board is called. Default: its host and path.")
@click.option("--every", default="30m", show_default=True, metavar="TIME", help="How often to look: 90s, 2h, 1d.")
@_file
def add(url: str, name: str | None, every: str, db: str) -> None:
    """Follow the board or the news at URL.

    It is a page that lists threads, a thread, a feed, or a page that lists articles. A page without threads that
    names its feed stands for it. The first look takes what is there as known. A board
    on which nothing happens is looked at less and less often, in the end an eighth as often.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError("not an address", url, "give one that begins with http:// or https://")
    seconds = seconds_of(every)
    with closing(Outbox(db, is_new=True)) as outbox:
        board = outbox.add_board(name or parts.netloc + parts.path.rstrip("/"), url, seconds, _now())
    say([f"{board.name} is followed, every {every}; look now with: honbun patrol run"])


@patrol.command("list")
@click.option("--json", "is_json", is_flag=True, help="As JSON lines.")
@_db
def list_(is_json: bool, outbox: Outbox) -> None:
    """Show the boards, how they are, and when they are looked at next."""
    rows = [_row(outbox, board) for board in outbox.boards()]
    if is_json:
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    if not rows:
        say(["no boards; add one with: honbun patrol add URL"])
        return
    lines = [list(rows[0]), *(["" if value is None else str(value) for value in row.values()] for row in rows)]
    # Columns for a person, tabs for a program.
    widths = [max(map(len, column)) + 1 if sys.stdout.isatty() else 0 for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo((" " if any(widths) else "\t").join(cells).rstrip(" "))


def _counts(outbox: Outbox, board: Board) -> tuple[int, int]:
    """How many threads and posts of a board are known."""
    queries = (f"SELECT count(*) FROM {table} WHERE board = ?" for table in ("threads", "posts"))
    threads, posts = (int(outbox.read(query, board.id)[0][0]) for query in queries)
    return threads, posts


def _row(outbox: Outbox, board: Board) -> dict[str, Any]:
    threads, posts = _counts(outbox, board)
    return {
        "name": board.name,
        "kind": board.kind,
        "state": board.state,
        "since": board.since,
        "threads": threads,
        "posts": posts,
        "looked": board.checked_at,
        "news": board.changed_at,
        "next": board.next_at,
        "every": f"{board.interval / 60:g}m" if board.interval >= 60 else f"{board.interval:g}s",
        "requests": board.requests,
        "note": board.note,
        "url": board.url,
    }


@patrol.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--due", is_flag=True, help="Only boards whose time has come, as for a timer.")
@_asking
@_db
def run(names: tuple[str, ...], due: bool, asking: WatchOptions, outbox: Outbox) -> None:
    """Look once at all boards, or those named; deliver alerts."""
    named = [outbox.board(name) for name in names] if names else outbox.boards()
    if not named:
        raise InputError("no boards", str(outbox.path), "add one with: honbun patrol add URL")
    faults = 0
    with alone(outbox):
        for look in Watch(outbox, asking).run(None if due else named):
            _show(outbox, look)
            faults += look.board.state != "ok"
    if faults:
        sys.exit(1 if faults < len(named) else 2)


@patrol.command()
@_asking
@_db
def watch(asking: WatchOptions, outbox: Outbox) -> None:
    """Look at each board whenever its time comes, until it is stopped. It may be killed at any moment."""
    with _until_stopped() as is_stopped, alone(outbox):
        say([f"{number(len(outbox.boards()), 'board')} followed, Ctrl-C ends it"])
        for look in Watch(outbox, asking).watch(is_stopped):
            _show(outbox, look)
            if is_stopped(0):
                break


@patrol.command()
@click.argument("file", required=False, metavar="[FILE]")
@_file
def rules(file: str | None, db: str) -> None:
    """Take the rules of FILE from now on, or print those that hold."""
    if file is None:
        with closing(Outbox(db)) as outbox:
            text = outbox.rules_text()
        click.echo(text, nl=False)
        say([] if text else ["no rules; take some with: honbun patrol rules FILE"])
        return
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file) from None
    folder = Path(file).absolute().parent
    parse_rules(text, folder, file)
    with closing(Outbox(db, is_new=True)) as outbox:
        taken = outbox.set_rules(text, folder, _now())
    say([f"{number(len(taken.rules), 'rule')}, alerts go to {number(len(taken.targets), 'target')}"])


@patrol.command()
@click.option("--alerts", "is_alerts", is_flag=True, help="Only what the rules match.")
@click.option("--keep", is_flag=True, help="Print the same again next time.")
@click.option("-f", "--format", "format_", type=click.Choice(["text", "jsonl"]), default="text", show_default=True)
@_db
def new(is_alerts: bool, keep: bool, format_: str, outbox: Outbox) -> None:
    """Print what is new, changed or gone since this was last asked."""
    name = "alerts" if is_alerts else "new"
    last = outbox.cursor(name)
    if is_alerts:
        found = [(alert.id, alert.to_dict()) for alert in outbox.alerts("id > ?", last)]
    else:
        found = [(event.id, event.to_dict()) for event in outbox.events("events.id > ?", last)]
    for _, each in found:
        click.echo(json.dumps(each, ensure_ascii=False) if format_ == "jsonl" else _line(each))
    sys.stdout.flush()
    if not found:
        say(["nothing new since this was last asked"])
    if found and not keep:
        outbox.set_cursor(name, found[-1][0])


def _line(each: dict[str, Any]) -> str:
    post = each.get("post", each)
    text = " ".join(post["text"].split())
    short = text if len(text) <= _TEXT_LENGTH else text[: _TEXT_LENGTH - 1] + "…"
    head = f"{each['rule']} ({each['reason']})" if "rule" in each else each["kind"]
    date = post["date"] or post["first_seen"]
    return "\t".join([head, post["board"], post["author"] or "-", date, short, post["url"]])


@patrol.command()
@click.argument("name", required=False)
@click.option("--alerts", "is_alerts", is_flag=True, help="Of what the rules match, not of all posts.")
@click.option("-f", "--format", "format_", type=click.Choice(sorted(FEEDS)), default="atom", show_default=True)
@click.option("-n", "most", type=click.IntRange(1), default=100, show_default=True, help="Entries, at most.")
@_db
def feed(name: str | None, is_alerts: bool, format_: str, most: int, outbox: Outbox) -> None:
    """Write a feed of new posts, of all boards or the one called NAME."""
    board = outbox.board(name) if name else None
    if is_alerts:
        chosen = "post IN (SELECT id FROM posts WHERE board = ?)" if board else "1 OR ?"
        alerts = outbox.alerts(chosen, board.id if board else 0, most=most, newest=True)
        entries = [entry_of_alert(alert) for alert in alerts]
    else:
        chosen = "events.kind = 'new' AND posts.board = ?" if board else "events.kind = 'new' OR ?"
        events = outbox.events(chosen, board.id if board else 0, order="events.id DESC", most=most)
        entries = [entry_of_post(event.post) for event in events]
    title = f"honbun patrol: {board.name if board else 'all boards'}"
    click.echo(write_feed(entries, title, _now().isoformat(timespec="seconds"), format_), nl=False)


@patrol.command()
@click.argument("name")
@_db
def remove(name: str, outbox: Outbox) -> None:
    """Follow the board called NAME no longer, and forget its posts."""
    board = outbox.board(name)
    say([f"{board.name} removed with {number(outbox.remove_board(board), 'post')}"])


@patrol.command("labels")
@_db
def labels_(outbox: Outbox) -> None:
    """Print verdicts on alerts, as labels to train on."""
    for label in labels(outbox):
        click.echo(json.dumps(label, ensure_ascii=False))


@patrol.command()
@click.option("--open", "is_open", is_flag=True, help="Open the page in a browser.")
@click.option("--host", default=_SERVE.host, show_default=True, help="The address to listen at.")
@options.with_default("--port", click.IntRange(0, 65535), _SERVE.port, "0 takes a free one.")
@_db
def show(is_open: bool, host: str, port: int, outbox: Outbox) -> None:
    """Serve a page: boards, posts, alerts, a chart, and search."""

    def started(address: str) -> None:
        say([f"look at {address}, Ctrl-C ends it"])
        if is_open:
            webbrowser.open(address)

    show_patrol(outbox, ServeOptions(host=host, port=port, rate=0), started)


def _show(outbox: Outbox, look: Look) -> None:
    board = look.board
    counts = [(kind, sum(event.kind == kind for event in look.events)) for kind in ("new", "changed", "gone")]
    told = [f"{count} {kind}" for kind, count in counts if count]
    if look.is_first:
        threads, posts = _counts(outbox, board)
        what, pages = _KINDS.get(board.kind, ("", board.kind))
        told = [f"{what} {number(threads, pages)}".strip() + f" with {number(posts, 'post')}, taken as known"]
    elif board.state != "ok":
        told.append(f"{board.state}{_ADVICE.get(board.state, '')}")
    said = [*(told or ["nothing new"]), number(look.requests, "request")]
    say([f"{board.name}: {', '.join(said)}"])


@contextmanager
def _until_stopped() -> Iterator[Callable[[float], bool]]:
    """What waits for so many seconds, and says whether SIGINT or SIGTERM came; they take effect at the end."""
    stop = threading.Event()
    came: list[int] = []

    def note(which: int, _: object) -> None:
        came.append(which)
        stop.set()

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop.wait
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    if came:
        signal.raise_signal(came[0])


def _now() -> datetime:
    return datetime.now(UTC)
