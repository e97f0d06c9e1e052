"""A server from its start to its end. The only file that knows uvicorn."""

from __future__ import annotations

import math
import signal
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from honbun.errors import InputError, MissingPackageError
from honbun.studio.server.guard import App
from honbun.studio.server.options import ServeOptions
from honbun.studio.server.work import Work
from honbun.studio.server.workers import Workers

if TYPE_CHECKING:
    from uvicorn import Server

_ADVICE = "pip install 'honbun[studio]'"


def serve(options: ServeOptions, say: Callable[[str], None] = lambda _: None) -> None:
    """Answer requests until SIGINT or SIGTERM; those under way are finished first. `say` is told the address."""
    try:
        import uvicorn  # noqa: F401

        from honbun.studio.server.app import create_app
    except ImportError as error:
        raise MissingPackageError("a server needs it", error.name or "fastapi", _ADVICE) from error
    work = Work(options.site, options.max_bytes, options.time_limit)
    with listening(options) as listener, Workers(work, options.jobs, options.time_limit) as workers:
        answer(create_app(options, workers.run), listener, options, say)


def answer(app: App, listener: socket.socket, options: ServeOptions, say: Callable[[str], None]) -> None:
    """Have an application answer until SIGINT or SIGTERM. `say` is told the address."""
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Nobody may say by a header that he is someone else: rates are counted by address.
        proxy_headers=False,
        timeout_graceful_shutdown=math.ceil(options.time_limit),
    )
    _run(uvicorn.Server(config), listener, say)


def listening(options: ServeOptions) -> socket.socket:
    """A socket at the address; InputError if it cannot be had."""
    where = f"{options.host}:{options.port}"
    try:
        family = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((options.host, options.port), family=family)
    except (OSError, OverflowError, UnicodeError) as error:
        raise InputError(f"cannot listen: {error}", where, "choose another --port or --host") from None


def _address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _run(server: Server, listener: socket.socket, say: Callable[[str], None]) -> None:
    """Run to a clean end. uvicorn raises the signal that ended it again, which would end us before we tidy up."""

    def stop(*_: object) -> None:
        server.should_exit = True

    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        say(_address_of(listener))
        server.run(sockets=[listener])
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
