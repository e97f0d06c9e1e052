"""Gold text into a label per node, as the paper's Algorithm 1 has it: 1 if the node's text lies in the gold."""

from __future__ import annotations

import numpy as np

from honbun.page import Mask
from honbun.papers.node_classification.nodes import Nodes


def label(nodes: Nodes, gold: str) -> Mask:
    """For each node whether its text occurs in the gold text, white space left out of both.

    White space is left out, not only made equal: unwrapping glues what the source does not separate, and gold
    puts spaces and line breaks where people saw them. That a short text of a menu may occur in an article by
    chance, and is then labelled content, is the paper's.
    """
    wanted = _squeeze(gold)
    return np.array([_squeeze(text) in wanted for text in nodes.raw], dtype=np.bool_)


def _squeeze(text: str) -> str:
    return "".join(text.split())
