"""Unique blocks: content is what is on one page of a set only, without training data or rules.

Yoshida and Yamamoto, "Primary Content Extraction from Web Pages without Training Data" (2009). Two blocks are the
same if the cosine of their vectors is above 0.9; content is every block that is the same as no block of another
page.
"""

from honbun.methods.unique_blocks.blocks import (
    FAITHFUL,
    BlockOptions,
    BlockVectors,
    Vocabulary,
    block_of,
    block_vectors,
)
from honbun.methods.unique_blocks.unique import unique_blocks

__all__ = ["FAITHFUL", "BlockOptions", "BlockVectors", "Vocabulary", "block_of", "block_vectors", "unique_blocks"]
