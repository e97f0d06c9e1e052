"""Processes that are replaced, and the command from its start to its end."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

import honbun
from honbun.cli import main
from honbun.errors import FormatError, InputError, MissingPackageError
from honbun.studio.server import work
from honbun.studio.server.guard import ServeOptions
from honbun.studio.server.web import serve
from honbun.studio.server.work import Answers, NotDoneError, Task, Work
from honbun.workers import Limits

COMMAND = [sys.executable, "-c", "from honbun.cli import main; main()", "serve", "--port", "0", "--jobs", "1"]
# Asked from another process: tests themselves may not reach any address.
ASK = """
import sys, urllib.request
request = urllib.request.Request(sys.argv[1], sys.argv[2].encode() or None, {"Content-Type": "application/json"})
print(urllib.request.urlopen(request, timeout=60).read().decode())
"""


@pytest.fixture
def started() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command on a free port, and its address."""
    pytest.importorskip("uvicorn")
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith("honbun: listening at http://127.0.0.1:"), line
        try:
            yield process, line.split()[3].rstrip(",")
        finally:
            process.kill()


def ask(address: str, body: str = "") -> object:
    done = subprocess.run([sys.executable, "-c", ASK, address, body], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_the_command_answers_and_ends(started: tuple[subprocess.Popen[str], str], ending: signal.Signals) -> None:
    process, address = started
    assert ask(f"{address}/health") == {"version": honbun.__version__}
    html = (
        "<title>Wall</title><p>The wall of the harbour was repaired over the winter, said the harbour master.</p>"
    )
    expected = json.loads(json.dumps(honbun.extract(html).to_dict()))
    assert ask(f"{address}/extract", json.dumps({"html": html})) == expected
    process.send_signal(ending)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "", "")


def test_the_example_of_the_docs_runs_in_node(started: tuple[subprocess.Popen[str], str], tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node to run JavaScript with")
    text = (Path(__file__).parents[2] / "docs" / "serve.md").read_text("utf-8")
    example = re.findall(r"^```js\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    assert "http://localhost:8080" in example
    html, url = (
        "<title>Wall</title><p>The wall of the harbour was repaired, said the master.</p>",
        "https://a.example/",
    )
    given = f"const html = {json.dumps(html)}, url = {json.dumps(url)};\n"
    program = tmp_path / "example.mjs"
    program.write_text(
        given + example.replace("http://localhost:8080", started[1]) + "console.log(JSON.stringify(doc))"
    )
    done = subprocess.run([node, str(program)], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == json.loads(json.dumps(honbun.extract(html, url).to_dict()))


def test_what_takes_too_long_is_ended_and_replaced() -> None:
    with Answers(time.sleep, 1, Limits(seconds=1.0)) as workers:
        begun = time.monotonic()
        with pytest.raises(NotDoneError, match="took more than 1 s"):
            workers.run(600)
        assert time.monotonic() - begun < 60
        assert workers.run(0) is None


def test_what_dies_is_replaced() -> None:
    with Answers(_die, 1, Limits()) as workers:
        with pytest.raises(NotDoneError, match="died"):
            workers.run(True)
        assert workers.run(False) == "alive"


def _die(is_meant: bool) -> str:
    if is_meant:
        os._exit(3)
    return "alive"


def test_errors_cross_over_and_faults_are_told() -> None:
    with Answers(Work(), 1, Limits()) as workers:
        with pytest.raises(FormatError, match="one of explain, extract"):
            workers.run(Task("sing"))
        with pytest.raises(NotDoneError, match="honbun failed: AttributeError"):
            workers.run("no task")
        with pytest.raises(InputError, match="private address"):
            workers.run(Task("extract", None, "http://127.0.0.1/"))
        assert json.loads(workers.run(Task("extract", "<p>a"))) == json.loads(
            json.dumps(honbun.extract("<p>a").to_dict())
        )


def test_busy_processes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_MAX_WAIT_SECONDS", 0.05)
    workers = Answers(time.sleep, 1, Limits())
    workers._workers._idle.get()
    with pytest.raises(NotDoneError, match="busy"):
        workers.run(0)


def test_small_requests_do_not_wait_for_large_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(work, "_LARGE", 1000)
    monkeypatch.setattr(work, "_MAX_LARGE", 3)
    over = tmp_path / "over"
    large = Task("large", "x" * 1001, str(over))
    with Answers(_linger, 2, Limits()) as workers, ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(workers.run, large) for _ in range(3)]
        while workers._waiting.acquire(timeout=0):  # until all three wait or work
            workers._waiting.release()
            time.sleep(0.01)
        assert [workers.run(Task("small", "x")) for _ in range(3)] == ["small"] * 3
        with pytest.raises(NotDoneError, match="too many large pages"):
            workers.run(large)
        assert not any(each.done() for each in waiting)
        over.touch()
        assert [each.result() for each in waiting] == [large.verb] * 3
        assert workers.run(large) == large.verb


def _linger(task: Task) -> str:
    """Until there is a file of the name that a task has for its address."""
    while task.url and not Path(task.url).exists():
        time.sleep(0.01)
    return task.verb


@pytest.mark.parametrize("package", ["uvicorn", "fastapi"])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.delitem(sys.modules, "honbun.studio.server.app", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackageError, match=r"pip install 'honbun\[studio\]'") as missing:
        serve(ServeOptions())
    assert missing.value.subject == package
    result = CliRunner().invoke(main, ["serve"])
    assert result.exit_code == 2
    assert package in result.stderr


def test_a_taken_port_is_told() -> None:
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = CliRunner().invoke(main, ["serve", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "cannot listen" in result.stderr


def test_a_broken_site_is_told(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_text("{}")
    result = CliRunner().invoke(main, ["serve", "--site", str(tmp_path / "site.json")])
    assert result.exit_code == 2


@pytest.mark.parametrize(
    "wrong", [{"port": -1}, {"max_bytes": 0}, {"time_limit": 0}, {"rate": -1}, {"jobs": 0}, {"memory_limit": 0}]
)
def test_wrong_options_are_told(wrong: dict[str, int]) -> None:
    with pytest.raises(FormatError, match=next(iter(wrong))):
        ServeOptions(**wrong)  # type: ignore[arg-type]


def test_a_request_over_time_is_told_and_the_next_is_answered() -> None:
    pytest.importorskip("fastapi")
    from fastapi.testclient import TestClient

    from honbun.studio.server.app import create_app

    # A series of as many pages takes many times as long.
    page = "<table>" + "".join(f"<tr><td>{i}<td>row {i} of a long table" for i in range(2000)) + "</table>"
    options = ServeOptions(time_limit=2.0)
    with Answers(Work(), 1, Limits(seconds=options.time_limit)) as workers:
        client = TestClient(create_app(options, workers.run), base_url="http://localhost")
        answer = client.post("/fields", json={"pages": [{"html": page}] * 150})
        assert (answer.status_code, answer.json()["error"]) == (503, "took more than 2 s")
        assert answer.headers["retry-after"] == "1"
        assert client.post("/extract", json={"html": ""}).status_code == 200
