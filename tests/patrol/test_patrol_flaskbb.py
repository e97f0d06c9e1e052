"""Patrol against a real board program: FlaskBB in an environment of its own, see `make patrol-check`."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PYTHON = os.environ.get("HONBUN_FLASKBB")
SERVER = Path(__file__).with_name("flaskbb_server.py")
PATROL = (sys.executable, "-c", "from honbun.cli import main; main()", "patrol")
WORDS = "harbour wall ferry mill bread market boats quarry winter council ticket pier band dough vault".split()
POSTS = 200
MOVES = "new", "changed", "gone"


class FlaskBB:
    """The board, and what was done to it."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [str(PYTHON), SERVER, folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        first = json.loads(self.output.readline())
        self.url = f"http://127.0.0.1:{first['port']}{first['forum']}"
        self.rng = random.Random(3)
        self.topics: dict[int, list[int]] = {}
        self.texts: dict[int, str] = {}
        self.done: dict[str, set[int]] = {kind: set() for kind in MOVES}
        self.count = 0

    def do(self, **asked: Any) -> dict[str, Any]:
        self.input.write(json.dumps(asked) + "\n")
        self.input.flush()
        answer: dict[str, Any] = json.loads(self.output.readline())
        return answer

    def _say(self) -> str:
        self.count += 1
        return f"{' '.join(self.rng.choices(WORDS, k=self.rng.randint(4, 30)))} ({self.count})"

    def post(self, *, is_topic: bool = False) -> None:
        text, user = self._say(), self.rng.randrange(3)
        if is_topic or not self.topics:
            made = self.do(do="topic", title=" ".join(self.rng.choices(WORDS, k=3)), text=text, user=user)
            self.topics[made["topic"]] = [made["post"]]
        else:
            topic = self.rng.choice(list(self.topics))
            quoted = [each for each in self.topics[topic] if each in self.texts]
            if quoted and self.rng.random() < 0.3:
                text = f"> {' '.join(self.texts[self.rng.choice(quoted)].split())}\n\n{text}"
            made = self.do(do="post", topic=topic, text=text, user=user)
            self.topics[topic].append(made["post"])
        self.texts[made["post"]] = text
        self.done["new"].add(number_of(text))

    def edit(self) -> None:
        post = self.rng.choice(list(self.texts))
        head, tail = self.texts[post].rsplit(" (", 1)
        self.texts[post] = f"{head} {self.rng.choice(WORDS)} edited ({tail}"
        self.do(do="edit", post=post, text=self.texts[post])
        self.done["changed"].add(number_of(self.texts[post]))

    def delete(self) -> None:
        """Not the first post of a topic, with which the topic would go."""
        post = self.rng.choice(
            [each for posts in self.topics.values() for each in posts[1:] if each in self.texts]
        )
        self.do(do="delete", post=post)
        self.done["gone"].add(number_of(self.texts.pop(post)))


def number_of(text: str) -> int:
    return int(re.findall(r"\((\d+)\)", text)[-1])


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FlaskBB]:
    if not PYTHON:
        pytest.skip("no FlaskBB: run make patrol-check, which installs it in an environment of its own")
    made = FlaskBB(tmp_path)
    yield made
    made.input.close()
    made.process.wait(timeout=60)
    made.output.close()


def patrol(folder: Path, *words: str) -> str:
    done = subprocess.run([*PATROL, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_200_posts_on_flaskbb_are_told_once_with_edits_and_deletions(board: FlaskBB, tmp_path: Path) -> None:
    for number in range(45):
        board.post(is_topic=number < 5)
    old = set(board.done["new"])
    patrol(tmp_path, "add", board.url, "--every", "1s")
    patrol(tmp_path, "run", "--allow-private", "--delay", "0")
    assert patrol(tmp_path, "new", "-f", "jsonl") == ""
    board.done = {kind: set() for kind in MOVES}
    found: Counter[tuple[str, int]] = Counter()
    while len(board.done["new"]) < POSTS:
        for _ in range(board.rng.randint(1, 12)):
            move = board.rng.random()
            if move < 0.8:
                board.post(is_topic=move < 0.05)
            elif move < 0.92:
                board.edit()
            else:
                board.delete()
        patrol(tmp_path, "run", "--allow-private", "--delay", "0")
        lines = map(json.loads, patrol(tmp_path, "new", "-f", "jsonl").splitlines())
        found += Counter((line["kind"], number_of(line["text"])) for line in lines)
    told = {kind: {number for each, number in found if each == kind} for kind in MOVES}
    assert told["new"] <= board.done["new"]
    assert board.done["new"] - board.done["gone"] <= told["new"]
    assert all(count == 1 for (kind, _), count in found.items() if kind == "new")
    assert told["changed"] <= board.done["changed"]
    assert told["gone"] <= board.done["gone"]
    # What moves no thread is told once its thread is read whole again, some looks later.
    assert len(told["changed"] & old) >= len((board.done["changed"] - board.done["gone"]) & old) // 2
