"""Writes the table of names that dates are read with: `python tools/write_names.py`. Needs `pip install babel`.

Babel carries the data of Unicode's Common Locale Data Repository (CLDR). Only this script uses it; the package
ships the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel import Locale, __version__

from honbun.dates.words import fold

FILE = Path(__file__).parents[1] / "src" / "honbun" / "dates" / "names.json"

# Where two languages give one word to two months, the earlier in this list is believed (listopada: Polish
# November, not Croatian October).
LANGUAGES = (
    "en es pt pt_PT fr de ru ja zh zh_Hant ko it pl tr nl vi id fa ar ar_SY ar_DZ ar_MA cs sv uk el hu ro da fi "
    "nb nn th he bg sk hr lt sl et lv sr sr_Latn hi bn ta te ml kn mr gu ur ms fil ca eu gl is ga cy mk sq bs az "
    "ka hy kk uz be af sw mn ky tg my km lo ne si pa am lb mt eo fo gd fy br"
).split()
UNITS = "second minute hour day week month year".split()
# Words that stand before a month in some languages' forms of a date.
PREFIXES = ("de ", "d’", "d'", "of ", "мес. ")
# Spellings that CLDR does not have.
EXTRA = {"mrz": 3, "jänner": 1, "jän": 1, "feber": 2, "setiembre": 9, "juno": 6, "julei": 7}
EXTRA_AGO = {
    "second": ["_secs ago", "_sec ago"],
    "minute": ["_mins ago", "_min ago", "_minutes earlier", "_分前", "_分钟前"],
    "hour": ["_hrs ago", "_hr ago", "_hours earlier", "_小時前", "_小时前"],
    "day": ["_days earlier"],
    "week": ["_wks ago", "_wk ago"],
    "month": ["_mos ago", "_か月前", "_ヵ月前", "_ヶ月前", "_カ月前", "_ケ月前", "_个月前", "_個月前"],
    "year": ["_yrs ago", "_yr ago"],
}


def months() -> list[list[str]]:
    """The names of each month in all languages, folded, each name once."""
    known: dict[str, int] = {}
    for language in LANGUAGES:
        data = Locale.parse(language).months
        for number, name in _names(data):
            for prefix in PREFIXES:
                name = name.removeprefix(prefix)
            word = fold(name)
            if any(c.isdigit() for c in word) or len(word) < 2 or (word.isascii() and len(word) < 3):
                continue
            if " " not in word and "月" not in word:
                known.setdefault(word, number)
    known |= {fold(name): number for name, number in EXTRA.items()}
    return [sorted(word for word, month in known.items() if month == number) for number in range(1, 13)]


def _names(data: object) -> Iterator[tuple[int, str]]:
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            yield from data[context][width].items()  # type: ignore[index]


def ago() -> dict[str, list[str]]:
    """For each unit, what stands before and after the number in "3 hours ago", in all languages."""
    found = {unit: list(EXTRA_AGO[unit]) for unit in UNITS}
    known = {key for keys in found.values() for key in keys}
    for language in LANGUAGES:
        fields = Locale.parse(language)._data["date_fields"]
        for unit in UNITS:
            for width in ("", "-short", "-narrow"):
                for pattern in dict(fields[unit + width].get("past", {}).items()).values():
                    before, number, after = pattern.lower().replace("\xa0", " ").partition("{0}")
                    before, after = before.strip(), after.strip()
                    key = f"{before}_{after}"
                    if number and after and _is_sure(before + after) and key not in known:
                        known.add(key)
                        found[unit].append(key)
    return {unit: sorted(patterns) for unit, patterns in found.items()}


def _is_sure(words: str) -> bool:
    """Long enough not to be met by chance: "-3 h" is not."""
    return words[0].isalpha() and len(words.replace(" ", "")) > (2 if words[-1] < "\u3000" else 1)


def table() -> str:
    """The file."""
    head = {
        "source": f"Unicode CLDR, through Babel {__version__}, by tools/write_names.py; not to be edited",
        "copyright": "Copyright © 1991-2025 Unicode, Inc.",
        "license": "Unicode License v3 (https://www.unicode.org/license.txt, SPDX Unicode-3.0)",
    }
    return _lines({**head, "months": months(), "ago": ago()}) + "\n"


def _lines(value: Any, depth: int = 0) -> str:
    """JSON with a line for each value of the two outer levels."""
    if depth > 1 or isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    items = (
        value
        if isinstance(value, list)
        else [f"{json.dumps(key)}: {_lines(value[key], depth + 1)}" for key in value]
    )
    lines = [_lines(item, depth + 1) if isinstance(value, list) else item for item in items]
    start, end = "[]" if isinstance(value, list) else "{}"
    inner = ",\n".join(" " * (depth + 1) + line for line in lines)
    return f"{start}\n{inner}\n{' ' * depth}{end}"


if __name__ == "__main__":
    FILE.write_text(table(), "utf-8")
