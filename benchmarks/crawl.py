"""How `honbun crawl` compares with bare Scrapy, and what a kill costs it: a generated site on loopback.

    python -m benchmarks.crawl [--pages 2000] [--runs 3] [--kills 20]

The site is served by a process of its own. Bare Scrapy is a spider that follows the links of its LinkExtractor
with the same settings and keeps nothing; honbun also parses, tells duplicates, writes WARC and remembers. Runs
alternate. Times are of whole processes, by the clock and by the processor, which other work on the machine changes
less. Then a crawl is killed (SIGKILL) again and again, each time after it has written something more, and begun
anew until it is done: its pages must be the pages of the site, each once.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from honbun.input import RawPage, read

_CONCURRENCY = 8
_WORDS = "harbour wall master winter stone keeper lantern rope ferry tide gull market bridge mill".split()

_OURS = "from honbun.cli import main; main()"


class Times(NamedTuple):
    """Seconds by the clock, and of the processor."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.1f} s ({self.processor:.1f} s of the processor)"


def page(number: int, pages: int) -> bytes:
    """A page of some eight kilobytes with a menu, an article, and links to some thirty others."""
    chance = random.Random(number)
    menu = "".join(f'<li><a href="/{n}.html">Part {n}</a></li>' for n in range(10))
    text = "".join(f"<p>{' '.join(chance.choices(_WORDS, k=90))} {number}.</p>" for _ in range(9))
    near = "".join(f'<li><a href="/{(number + step) % pages}.html">{step} on</a></li>' for step in (1, 2, 3))
    far = "".join(f'<li><a href="/{chance.randrange(pages)}.html">see also</a></li>' for _ in range(17))
    head = f"<!DOCTYPE html><html><head><meta charset=utf-8><title>Page {number}</title></head>"
    return (
        f"{head}<body><ul>{menu}</ul><main><h1>Page {number}</h1>{text}</main><ul>{near}{far}</ul></body></html>"
    ).encode()


async def _serve(pages: int) -> None:
    bodies = {f"/{number}.html": page(number, pages) for number in range(pages)}

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                body = bodies.get(head.split()[1].decode())
                status = "200 OK" if body is not None else "404 Not Found"
                body = body or b""
                lines = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
                writer.write(lines.encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


def bare(start: str) -> tuple[Times, int]:
    """What bare Scrapy takes, and how many pages it saw."""
    times, said = _timed([sys.executable, "-m", "benchmarks.bare_spider", start, str(_CONCURRENCY)])
    return times, int(said)


def _timed(words: list[str]) -> tuple[Times, str]:
    """What a command takes, and what it says."""
    began, used = time.perf_counter(), _used()
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    return Times(time.perf_counter() - began, _used() - used), done.stdout


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _command(start: str, output: Path, state: Path) -> list[str]:
    words = f"crawl {start} -o {output} --state {state} --allow-private --delay 0 --concurrency {_CONCURRENCY}"
    return [sys.executable, "-c", _OURS, *words.split()]


def ours(start: str, folder: Path) -> tuple[Times, Counter[str | None], int]:
    """What honbun takes, the addresses it wrote, and in how many bytes."""
    output = folder / "pages.warc.gz"
    times, _ = _timed([*_command(start, output, folder / "state"), "--quiet"])
    return times, _written(output), output.stat().st_size


def killed(start: str, folder: Path, kills: int, size: int) -> tuple[int, Counter[str | None]]:
    """How often a crawl was killed until it was done, and the addresses it wrote, which take so many bytes."""
    output, done = folder / "pages.warc.gz", 0
    chance = random.Random(21)
    while True:
        began = output.stat().st_size if output.exists() else 0
        enough = began + chance.random() * 2 * size / (kills + 2)
        process = subprocess.Popen(_command(start, output, folder / "state"), stderr=subprocess.DEVNULL)
        while done < kills and process.poll() is None:
            if output.exists() and output.stat().st_size > enough:
                process.send_signal(signal.SIGKILL)
                done += process.wait() == -signal.SIGKILL
                break
            time.sleep(0.01)
        if process.wait() == 0:
            return done, _written(output)


def _written(output: Path) -> Counter[str | None]:
    return Counter(found.url for found in read([str(output)]) if isinstance(found, RawPage))


def main() -> None:
    """Serve, run, compare, kill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--serve", action="store_true", help="only serve the site, and print its port")
    asked = parser.parse_args()
    if asked.serve:
        asyncio.run(_serve(asked.pages))
        return
    serving = [sys.executable, "-m", "benchmarks.crawl", "--serve", "--pages", str(asked.pages)]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            base = f"http://127.0.0.1:{int(server.stdout.readline())}"
            _compare(base, asked)
        finally:
            server.kill()


def _compare(base: str, asked: argparse.Namespace) -> None:
    start, site = f"{base}/0.html", {f"{base}/{number}.html" for number in range(asked.pages)}
    scrapy: list[Times] = []
    honbun: list[Times] = []
    for _ in range(asked.runs):
        times, seen = bare(start)
        scrapy.append(times)
        with tempfile.TemporaryDirectory() as folder:
            times, pages, size = ours(start, Path(folder))
        honbun.append(times)
        print(f"Scrapy {seen} pages, {scrapy[-1]}; honbun {_told(pages, site)}, {times}", flush=True)
    for name in Times._fields:
        middle = [statistics.median(getattr(each, name) for each in own) for own in (scrapy, honbun)]
        rates = " and ".join(f"{asked.pages / seconds:.0f}" for seconds in middle)
        print(f"pages a second by the {name}: {rates}, {middle[0] / middle[1]:.2f} of Scrapy's")
    if asked.kills:
        with tempfile.TemporaryDirectory() as folder:
            kills, pages = killed(start, Path(folder), asked.kills, size)
        print(f"{kills} kills: {_told(pages, site)}")


def _told(pages: Counter[str | None], site: set[str]) -> str:
    is_once = set(pages) == site and max(pages.values()) == 1
    return f"{len(pages)} of {len(site)} pages, {'each once' if is_once else 'NOT each once'}"


if __name__ == "__main__":
    main()
