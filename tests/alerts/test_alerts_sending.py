"""Alerts told: as lines of a file once each, signed, as mail and as feeds; private addresses are refused."""

from __future__ import annotations

import base64
import hmac
import json
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from honbun.alerts import Alert, StoredPost, Target, entry_of_alert, entry_of_post, send, sign, write_feed
from honbun.alerts.sending import message_of
from honbun.errors import FormatError
from honbun.robot import Fetched, Fetcher

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
POST = StoredPost(
    7, "港", "https://b.example/", "https://b.example/t/1", "壁 & <wall>", "k", None, "anna", None, None, None,
    "Wet\x00 again ]]>", None, "2026-03-01T12:00:00+00:00", "2026-03-01T12:00:00+00:00",
)  # fmt: skip


def alert(number: int = 1) -> Alert:
    return Alert(number, "wet", "“wet”: wet again", "2026-03-01T12:00:00+00:00", POST, (POST,))


def test_a_line_is_written_once_and_after_a_torn_one(tmp_path: Path) -> None:
    target = Target(str(tmp_path / "alerts.jsonl"))
    assert send(alert(1), target, NOW).error is None
    with Path(target.to).open("ab") as file:
        file.write(b'{"id": "half a li')  # killed while writing
    for number in (2, 2, 1):
        assert send(alert(number), target, NOW).error is None
    lines = [json.loads(line) for line in Path(target.to).read_text("utf-8").splitlines()]
    assert [line["alert"] for line in lines] == [1, 2]
    failed = send(alert(), Target(str(tmp_path / "none" / "alerts.jsonl")), NOW)
    assert (failed.is_final, bool(failed.error)) == (False, True)


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:9/", "http://[::1]/", "http://169.254.169.254/", "http://localhost/", "http://0x7f.1/"],
)
def test_a_webhook_to_a_private_address_is_refused(address: str) -> None:
    sent = send(alert(), Target(address), NOW)
    assert (sent.error, sent.is_final) == ("private address", False)
    assert "private address" in str(send(alert(), Target("mailto:a@b.example", smtp="127.0.0.1:25"), NOW).error)


def test_a_webhook_is_signed_and_has_a_name_that_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    posted: list[tuple[str, bytes, dict[str, str]]] = []
    answers = ["HTTP 503", None]

    def post(_: Fetcher, url: str, body: bytes, headers: dict[str, str]) -> Fetched:
        posted.append((url, body, headers))
        reason = answers.pop(0)
        return Fetched(url, url, 503 if reason else 204, b"", None, None, None, NOW, None, reason)

    monkeypatch.setattr(Fetcher, "post", post)
    monkeypatch.setenv("HOOK", "secret")
    target = Target("https://h.example/", secret="HOOK")
    assert send(alert(), target, NOW).is_final is False
    assert send(alert(), target, NOW).error is None
    (_, body, first), (_, _, second) = posted
    assert first["webhook-id"] == second["webhook-id"] == json.loads(body)["id"]
    said = f"{first['webhook-id']}.{first['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(b"secret", said, "sha256")).decode()
    assert (
        first["webhook-signature"] == f"v1,{expected}" == sign("secret", alert().name, int(NOW.timestamp()), body)
    )
    monkeypatch.delenv("HOOK")
    assert "no variable HOOK" in str(send(alert(), target, NOW).error)


def test_mail_has_the_post_the_reason_and_what_is_around() -> None:
    message = message_of(alert(), Target("mailto:watch@b.example"))
    assert (message["To"], message["Message-ID"]) == ("watch@b.example", f"<{alert().name}@honbun.invalid>")
    assert "Why: “wet”: wet again" in message.get_content()


def test_feeds_are_what_readers_expect() -> None:
    entries = [entry_of_alert(alert()), entry_of_post(POST)]
    atom = ElementTree.fromstring(write_feed(entries, "a & b", NOW.isoformat()))
    names = {"a": "http://www.w3.org/2005/Atom"}
    assert [each.text for each in atom.findall("a:entry/a:title", names)] == ["wet: 壁 & <wall>", "壁 & <wall>"]
    assert atom.find("a:entry/a:content", names) is not None
    items = json.loads(write_feed(entries, "x", NOW.isoformat(), "json"))["items"]
    assert items[1]["content_text"] == POST.text
    assert len({item["id"] for item in items}) == 2
    with pytest.raises(FormatError, match="known: atom, json"):
        write_feed([], "x", NOW.isoformat(), "rss")
