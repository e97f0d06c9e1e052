"""Addresses where paths go: pages, feeds, sitemaps and lists, politely, once, and kept as WARC."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from robot_sites import Answer, Local, article, serve

from honbun.cli import main
from honbun.errors import InputError
from honbun.extraction import BatchOptions
from honbun.input import RawPage, Rejected, Rejection, read
from honbun.robot import FetchOptions, WebOptions, open_pages

ROBOTS = Answer("User-agent: *\nDisallow: /2\n", "text/plain")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the place of the one for all tests: this machine may be reached."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        assert address[0] == "127.0.0.1", f"a test tried to reach {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture
def local() -> Iterator[Local]:
    with serve({f"/{number}": article(number) for number in range(4)} | {"/robots.txt": ROBOTS}) as found:
        links = "".join(f"<item><link>{found.base}/{number}</link></item>" for number in (1, 2, 3))
        found.answers["/feed"] = Answer(f"<rss><channel>{links}</channel></rss>", "application/rss+xml")
        found.answers["/index.xml"] = Answer(
            f"<sitemapindex><sitemap><loc>{found.base}/feed</loc></sitemap>"
            f"<sitemap><loc>{found.base}/index.xml</loc></sitemap></sitemapindex>",
            "application/xml",
        )
        yield found


def run(*words: str, text: str = "") -> Any:
    return CliRunner().invoke(main, [*words, "--delay", "0"], input=text, catch_exceptions=False)


def titles(answer: Any) -> list[str]:
    return [json.loads(line)["title"] for line in answer.stdout.splitlines()]


def test_a_page_is_fetched_once_and_as_a_browser_would(local: Local) -> None:
    answer = run("extract", f"{local.base}/2", "-f", "jsonl", "--allow-private")
    assert titles(answer) == ["Page 2"]
    assert local.paths == ["/2"]
    assert local.asked[0][1]["user-agent"].startswith("honbun/")


def test_pages_of_a_feed_obey_robots_txt_and_are_fetched_once(local: Local) -> None:
    answer = run(f"{local.base}/feed", "-f", "jsonl", "--allow-private")
    assert titles(answer) == ["Page 1", None, "Page 3"]
    assert "/2: not fetched, forbidden by robots.txt" in answer.stderr
    assert answer.exit_code == 1
    assert sorted(local.paths) == ["/1", "/3", "/feed", "/robots.txt"]


@pytest.mark.parametrize("verb", ["posts", "records", "fields", "learn", "explain", "template"])
def test_every_verb_takes_addresses(local: Local, verb: str, tmp_path: Path) -> None:
    target = {"learn": ["-o", str(tmp_path / "site.json")], "template": [], "explain": ["-o", f"{tmp_path}/x/"]}
    if verb == "template":
        pytest.importorskip("pydivsufsort")
    run(
        verb,
        f"{local.base}/1",
        f"{local.base}/3",
        "--allow-private",
        *target.get(verb, ["-o", f"{tmp_path}/o.csv"]),
    )
    assert [path for path in local.paths if path != "/robots.txt"] == ["/1", "/3"]


def test_an_index_of_sitemaps_that_names_itself_ends(local: Local) -> None:
    run(f"{local.base}/index.xml", "--allow-private")
    assert sorted(local.paths) == ["/1", "/3", "/feed", "/index.xml", "/robots.txt"]


@pytest.mark.parametrize("is_stdin", [False, True])
def test_a_list_names_addresses(local: Local, is_stdin: bool, tmp_path: Path) -> None:
    lines = f"{local.base}/3\n# not this\n{local.base}/1\n"
    (tmp_path / "list").write_text(lines)
    file = "-" if is_stdin else str(tmp_path / "list")
    answer = run("extract", "--urls", file, "-f", "jsonl", "--allow-private", text=lines if is_stdin else "")
    assert titles(answer) == ["Page 3", "Page 1"]


def test_a_list_of_paths_is_none(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("/etc/passwd\n")
    answer = run("extract", "--urls", str(tmp_path / "list"))
    assert answer.exit_code == 2
    assert "no list of addresses" in answer.stderr


def test_a_run_is_repeated_from_its_warc(local: Local, tmp_path: Path) -> None:
    file = str(tmp_path / "run.warc.gz")
    first = run(f"{local.base}/feed", f"{local.base}/0", "-f", "jsonl", "--allow-private", "--warc", file)
    asked = len(local.asked)
    again = run(file, "-f", "jsonl")
    lines = [json.loads(line) for line in first.stdout.splitlines()]
    repeated = [json.loads(line) for line in again.stdout.splitlines()]
    assert [line["text"] for line in lines if line["url"]] == [line["text"] for line in repeated]
    assert [line["url"] for line in lines if line["url"]] == [line["url"] for line in repeated]
    assert len(local.asked) == asked


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer("x", status=503), "HTTP 503"),
        (Answer(status=302, headers={"Location": "/x"}), "redirects in a circle"),
        (Answer("<p>half", headers={"Content-Length": "500"}), "cut short"),
        (Answer("<p>late", seconds=2.0), "time-out"),
        (Answer("x" * 3000), "too large"),
    ],
)
def test_faults_are_named_and_do_not_stop_the_others(local: Local, answer: Answer, said: str) -> None:
    local.answers["/x"] = answer
    options = WebOptions(fetch=FetchOptions(allow_private=True, timeout=1.0, max_bytes=2000), delay=0)
    with open_pages([f"{local.base}/x", f"{local.base}/1"], BatchOptions(), BytesIO(), web=options) as batch:
        found = list(batch.pages())
    assert isinstance(found[0], Rejected)
    assert found[0].reason is Rejection.NOT_FETCHED
    assert said in found[0].detail
    assert isinstance(found[1], RawPage)


def test_what_is_no_page_is_rejected_as_a_file_would_be(local: Local) -> None:
    local.answers["/x"] = Answer(b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "image/png")
    web = WebOptions(fetch=FetchOptions(allow_private=True))
    with open_pages([f"{local.base}/x"], BatchOptions(), BytesIO(), web=web) as batch:
        assert [found.reason for found in batch.pages() if isinstance(found, Rejected)] == [Rejection.NOT_HTML]


def test_addresses_are_rejected_where_nobody_fetches() -> None:
    [found] = read(["https://a.example/"])
    assert isinstance(found, Rejected)
    assert found.reason is Rejection.NOT_FETCHED


def test_a_warc_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    web = WebOptions(warc=str(tmp_path / "none" / "a.warc"))
    with (
        pytest.raises(InputError, match="cannot be written"),
        open_pages(["https://a.example/"], BatchOptions(), BytesIO(), web=web),
    ):
        pass
