"""Node classification with boosted trees: leaf text nodes of a cleaned page, nine features each, content or not.

Hong, Li, Wang and Weng, "Intelligent Web Robot for Content Extraction", Instrumentation 6(3), 2019.
"""

from honbun.papers.node_classification.comparison import Comparison, compare, run, table
from honbun.papers.node_classification.nodes import FEATURES, Nodes, features, label, leaf_nodes

__all__ = ["FEATURES", "Comparison", "Nodes", "compare", "features", "label", "leaf_nodes", "run", "table"]
