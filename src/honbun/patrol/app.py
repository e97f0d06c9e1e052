"""The patrol's page over HTTP: static files, what is known, and verdicts on alerts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict

from honbun.alerts import FEEDS, entry_of_alert, entry_of_post, write_feed
from honbun.memory import Outbox
from honbun.patrol import page
from honbun.studio import App, ServeOptions, guarded_app, words_script

_ABOUT = "Boards that are patrolled, what is new on them, and alerts. The page at / uses these endpoints."
_STATIC = Path(__file__).with_name("static")
_FILES = {"patrol.js": "text/javascript", "patrol.css": "text/css"}
_SHELL = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_MEDIA = {"atom": "application/atom+xml", "json": "application/feed+json"}
_ENTRIES = 100


class Verdict(BaseModel):
    """What a person says of an alert; None takes it back."""

    model_config = ConfigDict(extra="forbid")
    verdict: str | None


def create_app(outbox: Outbox, options: ServeOptions) -> App:
    """The application."""

    def add_endpoints(app: FastAPI) -> None:
        _add_files(app)
        _add_reading(app, outbox)
        _add_ends(app, outbox)

    return guarded_app("honbun patrol", _ABOUT, add_endpoints, options)


def _add_files(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def shell() -> Response:
        return FileResponse(_STATIC / "index.html", headers={"content-security-policy": _SHELL})

    @app.get("/static/{name}", include_in_schema=False)
    def static(name: str) -> Response:
        if name == "words.js":
            return Response(words_script("patrol"), media_type="text/javascript; charset=utf-8")
        if name not in _FILES:
            return Response(status_code=404)
        return FileResponse(_STATIC / name, media_type=_FILES[name])


def _add_reading(app: FastAPI, outbox: Outbox) -> None:
    @app.get("/boards")
    def boards() -> list[dict[str, Any]]:
        """The boards and how they are."""
        return page.boards(outbox)

    @app.get("/stream")
    def stream(board: int = 0, before: int = 0) -> list[dict[str, Any]]:
        """What is new, changed or gone, the latest first."""
        return page.stream(outbox, board, before)

    @app.get("/alerts")
    def alerts(verdict: str = "open", board: int = 0) -> list[dict[str, Any]]:
        """Alerts that are open, confirmed or dismissed."""
        return page.alerts(outbox, verdict, board)

    @app.get("/days")
    def days(board: int = 0, count: int = 30) -> list[dict[str, Any]]:
        """Posts and matches a day."""
        return page.days(outbox, board, min(max(count, 1), 366))

    @app.get("/search")
    def search(words: str, board: int = 0) -> list[dict[str, Any]]:
        """Posts that hold all of these words."""
        return page.search(outbox, words, board)


def _add_ends(app: FastAPI, outbox: Outbox) -> None:
    @app.post("/alerts/{number}")
    def decide(number: int, asked: Verdict) -> dict[str, Any]:
        """Confirm or dismiss an alert."""
        outbox.decide_alert(number, asked.verdict, datetime.now(UTC))
        return {"alert": number, "verdict": asked.verdict}

    @app.get("/labels.jsonl")
    def labels() -> Response:
        """Verdicts as labels, for honbun train --task alerts."""
        lines = "".join(json.dumps(label, ensure_ascii=False) + "\n" for label in page.labels(outbox))
        return Response(lines, media_type="application/x-ndjson; charset=utf-8")

    @app.get("/feed/{what}.{format_}")
    def feed(what: str, format_: str) -> Response:
        """A feed of new posts or of alerts, atom or json."""
        if what not in ("posts", "alerts") or format_ not in FEEDS:
            return Response(status_code=404)
        if what == "alerts":
            entries = [entry_of_alert(alert) for alert in outbox.alerts(most=_ENTRIES, newest=True)]
        else:
            events = outbox.events("events.kind = 'new'", order="events.id DESC", most=_ENTRIES)
            entries = [entry_of_post(event.post) for event in events]
        now = datetime.now(UTC).isoformat(timespec="seconds")
        text = write_feed(entries, f"honbun patrol: {what}", now, format_)
        return Response(text, media_type=f"{_MEDIA[format_]}; charset=utf-8")
