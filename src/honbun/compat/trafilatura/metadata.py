"""`trafilatura.metadata`: what is known of one."""

from honbun.compat.metadata import Document
from honbun.compat.trafilatura import extract_metadata

__all__ = ["Document", "extract_metadata"]
