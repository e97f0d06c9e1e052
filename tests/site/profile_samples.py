"""Pages as lists of lines, and profiles compared by what they answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from hypothesis import strategies as st

from honbun.page import parse
from honbun.page.blocks import segment
from honbun.site.fingerprint import Fingerprint, line_keys, observe
from honbun.site.profile import Profile

CHROME = (
    "Home",
    "News",
    "Contact",
    "Search this site",
    "The courier is printed on paper from the forests of the county.",
    "Readers may write to the editor at any hour of the day or night.",
)


def story(name: str, lines: int = 4) -> tuple[str, ...]:
    """Lines that only the story of this name has."""
    said = "found nobody who could tell what had become of the kettle".split()
    return tuple(
        f"On the {i}th day {name} went out to the harbour and {' '.join(said[i:])}." for i in range(lines)
    )


def page(name: str, lines: int = 4) -> tuple[str, ...]:
    """The lines of a page of the site: its story, and what every page shows."""
    return (*CHROME[:4], f"The story of {name}", *story(name, lines), *CHROME[4:])


NAMES = "Anna Bert Carl Dora Emil Fritz Gusti Hans Ida Jonas Kurt Lotte".split()


def keys_of(lines: Iterable[str], links: Iterable[str] = ()) -> list[int]:
    """The key of each line, whatever its numbers; links are those also named in `links`."""
    lines, links = list(lines), set(links)
    blocks = segment(parse("".join(f"<p>{line}</p>" for line in lines)))
    return line_keys(blocks, np.array([line in links for line in lines], dtype=np.bool_)).masked.tolist()


def sketched(lines: Iterable[str], record_votes: Mapping[int, int] | None = None) -> Fingerprint:
    """The sketch of a page with these lines, none of them a link."""
    blocks = segment(parse("".join(f"<p>{line}</p>" for line in lines)))
    none = np.zeros(len(blocks), dtype=np.bool_)
    return observe(blocks, none, line_keys(blocks, none), record_votes or {}).check()


def profile_of(pages: Iterable[Iterable[str]]) -> Profile:
    return Profile().add(map(sketched, pages))


def seen(profile: Profile, lines: Iterable[str]) -> dict[str, int]:
    """On how many other pages the profile has seen each line of a page."""
    lines = list(lines)
    known = sketched(lines)
    counts = dict(zip(known.keys.tolist(), profile.document_frequency(known).tolist(), strict=True))
    return {line: counts[key] for line, key in zip(lines, keys_of(lines), strict=True)}


def answers(profile: Profile, fingerprints: Iterable[Fingerprint]) -> tuple[object, ...]:
    """All that a profile says, of itself and of these pages."""
    return (
        len(profile),
        profile.record_votes,
        profile.fits,
        [(profile.document_frequency(known).tolist(), profile.fit(known)) for known in fingerprints],
    )


_LINES = st.sampled_from([*CHROME, *story("Anna", 3), *story("Bert", 3), "1 comment", "12 comments", "…"])
_pages = st.frozensets(_LINES, min_size=1, max_size=9)
# Up to eight small pages with lines, stories and records in common; the same lines always make the same page.
sites = st.lists(_pages, min_size=1, max_size=8).map(
    lambda pages: [sketched(sorted(lines), {len(lines) % 3: 1 if "Home" in lines else -1}) for lines in pages]
)
