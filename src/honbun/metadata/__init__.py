"""What a page declares about itself: who wrote it, when, for which site."""

from honbun.metadata.embedded import embedded_text
from honbun.metadata.facts import Facts
from honbun.metadata.read import read_metadata

__all__ = ["Facts", "embedded_text", "read_metadata"]
