"""Languages of boards: what people say in each, what they are called, and the words of the page itself."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from examples.threads.words import Bank

_FOLDER = Path(__file__).parent / "tongues"
LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
_GAPS = ("thing", "place", "person", "time")


@dataclass(frozen=True)
class Tongue:
    """One language: texts with gaps, words of pages, and how dates are written."""

    bank: Bank
    openers: tuple[str, ...]
    """What sentences may begin with."""
    months: tuple[str, ...]
    months_alone: tuple[str, ...]
    """As they stand without a day, where that is another form."""
    short_months: tuple[str, ...]
    weekdays: tuple[str, ...]
    ago: str
    units: tuple[tuple[str, str], ...]
    """One and many: minutes, hours, days, weeks, months, years."""
    day_words: tuple[str, str]
    """Today and yesterday."""
    long: str
    """How a day is written in words: `{d}`, `{month}`, `{m}`, `{Y}`."""

    @property
    def lang(self) -> str:
        """The code of the language."""
        return self.bank.lang

    def label(self, name: str, *values: object) -> str:
        """A word of the page itself, in English where a translation is missing: as on real boards."""
        labels: Mapping[str, str] = self.bank.labels
        text = labels[name] if name in labels else read_tongue("en").bank.labels[name]
        return text.format(*values)


@cache
def read_tongue(lang: str) -> Tongue:
    """The language of this code; KeyError if there is none."""
    if lang not in LANGUAGES:
        raise KeyError(f"no such language: {lang} (known: {', '.join(LANGUAGES)})")
    raw = tomllib.loads((_FOLDER / f"{lang}.toml").read_text("utf-8"))
    months = _words(raw["months"])
    today, yesterday = _words(raw["day_words"])
    units = tuple((one, many) for one, many in (unit.split("/") for unit in _words(raw["units"])))
    bank = Bank(
        lang=lang,
        sentences=tuple(raw["sentences"].strip().split("\n")),
        short=_words(raw["short"]),
        titles=_words(raw["titles"]),
        signatures=_words(raw["signatures"]),
        gaps={gap: _words(raw[gap]) for gap in _GAPS},
        names=_words(raw["names"]),
        ranks=_words(raw["ranks"]),
        labels=_labels(raw["labels"]),
        joint=raw["joint"],
    )
    return Tongue(
        bank=bank,
        openers=_words(raw["openers"]),
        months=months,
        months_alone=_words(raw.get("months_alone", raw["months"])),
        short_months=_words(raw["short_months"]),
        weekdays=_words(raw["weekdays"]),
        ago=raw["ago"],
        units=units,
        day_words=(today, yesterday),
        long=raw["long"],
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))


def _labels(text: str) -> dict[str, str]:
    """`name words | name words`, over several lines."""
    pairs = (item.split(None, 1) for line in text.strip().split("\n") for item in line.split("|"))
    return {name: words.strip() for name, words in pairs}
