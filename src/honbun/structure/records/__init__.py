"""Records: the rows of a page's main list."""

from honbun.structure.records.choose import Ranked, rank_lists
from honbun.structure.records.find import IS_LIST, confidence, table_of

__all__ = ["IS_LIST", "Ranked", "confidence", "rank_lists", "table_of"]
