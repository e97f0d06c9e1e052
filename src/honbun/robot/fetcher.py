"""What a server gives for an address. What the world does is a result with a reason, never an exception."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin

from honbun import __version__
from honbun.errors import FormatError, expect
from honbun.robot.exchange import REDIRECTS, Answer, Limits, ask
from honbun.robot.guard import RefusedError, split_address
from honbun.robot.robots import ALLOW_ALL, MAX_ROBOTS_BYTES, Rules, parse_rules, robots_url

USER_AGENT = f"honbun/{__version__} (+https://pypi.org/project/honbun/)"
# Chosen: far above any page or sitemap (50 MB unpacked by its standard), low enough for memory.
MAX_BYTES = 64 * 1024 * 1024
TIMEOUT = 30.0
MAX_REDIRECTS = 5

NOT_MODIFIED = "not modified"
CIRCLE = "redirects in a circle"
TOO_MANY_REDIRECTS = "too many redirects"
FORBIDDEN = "forbidden by robots.txt"
NOT_HTML = "not HTML"

_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=.9,*/*;q=.5"
_HTML_TYPES = frozenset({"", "text/html", "application/xhtml+xml", "text/plain", "application/octet-stream"})
# Rules of a host are asked again after so many seconds: RFC 9309, 2.4 allows a day at most.
_RULES_SECONDS = 3600.0


@dataclass(frozen=True)
class Fetched:
    """What came of an address: a body to use, or the reason why there is none."""

    url: str
    """The address that was asked for."""
    final_url: str
    """After redirects."""
    status: int | None
    """None if no whole answer came."""
    body: bytes = field(repr=False)
    """Unpacked, not decoded. That of an error page is kept."""
    content_type: str | None
    etag: str | None
    last_modified: str | None
    fetched_at: datetime
    """In UTC."""
    retry_after: float | None
    """Seconds that the server asks to wait."""
    reason: str | None
    """None if there is a body to use; else `not modified`, `HTTP 503`, `time-out`, `private address`, …"""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """All of them as they came."""


@dataclass(frozen=True, kw_only=True)
class FetchOptions:
    """How to ask, and what to take."""

    user_agent: str = USER_AGENT
    timeout: float = TIMEOUT
    """Seconds for all of it, redirects included."""
    max_bytes: int = MAX_BYTES
    """A larger body, packed or not, is not taken."""
    max_redirects: int = MAX_REDIRECTS
    allow_private: bool = False
    """Also addresses that are not of the public internet: this machine, the local network."""
    obey_robots: bool = True
    """Ask robots.txt first. Needs protego, which `honbun[robot]` brings."""
    only_html: bool = False
    """What says or shows that it is something else than a page has the reason `not HTML`."""
    verify: bool = True
    """Certificates must be vouched for."""

    def __post_init__(self) -> None:
        if self.timeout <= 0 or self.max_bytes < 1 or self.max_redirects < 0:
            raise FormatError("timeout and max_bytes must be more than 0, max_redirects at least 0")
        if not self.user_agent.isprintable() or not self.user_agent.isascii():
            raise FormatError("user_agent must be printable ASCII", self.user_agent)


_DEFAULTS = FetchOptions()


def fetch(
    url: str,
    *,
    options: FetchOptions = _DEFAULTS,
    etag: str | None = None,
    last_modified: str | None = None,
) -> Fetched:
    """What a server gives for an address. It never raises for what the world does: the result has the reason.

    With `etag` or `last_modified` of an earlier answer the server may say that nothing changed. To fetch several
    pages of a host take one `Fetcher`, which asks robots.txt once.
    """
    return Fetcher(options).fetch(url, etag=etag, last_modified=last_modified)


@dataclass
class Fetcher:
    """Fetches, and remembers the rules of each host (robots.txt) for an hour."""

    options: FetchOptions = _DEFAULTS
    _rules: dict[str, tuple[float, Rules]] = field(default_factory=dict, repr=False)

    def fetch(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """As the function `fetch` does."""
        expect(url, str, "an address")
        asked = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        headers = {name: value for name, value in asked.items() if value and value.isprintable()}
        empty = Fetched(url, url, None, b"", None, None, None, datetime.now(UTC), None, None)
        return self._follow(empty, headers)

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Fetched:
        """What a server answers to something that is sent to it. Redirects are not followed."""
        empty = Fetched(url, url, None, b"", None, None, None, datetime.now(UTC), None, None)
        limits = self._limits(time.monotonic() + self.options.timeout, self.options.max_bytes)
        try:
            answer = ask(url, {**self._headers(), **headers}, limits, body)
        except RefusedError as refused:
            return replace(empty, reason=str(refused))
        return self._taken(empty, answer)

    def crawl_delay(self, url: str) -> float | None:
        """The seconds between two requests that the host of an address asks for."""
        return self._rules_of(url).delay if self.options.obey_robots else None

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps that the host of an address names to robots."""
        return self._rules_of(url).sitemaps

    def _follow(self, found: Fetched, headers: Mapping[str, str]) -> Fetched:
        """What redirects lead to, each address checked as the first was."""
        deadline = time.monotonic() + self.options.timeout
        visited: set[str] = set()
        while True:
            url = found.final_url
            try:
                answer = self._ask(url, headers, deadline)
            except RefusedError as refused:
                return replace(found, reason=str(refused))
            target = answer.header("location") if answer.status in REDIRECTS else None
            if not target:
                return self._taken(found, answer)
            visited.add(url)
            try:
                found = replace(found, final_url=urljoin(url, target))
            except ValueError:
                return replace(found, reason="not an address of http or https")
            if found.final_url in visited:
                return replace(found, reason=CIRCLE)
            if len(visited) > self.options.max_redirects:
                return replace(found, reason=TOO_MANY_REDIRECTS)

    def _ask(self, url: str, headers: Mapping[str, str], deadline: float) -> Answer:
        if self.options.obey_robots:
            split_address(url)
            rules = self._rules_of(url, deadline)
            if rules.fault:
                raise RefusedError(rules.fault)
            if not rules.allows(url, self.options.user_agent):
                raise RefusedError(FORBIDDEN)
        return ask(url, {**self._headers(), **headers}, self._limits(deadline, self.options.max_bytes))

    def _rules_of(self, url: str, deadline: float | None = None) -> Rules:
        """The rules of the host of an address; RFC 9309, 2.3.1: no file allows all, a failing server nothing."""
        address = robots_url(url)
        expires, rules = self._rules.get(address, (0.0, ALLOW_ALL))
        if time.monotonic() < expires:
            return rules
        plain = replace(self.options, obey_robots=False, only_html=False, max_bytes=MAX_ROBOTS_BYTES)
        if deadline is not None:
            plain = replace(plain, timeout=max(deadline - time.monotonic(), 0.001))
        found = Fetcher(plain).fetch(address)
        rules = parse_rules(found.body, found.status, found.reason, self.options.user_agent)
        # A fault is not remembered: the next request may find the server well.
        if not rules.fault:
            self._rules[address] = (time.monotonic() + _RULES_SECONDS, rules)
        return rules

    def _headers(self) -> dict[str, str]:
        return {"User-Agent": self.options.user_agent, "Accept": _ACCEPT}

    def _limits(self, deadline: float, max_bytes: int) -> Limits:
        return Limits(deadline, max_bytes, self.options.allow_private, self.options.verify)

    def _taken(self, found: Fetched, answer: Answer) -> Fetched:
        found = replace(
            found,
            status=answer.status,
            body=answer.body,
            content_type=answer.header("content-type"),
            etag=answer.header("etag"),
            last_modified=answer.header("last-modified"),
            retry_after=_seconds(answer.header("retry-after"), found.fetched_at),
            headers=answer.headers,
        )
        return replace(found, reason=self._reason(found))

    def _reason(self, found: Fetched) -> str | None:
        if found.status == 304:
            return NOT_MODIFIED
        if found.status is None or not 200 <= found.status < 300:
            return f"HTTP {found.status}"
        return NOT_HTML if self.options.only_html and not is_html(found.content_type) else None


def is_html(content_type: str | None) -> bool:
    """Whether this content type may be that of a page."""
    return (content_type or "").partition(";")[0].strip().lower() in _HTML_TYPES


def _seconds(value: str | None, now: datetime) -> float | None:
    """What `Retry-After` says: seconds, or a date."""
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value.strip()[:9])
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds())
