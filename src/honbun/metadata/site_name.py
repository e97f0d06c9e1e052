"""The name of the site in the title of its pages."""

from __future__ import annotations

from honbun.features import MAX_TITLE_PARTS, TITLE_SEPARATOR, letters

# Characters; what is longer is not a name but a slogan.
_LONGEST_NAME = 50


def site_in_title(title: str, shown: str) -> str | None:
    """What `<title>` says beside the title that the page shows: "Kettles | Courier" over "Kettles"."""
    pieces = [piece for piece in TITLE_SEPARATOR.split(title, MAX_TITLE_PARTS) if piece.strip()]
    said = [letters(piece) for piece in pieces]
    wanted = letters(shown)
    if len(pieces) < 2 or not wanted:
        return None
    name = None
    if any("".join(said[:n]) == wanted for n in range(1, len(said))):
        name = pieces[-1]
    elif any("".join(said[n:]) == wanted for n in range(1, len(said))):
        name = pieces[0]
    return name.strip() if name and len(name) <= _LONGEST_NAME else None


def without_site(title: str, names: list[str]) -> str:
    """The title without the name of the site before or after it."""
    known = {letters(name) for name in names} - {""}
    while match := next(iter(list(TITLE_SEPARATOR.finditer(title))[-1:]), None):
        if not match.start() or letters(title[match.end() :]) not in known:
            break
        title = title[: match.start()]
    match = TITLE_SEPARATOR.search(title)
    if match and match.start() and match.end() < len(title) and letters(title[: match.start()]) in known:
        title = title[match.end() :]
    return title.strip()
