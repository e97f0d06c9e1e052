"""`Labels`: what was decided of each block of a page, and why. Beside the blocks, never on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.page.page import Mask

Scores = npt.NDArray[np.float32]
Evidence = npt.NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Labels:
    """One score per block, 0 (boilerplate) to 1 (content), and the named evidence behind it.

    Gold, model and site labels are all this type, so that evaluating is comparing two of them.
    """

    score: Scores
    evidence: Evidence
    """Bit k is set where the evidence `names[k]` speaks, for or against."""
    names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.score)

    def check(self) -> Labels:
        """These labels, once known to be well formed; else ValueError."""
        if self.score.shape != self.evidence.shape or self.score.ndim != 1:
            raise ValueError("not valid Labels: score and evidence differ in length")
        if np.any((self.score < 0) | (self.score > 1) | ~np.isfinite(self.score)):
            raise ValueError("not valid Labels: a score is not between 0 and 1")
        if len(self.evidence) and int(self.evidence.max()) >> len(self.names):
            raise ValueError("not valid Labels: evidence without a name")
        return self

    @property
    def is_content(self) -> Mask:
        """The blocks to keep: a score of at least one half."""
        return self.score >= 0.5

    def evidence_of(self, i: int) -> list[str]:
        """The names of the evidence behind block i."""
        bits = int(self.evidence[i])
        return [name for k, name in enumerate(self.names) if bits >> k & 1]
