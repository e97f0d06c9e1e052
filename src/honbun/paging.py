"""Where a thread goes on: the number of its page, the link to the next, and which addresses are of one thread."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import SplitResult, parse_qsl, urlencode, urljoin, urlsplit

from honbun.page import Page

# What links to the next page say, in the languages of large boards; arrows alone are the same everywhere.
_NEXT = re.compile(
    r"\W*(?:next(?: page)?|older|weiter|nächste(?: seite)?|suivante?(?: page)?|page suivante|siguiente|próxim[ao]|"
    r"successiv[ao]|avanti|volgende|następna|następny|далее|следующая|вперёд|次(?:へ|の?ページ|の\d+件)?|下一页|下一頁|다음)\W*|[›»→>]{1,2}",
    re.IGNORECASE,
)
_PAGE_NUMBER = re.compile(r"[(\[]?(\d{1,5})[)\]]?")
# How the number of a page stands in addresses: page=3, /page/3, page-3, /p3, -p3.html
_IN_ADDRESS = re.compile(
    r"(?:[?&;/_-]|\b)(?:(?:page|pg|seite|pagina|pageno)[=/_-]?|(?<=[/-])p)(\d{1,5})(?!\d)", re.IGNORECASE
)
# What a link to the next page says is no longer.
_MAX_NEXT_LENGTH = 20

# What a browser is called by, and not the page.
_SESSION = re.compile(r"(?:php)?sess(?:ion)?_?(?:id)?|sid|s|jsessionid|zenid|osCsid|cfid|cftoken", re.IGNORECASE)
_SESSION_IN_PATH = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
# Parameters that say which part of a thread is shown, how it is shown, and in which board it is.
_PART = re.compile(
    r"page|p|pg|pageno|pagenumber|paged|start|st|offset|from|i|pn|cpage|seite|pagina|list", re.IGNORECASE
)
_MANNER = re.compile(
    r"lang|locale|sort|order|orderby|sk|sd|pp|perpage|postdays|postorder|highlight|hl|tab|style|no_prefetch|"
    r"f|fid|forum|forumid|b|board|h",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_EXTENSION = re.compile(r"\.(?:html?|php\d?|aspx?|jsp|cgi)$", re.IGNORECASE)
# Words of a path that say which page of a thread it is, and numbers that may.
_PART_OF_PATH = re.compile(r"(?:page|pages|pg|p|s|st|start|seite|pagina|index)?\d{0,5}", re.IGNORECASE)
# A number of so many digits is that of a thread, not of a page or a board.
_ID_LENGTH = 4


def page_and_next(page: Page) -> tuple[int | None, str | None]:
    """Which page of its thread this is, and the address of the next.

    The number is what its address or the pager says, else the one that is not linked; the next page is told by its
    number in the pager, else it is what is called next.
    """
    own = own_urls(page)
    numbered = _numbered_links(page, own)
    number = _page_number(page, own, numbered)
    if number is not None and number + 1 in numbered:
        return number, numbered[number + 1]
    return number, next(_called_next(page, own), None)


def next_url(page: Page) -> str | None:
    """The address of the next page of the same thread."""
    return page_and_next(page)[1]


def _page_number(page: Page, own: list[str], numbered: dict[int, str]) -> int | None:
    found = _IN_ADDRESS.search((page.url or "").partition("://")[2].partition("/")[2].partition("#")[0])
    if found and int(found[1]) > 0:
        return int(found[1])
    if not numbered:
        return None
    number_of = {_bare(address): number for number, address in numbered.items()}
    known = [number_of[_bare(address)] for address in own if _bare(address) in number_of]
    known += [number_of[_bare(address)] - 1 for address in _called_next(page, own) if _bare(address) in number_of]
    if known or 1 not in numbered:
        return max(known[0], 1) if known else 1
    missing = [number for number in range(1, max(numbered) + 2) if number not in numbered]
    return missing[0] if len(missing) == 1 or missing[0] <= max(numbered) else None


def own_urls(page: Page) -> list[str]:
    """The addresses of a page: the one it was given, and the one it states."""
    rels = page.attributes.get("rel", {})
    stated = [page.attribute(row, "href") for row, rel in rels.items() if rel.strip().lower() == "canonical"]
    return [address.strip() for address in (page.url, *stated) if address and address.strip()]


def base_url(page: Page) -> str:
    """What the addresses of a page are relative to; nothing if the page does not tell."""
    bases = (page.attribute(row, "href") for row in page.rows_of("base").tolist())
    return absolute_url(next(iter(own_urls(page)), ""), next(filter(None, bases), ""))


def absolute_url(base: str, href: str) -> str:
    """An address in full, without what names a session; as it is if it is none."""
    try:
        return without_session(urljoin(base, href.strip()))
    except ValueError:
        return href.strip()


def without_session(address: str) -> str:
    """An address without what names a session."""
    if "?" not in address and ";" not in address:
        return address
    parts = _split(address)
    query = parse_qsl(parts.query.replace(";", "&"), keep_blank_values=True)
    kept = [(name, value) for name, value in query if not _is_session(name, value)]
    path = _SESSION_IN_PATH.sub("", parts.path)
    if len(kept) == len(query) and path == parts.path:
        return address
    return parts._replace(path=path, query=urlencode(kept)).geturl()


def is_same_thread(own: str, other: str) -> bool:
    """Whether two addresses are of pages of one thread: the same but for the number of the page.

    What comes first in an address says which thread it is; what comes after that, which part of it.
    """
    a, b = _split(own), _split(other)
    if a.netloc and b.netloc and a.netloc.removeprefix("www.").lower() != b.netloc.removeprefix("www.").lower():
        return False
    return _is_same_path(_words(a.path), _words(b.path)) and _is_same_query(a.query, b.query)


def _is_same_path(own: list[str], other: list[str]) -> bool:
    both = 0
    while both < min(len(own), len(other)) and own[both] == other[both]:
        both += 1
    own_rest, other_rest = own[both:], other[both:]
    if not all(_PART_OF_PATH.fullmatch(word) for word in (*own_rest, *other_rest)):
        return False
    # Two numbers that differ are those of pages only if the number of the thread comes before them.
    is_named = any(not word.isdigit() for word in own_rest)
    has_id = any(len(word) >= _ID_LENGTH and word.isdigit() for word in own[:both])
    return not own_rest or is_named or has_id or (both > 0 and own[both - 1].isdigit())


def _is_same_query(own: str, other: str) -> bool:
    a, b = dict(_parameters(own)), dict(_parameters(other))
    # topic=38573.15 is a part of the thread 38573.
    ids = {name: value for name, value in a.items() if not _PART.fullmatch(name) and not _MANNER.fullmatch(name)}
    if any(value.partition(".")[0] != b.get(name, "").partition(".")[0] for name, value in ids.items()):
        # A post may be what a page is called by; then nothing tells its thread.
        return False
    added = {name for name in b if name not in a}
    return all(_MANNER.fullmatch(name) or (_PART.fullmatch(name) and b[name].isdigit()) for name in added)


def _parameters(query: str) -> Iterator[tuple[str, str]]:
    for name, value in parse_qsl(query.replace(";", "&"), keep_blank_values=True):
        if not _is_session(name, value):
            yield name.lower(), value


def _is_session(name: str, value: str) -> bool:
    return bool(_SESSION.fullmatch(name)) and len(value) >= 12


def _is_part(own: list[str], other: str) -> bool:
    """Whether an address is of another page of a thread; without the thread's, whether it may be one at all."""
    parts = _split(other)
    if parts.scheme not in ("http", "https", ""):
        return False
    if own:
        return all(_bare(each) != _bare(other) for each in own) and any(
            is_same_thread(each, other) for each in own
        )
    names = [name for name, value in _parameters(parts.query) if _PART.fullmatch(name) and value.isdigit()]
    return bool(names) or bool(_IN_ADDRESS.search(parts.path))


def _bare(address: str) -> str:
    """An address without session and fragment."""
    return without_session(address).partition("#")[0].rstrip("/")


def _words(path: str) -> list[str]:
    return _WORD.findall(_EXTENSION.sub("", path.rstrip("/")).lower())


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:  # a host in brackets that is none
        return urlsplit("")


def _called_next(page: Page, own: list[str]) -> Iterator[str]:
    """Addresses of other pages of the thread that are declared or called the next."""
    rels = page.attributes.get("rel", {})
    base = base_url(page)
    declared = [row for row, rel in rels.items() if "next" in rel.lower().split()]
    for row in (*declared, *(row for row in page.rows_of("a").tolist() if _is_called_next(page, row))):
        address = absolute_url(base, page.attribute(row, "href") or "")
        if address and _is_part(own, address):
            yield address


def _is_called_next(page: Page, row: int) -> bool:
    text = " ".join(_text(page, row).split())
    text = text or page.attribute(row, "aria-label") or page.attribute(row, "title") or ""
    return len(text) <= _MAX_NEXT_LENGTH and bool(_NEXT.fullmatch(text))


def _numbered_links(page: Page, own: list[str]) -> dict[int, str]:
    """Links of the pager: their texts are numbers that count up from 1 or 2, in one parent."""
    groups: dict[int, dict[int, str]] = {}
    base = base_url(page)
    hrefs, rows = page.attributes.get("href", {}), page.rows_of("a")
    spans = zip(rows.tolist(), page.text_start[rows].tolist(), page.text_end[rows].tolist(), strict=True)
    for row, start, end in spans:
        href, text = hrefs.get(row), page.text[start:end].strip()
        if href and not href.startswith("#") and (match := _PAGE_NUMBER.fullmatch(text)):
            above = int(page.parent[row])
            if len(_text(page, above)) <= len(text) + 2:
                above = int(page.parent[above])
            groups.setdefault(above, {}).setdefault(int(match[1]), absolute_url(base, href))
    for numbered in groups.values():
        first, *others = sorted(numbered)
        # The page itself is not linked, so that its neighbours are two apart.
        is_pager = first <= 2 and (others[0] - first <= 2 if others else first == 2)
        if is_pager and _is_part(own, numbered[max(numbered)]):
            return numbered
    return {}


def _text(page: Page, row: int) -> str:
    return page.text[page.text_start[row] : page.text_end[row]].strip()
