"""`trafilatura.utils`: the page as a tree."""

from honbun.compat.trafilatura import load_html

__all__ = ["load_html"]
