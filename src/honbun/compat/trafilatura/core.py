"""`trafilatura.core`: what it takes to read a page."""

from honbun.compat.metadata import Document
from honbun.compat.trafilatura import bare_extraction, baseline, extract, extract_metadata, html2txt
from honbun.compat.trafilatura.settings import Extractor

__all__ = ["Document", "Extractor", "bare_extraction", "baseline", "extract", "extract_metadata", "html2txt"]
