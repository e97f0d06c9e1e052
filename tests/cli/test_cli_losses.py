"""What a page, a signal or a full disk may cost: itself, never what is there or what others gave."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from honbun.cli import main
from honbun.extraction import Site, batch, store
from honbun.input import RawPage

PAGES = 6
BAD = 3
# A shell may start what runs in the background with Ctrl-C ignored.
PROGRAM = """
import signal, time, honbun.extraction.batch as batch
signal.signal(signal.SIGINT, signal.default_int_handler)
real = batch.read_page
batch.read_page = lambda page: time.sleep(600) if b"page 3 " in page.body else real(page)
from honbun.cli import main
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "pages"
    made.mkdir()
    for number in range(PAGES):
        words = " ".join(f"word{number}x{i}" for i in range(2000))
        (made / f"{number}.html").write_text(
            f"<title>t {number}</title><p>page {number} of the harbour</p><p>{words}.</p><p>the same foot"
        )
    return made


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


def misbehaving(real: Callable[..., object], deed: Callable[[], object]) -> Callable[..., object]:
    def read(page: RawPage) -> object:
        if b"page %d " % BAD in page.body:
            deed()
        return real(page)

    return read


def inject(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], object]) -> None:
    """Let the page misbehave wherever it is parsed, in the processes that are forked from this one."""
    if sys.platform != "linux":
        pytest.skip("processes are not forked here")
    for module, name in ((batch, "read_page"), (batch, "_tried"), (store, "read_page")):
        monkeypatch.setattr(module, name, misbehaving(getattr(module, name), deed))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("verb", ["extract", "posts", "records", "fields", "learn", "explain"])
def test_a_page_that_crashes_costs_itself(
    verb: str, jobs: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inject(monkeypatch, lambda: os.kill(os.getpid(), signal.SIGKILL))
    out = tmp_path / ("out/" if verb == "explain" else "out.json")
    if verb == "explain":
        out.mkdir()
    words = [] if verb == "fields" else ["--jobs", jobs]
    result = run(verb, folder, "-o", out, *words)
    assert result.exit_code == 1
    assert f"{BAD}.html: crashed, the process ended: SIGKILL" in result.stderr
    if verb == "extract":
        rows = json.loads(out.read_bytes())
        assert [bool(row["text"]) for row in rows] == [number != BAD for number in range(PAGES)]
        assert rows[BAD]["reason"].startswith("crashed")
    elif verb == "explain":
        assert len(list(out.iterdir())) == PAGES - 1
    elif verb == "learn":
        assert f"{PAGES - 1} pages learned" in result.stderr


def eat() -> None:
    eaten = [b"x" * 50_000_000 for _ in range(100)]
    time.sleep(600 + len(eaten))


@pytest.mark.parametrize(
    ("deed", "limit", "reason"),
    [
        (lambda: time.sleep(600), ("--time-limit", 1.5), "too slow, took more than 1.5 s"),
        (eat, ("--memory-limit", 600), "too much memory, took more than 600 MB"),
    ],
    ids=["slow", "memory"],
)
def test_limits_are_kept(
    deed: Callable[[], None],
    limit: tuple[str, float],
    reason: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inject(monkeypatch, deed)
    result = run(folder, "-f", "jsonl", "--alone", *limit)
    assert result.exit_code == 1
    assert f"{BAD}.html: {reason}" in result.stderr
    assert len(result.stdout.splitlines()) == PAGES


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_old_file_and_a_run_that_resumes(sent: signal.Signals, folder: Path) -> None:
    out = folder.parent / "out.jsonl"
    whole = run(folder, "-f", "jsonl", "--alone").stdout_bytes
    out.write_text("old\n")
    words = [sys.executable, "-c", PROGRAM, str(folder), "--alone", "-o", str(out)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        part = out.with_name("out.jsonl.part")
        while process.poll() is None and not (part.exists() and part.stat().st_size):
            time.sleep(0.02)
        time.sleep(0.5)
        os.killpg(process.pid, sent)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (128 + sent, "honbun: stopped: 3 pages written, --resume goes on\n")
    assert out.read_text() == "old\n"
    assert whole.startswith(part.read_bytes())
    result = run(folder, "--alone", "-o", out, "--resume")
    assert "2 written before" in result.stderr
    assert out.read_bytes() == whole
    assert not part.exists()


@pytest.mark.parametrize("cut", [0, 1, 500, 20_000, -1, -10, None])
@pytest.mark.parametrize("verb", ["extract", "posts"])
def test_a_torn_file_is_resumed(verb: str, cut: int | None, folder: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out.jsonl", tmp_path / "again.jsonl"
    run(verb, folder, "-o", out)
    if cut is None:  # the run had ended
        again.write_bytes(out.read_bytes())
    else:
        (tmp_path / "again.jsonl.part").write_bytes(out.read_bytes()[:cut])
    assert run(verb, folder, "-o", again, "--resume").exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_folder_is_resumed(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "texts"
    out.mkdir()
    run(folder, "-o", out)
    files = sorted(out.iterdir())
    files[2].unlink()
    files[4].write_text("mine")
    result = run(folder, "-o", out, "--resume")
    assert "honbun: 1 page, " in result.stderr
    assert f" blocks kept, 1 site learned, {PAGES - 1} written before" in result.stderr
    assert sorted(out.iterdir()) == files
    assert files[4].read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pages", "--resume", "-f", "csv", "-o", "out.csv"], "cannot be resumed into this"),
        (["pages", "--resume"], "cannot be resumed into this"),
        (["pages", "-o", "rows.jsonl", "--resume"], "do not name the source"),
        (["lern", "pages", "-o", "site.json"], "did you mean 'learn'?"),
        (["filds", "pages"], "did you mean 'fields'?"),
        (["rows.jsonl", "-o", "rows.jsonl"], "rows.jsonl: is also read from"),
        (["pages", "-o", "pages/1.html"], "is also read from"),
        (["pages", "-f", "html", "-o", "pages"], "is also read from"),
        (["pages/1.html", "-f", "html", "-o", "pages"], "is also read from"),
        (["pages", "--site", "site.json", "-o", "site.json"], "is also read from"),
        (["fields", "pages", "-o", "pages/1.html"], "is also read from"),
        (["learn", "pages", "-o", "pages/1.html"], "is also read from"),
    ],
)
def test_what_would_lose_something_stops(
    words: list[str], message: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    Path("rows.jsonl").write_text('{"html": "<p>a"}\n')
    Path("site.json").write_text("mine")
    before = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("verb", ["extract", "fields"])
@pytest.mark.parametrize("is_named", [True, False])
def test_a_full_disk_is_told_in_a_line(verb: str, is_named: bool, folder: Path) -> None:
    program = "from honbun.cli import main; main()"
    output = ["-o", "/dev/full"] if is_named else []
    with Path("/dev/full").open("wb") as full:
        words = [sys.executable, "-c", program, verb, str(folder), *output]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("cannot be written: No space left on device")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("verb", ["extract", "fields", "learn"])
def test_a_read_only_folder_keeps_what_it_has(verb: str, folder: Path, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is read-only to the superuser")
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "out.json").write_text("mine")
    kept.chmod(0o555)
    result = run(verb, folder, "-o", kept / "out.json")
    assert (result.exit_code, "cannot be written" in result.stderr) == (2, True)
    assert (kept / "out.json").read_text() == "mine"


def test_links_and_modes_stay(folder: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    assert run(folder, "-o", link).exit_code == 0
    assert link.is_symlink()
    assert real.read_text() != "old"
    assert real.stat().st_mode & 0o777 == 0o640


CRASHING = "<b>" * 505 + "<template><b><table><td></table>x<dd></b>"


@pytest.mark.parametrize(("verb", "jobs"), [("extract", 1), ("extract", 2), ("posts", 2), ("learn", 2)])
def test_the_page_that_crashes_a_parser_costs_itself(verb: str, jobs: int, folder: Path, tmp_path: Path) -> None:
    for number in range(PAGES, 9):
        (folder / f"{number}.html").write_bytes((folder / "0.html").read_bytes().replace(b"page 0", b"page x"))
    (folder / "crash.html").write_text(CRASHING)
    out = tmp_path / "out.jsonl"
    done = honbun(verb, folder, "-o", out, "--jobs", jobs, core="off")
    # A parser that has learned to live with it gives ten pages.
    assert done.returncode in (0, 1), done.stderr
    said = "crash.html: crashed, the process ended" in done.stderr
    assert said == (done.returncode == 1)
    if verb == "learn":
        (folder / "crash.html").unlink()
        whole = Site.load(out)
        assert honbun(verb, folder, "-o", out, "--jobs", jobs, core="off").returncode == 0
        assert len(whole) == len(Site.load(out)) + (not said)
    else:
        rows = [json.loads(line) for line in out.read_bytes().split(b"\n")[:-1]]
        assert [row["source"].endswith("crash.html") for row in rows] == [False] * 9 + [True]


@pytest.mark.parametrize("words", [["fields"], ["records"], ["paper", "element-identifiers"]])
def test_the_page_that_crashes_a_parser_changes_no_other(words: list[str], folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert honbun(*words, folder, "-o", out, core="off").returncode == 0
    alone = out.read_bytes()
    (folder / "crash.html").write_text(CRASHING)
    done = honbun(*words, folder, "-o", out, core="off")
    assert done.returncode in (0, 1), done.stderr
    if done.returncode == 1:  # as above: a parser may have learned to live with it
        assert "crash.html: crashed, the process ended" in done.stderr
        assert out.read_bytes() == alone


@pytest.mark.parametrize("verb", ["extract", "learn"])
def test_a_kill_leaves_the_old_file_or_the_new(verb: str, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert honbun(verb, folder, "-o", out).returncode == 0
    new = out.read_bytes()
    for moment in (0.2, 0.5, 0.8, 1.1):
        out.write_bytes(b"old")
        command = [sys.executable, "-c", "from honbun.cli import main; main()", verb, str(folder), "-o", str(out)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            time.sleep(moment)
            process.kill()
        assert out.read_bytes() in (b"old", new)


@pytest.mark.parametrize("columns", [60, 120])
def test_a_terminal_shows_how_far_it_is(columns: int, folder: Path, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    words = [str(folder), "-o", str(tmp_path / "out.jsonl")]
    environment = os.environ | {"COLUMNS": str(columns), "TERM": "xterm"}
    command = [sys.executable, "-c", "from honbun.cli import main; main()", *words]
    with subprocess.Popen(command, stderr=theirs, env=environment) as process:
        os.close(theirs)
        said = b""
        with suppress(OSError):  # what reading gives when the other end is closed
            while got := os.read(ours, 65536):
                said += got
    os.close(ours)
    pages = len(list(folder.glob("*.html")))
    assert process.returncode == 0
    plain = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", said.decode())
    assert re.search(rf"extracting pages.* {pages} of {pages}, [\d.,]+/s, time left 0:00:00", plain)


def test_one_page_loads_no_progress_bar(folder: Path) -> None:
    code = "import sys\nfrom honbun.cli import main\ntry:\n main()\nfinally:\n print(*sys.modules)"
    command = [sys.executable, "-c", code, str(folder / "0.html"), "-o", os.devnull]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "honbun.cli.extract" in loaded
    assert "rich" not in loaded


def honbun(*words: object, core: str = "auto") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from honbun.cli import main; main()", *map(str, words)]
    environment = os.environ | {"HONBUN_CORE": core}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
