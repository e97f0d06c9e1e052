"""Pages written by hand, and short ways to ask what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from hypothesis import strategies as st

from honbun.article.structure import SiteEvidence, find_article
from honbun.features.outline import Outline
from honbun.page import Labels, parse
from honbun.page.blocks import segment

# Sentences that are prose by any measure, each its own.
SENTENCES = [
    f"The {thing} was carried down to the harbour before the rain came, and nobody asked who had ordered it."
    for thing in "anchor barrel candle drum engine fiddle globe hammer icebox jug kettle ladder mirror".split()
]
JAPANESE = "町の図書館は来月から夜九時まで開くことになり、勤め帰りの人たちが喜んでいる。"


def outline_of(html: str) -> Outline:
    return Outline(segment(parse(html)))


def run_of(outline: Outline, text: str) -> int:
    """The number of the one run that says this."""
    (run,) = [run for run, said in enumerate(outline.blocks.texts) if said == text]
    return run


def texts_of(outline: Outline, mask: np.ndarray) -> list[str]:
    """What the runs say that are set in the mask."""
    return [outline.blocks.texts[run] for run in np.flatnonzero(mask)]


def labels_of(
    outline: Outline, seen: Mapping[str, int] | None = None, record_votes: Mapping[int, int] | None = None
) -> Labels:
    """The labels of a page; `seen` says of runs on how many other pages they are."""
    frequency = np.array([(seen or {}).get(text, 0) for text in outline.blocks.texts], dtype=np.int32)
    return find_article(outline, SiteEvidence(frequency, frequency, record_votes or {})).labels.check()


def kept(
    html: str, seen: Mapping[str, int] | None = None, record_votes: Mapping[int, int] | None = None
) -> list[str]:
    """What is kept of a page."""
    outline = outline_of(html)
    return texts_of(outline, labels_of(outline, seen, record_votes).is_content)


def paragraphs(n: int, start: int = 0) -> str:
    """So many paragraphs of prose."""
    return "".join(f"<p>{sentence}</p>" for sentence in SENTENCES[start : start + n])


def comments(n: int) -> str:
    """So many comments, each with a name, a date and a text."""
    return "".join(
        f"<div class='comment'><p>Reader {name} wrote on {day} May 2021 at 10:{day}</p>"
        f"<p>I for one, says {name}, would rather have seen it carried up the hill again.</p></div>"
        for day, name in zip(range(10, 10 + n), "Ann Bob Cleo Dan Eve Fay Gus Hal Ida Joe".split(), strict=False)
    )


_NAMES = "a article b dd div dl dt footer h1 h2 header hr li main nav p pre section span table td th tr ul".split()
_CLASSES = ["", " class=x", " class=y", " hidden", " style='display:none'", " href=/"]
_WORDS = [
    "",
    " ",
    "ab",
    "&nbsp;",
    "&#8203;",
    "2021-05-01",
    "12:30",
    SENTENCES[0],
    SENTENCES[1],
    JAPANESE,
    "<br><br>",
]

_pieces = st.one_of(
    st.builds("<{}{}>".format, st.sampled_from(_NAMES), st.sampled_from(_CLASSES)),
    st.sampled_from(_NAMES).map("</{}>".format),
    st.sampled_from(_WORDS),
    st.sampled_from(_WORDS),
)
_parts = st.lists(_pieces, max_size=12).map("".join)
_repeated = st.builds(lambda part, n: part * n, _parts, st.integers(1, 5))
# Small pages of every shape, records included, with and without a title.
markup = st.builds(
    lambda title, parts: f"<title>{title}</title>{''.join(parts)}",
    st.sampled_from(["", SENTENCES[0], "ab", f"{SENTENCES[1]} | Name of the site"]),
    st.lists(_repeated, max_size=5),
)
