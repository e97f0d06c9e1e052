"""Eight jobs of a new user, end to end on the command line, over the bundled pages: `make jobs`.

    python -m examples.jobs                 # all of them
    python -m examples.jobs news mistakes   # some

Each job works in a folder of its own, prints what came of it, and fails where a promise is not kept. What a job
needs besides honbun (a browser, Datasette, catboost) and does not find, it leaves out and says so.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

from examples.warcs import write_warcs
from honbun.page import decode

HERE = Path(__file__).parent
SITES = HERE / "sites"
GOLD = HERE / "gold"
COMMAND = [sys.executable, "-m", "honbun"]
# Copies of a page, each under an address of its own, so that a run takes long enough to be killed.
_COPIES = 6
# So much is written before it is killed: several pages.
_WRITTEN_BYTES = 20_000
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class BrokenPromiseError(Exception):
    """What a job found that should not be so."""


@dataclass(frozen=True)
class Said:
    """What a command said."""

    code: int
    stdout: str
    stderr: str


def honbun(*words: str | Path, code: int = 0, stdin: str = "", folder: Path | None = None) -> Said:
    """Run the command; BrokenPromiseError unless it ends with this code."""
    asked = [*COMMAND, *map(str, words)]
    done = subprocess.run(asked, input=stdin, capture_output=True, text=True, cwd=folder, check=False)
    shown = f"honbun {' '.join(map(str, words))}"
    promise(done.returncode == code, f"{shown}: exit code {done.returncode}, not {code}: {done.stderr[-500:]}")
    promise("Traceback" not in done.stderr, f"{shown}: {done.stderr[-500:]}")
    return Said(done.returncode, done.stdout, done.stderr)


def promise(is_kept: object, broken: str) -> None:
    """BrokenPromiseError with these words unless it is kept."""
    if not is_kept:
        raise BrokenPromiseError(broken)


def corpus(folder: Path) -> Iterator[str]:
    """A corpus from mixed inputs; the run is killed and goes on."""
    inputs = _mixed_inputs(folder)
    whole, killed = folder / "whole.jsonl", folder / "killed.jsonl"
    said = honbun("extract", *inputs, "-o", whole, "--no-blocks", code=1).stderr
    yield said.splitlines()[-1]
    rows = [json.loads(line) for line in whole.read_text("utf-8").splitlines()]
    promise(all(row["text"] or row["reason"] for row in rows), "a page without text has no reason")
    promise(any(row.get("shelf") == "news" for row in rows), "the columns of the rows did not pass")
    before = _killed_run(inputs, killed)
    promise(not killed.exists(), "a file that is not whole has its name")
    said = honbun("extract", *inputs, "-o", killed, "--no-blocks", "--resume", code=1).stderr
    done = re.search(r"([\d,]+) written before", said)
    promise(done, f"nothing was gone on with: {said}")
    promise(killed.read_bytes() == whole.read_bytes(), "the resumed corpus is another")
    yield f"killed with {before:,} bytes written; {done[0] if done else ''}, then the same bytes as the whole run"
    texts = folder / "ja"
    words = ("--language", "ja", "--min-words", "20", "--deduplicate", "-f", "md", "--front-matter")
    has_language = find_spec("py3langid") is not None
    honbun("extract", *inputs, *(words if has_language else words[2:]), "-o", f"{texts}/", code=1)
    first = sorted(texts.iterdir())[0].read_text("utf-8")
    promise(first.startswith("---\n"), "no front matter")
    yield f"{len(list(texts.iterdir())):,} Markdown files without repeats, with front matter"


def _mixed_inputs(folder: Path) -> list[Path]:
    """A folder, a zip, WARC files, JSON lines with columns of their own, and a file that is no page."""
    pages = folder / "pages"
    shutil.copytree(SITES / "news-en", pages)
    (folder / "broken.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    packed = folder / "blog.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted((SITES / "blog").glob("*.html")):
            archive.write(path, path.name)
    board = [
        (f"https://board.example/{path.stem}", path.read_bytes())
        for path in sorted((SITES / "board").glob("*.html"))
    ]
    rows = folder / "rows.jsonl"
    with rows.open("w", encoding="utf-8") as out:
        for copy in range(_COPIES):
            for path in sorted((SITES / "news-ja").glob("*.html")):
                url = f"https://news.example/{copy}/{path.stem}"
                row = {"url": url, "html": decode(path.read_bytes()).text, "shelf": "news"}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return [pages, packed, *write_warcs(folder / "warcs", board, 2), rows, folder / "broken.html"]


def _killed_run(inputs: list[Path], output: Path) -> int:
    """Kill a run without warning once it has written something; how much that was."""
    part = output.with_name(f"{output.name}.part")
    words = [*COMMAND, "extract", *map(str, inputs), "-o", str(output), "--no-blocks"]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None and not (part.exists() and part.stat().st_size > _WRITTEN_BYTES):
            time.sleep(0.01)
        run.kill()
    return part.stat().st_size if part.exists() else 0


def news(folder: Path) -> Iterator[str]:
    """A news site learned, saved, used on a new page, and watched for drift."""
    pages, new, site = folder / "pages", folder / "new", folder / "site.json"
    shutil.copytree(SITES / "news-en", pages)
    new.mkdir()
    for path in sorted(pages.glob("*.html"))[:2]:
        path.rename(new / path.name)
    yield honbun("learn", pages, "-o", site).stderr.strip()
    found = json.loads(honbun("extract", sorted(new.iterdir())[0], "--site", site, "-f", "json").stdout)
    promise(found["title"] and found["date"] and found["text"], "a new page gave no title, date or text")
    yield f"new page: {found['title']} ({found['date']}), {len(found['text']):,} characters"
    yield "new pages: " + honbun("drift", site, new).stdout.strip()
    yield "after a redesign: " + honbun("drift", site, SITES / "blog", code=1).stdout.strip()
    warned = honbun("extract", SITES / "blog", "--site", site).stderr
    promise("do not fit the saved site" in warned, "a profile that does not fit is used without a word")
    honbun("learn", new, "--site", site, "-o", site)
    yield "the site learned its new pages into the same file"


def forum(folder: Path) -> Iterator[str]:
    """The threads of a forum as rows in pandas."""
    if not _has("pandas", "pyarrow"):
        yield "left out: pandas is not installed (pip install pandas pyarrow)"
        return
    import pandas as pd

    file = folder / "posts.parquet"
    yield honbun("posts", SITES / "board", "-o", file).stderr.strip()
    frame = pd.read_parquet(file)
    promise({"author", "date", "text", "key", "thread_title"} <= set(frame.columns), "columns are missing")
    dates = pd.to_datetime(frame["date"])
    promise(dates.notna().all() and frame["author"].notna().all(), "a post has no author or date")
    promise(not frame.duplicated(["source", "key"]).any(), "two posts of a page have one key")
    threads = frame.groupby("thread_title").size()
    yield f"{len(frame)} posts of {len(threads)} threads, {dates.min():%Y-%m-%d} to {dates.max():%Y-%m-%d}"


def series(folder: Path) -> Iterator[str]:
    """A series of pages as a table in SQLite, searched and looked at in Datasette."""
    file = folder / "syllabus.db"
    yield honbun("fields", SITES / "syllabus", "--labelled", "-o", file).stderr.strip()
    database = sqlite3.connect(file)
    try:
        count, points = database.execute('SELECT count(*), sum("単位数 (number)") FROM rows').fetchone()
        ((cell,),) = database.execute("SELECT xpath FROM cells WHERE \"column\" = '科目名' LIMIT 1").fetchall()
        (found,) = database.execute("SELECT count(*) FROM rows_fts WHERE rows_fts MATCH '断面観察'").fetchone()
    finally:
        database.close()
    promise(count == 10 and points and cell.startswith("/") and found, "the table cannot be summed or searched")
    yield f"{count} rows, {points:g} credits in all, {found} found by a word, each cell with its address"
    if not _has("datasette"):
        yield "left out: Datasette is not installed (pip install datasette)"
        return
    shown, by_word, cells = (
        _datasette(file, path) for path in ("rows.json", f"rows.json?_search={quote('断面観察')}", "cells.json")
    )
    promise(len(shown) == count and len(by_word) == found, "Datasette shows other rows")
    names = list(shown[0])
    beside = names[names.index("単位数") + 1]
    promise(names[0] == "id" and beside == "単位数 (number)", "keys or numbers are not where they belong")
    promise([cell["row"] for cell in cells[:2]] == [1, 1], "cells do not go row by row")
    yield f"Datasette shows {len(shown)} rows, {len(by_word)} by a word, and where each cell stands"


def _datasette(file: Path, path: str) -> list[dict[str, Any]]:
    """The rows that a page of Datasette has."""
    address = f"/{file.stem}/{path}{'&' if '?' in path else '?'}_shape=array"
    asked = [sys.executable, "-m", "datasette", str(file), "--get", address]
    shown: list[dict[str, Any]] = json.loads(
        subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    )
    return shown


def labels(folder: Path) -> Iterator[str]:
    """A model from labels of one's own, compared with the shipped one."""
    if not _has("catboost"):
        yield "left out: catboost is not installed (pip install 'honbun[train]')"
        return
    model = folder / "mine.npz"
    gold = [GOLD / f"{name}.jsonl" for name in ("blog", "news-en", "news-ja")]
    trained = honbun("train", *gold, "-o", model, "--folds", "2", "--trees", "20")
    promise("the shipped model on all pages" in trained.stdout, "nothing to compare with was printed")
    promise("are few to learn from" in trained.stderr, "too few pages are learned from without a word")
    yield from (line.strip("| ").replace(" | ", ": ") for line in trained.stdout.splitlines()[2:4])
    compared = honbun("evaluate", gold[1], "--model", model).stdout
    rows = [" ".join(line.split()) for line in compared.splitlines() if line.strip().startswith("honbun")]
    promise(len(rows) == 2, "the two models are not beside each other")
    yield from rows


def studio(folder: Path) -> Iterator[str]:
    """explain, serve and annotate, in Chromium if there is one."""
    explained = folder / "explained"
    honbun("explain", SITES / "blog", "-o", f"{explained}/")
    files = sorted(explained.iterdir())
    promise(files and all("<script" in path.read_text("utf-8") for path in files), "nothing is explained")
    yield f"{len(files)} pages explained"
    if not _has("uvicorn", "fastapi"):
        yield "left out: the server is not installed (pip install 'honbun[studio]')"
        return
    html = decode(sorted((SITES / "blog").glob("*.html"))[0].read_bytes()).text
    with _serving("serve", "--port", "0") as address, _browser() as browser:
        asked = Request(f"{address}/extract", json.dumps({"html": html}).encode())
        asked.add_header("Content-Type", "application/json")
        with urlopen(asked, timeout=60) as answer:
            promise(json.load(answer)["text"], "the server finds no text")
        yield "the server answers"
        if browser is None:
            yield "left out: no Chromium, or no Playwright to drive it"
            return
        _look(browser, files[0].as_uri())
        _look(browser, address)
        yield "explain and the first screen of serve open in Chromium without a fault"
    words = ("annotate", SITES / "blog", "--corpus", folder / "corpus.jsonl", "--port", "0")
    with _serving(*words) as address, _browser() as browser:
        _look(browser, f"{address}/?annotator=ann")
        yield "annotate opens in Chromium without a fault"


@contextmanager
def _serving(*words: str | Path) -> Iterator[str]:
    """The address of a server, which ends afterwards."""
    with subprocess.Popen([*COMMAND, *map(str, words)], stderr=subprocess.PIPE, text=True) as server:
        try:
            said = iter(server.stderr or ())
            yield next(found[0] for line in said if (found := re.search(r"http://[^\s,]+", line)))
        finally:
            server.send_signal(signal.SIGINT)


@contextmanager
def _browser() -> Iterator[Any]:
    """The system's Chromium; None if there is none, or nothing to drive it with."""
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None or not _has("playwright"):
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _look(browser: Any, address: str) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    promise(not faults and page.inner_text("body").strip(), f"{address}: {faults or 'nothing is shown'}")
    page.close()


_NOTEBOOK = """
import honbun, pathlib
paths = sorted(pathlib.Path({folder!r}).glob("*.html"))
pages = [(f"https://board.example/{{path.stem}}", path.read_bytes()) for path in paths]
doc, site = honbun.extract(pages[0][1]), honbun.Site.learn(pages)
thread, table = site.posts(pages[0][1]), honbun.fields(pages)
shown = [doc, doc.blocks, doc.blocks[0], thread, thread[0], table, site]
assert all(len(repr(each)) < 200 for each in shown), [len(repr(each)) for each in shown]
assert all(each._repr_html_().startswith("<table>") for each in shown)
assert "<script" not in "".join(each._repr_html_() for each in shown)
frames = [table.to_pandas(), thread.to_pandas()] if {has_pandas} else [table, thread]
rows = " and ".join(str(len(each)) for each in frames)
pathlib.Path({note!r}).write_text(f"{{len(shown)}} results show themselves; tables of {{rows}} rows")
"""


def notebook(folder: Path) -> Iterator[str]:
    """Results as a notebook shows them; the library itself says nothing."""
    note = folder / "note"
    has_pandas = _has("pandas", "pyarrow")
    code = _NOTEBOOK.format(folder=str(SITES / "board"), note=str(note), has_pandas=has_pandas)
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    promise(done.returncode == 0, done.stderr[-500:])
    promise(not done.stdout and not done.stderr, f"the library says {done.stdout + done.stderr!r}")
    yield note.read_text("utf-8")


# What is typed, the exit code, and a part of the one line that is said of it.
MISTAKES: tuple[tuple[str, int, str], ...] = (
    ("nofile.html", 2, "no such file or folder; check the spelling"),
    ("nofile.html -o kept.jsonl", 2, "no such file or folder"),
    ("no*.html", 2, "nothing matches this pattern"),
    ("lern page.html", 2, "did you mean 'learn'?"),
    ("help", 2, "did you mean '--help'?"),
    ("frobnicate", 2, "known: annotate, crawl"),
    ("page.html --favor precision", 2, "'--favour'"),
    ("page.html --qqq", 2, "known: --urls"),
    ("page.html -f docx", 2, "known: csv, html, json"),
    ("page.html -o page.xlsx", 2, "no format has this ending"),
    ("page.html -o page.html", 2, "is also read from"),
    ("learn page.html -o page.html", 2, "is also read from"),
    ("learn page.html", 2, "Missing option '-o'"),
    ("page.html -o nowhere/out.txt", 2, "cannot be written: No such file or directory"),
    ("page.html -o /dev/full", 2, "cannot be written: No space left on device"),
    ("empty", 2, "there is no page in it"),
    ("binary.html", 2, "it is binary data"),
    ("page.html --site page.html", 2, "not a site profile"),
    ("page.html --model page.html", 2, "not a model"),
    ("page.html --jobs 0", 2, "0 is not in the range"),
    ("page.html --since yesterday", 2, "write it as 2026-11-17"),
    ("page.html --language xx", 2, "no such language"),
    ("page.html --exclude (", 2, "not a regular expression"),
    ("page.html -o out.txt --resume", 2, "cannot be resumed into this"),
    ("fields page.html --select price", 2, "no such column"),
    ("posts page.html --alone --site s.json", 2, "exclude each other"),
    ("evaluate nowhere.jsonl", 2, "no such corpus"),
    ("paper nodse page.html", 2, "Known: element-identifiers"),
    ("http://127.0.0.1:9/", 2, "--allow-private fetches it"),
    ("crawl page.html -o pages.warc.gz", 2, "not an address of http or https"),
)


def mistakes(folder: Path) -> Iterator[str]:
    """Wrong usages: each ends with its exit code, says one line, and harms nothing."""
    shutil.copy(SITES / "news-en" / "night-ferry-returns.html", folder / "page.html")
    (folder / "kept.jsonl").write_text("what was there\n")
    (folder / "empty").mkdir()
    (folder / "binary.html").write_bytes(bytes(range(256)) * 20)
    before = _contents(folder)
    for typed, code, part in MISTAKES:
        said = honbun(*typed.split(), code=code, folder=folder)
        lines = said.stderr.splitlines()
        promise(len(lines) == 1 and lines[0].startswith("honbun: "), f"{typed}: not one line: {said.stderr}")
        promise(part in lines[0], f"{typed}: {lines[0]}")
        promise(not said.stdout and _contents(folder) == before, f"{typed}: something was written")
    yield f"{len(MISTAKES)} mistakes, each with one line and its exit code; no file was touched"
    asked = [*COMMAND, str(SITES / "news-en"), "-f", "jsonl", "-q"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        said_last = run.stderr.read()
    promise((run.returncode, said_last) == (0, b""), f"a closed pipe: {run.returncode}, {said_last!r}")
    yield "a reader that closes the pipe ends it quietly"


def _contents(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def _has(*packages: str) -> bool:
    return all(find_spec(package) is not None for package in packages)


JOBS: tuple[Callable[[Path], Iterator[str]], ...] = (
    corpus,
    news,
    forum,
    series,
    labels,
    studio,
    notebook,
    mistakes,
)


def main(names: list[str]) -> int:
    """Do the jobs of these names, or all; 1 if one broke a promise."""
    known = {job.__name__: job for job in JOBS}
    if unknown := [name for name in names if name not in known]:
        print(f"no such job: {', '.join(unknown)}; known: {', '.join(known)}")
        return 2
    failed = []
    for name in names or known:
        print(f"{name}: {(known[name].__doc__ or '').splitlines()[0]}", flush=True)
        try:
            with tempfile.TemporaryDirectory() as folder:
                for line in known[name](Path(folder)):
                    print(f"    {line}", flush=True)
            print("    done", flush=True)
        except BrokenPromiseError as broken:
            failed.append(name)
            print(f"    FAILED: {broken}", flush=True)
    print(f"failed: {', '.join(failed)}" if failed else "all done")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
