"""`honbun serve` under load: many clients, some hostile pages, workers that are killed.

    python -m benchmarks.server_load [--clients 64] [--seconds 60] [--hostile 0.05] [--kill 10]

Innocent requests must be answered, each as the library answers. Prints how many failed, how long they took with
and without hostile ones in the same run, and the memory of the server at four moments.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples" / "sites").rglob("*.html"))
HOSTILE = (
    "<b>" * 505 + "<template><b><table><td></table>x<dd></b>",
    "<table>" + "<tr><td>1<td>a cell" * 50_000,
    "<ul>" + "<li>an item of text" * 50_000,
    "<div>" * 100_000 + "x",
    "<br>" * 200_000,
    "<p>" + "a@" * 200_000,
    "<blockquote>" * 3000 + "text",
)


def main() -> None:
    """Run the load twice, without and with hostile pages, and print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each of the two parts")
    parser.add_argument("--hostile", type=float, default=0.05, help="share of hostile requests")
    parser.add_argument("--kill", type=float, default=10.0, help="a worker is killed every so many seconds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=5.0)
    options = parser.parse_args()
    words = ["serve", "--port", "0", "--rate", "0", "--jobs", options.jobs, "--time-limit", options.time_limit]
    program = "from honbun.cli import main; main()"
    command = [sys.executable, "-c", program, *map(str, words)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            measure(server, options)
        finally:
            server.send_signal(signal.SIGTERM)


def measure(server: subprocess.Popen[str], options: argparse.Namespace) -> None:
    """Both loads, after a short one that nobody looks at."""
    assert server.stderr
    found = re.search(r"http://[\d.]+:(\d+)", server.stderr.readline())
    assert found
    port = int(found[1])
    pages = [path.read_bytes().decode("utf-8", "replace") for path in EXAMPLES]
    load(port, server.pid, pages, options, 0.0, 5.0)
    held = [memory(server.pid)]
    load(port, server.pid, pages, options, 0.0, options.seconds)
    held.append(memory(server.pid))
    # In halves: what hostile pages need at once comes in the first, and a second that takes more leaks.
    for _ in range(2):
        load(port, server.pid, pages, options, options.hostile, options.seconds / 2)
        held.append(memory(server.pid))
    sys.stdout.write(f"memory of the server: {', '.join(f'{size / 1e6:.0f}' for size in held)} MB\n")


def load(
    port: int, server: int, pages: list[str], options: argparse.Namespace, hostile: float, seconds: float
) -> None:
    """Ask from many clients for so long, and print what came."""
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(options.clients + 1) as threads:
        clients = [threads.submit(client, port, pages, hostile, end, n) for n in range(options.clients)]
        killed = threads.submit(kill, server, options.kill, end) if hostile else None
        answers = [answer for each in clients for answer in each.result()]
    times = sorted(spent for kind, status, spent in answers if kind == "innocent" and status == 200)
    statuses = Counter((kind, status) for kind, status, _ in answers)
    innocent = sum(count for (kind, _), count in statuses.items() if kind == "innocent")
    p50, p99 = (times[int(share * (len(times) - 1))] for share in (0.5, 0.99))
    sys.stdout.write(
        f"hostile {hostile:.0%}: {innocent} innocent requests, {innocent - len(times)} failed, "
        f"p50 {p50:.2f} s, p99 {p99:.2f} s; {killed.result() if killed else 0} workers killed; "
        f"{dict(sorted(statuses.items()))}\n"
    )


def client(port: int, pages: list[str], hostile: float, end: float, seed: int) -> list[tuple[str, int, float]]:
    """One client: requests one after another; (kind, status, seconds)."""
    dice, answers = random.Random(seed), []
    while time.monotonic() < end:
        is_hostile = dice.random() < hostile
        html = dice.choice(HOSTILE if is_hostile else pages)
        verb = dice.choice(("extract", "posts", "records"))
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        try:
            body = json.dumps({"html": html})
            connection.request("POST", f"/{verb}", body, {"content-type": "application/json"})
            response = connection.getresponse()
            response.read()
            status = response.status
        except OSError:
            status = 0
        finally:
            connection.close()
        answers.append(("hostile" if is_hostile else "innocent", status, time.monotonic() - begun))
    return answers


def kill(server: int, every: float, end: float) -> int:
    """Kill a worker again and again; how many."""
    killed = 0
    while time.monotonic() + every < end:
        time.sleep(every)
        with suppress(ProcessLookupError):
            os.kill(max(workers(server)), signal.SIGKILL)
            killed += 1
    return killed


def workers(server: int) -> list[int]:
    """The processes that threads of the server have started."""
    tasks = Path(f"/proc/{server}/task").glob("*/children")
    return [int(child) for children in tasks for child in children.read_text().split()]


def memory(server: int) -> int:
    """Bytes that the server has in memory, without its workers."""
    pages = Path(f"/proc/{server}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
