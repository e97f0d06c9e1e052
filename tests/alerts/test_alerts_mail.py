"""Alerts as mail, taken by a mail server of this test."""

from __future__ import annotations

import base64
import email
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, cast

import pytest

from honbun.alerts import Alert, Sent, StoredPost, Target, send
from honbun.robot import guard

HERE = "127.0.0.1"
NAME = "mail.example"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
POST = StoredPost(
    7, "港", "https://b.example/", "https://b.example/t/1", "壁", "k", None, "anna", None, None, None,
    "Wet again.\n.\nA line of one dot.", None, "2026-03-01T12:00:00+00:00", "2026-03-01T12:00:00+00:00",
)  # fmt: skip
ALERT = Alert(1, "wet", "“wet”: wet again", "2026-03-01T12:00:00+00:00", POST, (POST,))


@dataclass
class MailServer:
    """Takes mail, one connection after the other."""

    context: ssl.SSLContext | None = None
    refuses: str | None = None
    hangs_up_at: str = "quit"
    said: list[str] = field(default_factory=list)
    taken: list[EmailMessage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.listening = socket.create_server((HERE, 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            try:
                self._talk(client)
            except OSError:  # the other side has left
                pass
            finally:
                client.close()

    def _talk(self, client: socket.socket) -> None:
        client.sendall(b"220 here\r\n")
        lines = client.makefile("rb")
        while (line := lines.readline().decode().strip()) and line != self.hangs_up_at:
            word = line.split(" ")[0].upper()
            self.said.append(line)
            if self.refuses and line.upper().startswith(self.refuses):
                client.sendall(b"550 not here\r\n")
            elif word == "EHLO":
                more = ["250-STARTTLS"] if self.context and not isinstance(client, ssl.SSLSocket) else []
                client.sendall("\r\n".join(["250-here", *more, "250 AUTH PLAIN", ""]).encode())
            elif word == "STARTTLS" and self.context:
                client.sendall(b"220 go on\r\n")
                client = self.context.wrap_socket(client, server_side=True)
                lines = client.makefile("rb")
            elif word == "DATA":
                client.sendall(b"354 go on\r\n")
                self.taken.append(_message(iter(lines.readline, b".\r\n")))
                client.sendall(b"250 taken\r\n")
            else:
                client.sendall(b"235 welcome\r\n" if word == "AUTH" else b"250 good\r\n")
        client.close()


def _message(lines: Iterator[bytes]) -> EmailMessage:
    body = b"".join(line[1:] if line.startswith(b"..") else line for line in lines)
    return cast(EmailMessage, email.message_from_bytes(body, policy=default))


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the place of the one for all tests: 127.0.0.1 may be reached, and is what the name leads to."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def refuse(self: socket.socket, address: Any) -> None:
        assert address[0] == HERE, f"a test tried to reach {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(guard.socket, "getaddrinfo", lambda _, *args, **options: look_up(HERE, *args, **options))


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate of the mail server that only its own file vouches for, with its key."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("no openssl to make a certificate with")
    key, file = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME} -keyout {key} -out {file}"
    names = ["-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([program, *words.split(), *names], check=True, capture_output=True)
    file.write_text(key.read_text() + file.read_text())
    return file


@pytest.fixture
def servers() -> Iterator[list[MailServer]]:
    made: list[MailServer] = []
    yield made
    for server in made:
        server.listening.close()


def mail(server: MailServer, **more: str) -> Sent:
    target = Target("mailto:watch@b.example", smtp=f"{NAME}:{server.port}", sender="honbun@b.example", **more)
    return send(ALERT, target, NOW, allow_private=True)


def test_mail_is_taken_whole_and_has_a_name_that_stays(servers: list[MailServer]) -> None:
    servers.append(server := MailServer())
    for _ in range(2):  # this server is not polite to those who leave
        assert mail(server) == Sent()
    first, second = server.taken
    assert first["Message-ID"] == second["Message-ID"]
    assert (first["To"], first["From"], first["Subject"]) == ("watch@b.example", "honbun@b.example", "[wet] 壁")
    assert POST.text in first.get_content().replace("\r\n", "\n")
    assert "mail FROM:<honbun@b.example>" in server.said


def test_a_password_goes_only_to_a_server_that_is_vouched_for(
    servers: list[MailServer], certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    servers.append(server := MailServer(context))
    monkeypatch.setenv("MAIL", "secret")
    refused = mail(server, user="honbun", password="MAIL")
    assert "self-signed certificate" in (refused.error or "").replace("self signed", "self-signed")
    assert not [line for line in server.said if line.startswith("AUTH")]
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert mail(server, user="honbun", password="MAIL") == Sent()
    (login,) = [line for line in server.said if line.startswith("AUTH")]
    assert base64.b64decode(login.split()[-1]) == b"\0honbun\0secret"
    assert server.said.index("STARTTLS") < server.said.index(login)
    # Without a name, too, what is sent is hidden where the server offers it.
    assert mail(server) == Sent()
    assert server.said.count("STARTTLS") == 3


def test_a_server_without_encryption_gets_no_password(servers: list[MailServer]) -> None:
    servers.append(server := MailServer())
    sent = mail(server, user="honbun", password="MAIL")
    assert ("STARTTLS" in (sent.error or ""), sent.is_final, server.taken) == (True, False, [])


def test_what_is_refused_is_tried_again(servers: list[MailServer]) -> None:
    servers.append(server := MailServer(refuses="RCPT"))
    sent = mail(server)
    assert ("not here" in (sent.error or ""), sent.is_final) == (True, False)
    server.listening.close()
    assert mail(server).error
