"""An alert sent: as a line of JSON to a file, as a signed webhook, as e-mail. Each says how it went."""

from __future__ import annotations

import base64
import hmac
import json
import os
import smtplib
import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from honbun.alerts.rules import Target
from honbun.alerts.types import Alert
from honbun.robot import Fetcher, FetchOptions, RefusedError, addresses_of

# A line that was written and not noted is among the last of its file.
_TAIL_BYTES = 256 * 1024
_TIMEOUT = 30.0
# What a server says that wants no more.
_GONE = 410


@dataclass(frozen=True)
class Sent:
    """How sending went."""

    error: str | None = None
    """Why it was not taken; None if it was."""
    is_final: bool = True
    """Trying again is of no use."""


def send(alert: Alert, target: Target, now: datetime, *, allow_private: bool = False) -> Sent:
    """Send an alert to a target. What the world does is a result, never an exception."""
    if target.to.startswith("mailto:"):
        return _mail(alert, target, allow_private)
    if target.to.startswith(("http://", "https://")):
        return _webhook(alert, target, now, allow_private)
    return _append(alert, Path(target.to))


def _append(alert: Alert, path: Path) -> Sent:
    """Add a line to a file, unless it is there: a process may have been killed after writing it."""
    line = json.dumps(alert.to_dict(), ensure_ascii=False).encode() + b"\n"
    mark = json.dumps({"id": alert.name})[1:-1].encode()
    try:
        with path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL_BYTES))
            tail = file.read()
            whole = tail[: tail.rfind(b"\n") + 1] if b"\n" in tail else b""
            if len(whole) < len(tail):
                file.truncate(size - (len(tail) - len(whole)))
            if any(each.startswith(b"{" + mark) for each in whole.splitlines()):
                return Sent()
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Sent(f"{error.strerror or error}", is_final=False)
    return Sent()


def sign(secret: str, name: str, timestamp: int, body: bytes) -> str:
    """The signature of a webhook, as Standard Webhooks has it: HMAC-SHA256 over name, time and body."""
    said = f"{name}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(secret.encode(), said, "sha256")).decode()


def _webhook(alert: Alert, target: Target, now: datetime, allow_private: bool) -> Sent:
    body = json.dumps(alert.to_dict(), ensure_ascii=False).encode()
    timestamp = int(now.timestamp())
    headers: dict[str, str] = {
        "Content-Type": "application/json",
        "webhook-id": alert.name,
        "webhook-timestamp": str(timestamp),
    }
    if target.secret:
        secret = os.environ.get(target.secret)
        if secret is None:
            return Sent(f"no variable {target.secret} in the environment", is_final=False)
        headers["webhook-signature"] = sign(secret, alert.name, timestamp, body)
    return _posted(target.to, body, headers, allow_private)


def _posted(url: str, body: bytes, headers: Mapping[str, str], allow_private: bool) -> Sent:
    options = FetchOptions(allow_private=allow_private, obey_robots=False, timeout=_TIMEOUT)
    found = Fetcher(options).post(url, body, headers)
    return Sent(found.reason, is_final=found.reason is None or found.status == _GONE)


def _mail(alert: Alert, target: Target, allow_private: bool) -> Sent:
    host, _, port = target.smtp.partition(":")
    password = os.environ.get(target.password or "", "")
    try:
        addresses = addresses_of(host, int(port or 25), allow_private=allow_private)
        with closing(_MailServer(host, int(port or 25), addresses)) as server:
            server.ehlo()
            if server.has_extn("starttls") or target.user:
                server.starttls(context=ssl.create_default_context())
            if target.user:
                server.login(target.user, password)
            server.send_message(message_of(alert, target))
            # The mail is taken, whatever the server says to a farewell.
            with suppress(OSError, smtplib.SMTPException):
                server.quit()
    except (OSError, ValueError, smtplib.SMTPException, RefusedError) as error:
        return Sent(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__, is_final=False)
    return Sent()


class _MailServer(smtplib.SMTP):
    """A connection to an address of a mail server that was checked, not to what its name leads to by then."""

    def __init__(self, host: str, port: int, addresses: Sequence[str]) -> None:
        self._addresses = addresses
        super().__init__(host, port, timeout=_TIMEOUT)

    def _get_socket(self, _: str, port: int, timeout: float) -> socket.socket:
        return socket.create_connection((self._addresses[0], port), timeout)


def message_of(alert: Alert, target: Target) -> EmailMessage:
    """The e-mail that tells of an alert."""
    post = alert.post
    message = EmailMessage(policy=SMTP)
    title = " ".join((post.title or post.thread or post.board).split())
    message["Subject"] = f"[{alert.rule}] {title}"[:200]
    message["From"] = target.sender
    message["To"] = target.to.removeprefix("mailto:")
    message["Message-ID"] = f"<{alert.name}@honbun.invalid>"
    around = [
        f"{each.author or '-'}: {' '.join(each.text.split())[:200]}" for each in (*alert.before, *alert.after)
    ]
    lines = [
        f"{post.author or '-'}, {post.date or post.date_raw or post.first_seen}, {post.board}",
        post.url,
        "",
        post.text,
        "",
        f"Why: {alert.reason}",
        *(["", "Around it:", *around] if around else []),
    ]
    message.set_content("\n".join(lines))
    return message
