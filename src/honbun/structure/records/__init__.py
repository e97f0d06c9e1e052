"""Records: the rows of a page's main list."""

from honbun.structure.records.choose import Ranked, rank_lists

__all__ = ["Ranked", "rank_lists"]
