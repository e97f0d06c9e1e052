"""The endpoints of `honbun serve`, and how any application is made that tells what is wrong in one form.

Imported when a server is started, for it needs FastAPI and pydantic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from honbun import __version__
from honbun.errors import HonbunError, InputError
from honbun.extraction import ExtractOptions
from honbun.studio.html_file import policy
from honbun.studio.server.guard import App, Guard, ServeOptions
from honbun.studio.server.home import home_page, home_policy
from honbun.studio.server.work import NotDoneError, Task

Run = Callable[[Task], bytes]

_ABOUT = "Web pages into text, posts, tables. What comes out is what the Python library gives."


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
    what = f"{found.subject}: {found.what}" if found.subject else found.what
    if isinstance(found, NotDoneError):
        return _problem(503, what, found.advice, {"retry-after": "1"})
    return _problem(422, what.encode("utf-8", "replace").decode("utf-8"), found.advice)


class Page(Strict):
    """A page with its address."""

    html: str
    url: str | None = Field(None, description="A name, for links and dates. It is not fetched.")


class Asked(Strict):
    """A page to work on."""

    html: str | None = Field(None, description="The page. Only a server with --allow-fetch can do without.")
    url: str | None = Field(None, description="Its address: a name, which is fetched only if there is no html.")


class AskedText(Asked):
    """A page to extract, and how."""

    favour: Literal["precision", "recall"] | None = Field(None, description="Rather lose text, or keep too much.")
    comments: bool = Field(False, description="Keep the comments below an article in the text.")
    format: Literal["markdown", "html", "tei"] | None = Field(
        None, description="The answer also has the text in this format, under its name."
    )


class AskedWithSiblings(Asked):
    """A page to work on, and others of its site."""

    siblings: list[Page] = Field([], description="Other pages of the same site; four are enough.")


class AskedSeries(Strict):
    """Pages that one template made."""

    pages: list[Page]


class Health(BaseModel):
    """That the server answers, and which honbun it is."""

    version: str


def create_app(options: ServeOptions, run: Run) -> App:
    """The application, which has `run` do the work of its requests."""
    app = new_app("honbun", _ABOUT)
    _add_pages(app, options, run)

    @app.post("/fields", response_class=Response, responses=_json("A table, one row a page: `Table.to_dict()`"))
    def fields(asked: AskedSeries) -> Response:
        """The fields of a series of pages.

        Learned from the pages that are sent, two or more; a saved site has none, so --site does nothing here.
        """
        return _as_json(run(Task("fields", others=_pairs(asked.pages))))

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def home() -> Response:
        """A page to try it on."""
        return HTMLResponse(home_page(options.allow_fetch), headers={"content-security-policy": home_policy()})

    @app.get("/health")
    async def health() -> Health:
        """Whether the server answers."""
        return Health(version=__version__)

    return Guard(cast(App, app), options)


def _add_pages(app: FastAPI, options: ServeOptions, run: Run) -> None:
    """The endpoints that take one page."""

    def task(verb: str, asked: Asked, siblings: list[Page], **more: Any) -> Task:
        if asked.html is None and not (asked.url and options.allow_fetch):
            how = "" if options.allow_fetch else "; pages are fetched by honbun serve --allow-fetch"
            raise InputError("there is no html", advice=f"send html{how}")
        return Task(verb, asked.html, asked.url, _pairs(siblings), **more)

    @app.post("/extract", response_class=Response, responses=_json("Text and facts: `Document.to_dict()`"))
    def extract(asked: AskedText) -> Response:
        """The main text of a page, and what is known of it. Uses the --site of the server."""
        options = ExtractOptions(favour=asked.favour, comments=asked.comments)
        return _as_json(run(task("extract", asked, [], options=options, format=asked.format)))

    @app.post("/posts", response_class=Response, responses=_json("Posts of a thread: `Thread.to_dict()`"))
    def posts(asked: AskedWithSiblings) -> Response:
        """Each post of a thread, with author, date and text. Uses the siblings, else the --site of the server."""
        return _as_json(run(task("posts", asked, asked.siblings)))

    @app.post("/records", response_class=Response, responses=_json("A table, one row a record: `Table.to_dict()`"))
    def records(asked: AskedWithSiblings) -> Response:
        """The records of the main list of a page.

        Uses the siblings, to see where records are; a saved site does not know that, so --site does nothing here.
        """
        return _as_json(run(task("records", asked, asked.siblings)))

    @app.post("/explain", response_class=HTMLResponse, responses=_problems_in_json())
    def explain(asked: AskedWithSiblings) -> Response:
        """A page to look at: every block tinted by what was decided, and why.

        Uses the --site of the server, else the siblings as a site; siblings also show fields and template.
        """
        headers = {"content-security-policy": f"{policy()}; frame-ancestors 'none'"}
        return HTMLResponse(run(task("explain", asked, asked.siblings)), headers=headers)


def _pairs(pages: list[Page]) -> tuple[tuple[str | None, str], ...]:
    return tuple((page.url, page.html) for page in pages)


def _problems_in_json() -> dict[int | str, dict[str, Any]]:
    """The problems of an endpoint whose result is no JSON."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}}
    return {status: {"description": each["description"], "content": content} for status, each in _PROBLEMS.items()}


def _json(description: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": description, "content": {"application/json": {"schema": {"type": "object"}}}}}


def _as_json(body: bytes) -> Response:
    return Response(body, media_type="application/json")
