"""`honbun serve`."""

from __future__ import annotations

import click

from honbun.extraction import Site
from honbun.studio import ServeOptions
from honbun.studio import serve as run_server
from honbun.terminal import options, say

_DEFAULT = ServeOptions()


@click.command()
@click.option("--host", default=_DEFAULT.host, show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=_DEFAULT.port, show_default=True, help="0 takes a free one."
)
@click.option(
    "--max-bytes",
    type=click.IntRange(1),
    default=_DEFAULT.max_bytes,
    show_default=True,
    help="Refuse larger requests and pages.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    default=_DEFAULT.time_limit,
    show_default=True,
    help="Seconds for the work on a request.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(1),
    default=_DEFAULT.memory_limit // 10**6,
    show_default=True,
    help="Megabytes for the work on a request.",
)
@click.option(
    "--rate",
    type=click.IntRange(0),
    default=_DEFAULT.rate,
    show_default=True,
    help="Requests a minute from one address; 0 sets no limit.",
)
@click.option(
    "--jobs", type=click.IntRange(1), default=_DEFAULT.jobs, show_default=True, help="Number of processes."
)
@options.site("Use this saved site for every page.")
@click.option(
    "--allow-fetch", is_flag=True, help="Fetch pages that come without html, from public addresses only."
)
def serve(
    host: str,
    port: int,
    max_bytes: int,
    time_limit: float,
    memory_limit: int,
    rate: int,
    jobs: int,
    site_file: str | None,
    allow_fetch: bool,
) -> None:
    """Answer requests over HTTP, for use from other languages.

    POST JSON to /extract, /posts, /records, /fields or /explain; /openapi.json describes them. It listens on this
    machine only unless --host says otherwise, and fetches nothing unless it is told to.
    """
    served = ServeOptions(
        host=host,
        port=port,
        max_bytes=max_bytes,
        time_limit=time_limit,
        memory_limit=memory_limit * 10**6,
        rate=rate,
        jobs=jobs,
        site=Site.load(site_file) if site_file else None,
        allow_fetch=allow_fetch,
    )
    run_server(served, lambda address: say([f"listening at {address}, Ctrl-C ends it"]))
