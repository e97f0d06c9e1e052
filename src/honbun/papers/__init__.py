"""The published methods by name: one call, one command, and one system of `honbun evaluate` each.

    honbun.papers.unique_blocks(pages)          # content by comparing the blocks of pages: documents
    honbun.papers.element_identifiers(pages)    # post and comments of a blog apart: documents
    honbun.papers.nodes(pages, model=...)       # leaf text nodes by a trained classifier: documents
    honbun.papers.posts(pages)                  # what repeats in the main element: threads
    honbun.papers.templates(pages)              # strings at the peak of F: templates

The methods themselves are in `honbun.methods`, to be read beside the papers.
"""

from honbun.methods.node_classification import LEARNERS, NodeModel
from honbun.papers.comparison import compare, run, table, train_nodes
from honbun.papers.doors import (
    PublishedTemplate,
    element_identifiers,
    nodes,
    posts,
    templates,
    unique_blocks,
)
from honbun.papers.explaining import explain
from honbun.papers.systems import SYSTEMS

__all__ = [
    "LEARNERS",
    "SYSTEMS",
    "NodeModel",
    "PublishedTemplate",
    "compare",
    "element_identifiers",
    "explain",
    "nodes",
    "posts",
    "run",
    "table",
    "templates",
    "train_nodes",
    "unique_blocks",
]
