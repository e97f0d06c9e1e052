"""What a page declares about itself: who wrote it, when, for which site."""

from honbun.metadata.embedded import embedded_text
from honbun.metadata.metadata import Metadata
from honbun.metadata.read import read_metadata
from honbun.metadata.shown_title import with_shown_title

__all__ = ["Metadata", "embedded_text", "read_metadata", "with_shown_title"]
