"""Rules asked of events, alerts kept in the same transaction, and each delivered once to each target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from honbun.alerts import Alert, Rule, Rules, Sent, StoredPost, Target, parse_rules
from honbun.errors import InputError
from honbun.memory.posts import CHANGED, NEW, Event, Memory
from honbun.memory.store import Board, stamp

# Posts before and after one that an alert shows.
CONTEXT = 2
# Seconds to the second try; each further one waits twice as long, up to a day, as long as two weeks are not over.
_FIRST_RETRY = 30.0
_MAX_RETRY = 86_400.0
_MAX_TRIES = 24
CONFIRMED, DISMISSED = "confirmed", "dismissed"

Send = Callable[[Alert, Target, datetime], Sent]


class Outbox(Memory):
    """The store with rules, alerts and deliveries."""

    def set_rules(self, text: str, folder: Path, now: datetime) -> Rules:
        """Take these rules from now on; FormatError, and nothing is changed, if they cannot be used."""
        rules = parse_rules(text, folder)
        query = "INSERT OR REPLACE INTO rules (one, text, folder, at) VALUES (1, ?, ?, ?)"
        self.write(query, text, str(folder), stamp(now))
        return rules

    def rules_text(self) -> str:
        """The rules as they were given."""
        rows = self.read("SELECT text FROM rules")
        return str(rows[0][0]) if rows else ""

    def rules(self) -> Rules:
        """The rules that hold."""
        rows = self.read("SELECT text, folder FROM rules")
        return parse_rules(rows[0][0], Path(rows[0][1])) if rows else Rules()

    def judge(self, rules: Rules, board: Board, events: Sequence[Event]) -> list[int]:
        """Keep an alert, with its deliveries, for each rule that an event matches; their numbers."""
        made = []
        for event in events:
            if event.kind not in (NEW, CHANGED):
                continue
            for rule in rules.rules:
                reason = self._reason(rule, board, event)
                if reason is not None:
                    made.append(self._alert(rules, rule, event, reason))
        return made

    def _reason(self, rule: Rule, board: Board, event: Event) -> str | None:
        reason = rule.reason(event.post)
        if reason is None:
            return None
        if rule.burst is None:
            is_told = self.read("SELECT 1 FROM alerts WHERE post = ? AND rule = ?", event.post.id, rule.name)
            return None if is_told else reason
        return self._burst(rule, board, event)

    def _burst(self, rule: Rule, board: Board, event: Event) -> str | None:
        """Why an event is part of a burst that was not told of; None if it is not."""
        assert rule.burst is not None
        since = stamp(datetime.fromisoformat(event.at) - timedelta(seconds=rule.burst.within))
        told = "SELECT 1 FROM alerts JOIN posts ON posts.id = alerts.post WHERE rule = ? AND board = ? AND at >= ?"
        if event.kind != NEW or self.read(told, rule.name, board.id, since):
            return None
        recent = self.events("events.kind = 'new' AND posts.board = ? AND events.at >= ?", board.id, since)
        matching = [each for each in recent if rule.reason(each.post) is not None]
        if not rule.is_burst([_moment(each) for each in matching]):
            return None
        return f"{len(matching)} posts within {rule.burst.within / 60:g} minutes"

    def _alert(self, rules: Rules, rule: Rule, event: Event, reason: str) -> int:
        query = "INSERT INTO alerts (post, rule, reason, at) VALUES (?, ?, ?, ?)"
        number = self.write(query, event.post.id, rule.name, reason, event.at)
        for target in rules.targets:
            if target.takes(rule.name):
                query = "INSERT INTO deliveries (alert, target, next_at) VALUES (?, ?, ?)"
                self.write(query, number, target.to, event.at)
        return number

    # Alerts

    def alerts(self, condition: str = "1", *values: object, most: int = -1, newest: bool = False) -> list[Alert]:
        """The alerts for which a condition holds, with their posts and what stands around them."""
        query = f"SELECT id, rule, reason, at, post, verdict FROM alerts WHERE {condition} ORDER BY id"
        rows = self.read(f"{query}{' DESC' if newest else ''} LIMIT ?", *values, most)
        return [self._read_alert(*row) for row in rows]

    def _read_alert(self, number: int, rule: str, reason: str, at: str, post: int, verdict: str | None) -> Alert:
        before, after = self.around(post, CONTEXT)
        own = self.posts("posts.id = ?", post)[0]
        return Alert(number, rule, reason, at, own, tuple(before), tuple(after), verdict)

    def decide_alert(self, number: int, verdict: str | None, now: datetime) -> None:
        """Keep what a person says of an alert; InputError if there is none of this number."""
        if not self.read("SELECT 1 FROM alerts WHERE id = ?", number):
            raise InputError("no such alert", str(number))
        if verdict not in (None, CONFIRMED, DISMISSED):
            raise InputError("no such verdict", str(verdict), f"known: {CONFIRMED}, {DISMISSED}")
        self.write("UPDATE alerts SET verdict = ?, judged_at = ? WHERE id = ?", verdict, stamp(now), number)

    def labels(self) -> Iterable[tuple[StoredPost, bool]]:
        """Posts of alerts that a person has judged: what a classifier learns from."""
        for alert in self.alerts("verdict IS NOT NULL"):
            yield alert.post, alert.verdict == CONFIRMED

    # Deliveries

    def deliver(self, rules: Rules, send: Send, now: datetime, is_stopped: Callable[[], bool] = bool) -> int:
        """Send what is due, in the order of the alerts; how many were taken."""
        targets = {target.to: target for target in rules.targets}
        query = "SELECT alert, target, tries FROM deliveries WHERE done_at IS NULL AND next_at <= ? ORDER BY alert"
        taken = 0
        waiting: set[str] = set()
        for number, to, tries in self.read(query, stamp(now)):
            if is_stopped():
                break
            if to in waiting:
                continue  # what comes later waits behind what failed
            if to not in targets:
                self._settle(number, to, now, tries, Sent("no longer among the rules"))
                continue
            sent = send(self.alerts("id = ?", number)[0], targets[to], now)
            self._settle(number, to, now, tries + 1, sent)
            taken += sent.error is None
            if sent.error is not None:
                waiting.add(to)
        return taken

    def _settle(self, number: int, to: str, now: datetime, tries: int, sent: Sent) -> None:
        is_done = sent.is_final or tries >= _MAX_TRIES
        wait = min(_FIRST_RETRY * 2 ** max(tries - 1, 0), _MAX_RETRY)
        query = (
            "UPDATE deliveries SET tries = ?, error = ?, done_at = ?, next_at = ? WHERE alert = ? AND target = ?"
        )
        done_at = stamp(now) if is_done else None
        self.write(query, tries, sent.error, done_at, stamp(now + timedelta(seconds=wait)), number, to)


def _moment(event: Event) -> datetime:
    """When a post was written, by its own date if that has a time, else when it was seen."""
    date = event.post.date
    text = date if date and len(date) > len("2026-01-01") else event.at
    return datetime.fromisoformat(text).replace(tzinfo=None)
