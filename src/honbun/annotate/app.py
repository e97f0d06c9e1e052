"""The web app: static files, pages in a frame in which nothing runs, and the desk over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from honbun.annotate.corpus import SCOPES
from honbun.annotate.desk import Desk
from honbun.annotate.marks import LETTERS
from honbun.annotate.run import Training
from honbun.studio import FRAME_POLICY, App, ServeOptions, guarded_app, words_script

_ABOUT = "Pages to label. The app at / uses these endpoints; so may other programs."
_STATIC = Path(__file__).with_name("static")
_FILES = {"annotate.js": "text/javascript", "frame.js": "text/javascript", "annotate.css": "text/css"}
# The shell runs our files only; the frame runs nothing, whatever is in it, and cannot lead anywhere.
_SHELL = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FRAME = f"{FRAME_POLICY}; sandbox allow-same-origin; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
# No page has more blocks than that; browsers give up long before.
_MAX_BLOCKS = 1_000_000


class By(BaseModel):
    """Who it is. A misspelled name is an error."""

    model_config = ConfigDict(extra="forbid")
    annotator: str


class Labelled(By):
    """Blocks and what they are."""

    blocks: list[int] = Field(max_length=_MAX_BLOCKS)
    label: str = Field(description=f"One of {', '.join(LETTERS)}.")


class Turned(By):
    """A block at which a post or a comment begins, or no longer does."""

    block: int


class Undone(By):
    """A change, by its number, so that asking twice does it once."""

    change: int
    again: bool = False


class Noted(By):
    """What is to be looked at again; "" is nothing."""

    note: str


class Made(By):
    """A label for one's own work."""

    name: str
    scope: str = Field(description=f"One of {', '.join(SCOPES)}.")


class Finished(By):
    """Whether a page is done, and of what kind it is."""

    is_done: bool
    kind: str | None = None


def create_app(desk: Desk, training: Training, options: ServeOptions) -> App:
    """The application."""

    def add_endpoints(app: FastAPI) -> None:
        _add_files(app, desk)
        _add_reading(app, desk)
        _add_changes(app, desk)
        _add_ends(app, desk, training)

    return guarded_app("honbun annotate", _ABOUT, add_endpoints, options)


def _add_files(app: FastAPI, desk: Desk) -> None:
    @app.get("/", include_in_schema=False)
    def shell() -> Response:
        return FileResponse(_STATIC / "index.html", headers={"content-security-policy": _SHELL})

    @app.get("/static/{name}", include_in_schema=False)
    def static(name: str) -> Response:
        if name == "words.js":
            return Response(words_script("annotate"), media_type="text/javascript; charset=utf-8")
        if name not in _FILES:
            return Response(status_code=404)
        return FileResponse(_STATIC / name, media_type=_FILES[name])

    @app.get("/pages/{page}/frame", response_class=HTMLResponse)
    def frame(page: int) -> Response:
        """The page to look at: rebuilt, without anything that runs or loads."""
        return HTMLResponse(desk.frame(page), headers={"content-security-policy": _FRAME})


def _add_reading(app: FastAPI, desk: Desk) -> None:
    @app.get("/queue")
    def queue(annotator: str = "", order: str = "unsure") -> dict[str, Any]:
        """The pages, with how far this annotator has come."""
        return {
            "pages": desk.queue(annotator, order),
            "kinds": desk.kinds(),
            "labels": [asdict(label) for label in desk.store.labels()],
            "corpus": str(desk.corpus),
        }

    @app.get("/pages/{page}")
    def page(page: int, annotator: str) -> dict[str, Any]:
        """A page: what does not change, and the state of this annotator's work on it."""
        stored = desk.store.stored(page)
        return {
            "source": stored.url or stored.source,
            "title": stored.guess.title,
            "sureness": stored.guess.certainty,
            "guess": stored.guess.marks,
            **desk.shown(page),
            "alike": len(desk.alike(page)),
            "state": desk.state(page, annotator),
        }

    @app.get("/pages/{page}/result")
    def result(page: int, annotator: str) -> dict[str, Any]:
        """What the corpus will say of a page."""
        return desk.result(page, annotator)

    @app.get("/agreement")
    def agreement() -> dict[str, Any]:
        """How far annotators agree."""
        return {"rows": [asdict(row) for row in desk.agreement()]}


def _add_changes(app: FastAPI, desk: Desk) -> None:
    @app.post("/pages/{page}/labels")
    def label(page: int, asked: Labelled) -> dict[str, Any]:
        """Say what blocks are."""
        desk.label(page, asked.annotator, asked.blocks, asked.label)
        return desk.state(page, asked.annotator)

    @app.post("/pages/{page}/turn")
    def turn(page: int, asked: Turned) -> dict[str, Any]:
        """Have a post or a comment begin at a block, or no longer."""
        desk.turn(page, asked.annotator, asked.block)
        return desk.state(page, asked.annotator)

    @app.post("/pages/{page}/undo")
    def undo(page: int, asked: Undone) -> dict[str, Any]:
        """Undo a change, or make it again."""
        desk.undo(page, asked.annotator, asked.change, again=asked.again)
        return desk.state(page, asked.annotator)

    @app.post("/pages/{page}/finish")
    def finish(page: int, asked: Finished) -> dict[str, Any]:
        """Say that a page is done, or is not."""
        desk.finish(page, asked.annotator, is_done=asked.is_done, kind=asked.kind)
        return desk.state(page, asked.annotator)

    @app.post("/pages/{page}/skip")
    def skip(page: int, asked: By) -> dict[str, Any]:
        """Put a page aside."""
        desk.skip(page, asked.annotator)
        return desk.state(page, asked.annotator)

    @app.post("/pages/{page}/note")
    def note(page: int, asked: Noted) -> dict[str, Any]:
        """Flag a page with a note."""
        desk.note(page, asked.annotator, asked.note)
        return desk.state(page, asked.annotator)

    @app.post("/labels")
    def make(asked: Made) -> dict[str, Any]:
        """Make a label of one's own: a field of pages, or a column of their records."""
        desk.add_label(asked.name, asked.scope)
        return {"labels": [asdict(label) for label in desk.store.labels()]}

    @app.post("/pages/{page}/carry")
    def carry(page: int, asked: By) -> dict[str, Any]:
        """Carry the labels of a page over to the pages of its template that are not done."""
        return {"changed": desk.carry(page, asked.annotator)}


def _add_ends(app: FastAPI, desk: Desk, training: Training) -> None:
    @app.post("/export")
    def export() -> dict[str, Any]:
        """Write the corpus."""
        return {"pages": desk.export(), "corpus": str(desk.corpus)}

    @app.get("/training")
    def progress() -> dict[str, Any]:
        """How far training is."""
        found = training.progress
        return {"state": found.state, "said": found.output, "model": found.model, "guessed": found.guessed}

    @app.post("/training")
    def train() -> dict[str, Any]:
        """Write the corpus and train on it."""
        training.start()
        return progress()
