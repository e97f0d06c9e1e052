"""honbun under the names of other packages, so that programs written for them can change by one line."""

from honbun.compat import trafilatura

__all__ = ["trafilatura"]
