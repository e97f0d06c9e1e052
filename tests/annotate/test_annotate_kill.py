"""The command itself: killed at any moment it loses nothing, and several people and servers share a work file."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from annotate_desks import STORIES, Server, story
from click.testing import CliRunner

from honbun.annotate import open_desk
from honbun.cli import main
from honbun.evaluate.corpus import read_corpus

LABELS = 200
# Sends labels one after the other and says which were acknowledged; ends when the server does.
SEND = """
import json, sys, urllib.request
address, annotator, start, end, size = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
for number in range(start, end):
    body = {"annotator": annotator, "blocks": [number % size], "label": ("title", "content", "author")[number % 3]}
    request = urllib.request.Request(
        f"{address}/pages/1/labels", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        urllib.request.urlopen(request, timeout=60).read()
    except OSError:
        break
    print(number, flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("uvicorn")
    for name in STORIES:
        (tmp_path / f"{name}.html").write_bytes(story(name))
    return tmp_path


def send(server: Server, annotator: str, start: int, end: int, size: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SEND, server.address, annotator, *map(str, (start, end, size))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def acknowledged(sender: subprocess.Popen[str]) -> Iterator[int]:
    assert sender.stdout is not None
    with sender.stdout as lines:
        yield from map(int, lines)
    sender.wait()


def expected(marks: str, numbers: int) -> str:
    """The marks after so many labels."""
    new = list(marks)
    for number in range(numbers):
        new[number % len(new)] = "tca"[number % 3]
    return "".join(new)


def test_labels_survive_the_killing_of_the_server_at_any_moment(folder: Path) -> None:
    chance = random.Random(7)
    server = Server(folder)
    size = len(open_desk(folder / "c.jsonl").store.work(1, "ann").marks)
    done = kills = 0
    while done < LABELS:
        patience = chance.randrange(30, 70)
        last = done - 1
        for last in acknowledged(send(server, "ann", done, LABELS, size)):
            if last - done == patience and last < LABELS - 1:
                os.kill(server.process.pid, signal.SIGKILL)
                kills += 1
        server.end(signal.SIGKILL)
        marks = open_desk(folder / "c.jsonl").store.work(1, "ann").marks
        guess = open_desk(folder / "c.jsonl").store.stored(1).guess.marks
        # The one that was under way may be on disk, too; all that were acknowledged are.
        assert marks in (expected(guess, last + 1), expected(guess, last + 2))
        done = last + 1
        server = Server(folder)
    assert kills >= 2
    assert server.end(signal.SIGTERM) == 0


def test_two_people_and_two_servers_do_not_overwrite_each_other(folder: Path) -> None:
    servers = [Server(folder), Server(folder)]
    size = len(open_desk(folder / "c.jsonl").store.work(1, "ann").marks)
    guess = open_desk(folder / "c.jsonl").store.stored(1).guess.marks
    senders = [
        send(servers[0], "ann", 0, 30, size),
        send(servers[0], "bob", 0, 20, size),
        send(servers[1], "cy", 0, 40, size),
    ]
    assert [len(list(acknowledged(sender))) for sender in senders] == [30, 20, 40]
    store = open_desk(folder / "c.jsonl").store
    for name, number in (("ann", 30), ("bob", 20), ("cy", 40)):
        assert store.work(1, name).marks == expected(guess, number)
    assert [server.end(signal.SIGINT) for server in servers] == [0, 0]


def test_the_command_exports_and_compares_without_a_server(folder: Path) -> None:
    asked = ["annotate", "--corpus", str(folder / "c.jsonl")]
    none = CliRunner().invoke(main, asked)
    assert none.exit_code == 2
    assert "no pages to label" in none.stderr
    broken = folder / "broken.html"
    broken.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    made = CliRunner().invoke(main, [*asked, "--export", str(folder)])
    assert made.exit_code == 0
    assert "4 pages added, 1 rejected" in made.stderr
    assert "0 pages written" in made.stderr
    desk = open_desk(folder / "c.jsonl")
    for page in (1, 2):
        desk.finish(page, "ann", is_done=True)
    shown = CliRunner().invoke(main, [*asked, "--export", "--agreement"])
    assert "2 pages written" in shown.stderr
    assert "honbun\tann\ttext\t2\t1.000\t1.000\t1.000\t1.000" in shown.stdout
    assert len(read_corpus(folder / "c.jsonl").cases) == 2
    assert json.loads((folder / "c.jsonl").read_text("utf-8").splitlines()[0])["annotators"] == ["ann"]
