"""`honbun crawl` against sites on loopback, in processes of their own, some of which are killed."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest
from robot_sites import COMMAND, HTML, Answer, article, crawl, honbun, link, serve, written

pytest.importorskip("scrapy")

# `make patrol-check` kills more often.
KILLS = int(os.environ.get("HONBUN_KILLS", "4"))
PAGES = 15 * KILLS


def series(pages: int = PAGES) -> dict[str, Answer]:
    """Pages that lead to each other, all of them from the first."""
    found = {
        f"/{number}.html": article(
            number, link(f"/{(number * 2 + 1) % pages}.html", f"/{(number * 2 + 2) % pages}.html", "/picture.png")
        )
        for number in range(pages)
    }
    return found | {"/": Answer(link("/0.html"))}


def test_every_page_once_though_killed_again_and_again(tmp_path: Path) -> None:
    output, state = tmp_path / "pages.warc.gz", tmp_path / "state"
    chance = random.Random(21)
    with serve(series()) as local:
        for answer in local.answers.values():
            answer.seconds = 0.05
        words = ["crawl", f"{local.base}/", "-o", str(output), "--state", str(state), "--allow-private"]
        kills = 0
        while kills < KILLS:
            with subprocess.Popen([*COMMAND, *words, "--delay", "0"], stderr=subprocess.DEVNULL) as process:
                asked = len(local.asked)
                while process.poll() is None and len(local.asked) < asked + chance.randint(3, 12):
                    try:
                        process.wait(0.02)
                    except subprocess.TimeoutExpired:
                        continue
                process.send_signal(signal.SIGKILL)
            kills += 1
        said = crawl(local, output, "--state", str(state))
    found = written(output)
    assert len(found) == len(set(found))
    assert set(found) == {*(f"/{number}.html" for number in range(PAGES)), "/"}
    assert f"{PAGES + 1} pages" in said
    assert "/picture.png" not in local.paths


def test_what_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    output, state = tmp_path / "pages.warc", tmp_path / "state"
    site = {f"/{number}": article(number, link("/0", "/1", "/2", "/3")) for number in range(4)}
    site["/1"].headers["ETag"] = '"one"'
    with serve(site) as local:
        crawl(local, output, "--state", str(state), start="/0")
        first = written(output)
        site["/3"] = article(33, link("/0", "/4"))
        site["/4"] = article(4)
        said = crawl(local, output, "--state", str(state), start="/0")
        assert [headers.get("if-none-match") for path, headers in local.asked if path == "/1"] == [None, '"one"']
    assert sorted(first) == ["/0", "/1", "/2", "/3"]
    assert sorted(written(output)) == sorted([*first, "/3", "/4"])
    assert "2 pages" in said
    assert "3 unchanged" in said


def test_faults_are_named_and_do_not_stop_the_others(tmp_path: Path) -> None:
    site = {
        "/": Answer(link("/a", "/500", "/round", "/half", "/picture", "/private", "/twin", "/no/way", "/moved")),
        "/a": article(1),
        "/twin": article(1),
        "/500": Answer("x", status=500),
        "/round": Answer(status=302, headers={"Location": "/back"}),
        "/back": Answer(status=302, headers={"Location": "/round"}),
        "/half": Answer("<p>half", headers={"Content-Length": "500"}),
        "/picture": Answer(b"\x89PNG\r\n\x1a\n", "image/png"),
        "/moved": Answer(status=301, headers={"Location": "/new"}),
        "/new": article(2),
        "/robots.txt": Answer("User-agent: *\nDisallow: /no\nSitemap: /sitemap.xml", "text/plain"),
    }
    with serve(site) as local:
        base = local.base
        site["/robots.txt"].body = f"User-agent: *\nDisallow: /no\nSitemap: {base}/sitemap.xml"
        site["/sitemap.xml"] = Answer(
            f"<urlset><url><loc>{base}/only-listed</loc></url></urlset>", "application/xml"
        )
        site["/only-listed"] = article(5)
        said = crawl(local, tmp_path / "a.warc.gz")
    assert sorted(written(tmp_path / "a.warc.gz")) in (
        ["/", "/a", "/new", "/only-listed"],
        ["/", "/new", "/only-listed", "/twin"],
    )
    for reason in (
        "1 refused (HTTP 500)",
        "1 refused (redirects in a circle)",
        "1 refused (cut short)",
        "1 refused (not HTML)",
        "1 refused (HTTP 404)",
        "1 refused (same words as another page)",
        "1 refused (forbidden by robots.txt)",
        "2 moved",
        "1 feed or sitemap",
    ):
        assert reason in said, reason
    assert "/no/way" not in local.paths


def test_limits_and_patterns(tmp_path: Path) -> None:
    site = {"/": Answer(link("/a/1", "/b/1", "https://other.example/"))}
    site |= {f"/{part}/{n}": article(n, link(f"/{part}/{n + 1}")) for part in "ab" for n in range(1, 9)}
    with serve(site) as local:
        crawl(local, tmp_path / "deep.warc", "--depth", "2")
        crawl(local, tmp_path / "few.warc", "--max-pages", "3")
        crawl(local, tmp_path / "a.warc", "--include", "/a/", "--exclude", "/5$")
    assert sorted(written(tmp_path / "deep.warc")) == ["/", "/a/1", "/a/2", "/b/1", "/b/2"]
    assert len(written(tmp_path / "few.warc")) == 3
    assert sorted(written(tmp_path / "a.warc")) == ["/", "/a/1", "/a/2", "/a/3", "/a/4"]


def thread(number: int, page: int, pages: int) -> Answer:
    posts = "".join(
        f"<div class=post><b class=author>User {n % 5}</b> <span class=date>2024-05-{n + 1:02} 10:00</span>"
        f"<div class=body>Thread {number} page {page} post {n}: the ferry of harbour {number * n} was late.</div>"
        "</div>"
        for n in range(6)
    )
    pager = f'<div class=pager><a href="/thread/{number}/page/{page + 1}">Next</a></div>' if page < pages else ""
    topic = f'<a rel=nofollow href="/thread/{number + 1}">Next topic</a>'
    return Answer(f"<title>Thread {number}</title><h1>Thread {number}</h1>{posts}{pager}{topic}")


def test_threads_are_followed_over_their_pages(tmp_path: Path) -> None:
    site = {f"/thread/{n}/page/{page}": thread(n, page, 4) for n in (1001, 1002) for page in (1, 2, 3, 4)}
    site["/"] = Answer(link("/thread/1001/page/1"))
    with serve(site) as local:
        # Its further pages are no further away, but the next topic is.
        crawl(local, tmp_path / "t.warc", "--depth", "1")
    assert sorted(written(tmp_path / "t.warc")) == ["/", *(f"/thread/1001/page/{page}" for page in (1, 2, 3, 4))]


def test_pages_like_an_example_are_gathered(tmp_path: Path) -> None:
    def offer(number: int) -> Answer:
        rows = "".join(
            f"<tr><th class=label{n}>Field {n}</th><td class=value{n}>Value {n * number}</td></tr>"
            for n in range(9)
        )
        return Answer(f"<div id=shop><h1 class=name>Offer {number}</h1><table>{rows}</table></div>{link('/list')}")

    site = {f"/offer/{number}": offer(number) for number in range(1, 9)}
    site["/list"] = Answer(
        "<ol>" + "".join(f'<li><a href="/offer/{n}">{n}</a></li>' for n in range(1, 9)) + "</ol>"
    )
    site["/list"].body += link("/about", "/news")
    site |= {"/about": article(1), "/news": article(2)}
    with serve(site) as local:
        said = crawl(local, tmp_path / "offers.warc", "--like", start="/offer/3")
    assert sorted(written(tmp_path / "offers.warc")) == [f"/offer/{number}" for number in range(1, 9)]
    assert "3 refused (another template)" in said


def test_pages_that_state_one_address_are_one(tmp_path: Path) -> None:
    def shown(manner: str) -> Answer:
        page = article(1, lines=60)
        own = '<link rel=canonical href="/story">'
        return Answer(f"<head>{own}</head>{page.body}<footer>shown as {manner}</footer>", HTML)

    views = ("/story", "/story?view=print&x=1", "/story?view=print&utm_source=z&x=1")
    site = {view: shown(view) for view in views}
    site["/story?view=2"] = Answer(f'<link rel=canonical href="/story">{article(9).body}')
    with serve(site | {"/": Answer(link(*site))}) as local:
        said = crawl(local, tmp_path / "a.warc")
    assert len(written(tmp_path / "a.warc")) == 3
    assert "1 refused (nearly the same as another page)" in said
    assert "/story?view=print&utm_source=z&x=1" not in local.paths


def test_a_delay_that_the_host_asks_for_is_kept(tmp_path: Path) -> None:
    site = {"/": Answer(link("/1", "/2")), "/1": article(1), "/2": article(2)}
    site["/robots.txt"] = Answer("User-agent: *\nCrawl-delay: 0.6", "text/plain")
    with serve(site) as local:
        said = crawl(local, tmp_path / "a.warc")
    assert len(written(tmp_path / "a.warc")) == 3
    rate = float(said.split(" pages/s")[0].rpartition(" ")[2])
    # Two waits for three pages.
    assert rate < 3 / 1.2


def test_wrong_states_and_outputs_are_told_and_nothing_changes(tmp_path: Path) -> None:
    there = tmp_path / "there.warc"
    there.write_bytes(b"precious")
    url = "http://127.0.0.1:9/"
    assert "is there already" in honbun("crawl", url, "-o", str(there), code=2)[1]
    assert there.read_bytes() == b"precious"
    state = tmp_path / "state"
    state.mkdir()
    (state / "crawl.sqlite").write_bytes(b"no database at all, but long enough to be looked at" * 30)
    words = ["-o", str(tmp_path / "new.warc"), "--state", str(state)]
    assert "is no state of a crawl" in honbun("crawl", url, *words, code=2)[1]
    (state / "crawl.sqlite").unlink()
    with sqlite3.connect(state / "crawl.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert "is of version 99" in honbun("crawl", url, *words, code=2)[1]
    assert "not an address" in honbun("crawl", "page.html", *words, code=2)[1]
    assert "no regular expression" in honbun("crawl", url, *words, "--include", "(", code=2)[1]


def test_a_crawl_that_may_not_begin_says_how_and_leaves_no_file(tmp_path: Path) -> None:
    output = tmp_path / "none.warc"
    said = honbun("crawl", "http://127.0.0.1:9/", "-o", str(output), code=2)[1]
    assert "1 refused (private address); --allow-private fetches them" in said
    assert not output.exists()
