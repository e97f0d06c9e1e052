"""The app over HTTP: what it answers, what it refuses, and what a page in its frame may do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from annotate_desks import desk_of, pages

from honbun.annotate import Desk, GuessOptions
from honbun.annotate.run import Training
from honbun.input.types import RawPage
from honbun.studio import ServeOptions
from studio_pages import HOSTILE

pytest.importorskip("fastapi", reason="no fastapi: pip install 'honbun[studio]'")
from fastapi.testclient import TestClient

from honbun.annotate.app import create_app

ANN = {"annotator": "ann"}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_of(tmp_path, [*pages(), RawPage(HOSTILE.encode())])


@pytest.fixture
def client(desk: Desk) -> Iterator[TestClient]:
    app = create_app(desk, Training(desk, GuessOptions()), ServeOptions(rate=0))
    with TestClient(app, base_url="http://localhost:8080") as made:
        yield made


def marks(client: TestClient, annotator: str = "ann") -> str:
    state: dict[str, Any] = client.get("/pages/1", params={"annotator": annotator}).json()["state"]
    return str(state["marks"])


def test_a_page_is_labelled_from_the_queue_to_the_corpus(client: TestClient, desk: Desk) -> None:
    queue = client.get("/queue", params=ANN).json()
    assert len(queue["pages"]) == 5
    assert "article" in queue["kinds"]
    state = client.post("/pages/1/labels", json={**ANN, "blocks": [0, 1], "label": "post"}).json()
    assert state["marks"].startswith("Pp")
    assert client.post("/pages/1/turn", json={**ANN, "block": 1}).json()["marks"].startswith("PP")
    undone = client.post("/pages/1/undo", json={**ANN, "change": state["undo"] + 1}).json()
    assert undone["marks"].startswith("Pp")
    again = client.post("/pages/1/undo", json={**ANN, "change": undone["redo"], "again": True}).json()
    assert again["marks"].startswith("PP")
    assert [post["text"] for post in client.get("/pages/1/result", params=ANN).json()["posts"]] == [
        "Home",
        "Sport",
    ]
    assert client.post("/pages/1/carry", json=ANN).json()["changed"]
    assert (
        client.post("/pages/1/finish", json={**ANN, "is_done": True, "kind": "forum"}).json()["status"] == "done"
    )
    assert client.get("/agreement").json()["rows"]
    assert client.post("/export").status_code == 415
    assert client.post("/export", json={}).json() == {"pages": 1, "corpus": str(desk.corpus)}
    assert marks(client, "bob") == desk.store.stored(1).guess.marks


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/pages/1/labels", {**ANN, "blocks": [99], "label": "title"}, 422),
        ("/pages/1/labels", {**ANN, "blocks": [0], "label": "junk"}, 422),
        ("/pages/1/labels", {**ANN, "blocks": [0], "label": "title", "more": 1}, 422),
        ("/pages/1/labels", {"annotator": "", "blocks": [0], "label": "title"}, 422),
        ("/pages/99/labels", {**ANN, "blocks": [0], "label": "title"}, 422),
        ("/pages/x/labels", {**ANN, "blocks": [0], "label": "title"}, 422),
        ("/pages/1/turn", {**ANN, "block": -1}, 422),
        ("/training", {}, 422),
    ],
)
def test_what_cannot_be_done_is_refused_with_advice(
    client: TestClient, path: str, body: dict[str, object], status: int
) -> None:
    before = marks(client)
    answer = client.post(path, json=body)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert marks(client) == before


def test_an_undo_that_is_asked_for_twice_is_done_once(client: TestClient) -> None:
    for block in (0, 1):
        state = client.post("/pages/1/labels", json={**ANN, "blocks": [block], "label": "title"}).json()
    for _ in range(2):
        undone = client.post("/pages/1/undo", json={**ANN, "change": state["undo"]}).json()
        assert undone["marks"][:2] == "t-"


def test_other_sites_are_kept_out(client: TestClient) -> None:
    body = {**ANN, "blocks": [0], "label": "title"}
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}):
        assert client.post("/pages/1/labels", json=body, headers=headers).status_code == 403
    assert client.get("/queue", headers={"host": "evil.example"}).status_code == 403


def test_pages_stay_in_a_frame_in_which_nothing_runs(client: TestClient) -> None:
    shell, frame = client.get("/"), client.get("/pages/5/frame")
    assert "default-src 'none'; script-src 'self'" in shell.headers["content-security-policy"]
    assert "unsafe" not in shell.headers["content-security-policy"]
    policy = frame.headers["content-security-policy"]
    assert "sandbox allow-same-origin;" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "<script" not in frame.text
    assert "onerror" not in frame.text.replace("onerror=top.hit=1&gt;", "")
    for name in ("annotate.js", "frame.js", "annotate.css"):
        assert client.get(f"/static/{name}").status_code == 200
    for name in ("index.html", "page.css", "../app.py", "%2e%2e%2fapp.py"):
        assert client.get(f"/static/{name}").status_code == 404
