"""`honbun crawl`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from honbun.input import MAX_BYTES
from honbun.robot import CrawlOptions, FetchOptions, Harvested
from honbun.robot import crawl as run_crawl
from honbun.terminal import number, options, say

_DEFAULT = CrawlOptions()
# Reasons that the progress line has room for.
_SHOWN = 3


@click.command()
@click.argument("starts", nargs=-1, required=True, metavar="START...")
@click.option(
    "-o", "--output", metavar="FILE", required=True, help="Where pages are written, such as pages.warc.gz."
)
@click.option("--state", metavar="DIR", help="Remember the crawl here, to continue after a stop or a kill.")
@click.option("--depth", type=click.IntRange(0), help="Follow links at most this many steps from the start.")
@click.option("--max-pages", type=click.IntRange(1), help="Stop after this many pages.")
@click.option("--include", multiple=True, metavar="REGEX", help="Follow only addresses that match; repeatable.")
@click.option("--exclude", multiple=True, metavar="REGEX", help="Do not follow addresses that match; repeatable.")
@click.option("--all-hosts", is_flag=True, help="Follow links to other hosts, too.")
@click.option(
    "--like", is_flag=True, help="Keep only pages made by the template of the start: its series or board."
)
@options.delay
@options.with_default("--concurrency", click.IntRange(1), _DEFAULT.concurrency, "Requests to one host at a time.")
@click.option("--user-agent", default=_DEFAULT.fetch.user_agent, show_default=True, help="Its name for servers.")
@click.option("--ignore-robots", is_flag=True, help="Do not ask robots.txt: for hosts of your own.")
@options.allow_private
@options.max_bytes
@options.quiet
@click.pass_context
def crawl(
    ctx: click.Context,
    /,
    starts: tuple[str, ...],
    output: str,
    state: str | None,
    user_agent: str,
    ignore_robots: bool,
    allow_private: bool,
    max_bytes: int,
    quiet: bool,
    **asked: Any,
) -> None:
    """Fetch the pages of a site into a WARC file.

    START is an address: of a page, a feed or a sitemap. Links are followed on its host, politely: robots.txt is
    obeyed, and a slow host is asked less often. Each page is written once; every other command reads the file.
    With --state a crawl that ended goes on; one that is complete begins anew and appends what changed. Needs
    Scrapy: `pip install 'honbun[robot]'`.
    """
    fetch = FetchOptions(
        user_agent=user_agent,
        obey_robots=not ignore_robots,
        allow_private=allow_private,
        max_bytes=min(max_bytes, MAX_BYTES),
    )
    with _progress() as step:
        found = run_crawl(starts, output, state=state, options=CrawlOptions(fetch=fetch, **asked), progress=step)
    if not quiet:
        say(_summary(found, state))
    ctx.exit(0 if found.pages or found.unchanged else 2)


def _summary(found: Harvested, state: str | None) -> Iterator[str]:
    parts = [number(found.pages, "page"), f"{found.rate:.1f} pages/s"]
    parts += [f"{found.unchanged} unchanged"] * bool(found.unchanged)
    parts += [f"{found.moved} moved"] * bool(found.moved)
    parts += [number(found.listed, "feed or sitemap").replace("feed or sitemaps", "feeds or sitemaps")] * bool(
        found.listed
    )
    parts += [f"{count} refused ({reason})" for reason, count in found.refused.items()]
    hint = "; --allow-private fetches them" if "private address" in found.refused else ""
    yield ", ".join(parts) + hint
    if found.waiting:
        advice = "the same command goes on" if state else "give --state to be able to go on"
        yield f"{number(found.waiting, 'address')} still waiting; {advice}".replace("addresss", "addresses")


@contextmanager
def _progress() -> Iterator[Callable[[Harvested], None]]:
    """A line on a terminal that says how far it is; nothing elsewhere."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("starting") as status:

        def show(found: Harvested) -> None:
            refused = [f"{count} {reason}" for reason, count in list(found.refused.items())[:_SHOWN]]
            line = f"{found.pages:,} pages, {found.rate:.1f}/s, {found.waiting:,} waiting"
            status.update(", ".join([line, *refused]).replace("[", "\\["))

        yield show
