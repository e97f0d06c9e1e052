"""Write `core/src/tables.rs` and `expressions.rs`: what the compiled core knows by heart, from the readable form.

    python -m tools.write_core_tables

Names and classes of elements, attributes that are kept, classes of characters and words of identifiers are defined
in Python, once, and so are the patterns that dates and names are read by; the names of characters are Python's own
copy of the standard's list.
"""

from __future__ import annotations

import html.entities
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from honbun import bodies
from honbun.article import marked
from honbun.dates import back, date, find, order, weekdays
from honbun.dates import words as date_words
from honbun.features import LABEL, markup, text
from honbun.page import blocks, tags
from honbun.page.parse import KEPT_ATTRIBUTES
from honbun.threads import field_features, fields
from tools.write_core_patterns import all_characters, pattern, whole

SOURCES = Path(__file__).parents[1] / "core" / "src"

# What only the tree builder knows by name.
_BUILDER_NAMES = (
    "bgsound desc foreignobject frame image keygen malignmark menuitem mglyph mi mn mo ms mtext nextid "
    "selectedcontent"
).split()
# https://html.spec.whatwg.org/multipage/parsing.html#special, and the other classes of its tree construction
_SPECIAL = (
    "address applet area article aside base basefont bgsound blockquote body br button caption center col "
    "colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 "
    "h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav "
    "noembed noframes noscript object ol p param plaintext pre script search section select source style "
    "summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp"
).split()
_CLASSES = {
    "SPECIAL": _SPECIAL,
    "HARD": [name for name in _SPECIAL if name not in ("address", "div", "p")],
    "SCOPE": "applet caption html table td th marquee object select template".split(),
    "IMPLIED": "dd dt li optgroup option p rb rp rt rtc".split(),
    "BREAKOUT": (
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing "
        "menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
    ).split(),
}
_BUILDER_ATTRIBUTES = "aria-hidden color encoding face hidden size style".split()


def tables() -> str:
    """The whole file."""
    parts = (_names(), _attributes(), _characters(), _words())
    head = "//! Written by `tools/write_core_tables.py` from the tables of the readable form."
    version = f"//! Characters are those of Unicode {unicodedata.unidata_version}."
    return "\n".join(
        [head, version, "#![allow(dead_code, clippy::all)]", *(line for part in parts for line in part), ""]
    )


_PATTERNS: dict[str, re.Pattern[str]] = {
    "LABEL": LABEL,
    "DATES_START": find._START,
    "DATES_ANCHOR": find._ANCHOR,
    "DATES_LETTERED": find._LETTERED,
    "DATES_KANJI_WEEKDAY": find._KANJI_WEEKDAY,
    "DATES_NO_WORD": find._NO_WORD,
    "CLOCK_AFTER": date._AFTER,
    "CLOCK_BEFORE": date._BEFORE,
    "CLOCK_DOTTED": date._DOTTED,
    "WORDS_AFTER_DAY": date_words._AFTER_DAY,
    "WORDS_WORD_START": date_words._WORD_START,
    "WORDS_YEAR_AFTER_DAY": date_words._YEAR_AFTER_DAY,
    "WORDS_YEAR_AFTER_CLOCK": date_words._YEAR_AFTER_CLOCK,
    "WORDS_AFTER_YEAR": date_words._AFTER_YEAR,
    "WORDS_LATVIAN": date_words._LATVIAN,
    "DAY_WORD": back._DAY_WORD,
    "BACK_ONE": back._ONE,
    "BACK_NOW": back._NOW,
    "ORDER_NUMBERS": order._NUMBERS,
    "FIELDS_BETWEEN": fields._BETWEEN,
    "WEEKDAY": weekdays.WEEKDAY,
    "FIELDS_COUNTED": whole(fields._COUNTED),
    "FIELD_CODE": whole(field_features._CODE),
    "FIELD_AUTHOR_WORD": field_features._AUTHOR_WORD,
    "FIELD_AUTHOR_LINK": field_features._AUTHOR_LINK,
    "FIELD_DATE_WORD": field_features._DATE_WORD,
    "FIELD_HOST": field_features._HOST,
    "REFERENCES": whole(bodies._REFERENCES),
}
_UNITS = ("second", "minute", "hour", "day", "week", "month", "year")


def expressions() -> str:
    """The file of patterns and of words that dates are written with."""
    head = "//! Written by `tools/write_core_tables.py` from the patterns of the readable form."
    lines = [head, "#![allow(dead_code, clippy::all)]"]
    lines += ["use crate::names::Piece;", "use crate::patterns::{Op, Pattern, Set};"]
    for name, source in _PATTERNS.items():
        lines += pattern(name, source)
    return "\n".join([*lines, *_date_words(), ""])


class _Pool:
    """Strings in one, each of them as its place there."""

    def __init__(self) -> None:
        self.text = b""

    def piece(self, string: str) -> str:
        wanted = string.encode()
        if wanted not in self.text:
            self.text += wanted
        return f"Piece({self.text.index(wanted)}, {len(wanted)})"

    def pairs(self, name: str, kinds: str, rows: Sequence[tuple[str | int, ...]]) -> str:
        """A table as `_pairs` writes it, its strings as pieces."""
        return _pairs(name, kinds, rows, self.piece)

    def written(self) -> str:
        return f"pub static POOL: &str = {_quoted(self.text.decode())};"


def _date_words() -> Iterator[str]:
    pool = _Pool()
    months = sorted({**date_words._persian_months(), **date_words._month_numbers()}.items())
    yield pool.pairs("MONTHS", "Piece, u8", sorted(date_words._month_numbers().items()))
    yield pool.pairs("PERSIAN_MONTHS", "Piece, u8", sorted(date_words._persian_months().items()))
    letters = {letter for name, _ in months for letter in name}
    folded = (
        (chr(point), date_words.fold(chr(point))) for point in range(0x110000) if not 0xD800 <= point < 0xE000
    )
    kept = [(ord(letter), fold) for letter, fold in folded if fold != letter and letters.issuperset(fold)]
    yield "/// What letters of months are written without accents and in lower case."
    yield pool.pairs("FOLDS", "u32, Piece", kept)
    folds = ((letter, letter.casefold()) for letter in all_characters())
    yield "/// `str.casefold` of the characters that it changes."
    yield pool.pairs("CASEFOLDS", "u32, Piece", [(ord(letter), fold) for letter, fold in folds if fold != letter])
    ago = [
        (key, form, before, _UNITS.index(unit))
        for key, each in back._forms_of_ago().items()
        for form, before, unit in each
    ]
    yield "/// Beginning of what follows a number, all of it, what stands before it, unit; the longest first."
    yield pool.pairs("AGO", "Piece, Piece, Piece, u8", sorted(ago, key=lambda each: each[0]))
    ones = [(form, number, _UNITS.index(unit)) for form, (number, unit) in back._forms_of_one().items()]
    yield pool.pairs("OF_ONE", "Piece, u8, u8", sorted(ones))
    yield "/// The strings of the tables above."
    yield pool.written()
    yield _pairs("DAYS_BACK", "&str, u8", sorted(back._DAYS_BACK.items()))
    yield _pairs("ERAS", "&str, i64", list(find._ERAS.items()))
    yield _pairs("OFFSETS", "&str, &str", list(date._OFFSETS.items()))
    yield _strings("AFTERNOON", sorted(date._AFTERNOON))
    yield _strings("MORNING", sorted(date._MORNING))


def _quoted(string: str) -> str:
    return '"' + "".join(map(_character, string)) + '"'


def _pairs(
    name: str, kinds: str, rows: Sequence[tuple[str | int, ...]], string: Callable[[str], str] = _quoted
) -> str:
    def written(value: str | int) -> str:
        return str(value) if isinstance(value, int) else string(value)

    inner = ", ".join(f"({', '.join(map(written, row))})" for row in rows)
    return f"pub static {name}: [({kinds}); {len(rows)}] = [{inner}];"


def _character(character: str) -> str:
    """A character in a string of Rust."""
    is_plain = character.isprintable() and character not in '"\\'
    return character if is_plain else f"\\u{{{ord(character):x}}}"


def _names() -> Iterator[str]:
    names = [*tags.NAMES, *(name for name in _BUILDER_NAMES if name not in tags.CODE)]
    code = {name: i for i, name in enumerate(names)}
    yield "/// Names from here on have a code within their page only."
    yield f"pub const FIRST_CUSTOM: u32 = {tags.FIRST_CUSTOM};"
    yield "/// Names from here on are unknown to the tree builder, too."
    yield f"pub const KNOWN: u32 = {len(names)};"
    yield _strings("TAG_NAMES", names)
    yield from (f"pub const T_{_constant(name)}: u32 = {i};" for name, i in code.items())
    classes = {
        **_CLASSES,
        "BLOCK": tags.BLOCK_LEVEL_NAMES,
        "NOT_TEXT": tags.NOT_TEXT_NAMES,
        "PREFORMATTED": tags.PREFORMATTED_NAMES,
        "HEADING": tags.HEADING_NAMES,
        "SIDE_BY_SIDE": _members(blocks._SIDE_BY_SIDE),
        "RUNNING": _members(blocks._RUNNING),
        "PRESSABLE": ["a", "button", "label", "summary"],
        "PLAIN": "article dd dt li td th tr".split(),
        "OWN_FOOTER": _members(marked._WITH_OWN_FOOTER),
        "NOT_CONSENT": _members(marked._NOT_CONSENT),
    }
    flags = [0] * (len(names) + 1)
    for bit, (name, members) in enumerate(classes.items()):
        yield f"pub const IS_{name}: u32 = 1 << {bit};"
        for member in members:
            flags[code[member]] |= 1 << bit
    yield _numbers("TAG_FLAGS", "u32", flags)
    yield _numbers("TAG_RANK", "u8", [*markup._RANK[:-1].tolist(), len(markup._OWNERS)])
    yield _strings("IN_NAMES", markup._IN_NAMES)
    yield _numbers("TAG_AROUND", "u32", markup._NAME_BIT.tolist())
    yield _slots("TAG_SLOTS", names, 512)


def _members(table: Sequence[bool]) -> list[str]:
    return [name for name, is_in in zip(tags.NAMES, table, strict=False) if is_in]


def _attributes() -> Iterator[str]:
    names = [*sorted(KEPT_ATTRIBUTES), *_BUILDER_ATTRIBUTES]
    yield "/// Attributes before this one reach the columns."
    yield f"pub const KEPT: u32 = {len(KEPT_ATTRIBUTES)};"
    yield _strings("ATTRIBUTE_NAMES", names)
    yield from (f"pub const A_{_constant(name)}: u32 = {i};" for i, name in enumerate(names))
    yield _slots("ATTRIBUTE_SLOTS", names, 256)


def _characters() -> Iterator[str]:
    entities = sorted(html.entities.html5.items())
    offsets, values = [0], []
    for name, value in entities:
        offsets.append(offsets[-1] + len(name))
        values.append((ord(value[0]), ord(value[1]) if len(value) > 1 else 0))
    yield f'pub static ENTITY_NAMES: &[u8] = b"{"".join(name for name, _ in entities)}";'
    yield _numbers("ENTITY_STARTS", "u16", offsets)
    yield f"pub static ENTITY_VALUES: [(u32, u32); {len(values)}] = {values};"
    yield _numbers("CHARACTER_CLASS", "u8", text._table().tolist())
    ranges = _ranges(point for point in range(0x80, 0x110000) if chr(point).isalnum())
    yield "/// Beyond ASCII, the letters and digits, as half-open ranges."
    yield f"pub static ALPHANUMERIC: [(u32, u32); {len(ranges)}] = {ranges};"
    zeros = [point for point in range(0x80, 0x110000) if unicodedata.decimal(chr(point), None) == 0]
    yield "/// Beyond ASCII, the zeros of decimal digits; nine more follow each."
    yield _numbers("ZEROS", "u32", zeros)
    yield "/// Digits that are no decimal digits, as half-open ranges."
    others = _ranges(point for point in range(0x110000) if chr(point).isdigit() and not chr(point).isdecimal())
    yield f"pub static OTHER_DIGITS: [(u32, u32); {len(others)}] = {others};"


def _ranges(points: Iterable[int]) -> list[tuple[int, int]]:
    """Ascending numbers as half-open ranges."""
    ranges: list[tuple[int, int]] = []
    for point in points:
        if ranges and ranges[-1][1] == point:
            ranges[-1] = (ranges[-1][0], point + 1)
        else:
            ranges.append((point, point + 1))
    return ranges


def _words() -> Iterator[str]:
    groups: dict[str, int] = {}
    for bit, words in enumerate(markup._WORDS.values()):
        for word in words.split():
            groups[word] = groups.get(word, 0) | 1 << bit
    words = sorted(groups)
    yield _strings("WORD_NAMES", markup._WORD_NAMES)
    yield _strings("WORDS", words)
    yield _numbers("WORD_BITS", "u32", [groups[word] for word in words])
    yield _slots("WORD_SLOTS", words, 1024)
    yield _strings("CONSENT_PROGRAMS", marked._PROGRAMS)


def _constant(name: str) -> str:
    return name.upper().replace("-", "_")


def _strings(name: str, values: Sequence[str]) -> str:
    quoted = ", ".join(f'"{value}"' for value in values)
    return f"pub static {name}: [&str; {len(values)}] = [{quoted}];"


def _numbers(name: str, kind: str, values: Sequence[int]) -> str:
    return f"pub static {name}: [{kind}; {len(values)}] = {list(values)};"


def _slots(name: str, members: Sequence[str], size: int) -> str:
    """A hash table of these names with open addressing, as `names::lookup` reads it."""
    slots = [0xFFFF] * size
    for i, member in enumerate(members):
        at = _hash(member) % size
        while slots[at] != 0xFFFF:
            at = (at + 1) % size
        slots[at] = i
    return _numbers(name, "u16", slots)


def _hash(name: str) -> int:
    """FNV-1a, its upper bits folded in."""
    value = 0x811C9DC5
    for byte in name.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value ^ value >> 15


if __name__ == "__main__":
    (SOURCES / "tables.rs").write_text(tables(), "utf-8")
    (SOURCES / "expressions.rs").write_text(expressions(), "utf-8")
