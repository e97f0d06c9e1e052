"""What honbun thinks of a page before a person has seen it: the marks to start from, and how sure they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from honbun.annotate.anchors import Anchor, anchors_of
from honbun.annotate.marks import OTHER
from honbun.extraction import ExtractOptions, Site, read, site_of
from honbun.features import Outline
from honbun.input import RawPage
from honbun.page import text_paths
from honbun.studio import Account, Label, Spoken, account_of

# A name or a date in a longer line is a sentence about someone, not a byline.
_MOST_IN_LINE = 120
_STEPS = 4
_OF_LABEL = {Label.TITLE: "t", Label.CONTENT: "c", Label.POST: "p", Label.COMMENT: "r", Label.DROPPED: OTHER}


@dataclass(frozen=True)
class Guess:
    """A page as honbun sees it. Plain data, which crosses processes and is stored."""

    marks: str
    sureness: str
    """A digit a block, 0 to 3."""
    confidence: float
    """The F1 that honbun expects of its own text."""
    kind: str
    site: str
    title: str
    names: Sequence[str] = ()
    """Authors that were found, and dates, as the page writes them."""
    dates: Sequence[str] = ()


@dataclass(frozen=True)
class Skeleton:
    """The nodes of a page's blocks, and where the page has texts, which tells what pages one template made."""

    anchors: Sequence[Anchor]
    places: Sequence[int]
    sizes: Sequence[int]
    """Characters of each block."""


def guess_page(raw: RawPage, sites: Mapping[str, Site], options: ExtractOptions) -> tuple[Guess, Skeleton]:
    """The guess on a page, with what its site taught."""
    outline = read(raw.body, raw.url, raw.content_type)
    name, site = site_of(sites, raw)
    skeleton = Skeleton(
        anchors_of(outline.blocks), sorted(text_paths(outline.page)), outline.blocks.length.tolist()
    )
    try:
        account = account_of(outline, raw.body, site=site, options=options)
    except Exception:  # a page that shows a defect of ours can be labelled all the same
        size = len(outline.blocks)
        return Guess(OTHER * size, "0" * size, 0.0, "", name, outline.page.title or ""), skeleton
    document = account.document
    posts = account.spoken.posts if account.spoken else ()
    guess = Guess(
        marks=marks_of(account),
        sureness="".join(str(min(int(sure * _STEPS), _STEPS - 1)) for sure in account.sureness.tolist()),
        confidence=float(document.confidence),
        kind=document.kind or "",
        site=name,
        title=document.title or outline.page.title or "",
        names=_each(document.author, *(post.author for post in posts)),
        dates=_each(document.date, *(each for post in posts for each in (post.date_raw, post.date))),
    )
    return guess, skeleton


def guesser(sites: Mapping[str, Site], options: ExtractOptions) -> partial[tuple[Guess, Skeleton]]:
    """`guess_page` for pages of these sites; it pickles, so that other processes can do it."""
    for site in sites.values():
        site.profile.prepare()
    return partial(guess_page, sites=sites, options=options)


def marks_of(account: Account) -> str:
    """The marks that say what was decided."""
    marks = [_OF_LABEL[label] for label in account.labels]
    title = account.document.title
    if "t" not in marks and title in account.blocks.texts:
        marks[account.blocks.texts.index(title)] = "t"
    if account.spoken is not None:
        for number in range(len(account.spoken.posts)):
            _mark_unit(marks, account.outline, account.spoken, number)
    return "".join(marks)


def _mark_unit(marks: list[str], outline: Outline, spoken: Spoken, number: int) -> None:
    """Who wrote a post and when, where that stands in lines of their own, and where the post begins."""
    post = spoken.posts[number]
    runs = [run for run, member in enumerate(spoken.member.tolist()) if member == number]
    lines = [run for run in runs if not spoken.said[run] and marks[run] != "t"]
    author = _shortest_with(outline.blocks.texts, lines, post.author)
    date = _shortest_with(outline.blocks.texts, lines, post.date_raw)
    for run, letter in ((author, "a"), (date, "d" if date != author else "b")):
        if run >= 0:
            marks[run] = letter
    said = [run for run in runs if spoken.said[run]]
    for run in said:
        marks[run] = "r" if spoken.name == "comment" else "p"
    parts = sorted({*said, *(run for run in (author, date) if run >= 0)})
    if said:
        marks[parts[0]] = marks[parts[0]].upper()


def _shortest_with(texts: Sequence[str], runs: Sequence[int], words: str | None) -> int:
    """The shortest of these lines that holds some words; -1 if none does."""
    with_it = [run for run in runs if words and words in texts[run] and len(texts[run]) <= _MOST_IN_LINE]
    return min(with_it, key=lambda run: (len(texts[run]), run), default=-1)


def _each(*values: str | None) -> list[str]:
    """These values, each once, in order."""
    return list(dict.fromkeys(value for value in values if value))
