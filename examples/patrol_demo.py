"""`make patrol-demo`: a board on this machine, patrolled while posts are written on it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from examples.living_board import LivingBoard, filled, serve

PATROL = (sys.executable, "-c", "from honbun.cli import main; main()", "patrol")
ASKING = ("--allow-private", "--delay", "0")
RULES = """
[[rule]]
name = "photographs"
words = ["photograph", "写真"]

[[deliver]]
to = "alerts.jsonl"
"""
LOOKS = 4


def patrol(folder: Path, *words: str) -> None:
    print(f"\n$ honbun patrol {' '.join(words)}", flush=True)
    subprocess.run([*PATROL, *words], cwd=folder, check=True)


def now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


def main() -> None:
    """Play it."""
    board = filled(LivingBoard("demo", "rule after", "ja", now=now()), threads=4, posts=6)
    server = serve(board)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "rules.toml").write_text(RULES, "utf-8")
        patrol(folder, "add", f"http://127.0.0.1:{server.server_port}/", "--name", "harbour", "--every", "1s")
        patrol(folder, "run", *ASKING)
        patrol(folder, "rules", "rules.toml")
        for _ in range(LOOKS):
            board.now = now()
            for thread in board.threads[:2]:
                board.post(thread)
            time.sleep(1)
            patrol(folder, "run", *ASKING)
            patrol(folder, "new")
        patrol(folder, "new", "--alerts")
        patrol(folder, "list")
    server.shutdown()


if __name__ == "__main__":
    main()
