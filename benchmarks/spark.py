"""honbun on Spark against `honbun extract --jobs 2`: the same rows, what it costs, what a kill does, how it grows.

    python -m benchmarks.spark rows       a standalone cluster, one master and two workers: are the rows the same?
    python -m benchmarks.spark kills      a worker killed, then the driver killed and started again
    python -m benchmarks.spark overhead   CPU of local[2] against --jobs 2
    python -m benchmarks.spark growth     time and memory with twice the pages

The pages are generated: small articles of sites of very unequal size, of which one has half of all pages.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from benchmarks.cost import pages_of
from benchmarks.usage import measured, measured_in_turns
from examples.warcs import write_warcs

WORDS = (
    "harbour kettle morning letter council bridge winter paper engine garden village teacher market river station "
    "window doctor museum captain orchard engine signal farmer theatre island report journey question answer"
).split()
HONBUN = [sys.executable, "-c", "from honbun.cli import main; main()"]
MASTER_PORT = 17077


def generated(pages: int, sites: int) -> Iterator[tuple[str, bytes]]:
    """Pages as (url, html): every second of the first site, the others the rarer the higher the site's number."""
    chance = random.Random(22)
    weights = [1 / (rank + 1) for rank in range(sites - 1)]
    others = chance.choices(range(1, sites), weights, k=pages)
    for number in range(pages):
        site = 0 if number % 2 else others[number]
        yield f"https://site{site}.example/{number}.html", page(site, number, chance)


def page(site: int, number: int, chance: random.Random) -> bytes:
    """A small article in the template of its site; now and then one that stood before."""
    told = random.Random(number - 2 if number % 50 == 0 else number)
    sentences = [" ".join(told.choices(WORDS, k=told.randint(8, 16))).capitalize() + "." for _ in range(12)]
    paragraphs = "".join(f"<p>{' '.join(sentences[i : i + 3])}</p>" for i in range(0, 12, 3))
    menu = "".join(f'<li><a href="/{word}">{word} {site}</a></li>' for word in WORDS[site % 9 :: 4])
    teasers = "".join(f'<li><a href="/{n}.html">{" ".join(chance.choices(WORDS, k=5))}</a></li>' for n in range(4))
    return (
        f"<html><head><title>Story {number} - Site {site}</title></head><body><ul class=menu>{menu}</ul>"
        f"<div class=main{site % 7}><h1>Story {number}</h1><p class=by>By {told.choice(WORDS).title()}, "
        f"2024-0{1 + number % 9}-1{number % 10}</p>{paragraphs}</div><div class=more><h3>More</h3><ul>{teasers}"
        f"</ul></div><p>Site {site} is printed on paper from the forests of the county.</p></body></html>"
    ).encode()


def crawl(folder: Path, pages: int, sites: int, files: int) -> list[str]:
    """The archives, made once."""
    where = folder / f"crawl-{pages}-{sites}-{files}"
    if not where.exists():
        beside = where.with_suffix(".new")
        shutil.rmtree(beside, ignore_errors=True)
        write_warcs(beside, generated(pages, sites), files)
        beside.rename(where)
    return [str(path) for path in sorted(where.glob("*.warc.gz"))]


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A standalone master and two workers of one core each, as processes of their own."""
    import pyspark

    command = [str(Path(pyspark.__file__).parent / "bin" / "spark-class")]
    environment = os.environ | {
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_WORKER_DIR": str(folder / "work"),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_DAEMON_MEMORY": "256m",
    }
    url = f"spark://127.0.0.1:{MASTER_PORT}"
    spark = "org.apache.spark.deploy"
    with (folder / "cluster.log").open("ab") as log:

        def start(*words: str) -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                [*command, *words], env=environment, stdout=log, stderr=log, start_new_session=True
            )

        master = [f"{spark}.master.Master", "--host", "127.0.0.1", "--port", str(MASTER_PORT), "--webui-port", "0"]
        worker = [f"{spark}.worker.Worker", "--cores", "1", "--memory", "2g", "--webui-port", "0", url]
        running = [start(*master)]
        time.sleep(8)
        running += [start(*worker), start(*worker)]
        time.sleep(8)
        try:
            yield url, running
        finally:
            for process in running:
                end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started here, and those that it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def job(paths: list[str], output: Path, master: str, *words: str) -> list[str]:
    """The command of a run on Spark, into a folder that is emptied."""
    shutil.rmtree(output, ignore_errors=True)
    settings = ["spark.driver.host=127.0.0.1", "spark.executor.memory=1g", "spark.ui.showConsoleProgress=false"]
    given = [word for setting in settings for word in ("--conf", setting)]
    return [*HONBUN, "spark", *paths, "-o", str(output), "--master", master, *given, *words]


def logging(output: Path) -> list[str]:
    """Words for a run, by which Spark logs what it does into an empty folder."""
    events = output.with_suffix(".events")
    shutil.rmtree(events, ignore_errors=True)
    events.mkdir()
    settings = ["enabled=true", "compress=false", f"dir=file://{events.absolute()}"]
    return [word for setting in settings for word in ("--conf", f"spark.eventLog.{setting}")]


def by_jobs(paths: list[str], file: Path) -> list[str]:
    """The command that does the same by `honbun extract --jobs 2`."""
    file.unlink(missing_ok=True)
    return [*HONBUN, "extract", "-q", "--jobs", "2", *paths, "-o", str(file)]


def difference(file: Path, output: Path) -> dict[str, int]:
    """How many rows there are of both, how many are missing, twice there, or other than they should be."""
    want = pq.read_table(file)
    got = pq.read_table(output / "rows", partitioning=None).select(want.schema.names)
    left = {row["source"]: row for row in want.to_pylist()}
    counts = Counter(got.column("source").to_pylist())
    other = sum(left.get(row["source"]) != row for row in got.to_pylist())
    return {
        "rows": want.num_rows,
        "spark rows": got.num_rows,
        "missing": len(set(left) - set(counts)),
        "twice": sum(count > 1 for count in counts.values()),
        "other": other,
    }


def reads(output: Path) -> dict[str, int]:
    """From Spark's own logs of all runs: how many tasks were begun for each partition of each stage, at most."""
    begun: Counter[tuple[str, int, int]] = Counter()
    for log in output.with_suffix(".events").rglob("*"):
        if log.is_file():
            for line in log.read_text("utf-8", "replace").splitlines():
                if '"SparkListenerTaskStart"' in line:
                    event = json.loads(line)
                    begun[log.parent.name, event["Stage ID"], event["Task Info"]["Partition ID"]] += 1
    return {"tasks": begun.total(), "most for one partition in a run": max(begun.values(), default=0)}


def rows(folder: Path, options: argparse.Namespace) -> None:
    """The rows of a cluster against those of two processes."""
    paths = crawl(folder, options.pages, options.sites, options.files)
    file = folder / f"jobs-{options.pages}.parquet"
    print("--jobs 2:", measured(by_jobs(paths, file)))
    output = folder / "rows"
    with cluster(folder) as (url, _):
        begun = time.monotonic()
        subprocess.run(job(paths, output, url, *logging(output)), check=False)
        print(f"cluster: {time.monotonic() - begun:.1f} s")
    print(difference(file, output), reads(output))
    manifest = json.loads((output / "manifest.json").read_text())
    print(manifest["profiles"], manifest["total"])


def kills(folder: Path, options: argparse.Namespace) -> None:
    """A worker is killed in the first pass, the driver in the second; then the run is begun again."""
    paths = crawl(folder, options.pages, options.sites, options.files)
    file = folder / f"jobs-{options.pages}.parquet"
    subprocess.run(by_jobs(paths, file), check=True)
    output = folder / "kills"
    with cluster(folder) as (url, running):
        files = str(max(options.files // 4, 1))
        command = job(paths, output, url, "--batch-files", files, *logging(output))
        driver = subprocess.Popen(command, start_new_session=True)
        wait_for(output, "fingerprints", 1, driver)
        end(running[2])
        print("a worker is killed")
        wait_for(output, "rows", 2, driver)
        time.sleep(5)
        end(driver)
        print("the driver is killed:", done(output))
        time.sleep(5)
        subprocess.run(command, check=False)
    print(difference(file, output), reads(output))


def done(output: Path) -> dict[str, int]:
    """How many batches each stage has done."""
    file = output / "manifest.json"
    manifest: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return {stage: len(manifest.get(stage, {})) for stage in ("keys", "fingerprints", "rows")}


def wait_for(output: Path, stage: str, batches: int, driver: subprocess.Popen[bytes]) -> None:
    """Wait until a stage has done so many batches, or the driver has ended."""
    while driver.poll() is None and done(output)[stage] < batches:
        time.sleep(0.5)


def overhead(folder: Path, options: argparse.Namespace) -> None:
    """What Spark costs on one machine, without and with Java's archive, and how much of it is for starting."""
    paths = crawl(folder, options.pages, options.sites, options.files)
    if options.corpus:
        where = folder / f"{options.corpus.stem}-{options.pages}"
        paths = [str(path) for path in write_warcs(where, pages_of(options.corpus, options.pages), options.files)]
    one, archive = crawl(folder, 1, 2, 1), folder / "java.jsa"
    archive.unlink(missing_ok=True)
    archived = ["--java-archive", str(archive)]
    print(f"making the archive: {measured(job(one, folder / 'starting', 'local[2]', *archived))}")
    ways = {"local[2]": [], "local[2] with it": archived}
    starting = [measured(job(one, folder / "starting", "local[2]", *words)) for words in ways.values()]
    file = folder / "jobs.parquet"
    outputs = [folder / f"overhead-{number}" for number in range(len(ways))]
    runs = [job(paths, output, "local[2]", *words) for output, words in zip(outputs, ways.values(), strict=True)]
    # In turns of lengths by which all end at about the same time.
    plain, *spark = measured_in_turns([by_jobs(paths, file), *runs], [1.0, 1.3, 1.2])
    print(f"--jobs 2: {plain}; {options.pages / plain.cpu_seconds:.1f} pages a core second")
    for way, start, usage, output in zip(ways, starting, spark, outputs, strict=True):
        times, started = (
            seconds / plain.cpu_seconds for seconds in (usage.cpu_seconds, usage.cpu_seconds - start.cpu_seconds)
        )
        print(f"{way}, one page: {start}")
        print(f"{way}: {usage}: {times:.2f} times; {started:.2f} without starting")
        print(difference(file, output))


def growth(folder: Path, options: argparse.Namespace) -> None:
    """Time and memory with twice the pages, and twice again, up to as many as are asked for."""
    before = 0.0
    for pages in (options.pages // 8, options.pages // 4, options.pages // 2, options.pages):
        paths = crawl(folder, pages, options.sites, options.files)
        usage = measured(job(paths, folder / "growth", "local[2]"))
        ratio = f": {usage.cpu_seconds / before:.2f} times" if before else ""
        print(f"{pages:,} pages: {usage}{ratio}")
        before = usage.cpu_seconds


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["rows", "kills", "overhead", "growth"])
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--sites", type=int, default=200)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--corpus", type=Path, help="overhead: its pages instead, from Parquet as benchmarks.cost")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/honbun-spark"))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    {"rows": rows, "kills": kills, "overhead": overhead, "growth": growth}[options.what](options.folder, options)


if __name__ == "__main__":
    main()
