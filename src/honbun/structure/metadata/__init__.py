"""What a page declares about itself: who wrote it, when, for which site."""

from honbun.structure.metadata.embedded import embedded_text
from honbun.structure.metadata.metadata import Metadata
from honbun.structure.metadata.read import read_metadata

__all__ = ["Metadata", "embedded_text", "read_metadata"]
