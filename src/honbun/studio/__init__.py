"""Pages shown to people: what was decided of every block, and why."""

from honbun.studio.batch import ExplainFrame, explain_pages
from honbun.studio.explanation import explain

__all__ = ["ExplainFrame", "explain", "explain_pages"]
