"""What a server is allowed to do, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass

from honbun.errors import FormatError
from honbun.extraction import Site

# A request holds a whole page, or a series of them, as JSON. Chosen, not measured: far above any page.
MAX_BODY = 16 * 1024 * 1024
# Most pages take 30 ms; series of hundreds of pages take seconds.
TIME_LIMIT = 30.0
# Requests a minute from one client; at 30 ms a page about what two processes can answer.
RATE = 3000
JOBS = 2


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """Where to listen, and the limits that every request meets."""

    host: str = "127.0.0.1"
    port: int = 8080
    """0 takes a free one."""
    max_bytes: int = MAX_BODY
    """The largest body of a request, and the largest page that is fetched."""
    time_limit: float = TIME_LIMIT
    """Seconds that a request may wait for a process, and again that the work on it may take."""
    rate: int = RATE
    """Requests a minute from one address; 0 sets no limit."""
    jobs: int = JOBS
    site: Site | None = None
    """What is known of the site that all pages come from."""
    allow_fetch: bool = False
    """A request with an address and no html has the page fetched, unless the address is not public."""

    def __post_init__(self) -> None:
        for name, least in (("port", 0), ("max_bytes", 1), ("rate", 0), ("jobs", 1)):
            if getattr(self, name) < least:
                raise FormatError(f"{name} is {getattr(self, name)}", advice=f"give {least} or more")
        if not self.time_limit > 0:
            raise FormatError(f"time_limit is {self.time_limit}", advice="give a number of seconds")
