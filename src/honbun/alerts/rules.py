"""Rules: a file in TOML into what is watched for and where alerts go; and whether a rule matches a post.

[[rule]]
name = "recall"
words = ["recall", "リコール"]          # one of these; case and width do not matter
patterns = ['fire.{0,40}battery']       # or one of these, regular expressions
authors = ["taro*"]                     # and by one of these, with * for anything
boards = ["harbour"]                    # and on one of these: names or addresses
classifier = "mine.npz"                 # and at least this likely for a model of one's own
threshold = 0.8
burst = { posts = 20, within = "10m" }  # not each post: when so many match within so long

[[deliver]]
to = "alerts.jsonl"                     # a file, an address of https, or mailto:somebody@example.org
rules = ["recall"]                      # alerts of these only
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from honbun.alerts.classifier import Classifier, load_classifier
from honbun.alerts.types import StoredPost
from honbun.errors import FormatError

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_LENGTH = re.compile(r"(\d+)\s*([smhd])")
# Scripts that put nothing between words: a word is found inside others.
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_CONTEXT_LENGTH = 40
_ADVICE = "see docs/patrol.md for what a rules file may hold"


@dataclass(frozen=True)
class Burst:
    """Many posts in a short time."""

    posts: int
    within: float
    """Seconds."""


@dataclass(frozen=True)
class Rule:
    """What is watched for. Everything that is given must hold; of words and patterns one is enough."""

    name: str
    words: tuple[str, ...] = ()
    patterns: tuple[re.Pattern[str], ...] = ()
    authors: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    classifier: Classifier | None = None
    threshold: float = 0.5
    burst: Burst | None = None

    def reason(self, post: StoredPost) -> str | None:
        """Why the rule matches a post; None if it does not. Bursts are not asked here."""
        text = "\n".join(filter(None, (post.title, post.text)))
        parts = [
            _one_of("board", self.boards, (post.board, post.board_url)),
            _one_of("author", self.authors, (post.author or "",)),
            self._said(text),
            self._likely(text),
        ]
        if None in parts:
            return None
        return ", ".join(filter(None, map(str, filter(None, parts)))) or "every post"

    def _said(self, text: str) -> str | None:
        """Which word or pattern a text has; "" if none is asked for, None if none is there."""
        if not self.words and not self.patterns:
            return ""
        plain = _plain(text)
        for word in self.words:
            if found := _word(word).search(plain):
                # As it is written, unless other signs for the same letters have moved the place.
                return f"“{word}”: {_around(text if len(text) == len(plain) else plain, found)}"
        for pattern in self.patterns:
            if found := pattern.search(text):
                return f"/{pattern.pattern}/: {_around(text, found)}"
        return None

    def _likely(self, text: str) -> str | None:
        if self.classifier is None:
            return ""
        probability = self.classifier.probability(text)
        return f"classifier {probability:.2f}" if probability >= self.threshold else None

    def is_burst(self, moments: list[datetime]) -> bool:
        """Whether posts at these moments are a burst."""
        if self.burst is None:
            return False
        ordered = sorted(moments)
        most, within = self.burst.posts, timedelta(seconds=self.burst.within)
        return any(late - early <= within for early, late in zip(ordered, ordered[most - 1 :], strict=False))


@dataclass(frozen=True)
class Target:
    """Where alerts go."""

    to: str
    rules: tuple[str, ...] = ()
    """Alerts of these only; empty for all."""
    secret: str | None = field(default=None, repr=False)
    """What signs a webhook; the name of the variable of the environment that holds it."""
    smtp: str = "localhost:25"
    sender: str = "honbun@localhost"
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    """The name of the variable of the environment that holds it."""

    def takes(self, rule: str) -> bool:
        """Whether alerts of this rule go there."""
        return not self.rules or rule in self.rules


@dataclass(frozen=True)
class Rules:
    """What a rules file holds."""

    rules: tuple[Rule, ...] = ()
    targets: tuple[Target, ...] = ()


def parse_rules(text: str, folder: Path, source: str = "rules") -> Rules:
    """What a rules file says; FormatError with what is wrong. Files that it names lie beside it, in `folder`."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"not TOML: {error}", source, _ADVICE) from None
    _known(given, {"rule", "deliver"}, source)
    tables = {name: given.get(name, []) for name in ("rule", "deliver")}
    for name, found in tables.items():
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise FormatError(f"{name} is no list of tables, write [[{name}]]", source, _ADVICE)
    rules = tuple(_rule(each, f"{source}: rule {i}", folder) for i, each in enumerate(tables["rule"], 1))
    names = [rule.name for rule in rules]
    for name in names:
        if names.count(name) > 1:
            raise FormatError(f"two rules are called {name}", source, "give each a name of its own")
    targets = tuple(
        _target(each, f"{source}: deliver {i}", folder, names) for i, each in enumerate(tables["deliver"], 1)
    )
    return Rules(rules, targets)


def _rule(given: Mapping[str, Any], source: str, folder: Path) -> Rule:
    _known(given, {"name", "words", "patterns", "authors", "boards", "classifier", "threshold", "burst"}, source)
    name = given.get("name")
    if not isinstance(name, str) or not name.strip():
        raise FormatError("has no name", source, 'write name = "…"')
    if len(given) == 1:
        raise FormatError(
            "asks for nothing", f"{source} ({name})", "give words, patterns, authors, boards or burst"
        )
    source = f"{source} ({name})"
    threshold = given.get("threshold", Rule.threshold)
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not 0 <= threshold <= 1:
        raise FormatError("threshold is no number from 0 to 1", source)
    return Rule(
        name=name,
        words=_texts(given, "words", source),
        patterns=tuple(_pattern(each, source) for each in _texts(given, "patterns", source)),
        authors=_texts(given, "authors", source),
        boards=_texts(given, "boards", source),
        classifier=load_classifier(folder / str(given["classifier"])) if "classifier" in given else None,
        threshold=float(threshold),
        burst=_burst(given["burst"], source) if "burst" in given else None,
    )


def _target(given: Mapping[str, Any], source: str, folder: Path, rules: list[str]) -> Target:
    _known(given, {"to", "rules", "secret", "smtp", "sender", "user", "password"}, source)
    for name, value in given.items():
        if name != "rules" and (not isinstance(value, str) or not value.strip()):
            raise FormatError(f"{name} is no text", source, _ADVICE)
    if "to" not in given:
        raise FormatError("says not where to", source, 'write to = "alerts.jsonl", "https://…" or "mailto:…"')
    wanted = _texts(given, "rules", source)
    unknown = sorted(set(wanted) - set(rules))
    if unknown:
        raise FormatError(f"no rule is called {unknown[0]}", source, f"known: {', '.join(rules) or 'none'}")
    to = str(given["to"])
    if ":" not in to.split("/")[0]:
        to = str((folder / to).absolute())
    elif not to.startswith(("https://", "http://", "mailto:")):
        raise FormatError(f"cannot deliver to {to}", source, "give a file, an address of https, or mailto:…")
    return Target(**{**given, "to": to, "rules": wanted})


def _known(given: Mapping[str, Any], names: set[str], source: str) -> None:
    for name in given:
        if name not in names:
            raise FormatError(f"unknown: {name}", source, f"known: {', '.join(sorted(names))}")


def _texts(given: Mapping[str, Any], name: str, source: str) -> tuple[str, ...]:
    found = given.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, str) and each.strip() for each in found):
        raise FormatError(f"{name} is no list of texts", source, f'write {name} = ["…", "…"]')
    return tuple(found)


def _pattern(text: str, source: str) -> re.Pattern[str]:
    try:
        return re.compile(text, re.IGNORECASE)
    except re.error as error:
        raise FormatError(f"{text} is no regular expression: {error}", source, _ADVICE) from None


def _burst(given: Any, source: str) -> Burst:
    length = _LENGTH.fullmatch(str(given.get("within", ""))) if isinstance(given, dict) else None
    if (
        length is None
        or set(given) != {"posts", "within"}
        or type(given["posts"]) is not int
        or given["posts"] < 2
    ):
        raise FormatError("burst is none", source, 'write burst = { posts = 20, within = "10m" }')
    return Burst(given["posts"], float(length[1]) * _UNITS[length[2]])


def _one_of(what: str, wanted: tuple[str, ...], values: tuple[str, ...]) -> str | None:
    """Which of the values is wanted; "" if none is asked for, None if none is."""
    if not wanted:
        return ""
    for value in values:
        if any(fnmatchcase(_plain(value), _plain(each)) for each in wanted):
            return f"{what} {value}" if what == "author" else ""
    return None


def _plain(text: str) -> str:
    """A text in which case, width and kinds of white space do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()


def _word(word: str) -> re.Pattern[str]:
    plain = _plain(word.strip())
    start = "" if _SPACELESS.match(plain[0]) or not plain[0].isalnum() else r"(?<!\w)"
    end = "" if _SPACELESS.match(plain[-1]) or not plain[-1].isalnum() else r"(?!\w)"
    return re.compile(start + re.escape(plain).replace(r"\ ", r"\s+") + end)


def _around(text: str, found: re.Match[str]) -> str:
    start, end = max(0, found.start() - _CONTEXT_LENGTH), found.end() + _CONTEXT_LENGTH
    shown = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{shown}{'…' if end < len(text) else ''}"
