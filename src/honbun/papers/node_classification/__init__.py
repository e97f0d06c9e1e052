"""Node classification with boosted trees, as published.

Hong, Li, Wang and Weng, "Intelligent Web Robot for Content Extraction", Instrumentation 6(3), 2019. A page is
cleaned, its leaf text nodes are described by nine features, and a classifier says which of them are content.
"""

from honbun.papers.node_classification.compare import Comparison, compare
from honbun.papers.node_classification.labels import label
from honbun.papers.node_classification.nodes import FEATURES, Features, Nodes, features, leaf_nodes
from honbun.papers.node_classification.report import run, table

__all__ = [
    "FEATURES",
    "Comparison",
    "Features",
    "Nodes",
    "compare",
    "features",
    "label",
    "leaf_nodes",
    "run",
    "table",
]
