"""Posts on software that the model has not seen: `python -m benchmarks.platforms DATA GENERATED`, Markdown.

The software of a page is guessed from its markup, for measuring only: nothing in the package knows it. Each is
left out in turn; and the shipped model is measured on the sets that it may not be trained on.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from honbun.evaluate.cases import Case
from honbun.evaluate.corpus import read_corpus
from honbun.model.threads import shipped_threads
from honbun.train.dataset import only
from honbun.train.posts.fit import ThreadOptions
from honbun.train.posts.items import Item, Origin, ThreadSet, build_threads, make_items
from honbun.train.posts.validate import Outcome, ThreadReport, cross_validate, deal, figures, measure_items
from honbun.train.posts.validate import thread_lines as lines_of

TRAINABLE = ("harvest-forum", "wcxb-forum-posts")
MEASURED = ("forum-openenergymonitor", "forum-ragezone")
# The first that is found names the software.
PLATFORMS = {
    "XenForo": rb"xenforo|XF\.|data-xf|uix_|messageList",
    "Discourse": rb"discourse",
    "phpBB": rb"phpbb|viewtopic\.php",
    "vBulletin": rb"vbulletin|showthread\.php|vb_login",
    "StackExchange": rb"stackexchange|sstatic\.net",
    "NodeBB": rb"nodebb",
    "Invision": rb"ipsLayout|invision|ips4",
    "Vanilla": rb"vanilla",
    "SMF": rb"SMF|smf_",
    "Flarum": rb"flarum",
    "Drupal": rb"drupal",
}
OTHER = "other"
# Software with fewer pages is left out together.
_FEWEST = 8
RARE = "rare"


def platform_of(html: bytes) -> str:
    """The software that made a page, as far as its markup tells."""
    found = (name for name, pattern in PLATFORMS.items() if re.search(pattern, html, re.IGNORECASE))
    return next(found, OTHER)


def platforms_of(cases: Sequence[Case]) -> dict[str, str]:
    """The software of each page by its key; that of few pages is `RARE`."""
    guessed = {case.key: platform_of(case.html) for case in cases}
    pages = Counter(guessed.values())
    return {key: name if pages[name] >= _FEWEST else RARE for key, name in guessed.items()}


def folds_by_platform(data: ThreadSet, platforms: dict[str, str]) -> dict[str, int]:
    """Real threads by their software, everything else dealt by site."""
    names = sorted(set(platforms.values()))
    made = deal({item.site for item in data.items if item.origin is Origin.GENERATED}, len(names))
    others = deal({case.site for case in data.others}, len(names))
    folds = {case.key: others[case.site] for case in data.others}
    return folds | {
        item.key: names.index(platforms[item.key]) if item.key in platforms else made[item.site]
        for item in data.items
    }


def by_platform(outcomes: Sequence[Outcome], platforms: dict[str, str]) -> Iterator[str]:
    """The figures of each as a table."""
    yield "| left out | pages | posts F1 | strict | author | date |"
    yield "|---|--:|--:|--:|--:|--:|"
    for name in sorted(set(platforms.values())):
        found = figures(
            outcome for outcome in outcomes if outcome.origin is Origin.REAL and platforms[outcome.key] == name
        )
        cells = " | ".join(f"{value:.3f}" for value in (found.f1, found.strict, found.author, found.date))
        yield f"| {name} | {found.pages} | {cells} |"


def unseen(cases: Sequence[Case]) -> list[Item]:
    """Threads without copies."""
    return [make_items(case)[0] for case in cases]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of posts-dev.parquet and wcxb-dev.parquet")
    parser.add_argument("generated", type=Path, help="what `python -m examples.threads.generate corpus` wrote")
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    posts = read_corpus(words.data / "posts-dev.parquet")
    real = only(posts, TRAINABLE)
    corpora = [real, read_corpus(words.generated), read_corpus(words.data / "wcxb-dev.parquet")]
    data = build_threads(corpora, words.jobs)
    platforms = platforms_of(real.cases)
    outcomes = cross_validate(data, folds_by_platform(data, platforms), ThreadOptions(), words.jobs)
    for line in (*by_platform(outcomes, platforms), "", *lines_of(ThreadReport(outcomes))):
        print(line)
    print("\nThe shipped model on sets that it was not trained on:\n", flush=True)
    rest = measure_items(shipped_threads(), unseen(only(posts, MEASURED).cases))
    print("\n".join(lines_of(ThreadReport(rest))))


if __name__ == "__main__":
    main()
