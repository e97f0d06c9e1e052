"""`honbun serve`: every endpoint says what the library says, and what must not be answered is refused."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import honbun
from honbun.errors import InputError
from honbun.studio.html_file import policy
from honbun.studio.server.guard import (
    HEADERS,
    MAX_CLIENTS,
    Rates,
    Refused,
    ServeOptions,
    check_host,
    check_origin,
)
from honbun.studio.server.work import NotDoneError, Task, Work
from studio_pages import HOSTILE, THREAD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytest.importorskip("fastapi", reason="no fastapi: pip install 'honbun[studio]'")
from fastapi.openapi.models import OpenAPI
from fastapi.testclient import TestClient

from honbun.studio.server.app import create_app

SITE = sorted((Path(__file__).parents[2] / "examples" / "sites" / "news-en").glob("*.html"))
PAGES = [(f"https://news.example/{path.stem}", path.read_text("utf-8")) for path in SITE[:6]]
ARTICLE = PAGES[0][1]
LIST = "<h1>Results</h1><ul>" + "".join(
    f"<li><a href='/{i}'>Result {i} of the search</a> <span>{i * 7} pages</span><p>What it is about: {i}.</p>"
    for i in range(12)
)
URL = "https://news.example/a"
SIBLINGS = [{"url": url, "html": html} for url, html in PAGES[1:]]


def client(options: ServeOptions | None = None, run: Callable[[Task], bytes] | None = None) -> TestClient:
    options = options or ServeOptions()
    app = create_app(options, run or Work(options.site, options.max_bytes, options.time_limit))
    return TestClient(app, base_url="http://localhost:8080")


@pytest.fixture(scope="module")
def usual() -> Iterator[TestClient]:
    with client() as made:
        yield made


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("html", [ARTICLE, THREAD, HOSTILE, "", "\x00", "<p>本文"])
def test_extract_and_explain_say_what_the_library_says(usual: TestClient, html: str) -> None:
    asked = {"html": html, "url": URL}
    assert usual.post("/extract", json=asked).json() == plain(honbun.extract(html, URL).to_dict())
    explained = usual.post("/explain", json=asked)
    assert explained.headers["content-type"] == "text/html; charset=utf-8"
    assert explained.text == honbun.explain(html, URL)
    assert explained.headers["content-security-policy"] == f"{policy()}; frame-ancestors 'none'"
    assert "script-src 'sha256-" in policy()


def test_posts_records_and_fields_say_what_the_library_says(usual: TestClient) -> None:
    for siblings in ([], SIBLINGS):
        pairs = [(page["url"], page["html"]) for page in siblings]
        posts = usual.post("/posts", json={"html": THREAD, "url": URL, "siblings": siblings}).json()
        assert posts == plain(honbun.posts(THREAD, URL, siblings=pairs).to_dict())
        records = usual.post("/records", json={"html": LIST, "url": URL, "siblings": siblings}).json()
        assert records == plain(honbun.records(LIST, URL, siblings=pairs).to_dict())
        explained = usual.post("/explain", json={"html": ARTICLE, "url": URL, "siblings": siblings}).text
        assert explained == honbun.explain(ARTICLE, URL, siblings=pairs)
    fields = usual.post("/fields", json={"pages": SIBLINGS}).json()
    assert fields == plain(honbun.fields(PAGES[1:]).to_dict())
    assert posts["posts"]
    assert fields["columns"]


def test_a_site_is_used() -> None:
    site = honbun.Site.learn([*PAGES, (None, THREAD)])
    with_site = client(ServeOptions(site=site))
    together = honbun.explain(ARTICLE, PAGES[0][0], site=site, siblings=PAGES[1:])
    asked_too = {"html": ARTICLE, "url": PAGES[0][0], "siblings": SIBLINGS}
    assert with_site.post("/explain", json=asked_too).text == together
    assert with_site.post("/records", json={"html": LIST}).json() == plain(honbun.records(LIST).to_dict())
    assert with_site.post("/fields", json={"pages": SIBLINGS}).json() == plain(honbun.fields(PAGES[1:]).to_dict())
    asked = {"html": ARTICLE, "url": PAGES[0][0]}
    assert with_site.post("/extract", json=asked).json() == plain(site.extract(ARTICLE, PAGES[0][0]).to_dict())
    assert with_site.post("/posts", json={"html": THREAD}).json() == plain(site.posts(THREAD).to_dict())
    assert with_site.post("/explain", json=asked).text == honbun.explain(ARTICLE, PAGES[0][0], site=site)


def test_facts_with_lone_surrogates_are_sent(usual: TestClient) -> None:
    html = '<script type="application/ld+json">{"@type": "Article", "headline": "a \\ud800 b"}</script><p>Text'
    answer = usual.post("/extract", json={"html": html})
    assert answer.status_code == 200
    assert answer.json() == plain(honbun.extract(html).to_dict())


def test_health_and_openapi(usual: TestClient) -> None:
    assert usual.get("/health").json() == {"version": honbun.__version__}
    schema = usual.get("/openapi.json").json()
    OpenAPI.model_validate(schema)
    assert set(schema["paths"]) == {"/extract", "/posts", "/records", "/fields", "/explain", "/health"}
    for path in ("/extract", "/posts", "/explain", "/records", "/fields"):
        assert "--site" in schema["paths"][path]["post"]["description"]
    known = schema["components"]["schemas"]
    references = [part.partition('"')[0] for part in json.dumps(schema).split('"#/components/schemas/')[1:]]
    assert set(references) <= set(known)
    assert "HTTPValidationError" not in known
    # Pages that would load scripts from elsewhere.
    assert usual.get("/docs").status_code == usual.get("/redoc").status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("/extract", b"{", 400, "no JSON"),
        ("/extract", b"[" * 200_000, 400, ""),
        ("/extract", b"\xff", 400, ""),
        ("/extract", b"[]", 422, "body"),
        ("/extract", b"", 422, "body"),
        ("/extract", b"{}", 422, "there is no html"),
        ("/extract", b'{"html": 3}', 422, "html"),
        ("/extract", b'{"htm": "secret"}', 422, "htm"),
        ("/posts", b'{"html": "", "siblings": [{"url": "a"}]}', 422, "siblings.0.html"),
        ("/fields", b'{"pages": "secret"}', 422, "pages"),
        ("/nothing", b"{}", 404, ""),
        ("/health", b"{}", 405, ""),
    ],
)
def test_mistakes_are_told(usual: TestClient, path: str, body: bytes, status: int, said: str) -> None:
    answer = usual.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "advice"}
    assert said in answer.json()["error"]
    assert "secret" not in answer.text
    assert all(answer.headers[name] == value for name, value in HEADERS.items())


def test_a_body_must_be_called_json(usual: TestClient) -> None:
    # What a form of another site can send without asking first.
    answer = usual.post("/extract", content=b'{"html": ""}', headers={"content-type": "text/plain"})
    assert answer.status_code == 415


@pytest.mark.parametrize("path", ["/health", "/openapi.json", "/nothing"])
def test_every_answer_has_the_headers(usual: TestClient, path: str) -> None:
    headers = usual.get(path).headers
    assert all(headers[name] == value for name, value in HEADERS.items())
    assert not [name for name in headers if name.startswith("access-control")]


def test_size_is_limited() -> None:
    small = client(ServeOptions(max_bytes=100))
    assert small.post("/extract", json={"html": "x" * 50}).status_code == 200
    whole = small.post("/extract", json={"html": "x" * 100})
    # Without a length that could be believed.
    headers = {"content-type": "application/json"}
    parts = small.post("/extract", content=iter([b'{"html": "', b"x" * 60, b"x" * 60]), headers=headers)
    for answer in (whole, parts):
        assert answer.status_code == 413
        assert "--max-bytes" in answer.json()["advice"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_rate_is_limited() -> None:
    slow = client(ServeOptions(rate=2))
    assert [slow.get("/health").status_code for _ in range(3)] == [200, 200, 429]
    refused = slow.get("/health")
    assert 1 <= int(refused.headers["retry-after"]) <= 30
    assert "--rate" in refused.json()["advice"]
    free = client(ServeOptions(rate=0))
    assert {free.get("/health").status_code for _ in range(20)} == {200}


def test_rates_recover_and_are_counted_by_client() -> None:
    now = [0.0]
    rates = Rates(60, lambda: now[0])
    for _ in range(60):
        rates.check("2001:db8::1")
    with pytest.raises(Refused) as refused:
        rates.check("2001:db8::2")
    assert refused.value.headers == {"retry-after": "1"}
    rates.check("2001:db8:0:1::1")
    rates.check("192.0.2.1")
    now[0] = 1.0
    rates.check("2001:db8::1")
    for i in range(MAX_CLIENTS + 10):
        rates.check(f"client {i}")
    assert len(rates._left) == MAX_CLIENTS


def test_work_that_is_not_done_and_work_that_is_refused_say_so() -> None:
    def late(_: Task) -> bytes:
        raise NotDoneError("took more than 1 s", advice="send less")

    def refusing(_: Task) -> bytes:
        raise InputError("no such host", "http://a.example/", "send html")

    answer = client(run=late).post("/extract", json={"html": ""})
    assert (answer.status_code, answer.json()) == (503, {"error": "took more than 1 s", "advice": "send less"})
    answer = client(run=refusing).post("/extract", json={"html": ""})
    assert answer.status_code == 422
    assert answer.json() == {"error": "http://a.example/: no such host", "advice": "send html"}


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "box", "Box:80"]
)
def test_own_names_are_answered(host: str) -> None:
    check_host(host, "box")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.0.2.1",
        "[",
    ],
)
def test_other_names_are_refused(usual: TestClient, host: str) -> None:
    with pytest.raises(Refused):
        check_host(host, "127.0.0.1")
    with pytest.raises(Refused):
        check_host(host if host != "192.0.2.1" else "box", "0.0.0.0")
    assert usual.get("/health", headers={"host": host}).status_code == 403


def test_bound_to_all_addresses_any_address_is_answered() -> None:
    check_host("192.0.2.1:8080", "0.0.0.0")
    check_host("[2001:db8::1]:8080", "::")


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://localhost:3000", "http://localhost", "http://localhost:8080."],
)
def test_pages_of_other_sites_are_refused(usual: TestClient, origin: str) -> None:
    asked = {"html": "<p>a"}
    for answer in (
        usual.post("/extract", json=asked, headers={"origin": origin}),
        usual.options("/extract", headers={"origin": origin, "access-control-request-method": "POST"}),
    ):
        assert answer.status_code == 403
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_own_origin_is_answered() -> None:
    check_origin(None, "localhost:8080")
    check_origin("http://localhost:8080", "localhost:8080")


def test_nothing_is_fetched_unless_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[str] = []
    monkeypatch.setattr("honbun.studio.server.work.fetch", lambda url, **_: fetched.append(url))
    for path in ("/extract", "/posts", "/records", "/explain"):
        answer = client().post(path, json={"url": "http://news.example/"})
        assert answer.status_code == 422
        assert "--allow-fetch" in answer.json()["advice"]
    allowed = client(ServeOptions(allow_fetch=True))
    assert allowed.post("/extract", json={"url": "http://news.example/", "html": ""}).status_code == 200
    assert allowed.post("/extract", json={}).status_code == 422
    assert allowed.post("/fields", json={"pages": [{"url": "http://news.example/"}]}).status_code == 422
    assert fetched == []


def test_private_addresses_are_refused_over_http() -> None:
    allowed = client(ServeOptions(allow_fetch=True))
    answer = allowed.post("/extract", json={"url": "http://169.254.169.254/latest/meta-data/"})
    assert answer.status_code == 422
    assert "private address" in answer.json()["error"]


def test_an_explained_page_works_under_the_policy_of_its_answer(usual: TestClient, browser: Browser) -> None:
    answer = usual.post("/explain", json={"html": HOSTILE, "url": URL})
    asked: list[str] = []

    def fulfil(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=200, headers=dict(answer.headers), body=answer.content)

    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route("**/*", fulfil)
    try:
        page.goto("http://localhost:8080/explain")
        page.keyboard.press("Tab")
        page.locator("#next").click()
        page.locator("#card").wait_for(state="visible", timeout=5000)
        assert page.frame_locator("#page").locator(".b").count() > 3
        assert page.evaluate("window.hit") is None
    finally:
        page.close()
    assert faults == []
    assert asked == ["http://localhost:8080/explain"]


def test_the_first_page_runs_its_own_script_only(usual: TestClient) -> None:
    answer = usual.get("/")
    assert answer.status_code == 200
    script = answer.text.rpartition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = answer.headers["content-security-policy"]
    assert f"'sha256-{digest}'" in allowed
    assert "default-src 'none'" in allowed
    assert "unsafe-inline" not in allowed.partition("script-src")[2].partition(";")[0]
    assert '"fetches": false' in answer.text
    with client(ServeOptions(allow_fetch=True)) as fetching:
        assert '"fetches": true' in fetching.get("/").text


def test_options_of_the_library_are_options_of_the_server(usual: TestClient) -> None:
    asked = {"html": ARTICLE, "favour": "recall", "comments": True, "format": "markdown"}
    document = honbun.extract(ARTICLE, favour="recall", comments=True)
    expected = plain(document.to_dict() | {"markdown": document.markdown()})
    assert usual.post("/extract", json=asked).json() == expected
    assert usual.post("/extract", json={"html": "", "favour": "speed"}).status_code == 422
    assert usual.post("/posts", json={"html": "", "favour": "recall"}).status_code == 422
