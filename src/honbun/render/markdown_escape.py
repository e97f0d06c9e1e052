"""Text that CommonMark and GFM would misread, with backslashes where it matters and nowhere else."""

from __future__ import annotations

import re

# https://spec.commonmark.org/0.31.2/#backslash-escapes and #delimiter-run
_SPECIAL = re.compile(
    r"""
      \\(?=[!-/:-@\[-`{-~]|$)       # a backslash that would escape what follows it
    | `
    | (?<!\s)\*|\*(?!\s)            # an asterisk is plain only between spaces,
    | (?<!\w)_+|(?<=[^\W_])_+(?!\w)  # underscores inside a word
    | (?<=~)~|~(?=~)
    | \](?=\()
    | <(?=[A-Za-z/!?]|$)            # tags, comments, autolinks
    | &(?=\#?\w{1,32};)             # character references
    """,
    re.VERBOSE,
)
# Most text has none of these: looking for them first saves most of the time.
_SUSPECT = re.compile(r"[\\`*_~\]<&\[]")
_SPECIAL_IN_LINK = re.compile(_SPECIAL.pattern + r"|[\[\]]", re.VERBOSE)

# What begins a block if it begins a line. https://spec.commonmark.org/0.31.2/#container-blocks-and-leaf-blocks
_LINE_START = re.compile(
    r"""
      (?=\#{1,6}(?:\s|$))           # heading
    | (?=>)                         # quote
    | (?=[-+*](?:\s|$))             # bullet
    | (?==+\s*$)                    # underline of a heading
    | (?=(?P<rule>[-_*])\s*(?:(?P=rule)\s*)+$)  # rule, underline of a heading
    | (?=[|:\s-]+$)(?=[|:\s]*-)     # the row below the head of a table
    | (?=\[(?:[^\[\]\\]|\\.)*\]:)               # link reference definition
    | (?=\[[\sxX]\]\s)              # task
    """,
    re.VERBOSE,
)
_SUSPECT_START = frozenset("#>-+*=_|:[0123456789")
_NUMBER = re.compile(r"\d{1,9}(?=[.)](?:\s|$))")
_LAST_HASHES = re.compile(r"(?:^|(?<=\s))#(?=#*$)")

_UNSAFE_TARGET = re.compile(r"[\x00-\x20\x7f<>\\`|\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_SUSPECT_TARGET = re.compile(_UNSAFE_TARGET.pattern.replace("[", "[();", 1))
_REFERENCE = re.compile(r"&(?=#?\w{1,32};)")


def escape_text(text: str, in_link: bool = False) -> str:
    """Text for the inside of a line; brackets are escaped too where they would end a link."""
    if not _SUSPECT.search(text):
        return text
    special = _SPECIAL_IN_LINK if in_link else _SPECIAL
    return special.sub(lambda found: "\\" + "\\".join(found[0]), text)


def escape_line(line: str) -> str:
    """A line, already escaped inside, that does not begin a block by accident."""
    if line[:1] not in _SUSPECT_START:
        return line
    number = _NUMBER.match(line)
    position = number.end() if number else 0
    if number or _LINE_START.match(line):
        return f"{line[:position]}\\{line[position:]}"
    return line


def escape_heading(line: str) -> str:
    """A line for a heading: hashes at its end would be taken for a closing mark."""
    return _LAST_HASHES.sub(r"\\#", line)


def escape_label(text: str) -> str:
    """The label of an image."""
    return escape_text(text, in_link=True)


def escape_target(address: str) -> str:
    """An address for the parentheses of a link: percent-encoded where it would end there or be read otherwise."""
    if not _SUSPECT_TARGET.search(address):
        return address
    address = _UNSAFE_TARGET.sub(lambda found: "".join(f"%{b:02X}" for b in found[0].encode()), address)
    address = _REFERENCE.sub("&amp;", address)
    return address if _is_balanced(address) else address.replace("(", "%28").replace(")", "%29")


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in re.findall(r"[()]", text):
        depth += 1 if sign == "(" else -1
        if depth < 0:
            return False
    return depth == 0
