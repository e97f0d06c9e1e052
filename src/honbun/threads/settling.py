"""One segmentation for all pages of a board, chosen by all of them together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from honbun.features import Outline, cut_lines
from honbun.thread import ThreadTemplate
from honbun.threads.questions import PostModel
from honbun.threads.segmentation import learn_template, segmenter_of

# Ends the key of a sequence from one date to the next if its dates are those that are written as most of the page
# are. Another page may have more of others.
_OF_MOST = "1"


def settle_templates(outlines: Sequence[Outline], model: PostModel) -> list[ThreadTemplate]:
    """What each of these threads of one board teaches if all are segmented by the same group.

    A page alone is less sure of its group the fewer posts it has. All together they have one, that of the largest
    sum of ranks; where it is on a page, it is then all but certain that it is that of the posts.
    """
    alone = learn_template(outlines, model)
    segmenters = [segmenter_of(cut_lines(outline), model, alone) for outline in outlines]
    tried = {page.groups.keys[i] for page in segmenters if page for i in (*page.best, *page.next_best)}
    keys = sorted(key for key in tried if not _is_of_most(key, tried))
    if not keys or not alone.pages:
        return [ThreadTemplate()] * len(outlines)
    pages = [
        {key: found for i, key in enumerate(page.groups.keys) if key in keys and (found := page.ranked(i))}
        if page
        else {}
        for page in segmenters
    ]
    least = [min((each.rank for each in page.values()), default=0.0) for page in pages]

    def rank(key: str) -> float:
        return sum(page[key].rank if key in page else low for page, low in zip(pages, least, strict=True))

    best = max(keys, key=rank)
    return [
        replace(page[best].vote(), groups={best: (1.0, 1.0)}) if best in page else ThreadTemplate()
        for page in pages
    ]


def _is_of_most(key: str, keys: Collection[str]) -> bool:
    return key.endswith(_OF_MOST) and key.removesuffix(_OF_MOST).removesuffix(" above") in keys
