"""A web app of this machine, served safely: behind the guard, until it is told to stop.

The only file that knows uvicorn. FastAPI and pydantic are loaded when a server is started.
"""

from __future__ import annotations

import ctypes
import importlib
import math
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, cast

from honbun.errors import InputError, MissingPackageError
from honbun.studio.server.guard import App, Guard, ServeOptions
from honbun.studio.server.work import Answers, Work
from honbun.workers import Limits

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Server

Say = Callable[[str], None]

# From malloc.h of glibc.
_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8


def serve(options: ServeOptions, say: Say = lambda _: None) -> None:
    """Answer requests until SIGINT or SIGTERM; those under way are finished first. `say` is told the address."""
    work = Work(options.site, options.max_bytes, options.time_limit)
    workers = Answers(work, options.jobs, Limits(seconds=options.time_limit, memory=options.memory_limit))

    def create() -> App:
        from honbun.studio.server.app import create_app

        return create_app(options, workers.run)

    serve_app(create, options, say, workers)


def guarded_app(title: str, about: str, add_endpoints: Callable[[FastAPI], None], options: ServeOptions) -> App:
    """An application with these endpoints, behind the guard, which answers every error as `honbun serve` does."""
    from honbun.studio.server.app import new_app

    app = new_app(title, about)
    add_endpoints(app)
    return Guard(cast(App, app), options)


def serve_app(
    create: Callable[[], App],
    options: ServeOptions,
    say: Say,
    resource: AbstractContextManager[object] | None = None,
) -> None:
    """Have the application that `create` makes answer until SIGINT or SIGTERM. `say` is told the address.

    `resource` is entered once the address is ours, and left at the end. MissingPackageError if it cannot run.
    """
    for name in ("uvicorn", "fastapi", "pydantic"):
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise MissingPackageError("a server needs it", name, "pip install 'honbun[studio]'") from error
    import uvicorn

    _give_memory_back()
    with _listening(options) as listener, resource or nullcontext():
        config = uvicorn.Config(
            create(),
            log_level="warning",
            access_log=False,
            server_header=False,
            # Nobody may pose as someone else by a header: rates are counted by address.
            proxy_headers=False,
            timeout_graceful_shutdown=math.ceil(options.time_limit),
        )
        _run(uvicorn.Server(config), listener, say)


def _give_memory_back() -> None:
    """Have glibc return what large requests took; left alone it keeps more and more of it in pieces."""
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):
        mallopt(_M_MMAP_THRESHOLD, 65_536)  # what has more bytes goes back to the system when it is freed
        mallopt(_M_ARENA_MAX, 2)  # pools, which threads share


def _listening(options: ServeOptions) -> socket.socket:
    """A socket at the address; InputError if it cannot be had."""
    where = f"{options.host}:{options.port}"
    try:
        family = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((options.host, options.port), family=family)
    except (OSError, OverflowError, UnicodeError) as error:
        raise InputError(f"cannot listen: {error}", where, "choose another --port or --host") from None


def _run(server: Server, listener: socket.socket, say: Say) -> None:
    """Run to a clean end. uvicorn raises the signal that ended it again, which would end us before we tidy up."""

    def stop(*_: object) -> None:
        server.should_exit = True

    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        host, port = listener.getsockname()[:2]
        say(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
        server.run(sockets=[listener])
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
