"""`honbun patrol` as people type it, against a board on this machine; killed at any moment it loses nothing."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from examples.living_board import LivingBoard, filled, serve
from honbun.cli import main
from honbun.memory.schema import FORMAT

# A shell may start what runs in the background with Ctrl-C ignored.
PROGRAM = "import signal; signal.signal(2, signal.default_int_handler); from honbun.cli import main; main()"
COMMAND = (sys.executable, "-c", PROGRAM, "patrol")
ASKING = ("--allow-private", "--delay", "0")
# `make patrol-check` kills more often.
KILLS = int(os.environ.get("HONBUN_KILLS", "5"))
RULES = """
[[rule]]
name = "everything"
boards = ["harbour"]

[[deliver]]
to = "alerts.jsonl"
"""


@pytest.fixture
def board() -> LivingBoard:
    return filled(LivingBoard(3, "divisions", "en"), threads=2, posts=4)


@pytest.fixture
def server(board: LivingBoard) -> Iterator[ThreadingHTTPServer]:
    pytest.importorskip("protego")
    made = serve(board)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def patrol(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], cwd=folder, capture_output=True, text=True, check=False)


def number_of(text: str) -> int:
    return int(re.findall(r"\((\d+)\)", text)[-1])


def test_what_is_new_is_printed_once_and_fed(
    board: LivingBoard, server: ThreadingHTTPServer, tmp_path: Path
) -> None:
    address = f"http://127.0.0.1:{server.server_port}/"
    assert "harbour is followed" in patrol(tmp_path, "add", address, "--name", "harbour").stderr
    refused = patrol(tmp_path, "run")
    assert (refused.returncode, "private address (--allow-private" in refused.stderr) == (2, True)
    assert "harbour: a list of 2 threads with 8 posts, taken as known" in patrol(tmp_path, "run", *ASKING).stderr
    (tmp_path / "rules.toml").write_text(RULES)
    assert "1 rule, alerts go to 1 target" in patrol(tmp_path, "rules", "rules.toml").stderr
    new = board.post(board.threads[0])
    assert "harbour: 1 new" in patrol(tmp_path, "run", *ASKING).stderr
    (line,) = patrol(tmp_path, "new", "-f", "jsonl").stdout.splitlines()
    assert (json.loads(line)["kind"], number_of(json.loads(line)["text"])) == ("new", new.index)
    again = patrol(tmp_path, "new")
    assert (again.stdout, "nothing new" in again.stderr) == ("", True)
    (alert,) = (tmp_path / "alerts.jsonl").read_text("utf-8").splitlines()
    assert number_of(json.loads(alert)["post"]["text"]) == new.index
    assert json.loads(alert)["before"]
    feed = ElementTree.fromstring(patrol(tmp_path, "feed", "harbour").stdout)
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == 1
    assert len(json.loads(patrol(tmp_path, "feed", "--alerts", "-f", "json").stdout)["items"]) == 1
    (row,) = map(json.loads, patrol(tmp_path, "list", "--json").stdout.splitlines())
    assert (row["kind"], row["state"], row["threads"], row["posts"]) == ("list", "ok", 2, 9)
    assert "removed with 9 posts" in patrol(tmp_path, "remove", "harbour").stderr


def test_killed_again_and_again_a_watch_loses_nothing_and_tells_nothing_twice(
    board: LivingBoard, server: ThreadingHTTPServer, tmp_path: Path
) -> None:
    chance = random.Random(5)
    address = f"http://127.0.0.1:{server.server_port}/"
    patrol(tmp_path, "add", address, "--name", "harbour", "--every", "1s")
    assert patrol(tmp_path, "run", *ASKING).returncode == 0
    (tmp_path / "rules.toml").write_text(RULES)
    patrol(tmp_path, "rules", "rules.toml")
    written = set()
    for _ in range(KILLS):
        process = subprocess.Popen([*COMMAND, "watch", *ASKING], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        with process.stderr as lines:
            next(lines)
            written |= {board.post(thread).index for thread in board.threads}
            time.sleep(chance.uniform(0.9, 1.6))  # a look begins after a second; most kills fall into it
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert patrol(tmp_path, "run", *ASKING).returncode == 0
    found = patrol(tmp_path, "new", "-f", "jsonl").stdout.splitlines()
    told = Counter(number_of(json.loads(line)["text"]) for line in found)
    assert set(told) == written
    assert set(told.values()) == {1}
    alerts = (tmp_path / "alerts.jsonl").read_text("utf-8").splitlines()
    assert Counter(number_of(json.loads(line)["post"]["text"]) for line in alerts) == told


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_watch_ends_when_asked_and_is_alone(
    board: LivingBoard, server: ThreadingHTTPServer, tmp_path: Path, stop: signal.Signals
) -> None:
    assert board.threads
    patrol(tmp_path, "add", f"http://127.0.0.1:{server.server_port}/")
    process = subprocess.Popen([*COMMAND, "watch", *ASKING], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr as lines:
        next(lines)
        other = patrol(tmp_path, "run", *ASKING)
        assert (other.returncode, "is being patrolled by another process" in other.stderr) == (2, True)
        process.send_signal(stop)
        assert list(lines)[-1] == "honbun: stopped\n"
    assert process.wait(timeout=60) == 128 + stop


def invoke(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["patrol", *words, "--db", str(folder / "patrol.db")])
    return done.exit_code, done.stderr


def test_mistakes_are_named_and_change_nothing(tmp_path: Path) -> None:
    assert "no such database" in invoke(tmp_path, "list")[1]
    for words, said in (
        (("add", "board.html"), "not an address"),
        (("add", "https://b.example/", "--every", "often"), "not a length of time"),
        (("rules", str(tmp_path / "none.toml")), "cannot be read"),
    ):
        code, error = invoke(tmp_path, *words)
        assert (code, said in error) == (2, True), error
    (tmp_path / "bad.toml").write_text('[[rule]]\nname = "a"\nword = ["x"]\n')
    assert "unknown: word" in invoke(tmp_path, "rules", str(tmp_path / "bad.toml"))[1]
    assert not (tmp_path / "patrol.db").exists()
    invoke(tmp_path, "add", "https://b.example/", "--name", "b")
    assert "is patrolled already, as b" in invoke(tmp_path, "add", "https://b.example/")[1]
    assert invoke(tmp_path, "rules")[1].startswith("honbun: no rules; take some with:")
    assert "no such board (known: b)" in invoke(tmp_path, "remove", "c")[1]


def test_a_database_that_is_locked_newer_or_another_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honbun.memory.store.MAX_WAIT", 0.1)
    path = tmp_path / "patrol.db"
    invoke(tmp_path, "add", "https://b.example/", "--name", "b")
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    assert "is in use by another process" in invoke(tmp_path, "remove", "b")[1]
    db.execute("ROLLBACK")
    db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    db.close()
    before = path.read_bytes()
    assert "use the newer honbun" in invoke(tmp_path, "remove", "b")[1]
    assert path.read_bytes() == before
    path.write_bytes(b"something else" * 100)
    assert "cannot be used as a patrol database" in invoke(tmp_path, "list")[1]
