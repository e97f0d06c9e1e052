"""The five published methods, one package each, to be read beside its paper. Nothing that extracts knows them."""

__all__ = ["element_identifiers", "node_classification", "repeated_structure", "templates", "unique_blocks"]

from honbun.methods import (
    element_identifiers,
    node_classification,
    repeated_structure,
    templates,
    unique_blocks,
)
