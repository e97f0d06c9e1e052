"""Records: the rows of a page's main list."""

from honbun.tables.records.choose import Ranked, rank_lists
from honbun.tables.records.find import IS_LIST, confidence, table_of

__all__ = ["IS_LIST", "Ranked", "confidence", "rank_lists", "table_of"]
