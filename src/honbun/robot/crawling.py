"""From start addresses to a WARC file of the pages that they lead to."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from honbun.errors import InputError
from honbun.optional import needed
from honbun.robot.addresses import page_key
from honbun.robot.frontier import Frontier
from honbun.robot.harvest import CrawlOptions, Harvest, Harvested
from honbun.robot.warc import WarcFile

_DEFAULTS = CrawlOptions()
_FILE = "crawl.sqlite"


def crawl(
    starts: Sequence[str],
    output: str | Path,
    *,
    state: str | Path | None = None,
    options: CrawlOptions = _DEFAULTS,
    progress: Callable[[Harvested], None] = lambda _: None,
) -> Harvested:
    """Fetch what the start addresses lead to, and write each page once to a WARC file.

    With a folder for its state a crawl that ended early goes on where it was, also after a kill; one that is
    finished begins anew, asks only for what changed, and appends it. Scrapy runs it: once in a process.
    """
    needed("scrapy")
    needed("protego")
    for url in starts:
        if page_key(url) is None:
            raise InputError("not an address of http or https", url)
    with ExitStack() as stack:
        folder = Path(state or stack.enter_context(tempfile.TemporaryDirectory(prefix="honbun-crawl-")))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot be made: {error.strerror}", str(folder)) from None
        frontier = Frontier(folder / _FILE)
        stack.callback(frontier.close)
        warc = stack.enter_context(WarcFile(output, end=_end(frontier, Path(output), folder)))
        frontier.remember(output=str(Path(output).resolve()))
        harvest = Harvest(starts, options, frontier, warc)
        harvest.commit()
        from honbun.robot.engine import run

        run(harvest, progress)
        found = harvest.harvested()
    if not state and not found.pages:
        Path(output).unlink()  # the next attempt would find it in its way
    return found


def _end(frontier: Frontier, output: Path, folder: Path) -> int | None:
    """Up to where the file is known to be good; None for a new crawl."""
    known, end = frontier.fact("output"), frontier.fact("end")
    if known is None or end is None:
        if output.exists() and output.stat().st_size:
            raise InputError("is there already", str(output), "give another -o, or the --state it belongs to")
        return None
    if known != str(output.resolve()):
        raise InputError(f"is the state of a crawl into {known}", str(folder), "give that -o, or another --state")
    if not output.exists() or output.stat().st_size < int(end):
        raise InputError("is not what the crawl had written", str(output), "remove it and --state to begin anew")
    if not len(frontier):
        frontier.begin_again()
    return int(end)
