"""`honbun serve`."""

from __future__ import annotations

from typing import Any

import click

from honbun.extraction import Site
from honbun.studio import ServeOptions
from honbun.studio import serve as run_server
from honbun.terminal import options, say

_DEFAULT = ServeOptions()


@click.command()
@click.option("--host", default=_DEFAULT.host, show_default=True, help="The address to listen at.")
@options.with_default("--port", click.IntRange(0, 65535), _DEFAULT.port, "0 takes a free one.")
@options.with_default("--max-bytes", click.IntRange(1), _DEFAULT.max_bytes, "Refuse larger requests and pages.")
@options.with_default(
    "--time-limit", click.FloatRange(0, min_open=True), _DEFAULT.time_limit, "Seconds for the work on a request."
)
@options.with_default(
    "--memory-limit", click.IntRange(1), _DEFAULT.memory_limit // 10**6, "Megabytes for the work on a request."
)
@options.with_default(
    "--rate", click.IntRange(0), _DEFAULT.rate, "Requests a minute from one address; 0 sets no limit."
)
@options.with_default("--jobs", click.IntRange(1), _DEFAULT.jobs, "Number of processes.")
@options.site("Use this saved site for every page.")
@click.option("--allow-fetch", is_flag=True, help="Fetch pages that are given by address; public addresses only.")
def serve(memory_limit: int, site_file: str | None, **asked: Any) -> None:
    """Try honbun in a browser, or use it over HTTP from other languages.

    Open the address it prints and paste a page. Programs POST JSON to /extract, /posts, /records, /fields or
    /explain, which /openapi.json describes. It listens on this machine only unless --host says otherwise, and
    fetches nothing unless it is told to.
    """
    site = Site.load(site_file) if site_file else None
    served = ServeOptions(memory_limit=memory_limit * 10**6, site=site, **asked)
    run_server(served, lambda address: say([f"listening at {address}, Ctrl-C ends it"]))
