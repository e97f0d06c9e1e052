"""Pages with their blocks labelled from gold: what the block tables are counted on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.papers.markdown import Counts
from honbun.evaluate import Case, block_texts, label
from honbun.page import Mask, Page, Rows, decode, parse


@dataclass(frozen=True, eq=False)
class LabelledPage:
    """The blocks of a page that have text, and what gold says of them."""

    case: Case
    page: Page
    rows: Rows
    texts: list[str]
    main: Mask
    comment: Mask

    @classmethod
    def of(cls, case: Case) -> LabelledPage:
        """Blocks labelled as `honbun evaluate --task blocks` labels them."""
        page = parse(decode(case.html).text, case.url)
        rows, texts = block_texts(page)
        main = np.asarray(label(texts, case.gold.text or "") > 0)
        comment = np.asarray(label(texts, "\n".join(case.gold.comments or ())) > 0) & ~main
        return cls(case, page, rows, texts, main, comment)

    def aligned(self, text: str) -> Mask:
        """The blocks that an answer holds."""
        return np.asarray(label(self.texts, text) > 0)

    def masks(self, of_rows: Sequence[Mask]) -> list[Mask]:
        """Masks over the elements of the page as masks over its blocks."""
        return [mask[self.rows] for mask in of_rows]


def count(found: Mask, wanted: Mask, into: Counts) -> bool:
    """Add a page; whether every block is right."""
    into.add(int((found & wanted).sum()), int(found.sum()), int(wanted.sum()))
    return bool((found == wanted).all())
