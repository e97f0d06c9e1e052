"""`honbun spark`. The file is also what `spark-submit` is given."""

from __future__ import annotations

import warnings
from typing import Any

import click

from honbun.document import Reason
from honbun.extraction import BatchOptions
from honbun.spark import VERBS, JobOptions, open_session, run
from honbun.terminal import number, options, say


@click.command()
@options.paths
@click.option(
    "-o", "--output", metavar="OUT", required=True, help="A folder, on any file system that Spark knows."
)
@click.option("--verb", type=click.Choice(VERBS), default="extract", show_default=True, help="What to do.")
@click.option("--master", metavar="URL", help="The cluster. Default: that of spark-submit, else this machine.")
@click.option("--conf", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of Spark; repeatable.")
@click.option(
    "--java-archive",
    metavar="FILE",
    help="Keep Java's classes in this file, from which the next run starts faster.",
)
@options.alone
@options.with_default(
    "--min-pages", click.IntRange(1), 2, "Sites with fewer pages are not learned: their pages are taken alone."
)
@click.option(
    "--batch-files",
    type=click.IntRange(1),
    help="Files at a time. Default: four for each core, more of small ones.",
)
@click.option("--buckets", type=click.IntRange(0), default=0, help="Folders of rows, by site. Default: none.")
@options.one_by_one
@options.quiet
@click.pass_context
def spark(
    ctx: click.Context,
    /,
    paths: tuple[str, ...],
    batch: BatchOptions,
    output: str,
    master: str | None,
    settings: tuple[str, ...],
    java_archive: str | None,
    quiet: bool,
    **asked: Any,
) -> None:
    """Turn the WARC files of a crawl into tables, on Apache Spark.

    PATH is a WARC file, or what else `honbun extract` takes, that all workers see under the same name; or a path
    of a file system that Spark knows, such as hdfs://. OUT gets the rows as Parquet, the profiles of the sites
    and manifest.json. Begun again after it was stopped, it goes on where it was.
    """
    job = JobOptions(read=batch.read, limits=batch.limits, **asked)
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    session = open_session(master, _pairs(settings), java_archive)
    try:
        manifest = run(session, list(paths), output, job, (lambda _: None) if quiet else _said)
    finally:
        session.stop()
    total = manifest["total"]
    if not quiet:
        say(
            [
                number(total["rows"], "row"),
                *(f"{n:,} without ({reason})" for reason, n in total["reasons"].items()),
            ]
        )
    # A page that was read and holds nothing is no rejection.
    ctx.exit(1 if set(total["reasons"]) - set(Reason) else 0)


def _pairs(settings: tuple[str, ...]) -> dict[str, str]:
    pairs = [setting.partition("=") for setting in settings]
    wrong = [name for name, sign, _ in pairs if not sign]
    if wrong:
        raise click.UsageError(f"--conf {wrong[0]}: a setting is NAME=VALUE.")
    return {name: value for name, _, value in pairs}


def _said(line: str) -> None:
    click.echo(f"honbun: {line}", err=True)


if __name__ == "__main__":
    spark()
