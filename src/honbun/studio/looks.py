"""What a page's own styles make of it: sheets and attributes of its source, made harmless.

Nothing is copied but what can neither load, hide, cover nor move anything: properties by a list, values by their
characters and functions. Names of elements, classes and ids become classes of ours (`t-`, `p-`, `i-`), and custom
properties get a prefix, so that no style of a page meets a style of ours. What is left out costs looks only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

from honbun.page import Page, tags

# Styles beyond are left out: a hostile page could otherwise have more of them than text.
MAX_SHEET_LENGTH = 500_000
MAX_STYLE_LENGTH = 2_000
# A source tag is looked for among so many rows from the last that was found: parsers add few by themselves.
_WINDOW = 60

_PROPERTIES = frozenset(
    "align-items align-self background background-color border border-bottom border-bottom-color "
    "border-collapse border-color border-left border-left-color border-radius border-right border-spacing "
    "border-style border-top border-top-color border-width box-sizing clear color column-gap display flex "
    "flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-size "
    "font-style font-variant font-weight gap grid-column grid-template-columns justify-content letter-spacing "
    "line-height list-style list-style-type margin margin-bottom margin-left margin-right margin-top max-width "
    "order padding padding-bottom padding-left padding-right padding-top row-gap text-align text-decoration "
    "text-indent text-transform vertical-align white-space width word-break".split()
)
_FUNCTIONS = frozenset("calc clamp hsl hsla linear-gradient max min minmax oklch repeat rgb rgba var".split())
# No angle brackets, backslashes, braces, semicolons, colons or at signs can be in a value.
_VALUE = re.compile(r"""[\w\s#%.,+*/()"'-]{1,300}""", re.ASCII)
_NEGATIVE = re.compile(r"(?:^|[\s(,:])-[\d.]")
_FUNCTION = re.compile(r"([\w-]+)\s*\(")
_ADDRESS = re.compile(r"url\([^()]*\)", re.IGNORECASE)
_VARIABLE = re.compile(r"var\(\s*--")
# Text that a page makes invisible is what is to be seen here.
_INVISIBLE = {"display": {"none", "contents"}, "font-size": {"0", "0px"}, "color": {"transparent"}}
_COMMENT = re.compile(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|<!--|-->")
# Where a picture lay behind the text, which was made for it: a grey on which black and white can be read alike.
_BEHIND_PICTURE = "background-color:#777"
_BACKGROUND_PICTURE = re.compile(r"background[^;]*url\(", re.IGNORECASE)
# Two ways to hold floats, as one that neither hides nor adds anything.
_FLOATS_INSIDE = "display:flow-root"
_AFTER = re.compile(r"::?after\b")
_BRACE = re.compile(r"([{}])")
_CONDITION = re.compile(r"@media\s+[\w\s:().,-]{1,200}", re.ASCII)
_SIMPLE = re.compile(
    r":root|::?(?:first-child|last-child|link)|:nth-child\([\w+\s-]{1,20}\)|"
    r"[.#]?[a-zA-Z_][\w-]*|\*|\s*[>+~]\s*|\s+",
    re.ASCII,
)
_WORD = re.compile(r"[\w-]+", re.ASCII)
_SOURCE_TAG = re.compile(r"<(!--|[a-zA-Z][\w-]*)((?:\s[^<>]{0,4000})?)>?")
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_RAW = frozenset("iframe noembed noframes script select style svg template textarea title xmp".split())
_STYLING = frozenset("align bgcolor color size style text width".split())
_FONT_SIZES = ("", ".63em", ".82em", "1em", "1.13em", "1.5em", "2em", "3em")


@dataclass(frozen=True)
class Look:
    """The styles of a page, made harmless."""

    sheet: str = ""
    rows: Mapping[int, str] = field(default_factory=dict)
    """Row -> what its `style` attribute says."""
    sizes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Row of a picture -> its width and height in pixels."""


def look_of(page: Page, source: str) -> Look:
    """The look of a page, read from its source. Total: what cannot be read looks like nothing."""
    sheets, styles, sizes = list[str](), dict[int, str](), dict[int, tuple[int, int]]()
    row, names = 0, names_of(page)
    classes, identities = (page.attributes.get(key, {}) for key in ("class", "id"))
    for name, attributes, content in _source_tags(source):
        if name == "style":
            sheets.append(content)
        own = (attributes.get("class", ""), attributes.get("id", "")) if attributes else ("", "")
        for found in range(row, min(row + _WINDOW, len(names))):
            if names[found] == name and (classes.get(found, ""), identities.get(found, "")) == own:
                break
        else:
            continue
        row = found + 1
        if attributes and not _STYLING.isdisjoint(attributes) and (style := _style_of(name, attributes)):
            styles[found] = style
        if name == "img" and (pixels := _pixels(attributes)):
            sizes[found] = pixels
    return Look(safe_sheet("\n".join(sheets)[:MAX_SHEET_LENGTH]), styles, sizes)


def names_of(page: Page) -> list[str]:
    """The name of each element, as `page.tag_name` gives it."""
    known = (*tags.NAMES, *page.custom_tags)
    return [known[code] for code in page.tag.tolist()]


def _pixels(attributes: Mapping[str, str]) -> tuple[int, int] | None:
    width, height = (attributes.get(key, "")[:5] for key in ("width", "height"))
    are_numbers = (width + height).isascii() and width.isdigit() and height.isdigit()
    return (int(width), int(height)) if are_numbers else None


def _source_tags(source: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """The start tags of a source, with attributes; of elements whose content is no markup with it.

    Each is looked for from the last on, and an end that is not there once only, so the time is that of reading it.
    """
    lower, at, missing = source.lower(), 0, set[str]()
    while found := _SOURCE_TAG.search(source, at):
        name, at = found[1].lower(), found.end()
        ending = "-->" if name == "!--" else f"</{name}" if name in _RAW else ""
        content = ""
        if ending and ending not in missing:
            end = lower.find(ending, at)
            if end < 0:
                missing.add(ending)
            else:
                content, at = source[at:end], end
        if name != "!--":
            yield name, _attributes(found[2]) if found[2] else {}, content


def _attributes(text: str) -> dict[str, str]:
    found = ((name.lower(), unescape(one or two or bare)) for name, one, two, bare in _ATTRIBUTE.findall(text))
    return dict(reversed([*found]))  # the first of a name counts


def _style_of(name: str, attributes: Mapping[str, str]) -> str:
    """The style of an element, by its attribute and by those of older pages."""
    said = [
        f"{css}:{attributes[key]}"
        for key, css in (("bgcolor", "background-color"), ("color", "color"), ("text", "color"))
        if key in attributes
    ]
    if name == "font" and (size := attributes.get("size", "").strip("+")) in "1234567" and size:
        said.append(f"font-size:{_FONT_SIZES[int(size)]}")
    if (align := attributes.get("align", "").lower()) in ("left", "right", "center"):
        said.append(f"text-align:{align}")
    if name in ("table", "td", "th") and (width := attributes.get("width", "")):
        said.append(f"width:{width}" if width.endswith("%") else f"width:{width}px")
    style = attributes.get("style", "")[:MAX_STYLE_LENGTH]
    said += [style, _BEHIND_PICTURE * bool(_BACKGROUND_PICTURE.search(style))]
    return safe_declarations(";".join(said))


def safe_declarations(text: str) -> str:
    """Those declarations that are known to be harmless."""
    kept = list[str]()
    for declaration in text.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), _safe_value(value)
        if not value or value.lower() in _INVISIBLE.get(name, ()):
            continue
        if name == "overflow" and value != "visible":
            kept.insert(0, _FLOATS_INSIDE)
        elif name in _PROPERTIES:
            kept.append(f"{name}:{value}")
        elif name.startswith("--") and _WORD.fullmatch(name):
            kept.append(f"--p-{name[2:]}:{value}")
    return ";".join(kept)


def _safe_value(value: str) -> str:
    """The value without addresses and `!important`; "" if anything in it is unknown."""
    value = _ADDRESS.sub("", value).replace("!important", "").strip()
    if not _VALUE.fullmatch(value) or _NEGATIVE.search(value) or value.count('"') % 2 or value.count("'") % 2:
        return ""
    if value.count("(") != value.count(")") or not _FUNCTIONS.issuperset(_FUNCTION.findall(value.lower())):
        return ""
    return _VARIABLE.sub("var(--p-", value)


def safe_sheet(text: str) -> str:
    """The rules of a style sheet that are known to be harmless, for the classes that `classes_of` gives."""
    out = list[str]()
    opened: list[tuple[str, str]] = []  # of each brace the selectors, "@", or "" if it is left out, and the text
    parts = _BRACE.split(_COMMENT.sub(" ", text))
    for before, brace in zip(parts[::2], parts[1::2], strict=False):
        if brace == "{":
            prelude = before.rpartition(";")[2].strip()
            kind = "" if opened and opened[-1][0] != "@" else _kind(_AFTER.sub("", prelude))
            if kind == "@":
                out.append(f"{' '.join(prelude.split())}{{")
            opened.append((kind, prelude))
        elif opened:
            kind, prelude = opened.pop()
            is_after = bool(_AFTER.search(prelude))
            is_picture = "cover" in before and bool(_BACKGROUND_PICTURE.search(before))
            stated = f"{before};{_BEHIND_PICTURE * is_picture}"
            declarations = _FLOATS_INSIDE * ("clear" in before) if is_after else safe_declarations(stated)
            if kind == "@":
                out.append("}")
            elif kind and declarations:
                out.append(f"{kind}{{{declarations}}}")
    return "".join(out) + "}" * [kind for kind, _ in opened].count("@")


def _kind(prelude: str) -> str:
    """The selectors of a rule; "@" for a condition of screens; "" for what is left out."""
    if prelude.startswith("@"):
        return "@" if _CONDITION.fullmatch(prelude) and "print" not in prelude else ""
    parts = prelude.split(",") if len(prelude) < MAX_STYLE_LENGTH else ()
    return ",".join(filter(None, map(_safe_selector, parts)))


def _safe_selector(text: str) -> str:
    """The selector for the elements as they are written here; "" if it asks for what is not known of them."""
    parts = [match[0] for match in _SIMPLE.finditer(text.strip())]
    return "".join(map(_rewritten, parts)) if "".join(parts) == text.strip() else ""


def _rewritten(part: str) -> str:
    if part[0] in ".#":
        return f".{'p' if part[0] == '.' else 'i'}-{part[1:]}"
    if part[0].isalpha():
        return f".t-{part.lower()}" if part.lower() != "html" else ":root"
    if part == "*":
        return '[class^="t-"]'  # elements of the page, none of ours
    return "" if part == ":link" else " " if part.isspace() else part.strip()


def classes_of(page: Page, row: int) -> list[str]:
    """The classes by which the rewritten sheet knows an element."""
    words = (page.attribute(row, "class") or "")[:MAX_STYLE_LENGTH].split()
    named = [f"p-{word}" for word in words if _WORD.fullmatch(word)]
    identity = page.attribute(row, "id") or ""
    return [f"t-{page.tag_name(row)}", *named, *([f"i-{identity}"] if _WORD.fullmatch(identity) else [])]
