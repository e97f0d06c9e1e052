"""What applications of the studio share: how they are made, and how they say what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from honbun import __version__
from honbun.errors import HonbunError
from honbun.studio.server.guard import Refused
from honbun.studio.server.workers import NotDoneError


class Strict(BaseModel):
    """A misspelled name is an error, not a wish lost in silence."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why there is no result."""

    error: str
    advice: str


_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The body is no JSON."},
    403: {"model": Problem, "description": "The Host or the Origin of the request is another site's."},
    413: {"model": Problem, "description": "The body is too large."},
    415: {"model": Problem, "description": "The body is not called application/json."},
    422: {"model": Problem, "description": "The body is not as described here, or its page cannot be fetched."},
    429: {"model": Problem, "description": "Too many requests a minute; Retry-After says how long to wait."},
    503: {"model": Problem, "description": "It took too long, or too much is under way."},
}


def new_app(title: str, about: str) -> FastAPI:
    """An application without endpoints, which answers every error with a `Problem`."""
    app = FastAPI(
        title=title,
        version=__version__,
        description=about,
        # Their pages load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        responses=_PROBLEMS,
    )
    app.add_exception_handler(RequestValidationError, _not_as_described)
    app.add_exception_handler(HTTPException, _no_such_thing)
    app.add_exception_handler(HonbunError, _no_result)
    app.add_exception_handler(Refused, _refused)
    return app


def _problem(status: int, error: str, advice: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": error, "advice": advice}, status, headers)


def _not_as_described(_: Request, error: Exception) -> Response:
    """The first thing that is wrong with a body. What was sent is not repeated."""
    first = cast(RequestValidationError, error).errors()[0]
    if first["type"] == "json_invalid":
        return _problem(400, "the body is no JSON", 'send an object, such as {"html": "..."}')
    where = ".".join(str(step) for step in first["loc"] if step != "body")
    where = where.encode("ascii", "replace").decode("ascii")[:100]
    return _problem(422, f"{where or 'body'}: {first['msg']}", "see /openapi.json for what is taken")


def _no_such_thing(_: Request, error: Exception) -> Response:
    found = cast(HTTPException, error)
    return _problem(found.status_code, str(found.detail), "see /openapi.json for what there is", found.headers)


def _no_result(_: Request, error: Exception) -> Response:
    found = cast(HonbunError, error)
    said = f"{found.subject}: {found.what}" if found.subject else found.what
    if isinstance(found, NotDoneError):
        return _problem(503, said, found.advice, {"retry-after": "1"})
    return _problem(422, said.encode("utf-8", "replace").decode("utf-8"), found.advice)


def _refused(_: Request, error: Exception) -> Response:
    found = cast(Refused, error)
    return _problem(found.status, found.error, found.advice, found.headers)
