"""Node classification with boosted trees: leaf text nodes of a cleaned page, nine features each, content or not.

Hong, Li, Wang and Weng, "Intelligent Web Robot for Content Extraction", Instrumentation 6(3), 2019.
"""

from honbun.methods.node_classification.learners import (
    MAX_KERNEL_NODES,
    MAX_SEARCH_NODES,
    Classifier,
    classifiers,
    fit_nodes,
    fold_tests,
    one_test,
    standardise,
)
from honbun.methods.node_classification.model import LEARNERS, NodeModel, shipped_nodes
from honbun.methods.node_classification.nodes import FEATURES, Nodes, Values, features, label, leaf_nodes

__all__ = [
    "FEATURES",
    "LEARNERS",
    "MAX_KERNEL_NODES",
    "MAX_SEARCH_NODES",
    "Classifier",
    "NodeModel",
    "Nodes",
    "Values",
    "classifiers",
    "features",
    "fit_nodes",
    "fold_tests",
    "label",
    "leaf_nodes",
    "one_test",
    "shipped_nodes",
    "standardise",
]
