"""Pages shown to people: what was decided of every block, and why."""

from honbun.studio.batch import Compared, ExplainFrame, compare_pages, explain_pages
from honbun.studio.explanation import explain

__all__ = ["Compared", "ExplainFrame", "compare_pages", "explain", "explain_pages"]
