"""Spans as inline markdown that reads back as the same text with the same marks, escaped where it matters only."""

from __future__ import annotations

import re
import string
import unicodedata
from itertools import accumulate

from honbun.render.inline import BREAK, TEX, Mark, Marks, Span, shared

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

_DELIMITERS = {"strong": "**", "em": "*", "del": "~~"}
# The characters that marks begin and end with, as far as they stand between emphasis and its neighbours.
_OPENING = {"a": "[", "code": "`", "sub": "<", "sup": "<"}
_OPENED = {"a": "[", "sub": ">", "sup": ">"}
_CLOSING = {"a": "]", "sub": "<", "sup": "<"}
# Stands before emphasis whose delimiters would be taken for part of others.
_TAKEN = "taken"
_BACKTICKS = re.compile("`+")
# TeX stands as it is, so what would end it, or be a link or markup to a reader of it, makes it plain code.
_UNSAFE_TEX = re.compile(r"[$`\n]|\](?=\()|\\(?:href|html|includegraphics|require|url)")
_LESS = r"\lt "


def inline(spans: list[Span]) -> str:
    """The spans as markdown, a newline for each line break. Beginnings of lines are not escaped yet."""
    if len(spans) == 1:
        return _alone(spans[0])
    spans = _with_flanks(spans)
    writer = _Writer()
    for span, following in zip(spans, [*spans[1:], Span("")], strict=True):
        writer.turn(span)
        writer.write(span, following.text[:1])
    writer.turn(Span(""))
    return "".join(writer.written)


def _alone(span: Span) -> str:
    """A span without neighbours: whatever its marks, nothing keeps them from being read."""
    if not span.marks and not span.image:
        return escape_text(span.text)
    content = _content(span)
    for mark in reversed(span.marks):
        if mark.kind not in _DELIMITERS:
            content = _enclosed(mark, content)
        elif _can_emphasize(mark, "", content, ""):
            content = f"{_DELIMITERS[mark.kind]}{content}{_DELIMITERS[mark.kind]}"
    return content


def _content(span: Span) -> str:
    """The inside of a span: escaped unless it is code, brackets too if it is in a link."""
    if span.image:
        return f"![{escape_text(span.image.label, in_link=True)}]({escape_target(span.image.source)})"
    if not span.marks:
        return escape_text(span.text)
    if span.marks[-1].kind == "code":
        return span.text
    return escape_text(span.text, "a" in [mark.kind for mark in span.marks])


def _with_flanks(spans: list[Span]) -> list[Span]:
    """The spans with punctuation moved out of emphasis where CommonMark would not see the emphasis otherwise.

    `**「強調」**です` is no emphasis: a delimiter between punctuation and a letter does not close. Chinese and
    Japanese have no spaces that would help, so the punctuation goes outside: `「**強調**」です`.
    """
    moved: list[Span] = []
    for span in spans:
        if moved and (moved[-1].marks or span.marks) and _is_text(moved[-1]) and _is_text(span):
            last = moved.pop()
            going_on = shared(last.marks, span.marks)
            if _is_emphasis(last.marks[going_on:]) and going_on == len(span.marks):
                body = last.text if _is_open_side(span.text[0]) else _rstrip(last.text)
                span = Span(last.text[len(body) :] + span.text, span.marks)
                if body and _is_pair(body[0], last.text[len(body) :]):
                    inside = body[1:].lstrip()
                    moved.append(Span(body[: len(body) - len(inside)], span.marks))
                    body = inside
                last = Span(body, last.marks)
            elif _is_emphasis(span.marks[going_on:]) and going_on == len(last.marks):
                body = span.text if _is_open_side(last.text[-1]) else _rstrip(span.text[::-1])[::-1]
                last = Span(last.text + span.text[: len(span.text) - len(body)], last.marks)
                span = Span(body, span.marks)
            if last.text:
                moved.append(last)
        if span.text or span.image:
            moved.append(span)
    return moved


def _is_pair(first: str, moved: str) -> bool:
    """Whether the punctuation moved out at the end has its other half at the beginning."""
    if unicodedata.category(first) in ("Ps", "Pi"):
        return any(unicodedata.category(character) in ("Pe", "Pf") for character in moved)
    return first in "\"'" and first in moved


def _is_text(span: Span) -> bool:
    return bool(span.text) and span.text != BREAK


def _is_emphasis(marks: Marks) -> bool:
    return bool(marks) and not [mark for mark in marks if mark.kind not in _DELIMITERS]


def _is_open_side(character: str) -> bool:
    """Whether emphasis may begin or end next to this character whatever is inside: a space, an end, punctuation.

    CommonMark counts symbols as punctuation since 0.31 only, so that they are no help and may be a hindrance.
    """
    return (
        not character
        or character.isspace()
        or character in string.punctuation
        or unicodedata.category(character).startswith("P")
    )


def _is_barred(character: str) -> bool:
    """Whether emphasis that has this character inside at its end needs an open side."""
    return unicodedata.category(character)[0] in "PS"


def _rstrip(text: str) -> str:
    end = len(text)
    while end and (text[end - 1].isspace() or _is_barred(text[end - 1])):
        end -= 1
    return text[:end]


class _Writer:
    """Markdown in the making. What a mark encloses is joined when the mark is closed."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._open: list[tuple[Mark, int, str]] = []
        """Each open mark with the index of its content in `written` and the character before it."""
        self._marks: Marks = ()
        self._last = ""
        self._has_closed = False
        """Asterisks that closed emphasis stand last: the next ones would be taken for part of them."""

    def turn(self, span: Span) -> None:
        """Close the marks that the span does not bear, open those it does."""
        if span.marks == self._marks:
            return
        going_on = shared(self._marks, span.marks)
        self._marks = span.marks
        signs = [_OPENING[mark.kind] for mark in span.marks[going_on:] if mark.kind in _OPENING]
        following = signs[0] if signs else "!" if span.image else span.text[:1]
        while len(self._open) > going_on:
            outer = [_CLOSING[mark.kind] for mark, _, _ in self._open[going_on:-1] if mark.kind in _CLOSING]
            self._close(outer[-1] if outer else following)
        for mark in span.marks[going_on:]:
            self._begin(mark)

    def write(self, span: Span, following: str) -> None:
        """The content of a span, before a span that begins with the character `following`."""
        content = _content(span)
        if following == "(" and content.endswith("]") and not span.marks:
            content = content[:-1] + "\\]"
        self._append(content)

    def _append(self, content: str) -> None:
        self.written.append(content)
        if content:
            self._last = content[-1]
            self._has_closed = False

    def _begin(self, mark: Mark) -> None:
        if mark.kind in ("a", "code", "sub", "sup"):
            if mark.kind == "a" and self._last == "!" and self.written[-1].endswith("!"):
                self.written[-1] = self.written[-1][:-1] + "\\!"
            self._open.append((mark, len(self.written), ""))
            self._last = _OPENED.get(mark.kind, self._last)
            self._has_closed = False
            return
        is_taken = self._last == "~" if mark.kind == "del" else self._has_closed or self._would_close()
        self._open.append((mark, len(self.written), _TAKEN if is_taken else self._last))

    def _would_close(self) -> bool:
        """Whether asterisks here would close the rest of three that opened two kinds of emphasis before.

        With one or two, CommonMark's rule of three prevents it.
        """
        if not self._last or self._last.isspace():
            return False
        starts = [start for mark, start, _ in self._open if mark.kind in ("strong", "em")]
        return "*" in [self.written[start][:1] for start in starts if start < len(self.written)]

    def _close(self, following: str) -> None:
        mark, start, before = self._open.pop()
        content = "".join(self.written[start:])
        del self.written[start:]
        if not content:
            return
        if mark.kind in _DELIMITERS:
            is_emphasis = before != _TAKEN and _can_emphasize(mark, before, content, following)
            delimiter = _DELIMITERS[mark.kind] if is_emphasis else ""
            has_closed = mark.kind != "del" if is_emphasis else self._has_closed
            self._append(f"{delimiter}{content}{delimiter}")
            self._has_closed = has_closed
        else:
            self._append(_enclosed(mark, content))


def _enclosed(mark: Mark, content: str) -> str:
    if mark.kind == "a":
        return f"[{content}]({escape_target(mark.target)})"
    if mark.target == TEX and not _UNSAFE_TEX.search(content):
        return f"${content.replace('<', _LESS)}$"
    if mark.kind == "code":
        fence = "`" * (max(map(len, _BACKTICKS.findall(content)), default=0) + 1)
        pad = " " if "`" in (content[0], content[-1]) else ""
        return f"{fence}{pad}{content}{pad}{fence}"
    return f"<{mark.kind}>{content}</{mark.kind}>"


def _can_emphasize(mark: Mark, before: str, content: str, following: str) -> bool:
    """Whether delimiters around the content open and close: they are left- and right-flanking.

    Asterisks at the ends of the content are delimiters of emphasis inside and one with these; tildes are none.
    """
    if mark.kind == "del" and "~" in (content[0], content[-1], following):
        return False
    inside = content.strip("*")
    if not inside or inside[0].isspace() or inside[-1].isspace():
        return False
    is_opening = not _is_barred(inside[0]) or _is_open_side(before)
    return is_opening and (not _is_barred(inside[-1]) or _is_open_side(following))


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


def escape_target(address: str) -> str:
    """An address for the parentheses of a link: percent-encoded where it would end there or be read otherwise."""
    if not _SUSPECT_TARGET.search(address):
        return address
    address = _UNSAFE_TARGET.sub(lambda found: "".join(f"%{b:02X}" for b in found[0].encode()), address)
    address = _REFERENCE.sub("&amp;", address)
    return address if _is_balanced(address) else address.replace("(", "%28").replace(")", "%29")


def _is_balanced(text: str) -> bool:
    depths = list(accumulate((1 if sign == "(" else -1 for sign in re.findall(r"[()]", text)), initial=0))
    return min(depths) == depths[-1] == 0
